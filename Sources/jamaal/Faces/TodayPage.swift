import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// Today as a person sees it.
struct TodayPage {
  let today: TodayOverview
  let moment: PlannerMoment
  let terminal: Terminal
  /// Whether the tasks that the level keeps out of sight are listed too.
  let showsAll: Bool
  /// Today's habits, numbered after the tasks.
  var habits = TodayHabits.none

  /// The tasks in the order of their numbers.
  var numbered: [TaskView] {
    today.shown + (showsAll ? today.alsoToday : []) + today.completedToday
  }

  /// What the numbers name: tasks, then habits' times of day.
  var numberedIDs: [RecordID] { numbered.map(\.id) + habits.rows.map(\.window) }

  func lines() -> [String] {
    var lines = [
      terminal.styled(Words.fullDay(today.date), .bold),
      terminal.styled(Words.meter(today), .dim),
    ]
    var number = 0
    func add(_ heading: String?, _ tasks: [TaskView]) {
      var rows = TaskRows(terminal, moment, showsDay: false, numberMax: numberedIDs.count)
      for task in tasks {
        number += 1
        rows.append(task, number: number)
      }
      lines += [""] + (heading.map { wrapped($0, .blue) } ?? []) + rows.lines()
    }
    if hasStatement, let statement = Words.statement(today) { lines += [""] + wrapped(statement) }
    if !today.shown.isEmpty { add(nil, today.shown) }
    if let hidden = Words.alsoToday(today) {
      if showsAll {
        add(hidden, today.alsoToday)
      } else {
        lines += [""] + wrapped("\(hidden) See with “jamaal today --all”.", .dim)
      }
    }
    if !today.completedToday.isEmpty { add("Done today", today.completedToday) }
    if habits.total > 0 {
      let rows = HabitRows(
        habits: habits, terminal: terminal, firstNumber: number + 1,
        numberColumns: String(numberedIDs.count).count + 2)
      lines += [""] + rows.lines()
    }
    if let hint { lines += [""] + wrapped(hint, .dim) }
    return lines
  }

  /// Whether the day may be called blank or done: not while a habit is left.
  private var hasStatement: Bool {
    habits.total == 0 || habits.left == 0 && today.outlook == .allDone
  }

  /// For somebody who has not got anything yet.
  private var hint: String? {
    today.outlook == .blank && habits.total == 0 && terminal.isTerminal
      ? "“jamaal add TITLE --due today” puts something here." : nil
  }

  private func wrapped(_ text: String, _ styles: TextStyle...) -> [String] {
    text.wrapped(toColumns: terminal.isTerminal ? terminal.columns : .max)
      .map { terminal.styled($0, styles) }
  }
}
