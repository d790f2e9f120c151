/// The time worked in a session, pauses left out.
///
/// Pauses of several devices are read as one row of acts in the order of their stamps: pausing what
/// is paused and resuming what runs change nothing. Instants never go back and never leave the
/// session, so no clock can make a time negative or count a minute twice.
public struct SessionTime: Hashable, Sendable {
  /// The stretches that are over, in milliseconds.
  public private(set) var workedMillis: Int64 = 0
  /// The pauses that are over, in milliseconds.
  public private(set) var pausedMillis: Int64 = 0
  /// The begin of the stretch going on; `nil` in a pause and after the end.
  public private(set) var workingSince: Instant?
  /// The begin of the pause going on.
  public private(set) var pausedAt: Instant?

  /// A stored value.
  init(
    workedMillis: Int64, pausedMillis: Int64, workingSince: Instant?, pausedAt: Instant?
  ) {
    self.workedMillis = workedMillis
    self.pausedMillis = pausedMillis
    self.workingSince = workingSince
    self.pausedAt = pausedAt
  }

  /// Adds up a session.
  ///
  /// - Parameters:
  ///   - start: Its begin.
  ///   - end: Where it ends, or at the latest will.
  ///   - isClosed: Whether it has ended; otherwise a stretch or a pause is left open.
  ///   - pauses: What was done, in any order.
  init(
    from start: Instant, to end: Instant, isClosed: Bool, pauses: [Authored<PauseChange>]
  ) {
    workingSince = start
    for change in pauses.sorted(by: { $0.stamp < $1.stamp }) {
      if let pause = change.value.pausedAt { self.pause(at: min(pause, end)) }
      if let resumption = change.value.resumedAt { resume(at: min(resumption, end)) }
    }
    guard isClosed else { return }
    if pausedAt != nil { resume(at: end) }
    pause(at: end)
    pausedAt = nil
  }

  /// Minutes that were typed in.
  init(minutes: Int) {
    workedMillis = Int64(min(max(minutes, 0), Budget.minutesMax)) * 60_000
  }

  private mutating func pause(at instant: Instant) {
    guard let since = workingSince else { return }
    let instant = max(instant, since)
    workedMillis += instant.millis - since.millis
    workingSince = nil
    pausedAt = instant
  }

  private mutating func resume(at instant: Instant) {
    guard let pausedAt else { return }
    let instant = max(instant, pausedAt)
    pausedMillis += instant.millis - pausedAt.millis
    self.pausedAt = nil
    workingSince = instant
  }

  /// The time worked by an instant, in milliseconds; never negative.
  func millis(at instant: Instant) -> Int64 {
    guard let workingSince else { return workedMillis }
    return workedMillis + max(0, instant.millis - workingSince.millis)
  }
}
