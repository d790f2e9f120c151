/// When a device that keeps running syncs next.
///
/// Three seconds after the last local change; otherwise after a minute, and less and less often,
/// down to a quarter of an hour, while nothing happens. After a failure it backs off. Times are
/// milliseconds of a clock that only goes forward.
public struct WatchSchedule {
  /// How long after the last local change a sync waits for the next one.
  public static let quietMillis: Int64 = 3_000
  /// How long local changes can put a sync off that go on and on.
  public static let putOffMillisMax: Int64 = 30_000
  /// The shortest time between two syncs that nobody asked for.
  public static let intervalMillisMin: Int64 = 60_000
  /// The longest.
  public static let intervalMillisMax: Int64 = 15 * 60_000
  /// The first pause after a failure that passes by itself.
  public static let retryMillisMin: Int64 = 30_000
  /// The pause while only a person can help.
  public static let personMillis: Int64 = 60 * 60_000

  /// When the next sync is due.
  public var due: Int64 { max(notBefore, min(scheduled, changed ?? .max)) }

  /// Whether the time has come for a sync that nobody asked for.
  ///
  /// - Parameter now: The present.
  /// - Returns: `false` if only a local change can have made it due.
  public func isScheduled(at now: Int64) -> Bool { max(notBefore, scheduled) <= now }

  private var scheduled: Int64
  private var changed: Int64?
  private var firstChange: Int64?
  private var notBefore: Int64 = .min
  private var interval = WatchSchedule.intervalMillisMin
  private var failureCount = 0
  private let random: () -> UInt64

  /// Begins with a sync at once.
  ///
  /// - Parameters:
  ///   - now: The present.
  ///   - random: The source of 64 random bits, so that not all devices come at the same moment.
  public init(now: Int64, random: @escaping () -> UInt64) {
    scheduled = now
    self.random = random
  }

  /// Takes notice of a local change.
  ///
  /// - Parameter now: The present.
  public mutating func noteChange(at now: Int64) {
    let first = firstChange ?? now
    firstChange = first
    changed = min(now + Self.quietMillis, first + Self.putOffMillisMax)
  }

  /// Takes notice that a change was none that has to be sent.
  public mutating func noteNothingToSend() {
    (changed, firstChange) = (nil, nil)
  }

  /// Takes notice that a person has changed the settings, which may have been what was needed.
  ///
  /// - Parameter now: The present.
  public mutating func noteSettings(at now: Int64) {
    // There are two files, and an editor may write each more than once.
    (notBefore, failureCount) = (now + Self.quietMillis, 0)
    scheduled = min(scheduled, notBefore)
  }

  /// Takes notice that somebody else is syncing this replica just now.
  ///
  /// - Parameter now: The present.
  public mutating func noteBusyReplica(at now: Int64) {
    noteNothingToSend()
    scheduled = now + jittered(Self.retryMillisMin / 2)
  }

  /// Takes notice of how a sync ended.
  ///
  /// - Parameters:
  ///   - outcome: How.
  ///   - hadNews: Whether anything was sent or received.
  ///   - now: The present.
  public mutating func note(_ outcome: SyncOutcome, hadNews: Bool, at now: Int64) {
    noteNothingToSend()
    switch outcome {
    case .synced, .heldBack:
      (failureCount, notBefore) = (0, .min)
      interval = hadNews ? Self.intervalMillisMin : min(interval * 2, Self.intervalMillisMax)
      scheduled = now + jittered(interval)
    case .offline:
      scheduled = now + backoff()
      // A change may try at once whether the network is back, but not every three seconds.
      notBefore = now + Self.retryMillisMin
    case .busy(let retryAfterSeconds):
      let asked = Int64(min(retryAfterSeconds ?? 0, FolderError.retryAfterSecondsMax)) * 1000
      scheduled = now + max(backoff(), asked)
      notBefore = scheduled
    case .credentials:
      // Wrong passwords lock accounts.
      scheduled = now + Self.personMillis
      notBefore = scheduled
    case .storageFull, .otherFolder, .readOnly, .unusable:
      scheduled = now + max(backoff(), Self.intervalMillisMin)
      notBefore = scheduled
    }
  }

  /// Twice as long after every failure, and never the same for all devices.
  private mutating func backoff() -> Int64 {
    failureCount = min(failureCount + 1, 16)
    let whole = min(Self.retryMillisMin << (failureCount - 1), Self.intervalMillisMax)
    return jittered(whole)
  }

  /// Between seven and nine eighths of a time.
  private func jittered(_ millis: Int64) -> Int64 {
    let eighth = UInt64(millis / 8)
    return millis - Int64(eighth) + Int64(random() % (2 * eighth + 1))
  }
}
