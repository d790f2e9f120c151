public import ReplicaStore
import SQLite

/// The planner over one replica: it keeps the consequences up to date, acts and reads.
///
/// Belongs to one thread at a time, like its replica.
public final class Planner {
  /// Where the facts are.
  public let replica: Replica
  let zones: ZoneDirectory
  let anchorLogs: AnchorLogs
  private var zoneCache: [String: TimeZoneRules] = [:]

  /// Opens the planner; makes its local tables if they are missing.
  ///
  /// - Parameters:
  ///   - replica: A replica with the schema `Schema.planner`.
  ///   - zones: Where the zones of other devices are looked up.
  /// - Throws: `ReplicaError`.
  public init(replica: Replica, zones: ZoneDirectory) throws {
    self.replica = replica
    self.zones = zones
    anchorLogs = AnchorLogs(replica)
    try Consequences.prepare(replica)
  }

  /// Brings everything up to the moment, and says what the moment is.
  ///
  /// Idempotent: over the same moment and the same facts, a second call changes nothing. Its cost
  /// follows what changed since the last one.
  ///
  /// - Parameter context: The moment and the place.
  /// - Returns: The moment, after days that have ended are folded in.
  /// - Throws: `ReplicaError`.
  @discardableResult
  public func tick(_ context: DayContext) throws -> PlannerMoment {
    try EngineTick(self, context).run()
  }

  /// Drops every consequence and works all of them out from the facts.
  ///
  /// Days that a wrong clock had called over, and that have not come, are no longer over.
  ///
  /// - Parameter context: The moment and the place.
  /// - Returns: The moment.
  /// - Throws: `ReplicaError`.
  @discardableResult
  public func rebuild(_ context: DayContext) throws -> PlannerMoment {
    try EngineTick(self, context).runAnew()
  }

  /// Deletes everything, here and on every device that hears of it, and what this device keeps
  /// beside the facts to take its own acts back.
  ///
  /// - Throws: `ReplicaError`; the facts are all there then.
  public func reset() throws {
    // First, since a receipt names what it is about: no title may outlive the task.
    try replica.writeLocally { try DeviceMemory.forget($0.database) }
    try replica.reset()
  }

  /// The rules of a zone; those of the fallback for one that is not known here.
  func zone(_ identifier: String, fallback: TimeZoneRules) -> TimeZoneRules {
    if identifier == fallback.identifier { return fallback }
    if let rules = zoneCache[identifier] { return rules }
    // Another device may know zones that this one's tables do not.
    let rules = (try? zones.rules(for: identifier)) ?? fallback
    zoneCache[identifier] = rules
    return rules
  }
}

extension ReadTransaction {
  /// The settings as they stand; defaults before anybody set anything.
  func settings() throws -> UserSettings {
    try record(UserSettings.self, UserSettings.only) ?? UserSettings()
  }

  /// One task with everything that follows from its facts.
  func task(_ id: RecordID, through lastEnded: LogicalDate) throws -> FoldedTask? {
    try FoldedTask(id, self, through: lastEnded)
  }

  /// The facts about a task, as the fold wants them.
  func facts(of item: TaskItem, history: RecordHistory<TaskItem>) throws -> TaskFacts {
    let due = try history.versions(of: \.dueDate).authored()
    let importance = try history.versions(of: \.importance).authored()
    let effort = try history.versions(of: \.effortMinutes).authored()
    let completion = try history.versions(of: \.completedAt).authored()
    let drop = try history.versions(of: \.droppedAt).authored()
    let kinds = try history.versions(of: \.repeatKind).authored()
    let weekdays = try history.versions(of: \.repeatWeekdays).authored()
    let days = try history.versions(of: \.repeatDayOfMonth).authored()
    let repeats = zip(kinds, zip(weekdays, days)).map { kind, rest in
      Authored(
        stamp: kind.stamp, tag: kind.tag,
        value: RepeatRule(
          kind: kind.value, weekdays: RepeatRule.weekdays(rest.0.value), dayOfMonth: rest.1.value))
    }
    let tags = [due.map(\.tag), importance.map(\.tag), completion.map(\.tag), drop.map(\.tag)]
    let earliest = tags.joined().min { $0.day < $1.day }
    let zone = earliest?.zone ?? ""
    let created = item.createdDay ?? earliest?.day ?? LogicalDate(dayNumber: 0)
    return TaskFacts(
      id: item.id, created: DayTag(day: created, zone: zone), due: due, importance: importance,
      effortMinutes: effort, completion: completion, drop: drop, repeats: repeats,
      deferrals: try handDeferrals(of: item.id), timedDays: try timedDays(of: item.id))
  }

  private func handDeferrals(of task: RecordID) throws -> [HandDeferral] {
    let records = try records(DeferralRecord.self, where: "task = ?") {
      (statement) throws(SQLiteError) in
      try statement.bind(high: task.high, low: task.low, at: 1)
    }
    return try records.compactMap { record in
      guard let day = record.day else { return nil }
      let history = try history(DeferralRecord.self, record.id)
      let destinations = try history.versions(of: \.deferredTo)
      let reasons = try history.versions(of: \.reason)
      let instants = try history.versions(of: \.deferredOn)
      let choices = zip(destinations, zip(reasons, instants)).compactMap { to, rest in
        DayTag(to.tag).map { tag in
          Authored(
            stamp: to.stamp, tag: tag,
            value: DeferralChoice(
              deferredTo: to.value, reason: rest.0.value,
              deferredOn: rest.1.value ?? Instant(millis: to.stamp.clock.millis)))
        }
      }
      return choices.isEmpty ? nil : HandDeferral(day: day, choices: choices)
    }.sorted { $0.day < $1.day }
  }
}
