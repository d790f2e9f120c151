public import ReplicaStore

/// What a person logs for a habit today.
public enum HabitAct: Hashable, Sendable {
  /// Done; for a habit that is done or not done.
  case tick
  /// Not done after all.
  case untick
  /// So many more, or fewer; for a counted habit.
  case step(Int)
  /// A slip; for a habit of avoiding.
  case slip
  /// A slip taken back.
  case takeBackSlip
  /// The day was held; for a habit of avoiding.
  case hold
  /// That taken back.
  case release
}

/// What a person says a day really was.
public enum HabitCorrection: Hashable, Sendable {
  /// It was done.
  case done
  /// It was not done.
  case notDone
  /// So many; for a counted habit.
  case count(Int)
  /// The day was held; for a habit of avoiding.
  case held
  /// So many slips; for a habit of avoiding.
  case slips(Int)
  /// Nothing was logged.
  case nothing
}

extension Planner {
  /// Logs for a habit today.
  ///
  /// A step is counted as what the person saw change, so two people who take back the same glass
  /// do not go below none.
  ///
  /// - Parameters:
  ///   - act: What is logged.
  ///   - window: The time of day.
  ///   - context: The moment and the place.
  /// - Returns: How it reads now, and what undoes it.
  /// - Throws: `PlannerError` with `notFound`, `archived`, `paused`, `wrongKind`, `alreadyDone`,
  ///   `notDone` or `badValue`, and nothing is written; `ReplicaError`.
  @discardableResult
  public func logHabit(
    _ act: HabitAct, for window: RecordID, _ context: DayContext
  ) throws -> HabitReceipt {
    try log(for: window, on: nil, context) { log in
      switch (act, log.kind) {
      case (.tick, .binary):
        guard !log.before.isDone else {
          throw PlannerError(.alreadyDone, "“\(log.title)” is done already.")
        }
        try log.check(log.now)
      case (.untick, .binary):
        guard log.before.isDone else { throw log.nothingToTakeBack }
        try log.check(nil)
      case (.step(let change), .counted):
        guard change != 0, abs(change) <= HabitTarget.countMax else {
          throw PlannerError(.badValue, "A step is 1 to \(HabitTarget.countMax), up or down.")
        }
        try log.step(by: change)
      case (.slip, .avoid): try log.step(by: 1)
      case (.takeBackSlip, .avoid): try log.step(by: -1)
      case (.hold, .avoid):
        guard !log.before.isHeld else {
          throw PlannerError(.alreadyDone, "“\(log.title)” is held for today already.")
        }
        try log.check(log.now)
      case (.release, .avoid):
        guard log.before.isHeld else { throw log.nothingToTakeBack }
        try log.check(nil)
      default: throw log.wrongKind
      }
    }
  }

  /// Puts a day right: today or one of the last 14.
  ///
  /// What is counted is set, whatever was counted for that day before.
  ///
  /// - Parameters:
  ///   - correction: What the day really was.
  ///   - window: The time of day.
  ///   - day: The day.
  ///   - context: The moment and the place.
  /// - Returns: How it reads now, and what undoes it.
  /// - Throws: `PlannerError` with `notFound`, `archived`, `paused`, `notThen`, `wrongKind` or
  ///   `badValue`, and nothing is written; `ReplicaError`.
  @discardableResult
  public func correctHabit(
    _ correction: HabitCorrection, for window: RecordID, on day: LogicalDate,
    _ context: DayContext
  ) throws -> HabitReceipt {
    try log(for: window, on: day, context) { log in
      switch (correction, log.kind) {
      case (.done, .binary):
        if !log.before.isDone { try log.check(log.now) }
      case (.notDone, .binary), (.nothing, .binary):
        if log.before.isDone { try log.check(nil) }
      case (.done, .counted): try log.set(to: max(log.before.amount, log.before.target))
      case (.count(let amount), .counted): try log.set(to: amount)
      case (.notDone, .counted), (.nothing, .counted): try log.set(to: 0)
      case (.held, .avoid):
        // A day that was held had no more slips than are allowed.
        if log.before.amount > log.before.target { try log.set(to: 0) }
        if !log.before.isHeld { try log.check(log.now) }
      case (.slips(let count), .avoid):
        guard count > 0 else {
          throw PlannerError(.badValue, "A day without slips was held, or has nothing logged.")
        }
        try log.set(to: count)
        if log.before.isHeld { try log.check(nil) }
      case (.nothing, .avoid):
        try log.set(to: 0)
        if log.before.isHeld { try log.check(nil) }
      default: throw log.wrongKind
      }
    }
  }

