import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// The open step of a planning as a person sees it.
struct PlanLines {
  let page: PlanningPage
  /// Where the clock is read.
  let zone: TimeZoneRules
  let terminal: Terminal
  /// A normal day that is offered on Load.
  let normalDay: NormalDaySuggestion?

  /// The most tasks without a day that are listed.
  private static let candidatesMax = 12

  private var step: PlanningStep? {
    guard let session = page.session, !session.isSkipped else { return nil }
    return page.rail.first { $0.standing == .current }?.step ?? session.currentStep
  }

  /// The tasks in the order of their numbers.
  var numbered: [RecordID] {
    switch step {
    case .carry: page.carry.map(\.task.id)
    case .build: (page.build.plan + others).map(\.id)
    case .load, .close: page.build.plan.map(\.id)
    default: []
    }
  }

  /// What could be pulled in: what matters first, then what has no day.
  private var others: [PlanTask] {
    page.build.suggestions + page.build.candidates.prefix(Self.candidatesMax)
  }

  func all() -> [String] {
    var lines = [terminal.styled(Words.planningTitle(page), .bold)]
    guard let session = page.session else {
      return lines + wrapped("Not begun yet. “jamaal plan” begins it.")
    }
    if session.isSkipped {
      return lines + wrapped("Skipped. “jamaal plan” takes it up again until the day is over.")
    }
    lines += [rail, ""]
    switch step {
    case .review: lines += review
    case .carry: lines += carry
    case .build: lines += build
    case .load: lines += load
    case .close: lines += close
    default: lines += wrapped("It stands at a step of a newer version.")
    }
    return lines
  }

  /// The steps in a row, as far as each has come.
  private var rail: String {
    let parts = page.rail.map { step, standing -> (text: String, style: TextStyle) in
      let name = Words.step(step)
      return switch standing {
      case .behind: ("✓ \(name)", .dim)
      case .current: ("▸ \(name)", .blue)
      case .ahead: (name, .dim)
      }
    }
    let columns = parts.map(\.text).joined(separator: " · ").columnCount
    if terminal.isTerminal, columns > terminal.columns,
      let index = page.rail.firstIndex(where: { $0.standing == .current })
    {
      let place = "▸ \(Words.step(page.rail[index].step)), \(index + 1) of \(parts.count)"
      return terminal.styled(place, .blue)
    }
    return parts.map { terminal.styled($0.text, $0.style) }.joined(separator: " · ")
  }

  // MARK: Steps

  private var review: [String] {
    var lines = [terminal.styled(Words.fullDay(page.target.reviewedDay), .blue)]
    lines += Words.review(page).flatMap { wrapped($0) }
    guard !page.review.timeSpent.isEmpty else { return lines }
    var table = TextTable(columns: [.init(isFlexible: true), .init()])
    for spent in page.review.timeSpent {
      let title = page.tasks[spent.task]?.title ?? ""
      table.append([.init("  \(title)"), .init(Words.timeSpent(spent), .dim)])
    }
    return lines + table.lines(for: terminal)
  }

  private var carry: [String] {
    var table = TextTable(columns: [
      .init(.right), .init(isFlexible: true), .init(isFlexible: true), .init(isFlexible: true),
    ])
    for (index, row) in page.carry.enumerated() {
      table.append([
        .init("  \(index + 1)", .dim), .init(row.task.title),
        .init(Words.carried(row, page), row.status == .pending ? .blue : .dim),
        .init(Words.notes(row.task).joined(separator: " · "), .dim),
      ])
    }
    let needsDay = page.carry.contains { $0.status == .pending && $0.preview.opensPicker }
    let rest = needsDay ? "; what needs a day goes to next week" : ""
    let hint = "keep N · later N DATE · drop N · undo N. Going on keeps the rest\(rest)."
    return table.lines(for: terminal) + wrapped(hint, .dim)
  }

