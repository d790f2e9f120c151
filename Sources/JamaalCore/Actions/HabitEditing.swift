public import ReplicaStore
import SQLite

extension Planner {
  /// Makes a habit, with its times of day and its group if that is new.
  ///
  /// - Parameters:
  ///   - draft: What the person filled in.
  ///   - context: The moment and the place.
  /// - Returns: The habit's id, with what undoes it.
  /// - Throws: `PlannerError` with `badValue` or `notFound`, and nothing is written; `ReplicaError`.
  @discardableResult
  public func addHabit(_ draft: HabitDraft, _ context: DayContext) throws -> HabitReceipt {
    let draft = try draft.checked(kind: draft.kind)
    let moment = try tick(context)
    return try replica.write(tag: moment.tag.tag) { transaction in
      var habit = Habit(id: transaction.newID())
      var made: [HabitReceipt.Made] = [.habit(habit.id)]
      habit.title = draft.title
      habit.notes = draft.notes
      habit.presetKey = draft.presetKey
      habit.kind = draft.kind
      habit.schedule = draft.schedule
      habit.createdAt = moment.now
      habit.createdDay = moment.today
      habit.group = try transaction.group(draft.group, moment, &made)
      try transaction.insert(habit)
      for window in draft.windows {
        made.append(.window(try transaction.add(window, to: habit.id, moment)))
      }
      return HabitReceipt(habit: habit.id, transaction, made: made)
    }
  }

  /// Edits a habit; past days keep the targets they were logged against.
  ///
  /// - Parameters:
  ///   - id: The habit.
  ///   - draft: What it is to be. Its kind does not count: a habit keeps its own. A time of day that
  ///     is left out is taken away.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound`, or `badValue`, also if a time of day to be taken away
  ///   has history, and nothing is written; `ReplicaError`.
  @discardableResult
  public func editHabit(
    _ id: RecordID, _ draft: HabitDraft, _ context: DayContext
  ) throws -> HabitReceipt {
    try actOnHabit(id, context) { habit, transaction, moment, made in
      let draft = try draft.checked(kind: habit.kind)
      habit.title = draft.title
      habit.notes = draft.notes
      habit.schedule = draft.schedule
      habit.group = try transaction.group(draft.group, moment, &made)
      try transaction.save(habit)
      let windows = try transaction.windows(of: id)
      for window in draft.windows {
        guard let edited = window.id else {
          made.append(.window(try transaction.add(window, to: id, moment)))
          continue
        }
        guard var stored = windows.first(where: { $0.id == edited }) else {
          throw PlannerError(
            .notFound, "“\(habit.title)” has no such time of day. Show it to see those it has.")
        }
        stored.fill(from: window)
        try transaction.save(stored)
      }
      for var window in windows where !draft.windows.contains(where: { $0.id == window.id }) {
        guard try !transaction.hasEntries(window.id) else {
          let name = window.label.isEmpty ? "This time of day" : "“\(window.label)”"
          throw PlannerError(
            .badValue,
            "\(name) has history, which would go with it. Keep it, or archive the habit.")
        }
        window.isRemoved = true
        try transaction.write(window, \.isRemoved)
      }
    }
  }

  /// Puts a habit away, with its history.
  ///
  /// - Parameters:
  ///   - id: The habit.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound`, or `archived` if it is put away; `ReplicaError`.
  @discardableResult
  public func archiveHabit(_ id: RecordID, _ context: DayContext) throws -> HabitReceipt {
    try actOnHabit(id, context) { habit, transaction, _, _ in
      guard !habit.isArchived else {
        throw PlannerError(.archived, "“\(habit.title)” is archived already.")
      }
      habit.isArchived = true
      try transaction.write(habit, \.isArchived)
    }
  }

  /// Takes a habit up again.
  ///
  /// - Parameters:
  ///   - id: The habit.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound`, or `badValue` if it is not put away; `ReplicaError`.
  @discardableResult
  public func restoreHabit(_ id: RecordID, _ context: DayContext) throws -> HabitReceipt {
    try actOnHabit(id, context) { habit, transaction, _, _ in
      guard habit.isArchived else {
        throw PlannerError(.badValue, "“\(habit.title)” is not archived.")
      }
      habit.isArchived = false
      try transaction.write(habit, \.isArchived)
    }
  }

  /// Runs an action on one habit in one transaction.
  func actOnHabit(
    _ id: RecordID, _ context: DayContext,
    _ body: (
      inout Habit, WriteTransaction, PlannerMoment, inout [HabitReceipt.Made]
    ) throws -> Void
  ) throws -> HabitReceipt {
    let moment = try tick(context)
    return try replica.write(tag: moment.tag.tag) { transaction in
      guard var habit = try transaction.record(Habit.self, id) else {
        throw PlannerError.noSuchHabit
      }
      var made: [HabitReceipt.Made] = []
      try body(&habit, transaction, moment, &made)
      return HabitReceipt(habit: id, transaction, made: made)
    }
  }
}