  /// Runs one log in one transaction; `nil` for today.
  private func log(
    for window: RecordID, on day: LogicalDate?, _ context: DayContext,
    _ body: (inout HabitLogWriter) throws -> Void
  ) throws -> HabitReceipt {
    let moment = try tick(context)
    return try replica.write(tag: moment.tag.tag) { transaction in
      let target = try HabitLogTarget(window, on: day ?? moment.today, transaction, moment)
      if day != nil || target.isPaused { try target.checkDay(today: moment.today) }
      var writer = try HabitLogWriter(target, at: moment.now, transaction)
      try body(&writer)
      var receipt = HabitReceipt(
        habit: target.habit.id, transaction, counts: writer.counts)
      receipt.day = target.day
      receipt.reading = try transaction.reading(target)
      return receipt
    }
  }
}

/// A time of day and a day that something is to be logged for.
struct HabitLogTarget {
  let habit: Habit
  let window: HabitTimeWindow
  let day: LogicalDate
  let isPaused: Bool
  /// The target that a first log would keep: the one of that day.
  let target: Int

  /// Finds what is logged for.
  ///
  /// - Throws: `PlannerError` with `notFound` or `archived`.
  init(
    _ id: RecordID, on day: LogicalDate, _ transaction: ReadTransaction, _ moment: PlannerMoment
  ) throws {
    guard let window = try transaction.record(HabitTimeWindow.self, id),
      let habit = try window.habit.flatMap({ try transaction.record(Habit.self, $0) })
    else { throw PlannerError.noSuchHabit }
    guard !habit.isArchived else {
      throw PlannerError(
        .archived, "“\(habit.title)” is archived. Restore it first, then log for it.")
    }
    self.habit = habit
    self.window = window
    self.day = day
    isPaused = try transaction.pauses(of: habit.id).cover(day)
    let targets = Timeline(
      try transaction.history(HabitTimeWindow.self, id).versions(of: \.target).authored())
    let asOfThen = targets.newest(asOf: day)?.value ?? targets.versions.first?.value
    target = HabitTarget.bounded(asOfThen ?? window.target, habit.kind)
  }

  /// Refuses a day that cannot be logged for.
  ///
  /// - Throws: `PlannerError` with `paused` or `notThen`.
  func checkDay(today: LogicalDate) throws {
    let created = max(
      habit.createdDay ?? LogicalDate(dayNumber: 0),
      window.createdDay ?? LogicalDate(dayNumber: 0))
    let refusal = HabitCorrectionRule.refusal(
      day, today: today, created: created, isPaused: isPaused)
    switch refusal {
    case nil: return
    case .future: throw PlannerError(.notThen, "That day has not come yet.")
    case .tooLongAgo:
      throw PlannerError(
        .notThen,
        "Only today and the last \(HabitCorrectionRule.dayCount) days can be put right.")
    case .beforeItExisted:
      throw PlannerError(
        .notThen, "“\(habit.title)” did not exist on that day yet. Choose one from \(created) on.")
    case .paused:
      throw PlannerError(
        .paused, "“\(habit.title)” rests on that day. Resume it first, or leave the day be.")
    }
  }
}

/// Writes one log.
private struct HabitLogWriter {
  let kind: HabitKind
  let title: String
  /// How it read before.
  let before: HabitReading
  /// When it is logged.
  let now: Instant
  private(set) var counts: [CountUndo] = []
  private let entry: HabitEntry
  private let target: Int
  private let hasTarget: Bool
  private let transaction: WriteTransaction

