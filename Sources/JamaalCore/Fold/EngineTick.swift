import ReplicaStore
import SQLite

/// Brings a device's consequences up to the moment, in this order: what is missing is seeded; the
/// days that have ended and whatever new facts touched are folded in, part by part.
///
/// Classes of equally named labels, the Anchors of today and tomorrow and windows that have closed
/// are settled by reading them: they follow from the facts and the moment alone, so no step of the
/// tick can be missed for them, and none is kept that could be wrong.
struct EngineTick {
  private let planner: Planner
  private let context: DayContext

  init(_ planner: Planner, _ context: DayContext) {
    self.planner = planner
    self.context = context
  }

  /// Does what is still to be done.
  ///
  /// - Returns: The moment, with what was done.
  /// - Throws: `ReplicaError`.
  func run() throws -> PlannerMoment {
    let replica = planner.replica
    if let moment = try replica.read({ try upToDate($0) }) { return moment }
    let isSeeding = try seed()
    return try replica.writeLocally { transaction in
      var moment = try catchUp(transaction)
      if isSeeding { moment.signals.insert(.seeded, at: 0) }
      return moment
    }
  }

  /// Does everything again, in tables made anew.
  ///
  /// - Returns: The moment.
  /// - Throws: `ReplicaError`.
  func runAnew() throws -> PlannerMoment {
    try planner.replica.writeLocally { try Consequences.remake($0) }
    _ = try seed()
    return try planner.replica.writeLocally { try catchUp($0, doubtsDays: true) }
  }

  /// Does everything again, and then takes it back: nothing of it is kept.
  ///
  /// - Parameter look: Looks at what came of it.
  /// - Returns: What it returns.
  /// - Throws: `ReplicaError`.
  func tryAnew<Result>(
    _ look: (ReadTransaction, PlannerMoment) throws -> Result
  ) throws -> Result {
    var result: Result?
    do {
      try planner.replica.writeLocally { transaction in
        try Consequences.forget(transaction)
        let moment = try catchUp(transaction, doubtsDays: true)
        result = try look(transaction, moment)
        throw Tried()
      }
    } catch is Tried {}
    guard let result else { preconditionFailure("a trial ended without a result") }
    return result
  }

  /// Ends a transaction of which nothing is to be kept.
  private struct Tried: Error {}

  /// The moment, if the tables have seen every fact and every ended day already.
  private func upToDate(_ transaction: ReadTransaction) throws -> PlannerMoment? {
    let progress = try Consequences.progress(transaction.database)
    guard progress.seq == planner.replica.latestChange,
      progress.device == planner.replica.device,
      try transaction.record(UserSettings.self, UserSettings.only) != nil
    else { return nil }
    let moment = try moment(transaction, previous: progress.lastEnded)
    return moment.lastEnded == progress.lastEnded ? moment : nil
  }

  /// Writes what every device starts with; nobody chose it, so it loses to anything chosen.
  private func seed() throws -> Bool {
    let isSeeded = try planner.replica.read { transaction in
      guard try transaction.record(UserSettings.self, UserSettings.only) != nil else {
        return false
      }
      return try TaskCategory.presets.allSatisfy {
        try transaction.stamp(of: \TaskCategory.name, $0.id) != nil
      }
    }
    if isSeeded { return false }
    try planner.replica.write { transaction in
      try transaction.seed(UserSettings())
      for preset in TaskCategory.presets { try transaction.seed(preset) }
    }
    return true
  }

  private func moment(
    _ transaction: ReadTransaction, previous: LogicalDate?, doubtsDays: Bool = false
  ) throws -> PlannerMoment {
    let settings = try transaction.settings()
    let boundary = DayBoundary(rolloverMinute: settings.rolloverMinute)
    var context = context
    context.now = trustedNow()
    let today = boundary.logicalDate(of: context.now, in: context.zone)
    let previous = doubtsDays ? EndedDays.believed(previous, today: today) : previous
    return PlannerMoment(
      context: context, settings: settings, today: today,
      lastEnded: EndedDays.last(today: today, previous: previous), zones: planner.zones,
      anchorLogs: planner.anchorLogs)
  }

  /// The wall clock, unless it stands more than a day behind what has been stamped already.
  private func trustedNow() -> Instant {
    let stamped = Instant(millis: planner.replica.clock.millis)
    let isBehind = stamped.millis - context.now.millis > DriftGuard.standard.aheadMillisMax
    return isBehind ? stamped : context.now
  }

  private func catchUp(
    _ transaction: ReadTransaction, doubtsDays: Bool = false
  ) throws -> PlannerMoment {
    let database = transaction.database
    let progress = try Consequences.progress(database)
    var moment = try moment(
      transaction, previous: progress.lastEnded,
      doubtsDays: try doubtsDays || isRecovered(since: progress))
    let isBack = progress.lastEnded.map { moment.lastEnded < $0 } ?? false
    let parts = Consequences.parts.map { $0.init(planner, transaction, moment) }
    if !isBack, let seq = progress.seq, let ids = try transaction.touched(after: seq) {
      var touched = TouchedRecords(ids)
      for part in parts { try part.catchUp(&touched) }
    } else {
      try Consequences.forget(transaction)
      for part in parts { try part.rebuild() }
    }
    if let previous = progress.lastEnded {
      moment.signals = try TickSignals(transaction, moment, after: previous).all()
    }
    let seq = planner.replica.latestChange
    try Consequences.save(
      seq: seq, lastEnded: moment.lastEnded, device: planner.replica.device, in: database)
    try planner.replica.advance(reader: Consequences.reader, to: seq)
    return moment
  }

  /// Whether this device has come back from a clock that was far ahead, and so has another id.
  private func isRecovered(since progress: Consequences.Progress) throws -> Bool {
    guard let device = progress.device, device != planner.replica.device else { return false }
    return try planner.replica.voidedDevices().contains { $0.device == device }
  }
}
