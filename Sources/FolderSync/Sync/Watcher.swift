/// Keeps a replica and its folder together for as long as it runs.
///
/// Time, waiting and syncing come from outside, so that a day of it takes a test no time.
public struct Watcher {
  /// What a wait ended with.
  public enum Event: Sendable {
    /// The time is over.
    case timeOut
    /// The replica's files were written to, by whomever.
    case change
    /// The settings or the secrets of this device were written to.
    case settings
    /// Somebody asked to stop.
    case stop
  }

  /// The world that a watcher lives in.
  public struct Surroundings {
    /// The present, in milliseconds of a clock that only goes forward.
    public var now: () -> Int64
    /// Waits so many milliseconds at most; it may come back early.
    public var wait: (Int64) -> Event
    /// Whether there is anything to send.
    public var hasChanges: () throws -> Bool
    /// Syncs once; `nil` if somebody else is syncing this replica.
    public var sync: () throws -> SyncReport?
    /// Told of every sync.
    public var note: (SyncReport) -> Void
    /// Told once of every state that needs a person.
    public var alert: (SyncReport) -> Void
    /// The source of 64 random bits.
    public var random: () -> UInt64

    /// Makes a world from its parts.
    ///
    /// - Parameters:
    ///   - now: The present.
    ///   - wait: Waits so many milliseconds at most.
    ///   - hasChanges: Whether there is anything to send.
    ///   - sync: Syncs once; `nil` if somebody else does.
    ///   - note: Told of every sync.
    ///   - alert: Told once of every state that needs a person.
    ///   - random: The source of 64 random bits.
    public init(
      now: @escaping () -> Int64, wait: @escaping (Int64) -> Event,
      hasChanges: @escaping () throws -> Bool, sync: @escaping () throws -> SyncReport?,
      note: @escaping (SyncReport) -> Void, alert: @escaping (SyncReport) -> Void,
      random: @escaping () -> UInt64
    ) {
      self.now = now
      self.wait = wait
      self.hasChanges = hasChanges
      self.sync = sync
      self.note = note
      self.alert = alert
      self.random = random
    }
  }

  private let world: Surroundings

  /// Makes a watcher.
  ///
  /// - Parameter world: What it lives in.
  public init(_ world: Surroundings) {
    self.world = world
  }

  /// Runs until somebody asks it to stop.
  ///
  /// - Throws: What `hasChanges` and `sync` throw.
  public func run() throws {
    var schedule = WatchSchedule(now: world.now(), random: world.random)
    var isChanged = false
    var alerted: SyncOutcome?
    while true {
      let left = schedule.due - world.now()
      if left > 0 {
        guard take(world.wait(left), &schedule, &isChanged) else { return }
        continue
      }
      // Reading alone touches the files too, and so did our own last sync.
      let isAsked = isChanged && !schedule.isScheduled(at: world.now())
      isChanged = false
      if isAsked, try !world.hasChanges() {
        schedule.noteNothingToSend()
        continue
      }
      guard let report = try world.sync() else {
        schedule.noteBusyReplica(at: world.now())
        continue
      }
      let hadNews = report.pulledSegmentCount > 0 || report.pushedChangeSetCount > 0
      schedule.note(report.outcome, hadNews: hadNews, at: world.now())
      // Asked to stop while it ran: what it came to is then not worth telling.
      guard take(world.wait(0), &schedule, &isChanged) else { return }
      world.note(report)
      if report.outcome.needsPerson {
        if alerted != report.outcome { world.alert(report) }
        alerted = report.outcome
      } else if [.synced, .heldBack].contains(report.outcome) {
        alerted = nil
      }
    }
  }

  /// Takes notice of what a wait ended with.
  ///
  /// - Returns: `false` if it is to stop.
  private func take(
    _ event: Event, _ schedule: inout WatchSchedule, _ isChanged: inout Bool
  ) -> Bool {
    switch event {
    case .timeOut: break
    case .stop: return false
    case .settings: schedule.noteSettings(at: world.now())
    case .change:
      isChanged = true
      schedule.noteChange(at: world.now())
    }
    return true
  }
}

extension SyncOutcome {
  /// Whether it stays so until a person does something.
  public var needsPerson: Bool {
    switch self {
    case .credentials, .storageFull, .otherFolder: true
    case .synced, .heldBack, .offline, .busy, .readOnly, .unusable: false
    }
  }
}
