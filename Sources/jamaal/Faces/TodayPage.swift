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
  /// The label that the tasks are narrowed to.
  var filter: CategoryView?
  /// Today's habits, numbered after the tasks.
  var habits = TodayHabits.none
  /// Today's Anchors, numbered between the two.
  let anchors: TodayAnchors
  /// What the timer brings.
  let focus: FocusToday

  /// The tasks in the order of their numbers.
  var numbered: [TaskView] {
    today.shown + (showsAll ? today.alsoToday : []) + today.completedToday
  }

  /// What the numbers name: tasks, then Anchors, then habits' times of day.
  var numberedIDs: [RecordID] {
    numbered.map(\.id) + anchors.items.map(\.id) + habits.rows.map(\.window)
  }

  func lines() -> [String] {
    var lines = [
      terminal.styled(Words.fullDay(today.date), .bold),
      terminal.styled(meter, .dim),
    ]
    let focusLines = FocusLines(focus: focus, moment: moment, terminal: terminal)
    lines += focusLines.chip + focusLines.pickUps
    if let relief { lines += wrapped(relief, .dim) }
    if let offer { lines += wrapped(offer, .blue) }
    var number = 0
    func add(_ heading: String?, _ tasks: [TaskView]) {
      var rows = TaskRows(terminal, moment, showsDay: false, numberMax: numberedIDs.count)
      for task in tasks {
        number += 1
        rows.append(task, number: number, seconds: focus.trackedSeconds[task.id])
      }
      lines += [""] + (heading.map { wrapped($0, .blue) } ?? []) + rows.lines()
    }
    if let filter, today.shown.isEmpty, today.completedToday.isEmpty {
      lines += [""] + wrapped("Nothing in \(filter.name) today. “jamaal today” shows everything.")
    } else if let statement = Words.statement(today) {
      lines += [""] + wrapped(statement)
    }
    if !today.shown.isEmpty { add(nil, today.shown) }
    if let hidden = Words.alsoToday(today) {
      if showsAll {
        add(hidden, today.alsoToday)
      } else {
        lines += [""] + wrapped("\(hidden) See with “jamaal today --all”.", .dim)
      }
    }
    if !today.completedToday.isEmpty { add("Done today", today.completedToday) }
    if !anchors.rows.isEmpty || !anchors.sunless.isEmpty {
      let rows = AnchorRows(
        terminal: terminal, moment: moment, firstNumber: number + 1,
        numberMax: numberedIDs.count)
      lines += [""] + wrapped("Anchors", .blue) + rows.lines(anchors)
    }
    if habits.total > 0 {
      let rows = HabitRows(
        habits: habits, terminal: terminal, firstNumber: number + anchors.items.count + 1,
        numberColumns: String(numberedIDs.count).count + 2)
      lines += [""] + rows.lines()
    }
    if let hint { lines += [""] + wrapped(hint, .dim) }
    return lines
  }

  /// The day's figures; they stay those of the whole day when a label is looked at.
  private var meter: String {
    var parts = [Words.meter(today)]
    if let overflow = today.overflow { parts.append(Words.overflow(overflow)) }
    if filter != nil { parts.append("whole day") }
    return parts.joined(separator: " · ")
  }

  /// Whether the card of a day without a plan is shown: to a person, and never beside the prompt.
  var showsMorningCard: Bool {
    terminal.isTerminal && today.isMorningCardDue && today.eveningPrompt == nil
  }

  /// The planning that is offered, if any.
  private var offer: String? {
    guard terminal.isTerminal else { return nil }
    if let target = today.eveningPrompt {
      return "\(Words.eveningPrompt(target, today: today.date)) “jamaal plan”"
    }
    guard showsMorningCard else { return nil }
    return "\(Words.morningCard) “jamaal plan --morning”; “jamaal plan skip --morning” for not now."
  }

  /// How a day that holds too much could hold less, said to a person.
  private var relief: String? {
    guard terminal.isTerminal, let words = Words.relief(today) else { return nil }
    let way = today.overflowMove.map { !$0.moved.isEmpty } ?? false
    return "\(words) “jamaal defer \(way ? "--overflow" : "N")”"
  }

  /// For somebody who has not got anything yet.
  private var hint: String? {
    today.outlook == .blank && habits.total == 0 && terminal.isTerminal
      ? "“jamaal add TITLE --due today” puts something here." : nil
  }

  private func wrapped(_ text: String, _ styles: TextStyle...) -> [String] {
    terminal.wrapped(text, styles)
  }
}
