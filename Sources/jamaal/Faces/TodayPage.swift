import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// Today as a person sees it.
struct TodayPage {
  let today: TodayOverview
  let anchors: TodayAnchors
  let moment: PlannerMoment
  let terminal: Terminal
  /// Whether the tasks that the level keeps out of sight are listed too.
  let showsAll: Bool

  /// The tasks in the order of their numbers.
  var numbered: [TaskView] {
    today.shown + (showsAll ? today.alsoToday : []) + today.completedToday
  }

  /// What the numbers name: tasks, then Anchors.
  var numberedIDs: [RecordID] { numbered.map(\.id) + anchors.items.map(\.id) }

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
    if let statement = Words.statement(today) { lines += [""] + wrapped(statement) }
    if !today.shown.isEmpty { add(nil, today.shown) }
    if let hidden = Words.alsoToday(today) {
      if showsAll {
        add(hidden, today.alsoToday)
      } else {
        lines += [""] + wrapped("\(hidden) See with “jamaal today --all”.", .dim)
      }
    }
    if !today.completedToday.isEmpty { add("Done today", today.completedToday) }
    if !anchors.rows.isEmpty {
      let rows = AnchorRows(
        terminal: terminal, moment: moment, firstNumber: number + 1,
        numberMax: numberedIDs.count)
      lines += [""] + wrapped("Anchors", .blue) + rows.lines(anchors)
    }
    if let hint { lines += [""] + wrapped(hint, .dim) }
    return lines
  }

  /// For somebody who has not got anything yet.
  private var hint: String? {
    today.outlook == .blank && terminal.isTerminal
      ? "“jamaal add TITLE --due today” puts something here." : nil
  }

  private func wrapped(_ text: String, _ styles: TextStyle...) -> [String] {
    text.wrapped(toColumns: terminal.isTerminal ? terminal.columns : .max)
      .map { terminal.styled($0, styles) }
  }
}