  private var build: [String] {
    var lines = shape
    lines += ["", terminal.styled("The plan: \(Words.plan(page))", .blue)]
    lines += rows(page.build.plan, from: 1)
    if !others.isEmpty {
      lines += ["", terminal.styled("Worth pulling in, or without a day", .blue)]
      lines += rows(others, from: page.build.plan.count + 1)
      let hidden = page.build.candidates.count - Self.candidatesMax
      if hidden > 0 { lines.append(terminal.styled("  and \(hidden) more", .dim)) }
    }
    for task in page.build.doesNotFit {
      let title = Words.quoted(page.tasks[task.id]?.title ?? "")
      lines += wrapped("\(title) is longer than the longest gap.")
    }
    lines += page.build.prompts.flatMap { wrapped(Words.prompt($0)) }
    if page.build.missingDurations > 0 {
      lines += wrapped("\(page.build.missingDurations) without an estimate.", .dim)
    }
    return lines
      + wrapped(
        "add TITLE 30m · anchor TITLE 14:00-15:00 · pull N · push N DATE · raise N high", .dim)
  }

  /// The working day: what is fixed, with the gaps by what surrounds them, and the habits.
  private var shape: [String] {
    let free = page.freeTime
    let heading =
      "\(Words.duration(minutes: free.freeMinutes)) free until \(free.workingDay.endClock)"
    var lines = [terminal.styled(heading, .blue)]
    lines += PlanTimeline(page: page, zone: zone).lines(for: terminal)
    guard !page.habits.isEmpty else { return lines }
    var habits = "Habits: \(Words.list(page.habits.map(\.title)))"
    if page.habitMinutes > 0 { habits += " · \(Words.duration(minutes: page.habitMinutes))" }
    return lines + wrapped(habits, .dim)
  }

  private var load: [String] {
    let load = page.load
    var lines = wrapped(Words.meter(load.level, load.load))
    if let overflow = load.overflow { lines += wrapped(Words.overflow(overflow)) }
    let fits = Words.day(of: load.suggestedLevel).lowercased()
    lines += wrapped("The day's free time has room for a \(fits).", .dim)
    if let move = load.move, let task = page.tasks[move.task] {
      let target = move.destination.map { Words.destination($0, today: page.today) }
      let title = Words.quoted(task.title)
      lines += wrapped(
        target.map { "\(title) could go to \($0): say “move”." }
          ?? "\(title) could go to another day: say “move DATE”.")
    }
    if let normalDay {
      lines += wrapped("\(Words.normalDay(normalDay)) Say “normal yes” or “normal no”.")
    }
    lines += [""] + rows(page.build.plan, from: 1)
    return lines + wrapped("level low, medium or high", .dim)
  }

  private var close: [String] {
    let count = Words.count(page.build.plan.count, "task")
    var lines = wrapped("\(count) · \(Words.meter(page.load.level, page.load.load))")
    lines += rows(page.build.plan, from: 1)
    guard page.session?.isComplete == true else {
      return lines + wrapped("close confirms the plan.", .dim)
    }
    let nights = Words.count(page.nightsPlanned, "night")
    return lines
      + wrapped("Confirmed; \(nights) planned so far. “jamaal plan” opens it again.", .dim)
  }

  // MARK: Rows

  private func rows(_ tasks: [PlanTask], from number: Int) -> [String] {
    var table = TextTable(columns: [
      .init(.right), .init(isFlexible: true), .init(.right), .init(isFlexible: true),
    ])
    for (index, task) in tasks.enumerated() {
      guard let view = page.tasks[task.id] else { continue }
      var notes = Words.notes(view)
      if let due = view.dueDate, due != page.target.forDate {
        notes.insert("due \(Words.day(due, today: page.today))", at: 0)
      }
      table.append([
        .init("  \(number + index)", .dim), .init(view.title),
        .init(view.effortMinutes.map { Words.duration(minutes: $0) } ?? "", .dim),
        .init(notes.joined(separator: " · "), .dim),
      ])
    }
    return table.lines(for: terminal)
  }

  private func wrapped(_ text: String, _ styles: TextStyle...) -> [String] {
    terminal.wrapped(text.withoutControls(), styles)
  }
}
