import ReplicaStore

/// A jump of the clock within a log, behind which alone merges are made.
///
/// A merge holds what stands of all that it names. If something before the jump was written over by a
/// clock far ahead, others set that aside, and whoever has only the merge is left without the value
/// before it, which those who read the log set by set have. So what lies before a jump stays as it is
/// until somebody else's clock has come as far, and nobody takes what lies behind for the future any more.
enum ClockJump {
  /// How far a clock goes between two change sets without anybody doubting it.
  ///
  /// People are away for weeks, and a jump costs some files; a clock that is wrong by less is caught up
  /// with in that time.
  static let millisMin: Int64 = 30 * 24 * 60 * 60 * 1000

  /// What was written since the last jump.
  ///
  /// - Parameters:
  ///   - segments: The own segments, in order.
  ///   - peers: The clocks of others, as far as they are known; where there are none, nobody can doubt
  ///     anything.
  /// - Returns: The end of the segments, or all of them.
  static func sinceLast(
    in segments: [SyncStore.OwnSegment], peers: [HybridTime]
  ) -> ArraySlice<SyncStore.OwnSegment> {
    guard let known = peers.map(\.millis).max() else { return segments[...] }
    let jump = segments.indices.dropFirst().last { index in
      let clock = segments[index].clocks.lowerBound.millis
      return clock - segments[index - 1].clocks.upperBound.millis > millisMin && clock > known
    }
    return segments[(jump ?? segments.startIndex)...]
  }
}
