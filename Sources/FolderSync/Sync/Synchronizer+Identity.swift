import ReplicaStore

// Who this replica is: another device, once it was copied or restored, or its clock was far ahead.
extension Synchronizer {
  /// Whether a peer told, in this sync or one that was cut short, of numbers that this device never
  /// sealed.
  func isKnownToHaveSealedMore() throws -> Bool {
    try store.peers().contains { peer in
      try peer.knownNumber > 0
        && replica.chain(at: peer.knownNumber)?.prefix != peer.knownChain
    }
  }

  /// Becomes another device if this one's clock was far ahead and the server agrees that it is right
  /// now.
  func recoverClock(_ report: inout SyncReport) throws {
    guard replica.isClockAhead, let server = folder.serverSeconds,
      abs(nowMillis() / 1000 - server) <= Int64(Self.clockDifferenceSeconds)
    else { return }
    // All of it is sealed again under the new id: nobody has to wait for the log of the former one.
    let number = replica.sealedNumber
    if number > 0, let chain = try replica.chain(at: number) {
      var ends = try LogEnds(store)
      ends.handOn(LogPlace(device: replica.device, number: number, chain: chain.prefix))
      try ends.save(store)
    }
    if try becameAnother({ _ = try replica.recoverClock() }) {
      report.notes.append(.clockRecovered(replica.device))
    }
  }

  /// Becomes another device if somebody else writes under this one's id.
  ///
  /// Proven by a file under our id that we did not write, or by a peer that knows numbers of ours
  /// that we never sealed: this replica was copied, or came back from a backup.
  func takeNewIdentity(
    ifForked names: [ListedSegment], knownElsewhere: Bool, _ report: inout SyncReport
  ) throws {
    var shared: UInt64 = 0
    var isForked = knownElsewhere
    for segment in names where segment.name.device == replica.device {
      if try replica.chain(at: segment.name.last)?.prefix == segment.name.chain {
        shared = max(shared, segment.name.last)
      } else {
        isForked = true
      }
    }
    guard isForked else { return }
    if try becameAnother({ try replica.takeNewIdentity(resealingAfter: shared) }) {
      report.notes.append(.newIdentity(replica.device))
    }
  }

  /// Does what may give this replica another id, and lets go of what belonged to the former one.
  private func becameAnother(_ change: () throws -> Void) throws -> Bool {
    let former = replica.device
    let old = try store.ownSegments().map(\.name)
    try change()
    guard replica.device != former else { return false }
    try store.remove(old)
    // What peers knew, they knew of the device that this one was.
    try store.forgetKnown()
    return true
  }
}
