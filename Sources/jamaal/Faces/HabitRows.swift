import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// Today's habits as lines that stand in columns, numbered after the tasks.
struct HabitRows {
  let habits: TodayHabits
  let terminal: Terminal
  /// The number of the first one.
  let firstNumber: Int
  /// How wide numbers are.
  let numberColumns: Int

  func lines() -> [String] {
    guard habits.total > 0 else { return [] }
    var table = TextTable(columns: [
      .init(.right), .init(isFlexible: true), .init(), .init(isFlexible: true),
    ])
    for (index, row) in habits.rows.enumerated() {
      let number = String(firstNumber + index).padded(toColumns: numberColumns, .right)
      table.append([
        .init(number, .dim),
        row.isDone ? .init("✓ \(row.title)", .dim) : .init(row.title),
        .init(Words.progress(row.reading), .dim), .init(notes(row), .dim),
      ])
    }
    let rows = table.lines(for: terminal)
    let heading = "Habits · \(Words.share(habits.done, of: habits.total))"
    var lines = [terminal.styled(heading, .blue)]
    var next = 0
    for group in habits.groups {
      let title = "\(group.title) · \(Words.share(group.done, of: group.total))"
      lines.append(terminal.styled("  \(title.withoutControls())", .dim))
      lines += rows[next..<(next + group.total)]
      next += group.total
    }
    if next > 0, next < rows.count { lines.append(terminal.styled("  By themselves", .dim)) }
    return lines + rows[next...]
  }

  private func notes(_ row: HabitRow) -> String {
    var notes: [String] = []
    if let closing = Words.closing(row) { notes.append(closing) }
    if !row.times.isAllDay, !row.isClosing { notes.append(Words.times(row.times)) }
    if let week = row.week {
      notes.append("\(Words.share(week.done, of: week.target)) this week")
    }
    return notes.joined(separator: " · ")
  }
}

/// All habits as lines that stand in columns.
struct HabitList {
  let overview: HabitsOverview
  let today: LogicalDate
  let terminal: Terminal
  /// Whether what was put away is listed too.
  let showsArchived: Bool

  /// The habits in the order of their numbers.
  var numbered: [HabitSummary] {
    overview.groups.flatMap(\.habits) + overview.ungrouped
      + (showsArchived ? overview.archived : [])
  }

  func lines() -> [String] {
    var table = TextTable(columns: [
      .init(.right), .init(isFlexible: true), .init(), .init(isFlexible: true),
    ])
    let columns = String(numbered.count).count + 2
    for (index, habit) in numbered.enumerated() {
      table.append([
        .init(String(index + 1).padded(toColumns: columns, .right), .dim),
        habit.isArchived
          ? .init(habit.title, .dim)
          : .init(habit.isDueToday && habit.isDoneToday ? "✓ \(habit.title)" : habit.title),
        .init(target(habit), .dim), .init(notes(habit), .dim),
      ])
    }
    let rows = table.lines(for: terminal)
    var lines: [String] = []
    var next = 0
    func add(_ heading: String?, _ count: Int) {
      guard count > 0 || heading != nil else { return }
      if !lines.isEmpty { lines.append("") }
      if let heading { lines.append(terminal.styled(heading.withoutControls(), .blue)) }
      lines += rows[next..<(next + count)]
      next += count
    }
    for group in overview.groups where !group.habits.isEmpty {
      let share = group.due > 0 ? " · \(Words.share(group.done, of: group.due)) today" : ""
      let strip = HabitGrid.strip(group.days, terminal)
      add(group.title + share + (strip.isEmpty ? "" : "  \(strip)"), group.habits.count)
    }
    let hasGroups = !lines.isEmpty
    add(hasGroups && !overview.ungrouped.isEmpty ? "By themselves" : nil, overview.ungrouped.count)
    if showsArchived, !overview.archived.isEmpty { add("Archived", overview.archived.count) }
    return lines
  }

  private func target(_ habit: HabitSummary) -> String {
    let targets = Set(habit.windows.map(\.target))
    guard targets.count == 1, let target = targets.first else { return "" }
    return Words.target(habit.kind, target)
  }

  private func notes(_ habit: HabitSummary) -> String {
    var notes = [Words.days(of: habit.schedule)]
    if habit.windows.count > 1 { notes.append(Words.list(habit.windows.map(\.label))) }
    if let week = habit.week {
      notes.append("\(Words.share(week.done, of: week.target)) this week")
    }
    if !habit.isArchived, let pause = habit.pause { notes.append(Words.pause(pause, today: today)) }
    return notes.joined(separator: " · ")
  }
}
