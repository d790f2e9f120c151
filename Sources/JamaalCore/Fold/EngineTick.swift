import ReplicaStore
import SQLite

/// Brings a device's consequences up to the moment: what is missing is seeded, days that have
/// ended are folded in, and whatever new facts touched is worked out again.
struct EngineTick {
  private let planner: Planner
  private let context: DayContext

  init(_ planner: Planner, _ context: DayContext) {
    self.planner = planner
    self.context = context
  }

  func run() throws -> PlannerMoment {
    let replica = planner.replica
    if let moment = try replica.read({ try upToDate($0) }) { return moment }
    try seed()
    return try replica.writeLocally { try catchUp($0) }
  }

  /// The moment, if the tables have seen every fact and every ended day already.
  private func upToDate(_ transaction: ReadTransaction) throws -> PlannerMoment? {
    let progress = try Consequences.progress(transaction.database)
    guard progress.seq == planner.replica.latestChange,
      try transaction.record(UserSettings.self, UserSettings.only) != nil
    else { return nil }
    let moment = try moment(transaction, previous: progress.lastEnded)
    return moment.lastEnded == progress.lastEnded ? moment : nil
  }

  /// Writes what every device starts with; nobody chose it, so it loses to anything chosen.
  private func seed() throws {
    let isSeeded = try planner.replica.read { transaction in
      guard try transaction.record(UserSettings.self, UserSettings.only) != nil else {
        return false
      }
      return try TaskCategory.presets.allSatisfy {
        try transaction.stamp(of: \TaskCategory.name, $0.id) != nil
      }
    }
    if isSeeded { return }
    try planner.replica.write { transaction in
      try transaction.seed(UserSettings())
      for preset in TaskCategory.presets { try transaction.seed(preset) }
    }
  }

  private func moment(
    _ transaction: ReadTransaction, previous: LogicalDate?
  ) throws -> PlannerMoment {
    let settings = try transaction.settings()
    let boundary = DayBoundary(rolloverMinute: settings.rolloverMinute)
    let today = boundary.logicalDate(of: trustedNow(), in: context.zone)
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

  private func catchUp(_ transaction: ReadTransaction) throws -> PlannerMoment {
    let database = transaction.database
    let progress = try Consequences.progress(database)
    let moment = try moment(transaction, previous: progress.lastEnded)
    let parts = Consequences.parts.map { $0.init(planner, transaction, moment) }
    if let seq = progress.seq, let ids = try transaction.touched(after: seq) {
      var touched = TouchedRecords(ids)
      for part in parts { try part.catchUp(&touched) }
    } else {
      try Consequences.forget(transaction)
      for part in parts { try part.rebuild() }
    }
    let seq = planner.replica.latestChange
    try Consequences.save(seq: seq, lastEnded: moment.lastEnded, in: database)
    try planner.replica.advance(reader: Consequences.reader, to: seq)
    return moment
  }
}