  init(
    _ target: HabitLogTarget, at now: Instant, _ transaction: WriteTransaction
  ) throws {
    self.now = now
    kind = target.habit.kind
    title = target.habit.title
    self.transaction = transaction
    self.target = target.target
    let id = HabitEntry.id(window: target.window.id, date: target.day)
    let log = try transaction.log(id)
    hasTarget = log.target != nil
    before = HabitReading(log, kind: kind, windowTarget: target.target)
    entry =
      try transaction.record(HabitEntry.self, id)
      ?? HabitEntry(window: target.window.id, date: target.day)
  }

  /// Counts up or down from what the person sees, never below none.
  mutating func step(by change: Int) throws {
    let wanted = min(max(before.amount + change, 0), HabitTarget.countMax)
    guard wanted != before.amount else {
      throw change < 0
        ? nothingToTakeBack
        : PlannerError(.badValue, "“\(title)” cannot count beyond \(HabitTarget.countMax) a day.")
    }
    try keepTarget()
    try transaction.increment(\HabitEntry.amount, of: entry.id, by: wanted - entry.amount)
    counts.append(.step(entry.id, by: wanted - before.amount))
  }

  mutating func set(to amount: Int) throws {
    guard (0...HabitTarget.countMax).contains(amount) else {
      throw PlannerError(.badValue, "A day counts 0 to \(HabitTarget.countMax), not \(amount).")
    }
    try keepTarget()
    try transaction.set(\HabitEntry.amount, of: entry.id, to: amount)
    counts.append(.set(entry.id, to: before.amount))
  }

  mutating func check(_ instant: Instant?) throws {
    try keepTarget()
    var entry = entry
    entry.completedAt = instant
    try transaction.write(entry, \.completedAt)
  }

  /// The first log of a day keeps the target it was made against.
  private func keepTarget() throws {
    guard !hasTarget else { return }
    var entry = entry
    entry.target = target
    try transaction.write(entry, \.target)
  }

  var nothingToTakeBack: PlannerError {
    PlannerError(.notDone, "Nothing is logged for “\(title)” that could be taken back.")
  }

  var wrongKind: PlannerError {
    switch kind {
    case .binary:
      PlannerError(.wrongKind, "“\(title)” is done or not done; there is nothing to count.")
    case .counted:
      PlannerError(.wrongKind, "“\(title)” is counted. Say how many.")
    case .timed:
      PlannerError(
        .wrongKind,
        "“\(title)” is timed: its minutes come from the timer, or are added by hand.")
    case .avoid:
      PlannerError(
        .wrongKind, "“\(title)” is something to avoid. Log a slip, or say that the day was held.")
    case .unknown:
      PlannerError(
        .wrongKind, "“\(title)” needs a newer version of Jamaal. Update it, then try again.")
    }
  }
}

extension ReadTransaction {
  /// What an entry comes to, from its facts.
  func log(_ entry: RecordID) throws -> HabitLog {
    try log(entry, history(HabitEntry.self, entry))
  }

  /// The same for an entry whose history is at hand.
  func log(_ entry: RecordID, _ history: RecordHistory<HabitEntry>) throws -> HabitLog {
    HabitLog(
      targets: try history.versions(of: \.target),
      checks: try history.versions(of: \.completedAt).authored(),
      steps: try steps(of: \HabitEntry.amount, entry))
  }

  /// The pauses of a habit.
  func pauses(of habit: RecordID) throws -> HabitPauses {
    HabitPauses(try pauseRecords(of: habit).compactMap(\.span))
  }

  fileprivate func reading(_ target: HabitLogTarget) throws -> HabitReading {
    let log = try log(HabitEntry.id(window: target.window.id, date: target.day))
    return HabitReading(log, kind: target.habit.kind, windowTarget: target.target)
  }
}