// MARK: - Groups

extension Planner {
  /// Makes a group, the last of all.
  ///
  /// - Parameters:
  ///   - title: 1 to 40 characters.
  ///   - context: The moment and the place.
  /// - Returns: The group's id, with what undoes it.
  /// - Throws: `PlannerError` with `badValue`, and nothing is written; `ReplicaError`.
  @discardableResult
  public func addHabitGroup(_ title: String, _ context: DayContext) throws -> HabitReceipt {
    let title = try HabitDraft.groupName(title)
    let moment = try tick(context)
    return try replica.write(tag: moment.tag.tag) { transaction in
      let id = try transaction.makeGroup(title, moment)
      return HabitReceipt(habit: id, transaction, made: [.group(id)])
    }
  }

  /// Renames a group.
  ///
  /// - Parameters:
  ///   - id: The group.
  ///   - title: 1 to 40 characters.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound` or `badValue`, and nothing is written;
  ///   `ReplicaError`.
  @discardableResult
  public func renameHabitGroup(
    _ id: RecordID, to title: String, _ context: DayContext
  ) throws -> HabitReceipt {
    let title = try HabitDraft.groupName(title)
    return try actOnGroup(id, context) { group, transaction in
      group.title = title
      try transaction.write(group, \.title)
    }
  }

  /// Puts a group away, or takes it up again; its habits stay either way.
  ///
  /// - Parameters:
  ///   - id: The group.
  ///   - isArchived: Whether it is to be put away.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound`, or `badValue` if it is so already; `ReplicaError`.
  @discardableResult
  public func setHabitGroup(
    _ id: RecordID, isArchived: Bool, _ context: DayContext
  ) throws -> HabitReceipt {
    try actOnGroup(id, context) { group, transaction in
      guard group.isArchived != isArchived else {
        throw PlannerError(
          .badValue, "“\(group.title)” is \(isArchived ? "archived already" : "not archived").")
      }
      group.isArchived = isArchived
      try transaction.write(group, \.isArchived)
    }
  }

  private func actOnGroup(
    _ id: RecordID, _ context: DayContext,
    _ body: (inout HabitGroup, WriteTransaction) throws -> Void
  ) throws -> HabitReceipt {
    let moment = try tick(context)
    return try replica.write(tag: moment.tag.tag) { transaction in
      guard var group = try transaction.record(HabitGroup.self, id) else {
        throw PlannerError(.notFound, "There is no such group. List the groups to see them.")
      }
      try body(&group, transaction)
      return HabitReceipt(habit: id, transaction)
    }
  }
}

extension WriteTransaction {
  /// The group of a draft, made if it is new.
  fileprivate func group(
    _ choice: HabitDraft.Group, _ moment: PlannerMoment, _ made: inout [HabitReceipt.Made]
  ) throws -> RecordID? {
    switch choice {
    case .none: return nil
    case .existing(let id):
      guard try record(HabitGroup.self, id) != nil else {
        throw PlannerError(.notFound, "There is no such group. List the groups to see them.")
      }
      return id
    case .new(let title):
      let id = try makeGroup(title, moment)
      made.append(.group(id))
      return id
    }
  }

  fileprivate func makeGroup(_ title: String, _ moment: PlannerMoment) throws -> RecordID {
    var group = HabitGroup(id: newID())
    group.title = title
    group.sortOrder = (try records(HabitGroup.self).map(\.sortOrder).max() ?? -1) + 1
    group.createdAt = moment.now
    try insert(group)
    return group.id
  }

  fileprivate func add(
    _ draft: HabitDraft.Window, to habit: RecordID, _ moment: PlannerMoment
  ) throws -> RecordID {
    var window = HabitTimeWindow(id: newID())
    window.habit = habit
    window.createdDay = moment.today
    window.fill(from: draft)
    try insert(window)
    return window.id
  }

  /// The times of day of a habit that were not taken away.
  fileprivate func windows(of habit: RecordID) throws -> [HabitTimeWindow] {
    try records(HabitTimeWindow.self, where: "habit = ?") { (statement) throws(SQLiteError) in
      try statement.bind(high: habit.high, low: habit.low, at: 1)
    }.filter { try !$0.isRemoved || hasEntries($0.id) }.sorted { $0.id < $1.id }
  }
}

extension HabitTimeWindow {
  fileprivate mutating func fill(from draft: HabitDraft.Window) {
    label = draft.label
    times = draft.times
    target = draft.target
    effortMinutes = draft.effortMinutes
    reminderMinute = draft.reminderMinute
  }
}

extension PlannerError.Code {
  /// It is put away.
  public static let archived = PlannerError.Code(rawValue: "archived")
  /// The habit is of a kind that has no such log.
  public static let wrongKind = PlannerError.Code(rawValue: "wrongKind")
  /// The habit rests on that day.
  public static let paused = PlannerError.Code(rawValue: "paused")
  /// That day cannot be put right.
  public static let notThen = PlannerError.Code(rawValue: "notThen")
}
