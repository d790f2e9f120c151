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
      lastEnded: EndedDays.last(today: today, previous: previous))
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
    var touched: [String: [RecordID]]?
    if let seq = progress.seq { touched = try transaction.touched(after: seq) }
    if let touched {
      var ids = Set(touched[TaskItem.recordType.name] ?? [])
      for deferral in touched[DeferralRecord.recordType.name] ?? [] {
        if let task = try transaction.record(DeferralRecord.self, deferral)?.task {
          ids.insert(task)
        }
        try noteZones(transaction, DeferralRecord.self, deferral)
      }
      let touchedTasks = ids
      ids.formUnion(try Consequences.due(toChangeBy: moment.lastEnded, in: database))
      var fold = TaskChainFold(transaction, moment, touched: touchedTasks)
      try fold.run(ids.sorted())
      for id in touched[UserSettings.recordType.name] ?? [] {
        try noteZones(transaction, UserSettings.self, id)
      }
      for id in touched[DayPlan.recordType.name] ?? [] {
        try noteZones(transaction, DayPlan.self, id)
      }
    } else {
      try rebuild(transaction, moment)
    }
    let seq = planner.replica.latestChange
    try Consequences.save(seq: seq, lastEnded: moment.lastEnded, in: database)
    try planner.replica.advance(reader: Consequences.reader, to: seq)
    return moment
  }

  private func rebuild(_ transaction: ReadTransaction, _ moment: PlannerMoment) throws {
    try Consequences.forget(transaction)
    let database = transaction.database
    func ids(_ type: String) throws -> [RecordID] {
      try database.rows("SELECT id FROM \"\(type)\" ORDER BY id") { _ in
      } row: {
        $0.recordID(0)
      }
    }
    var fold = TaskChainFold(transaction, moment, touched: [])
    try fold.rebuild(try ids(TaskItem.recordType.name))
    for id in try ids(DeferralRecord.recordType.name) {
      try noteZones(transaction, DeferralRecord.self, id)
    }
    for id in try ids(UserSettings.recordType.name) {
      try noteZones(transaction, UserSettings.self, id)
    }
    for id in try ids(DayPlan.recordType.name) { try noteZones(transaction, DayPlan.self, id) }
  }

  private func noteZones<Model: Record>(
    _ transaction: ReadTransaction, _ model: Model.Type, _ id: RecordID
  ) throws {
    let history = try transaction.history(model, id)
    try Consequences.noteZones(try history.marks(), in: transaction.database)
  }
}
