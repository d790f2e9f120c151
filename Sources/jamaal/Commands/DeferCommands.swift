import CommandLineKit
import JamaalCore
import JamaalVoice

/// `jamaal defer`.
enum DeferCommand: ProgramCommand {
  static let command = Command(
    "defer", group: Groups.day, summary: "Put a task off that is due.",
    discussion: [
      "The first and the second time it goes to tomorrow unless --to says otherwise. From the third"
        + " time on a day has to be picked with --to.",
      "With --overflow the tasks at the bottom of today go to tomorrow, as many as run past the end of"
        + " the working day.",
    ],
    positionals: [TaskReference.positionalIfAny],
    options: [
      .value("to", "DATE", letter: "t", help: "Where it goes.", hint: DateOption.hint),
      .value(
        "reason", "REASON", letter: "r", help: "Why.",
        hint: .words(["tooMuch", "notReady", "noLonger"])),
      .flag("preview", letter: "p", help: "Only tell what putting it off would be."),
      .flag("overflow", help: "Move what runs past the working day to tomorrow."),
    ],
    examples: [
      .init("jamaal defer 2", help: "To tomorrow."),
      .init("jamaal defer 2 --to fri --reason tooMuch", help: "To Friday, and why."),
      .init("jamaal defer --overflow", help: "What does not fit into today goes to tomorrow."),
    ])

  static func run(_ run: Run) throws -> Int32 {
    if run.invocation.has("overflow") { return try overflow(run) }
    guard let name = run.invocation.argument("N") else {
      throw Refusal("Which task? Name it, or say --overflow.", status: ExitStatus.usage)
    }
    let task = try TaskReference(run).task(name)
    if run.invocation.has("preview") { return try preview(task, run) }
    let reason = run.invocation.value("reason").map { DeferralReason($0) } ?? .reschedule
    guard let text = run.invocation.value("to") else {
      return try run.putOff(task, to: try tomorrow(task, run), reason)
    }
    let day = try DateOption(run).date(text, "--to")
    return try run.putOff(task, to: day.map { .day($0) } ?? .someday, reason)
  }

  /// Moves what runs past the working day, or tells what would be moved.
  private static func overflow(_ run: Run) throws -> Int32 {
    guard run.invocation.argument("N") == nil, run.invocation.value("to") == nil,
      run.invocation.value("reason") == nil
    else {
      throw Refusal(
        "--overflow chooses the tasks and their day by itself; leave N, --to and --reason out.",
        status: ExitStatus.usage)
    }
    let session = try run.session()
    let before = try session.planner.today(session.context)
    if run.invocation.has("preview") {
      let moved = before.overflowMove?.moved.map(\.id) ?? []
      let tasks = moved.compactMap { id in before.shown.first { $0.id == id } }
      if run.wantsJSON {
        run.output.json(JSON(tasks, in: session.zone))
      } else {
        run.say(Words.relief(before) ?? "What is left of today fits into its working time.")
        for task in tasks { run.output.line("  \(task.title.withoutControls())") }
      }
      return ExitStatus.done
    }
    let receipts = try session.planner.moveOverflow(session.context)
    return try run.report(receipts, asList: true) { after in
      guard let decision = receipts.first(where: { $0.task == after.id })?.deferral,
        let task = before.shown.first(where: { $0.id == after.id })
      else { return "" }
      return Words.outcome(decision, before: task, after: after, today: before.date)
    }
  }

  /// Tells what putting a task off would be, and the days that are offered by name.
  private static func preview(_ task: TaskView, _ run: Run) throws -> Int32 {
    let session = try run.session()
    let today = try session.moment().today
    let preview = try session.planner.previewPuttingOff(task.id, session.context)
    let dates = QuickDates(today: today, firstWeekday: session.firstWeekday)
    if run.wantsJSON {
      run.output.json([
        "id": JSON(task.id), "number": JSON(preview.number),
        "isReschedule": .bool(preview.isReschedule), "isRefinement": .bool(preview.isRefinement),
        "opensPicker": .bool(preview.opensPicker), "easesFrom": JSON(preview.easesFrom?.text),
        "isSomedayOpen": .bool(preview.isSomedayOpen), "isFifth": .bool(preview.isFifth),
        "tomorrow": JSON(dates.tomorrow), "laterThisWeek": JSON(dates.laterThisWeek),
        "nextWeek": JSON(dates.nextWeek),
      ])
      return ExitStatus.done
    }
    run.output.line(Words.preview(task, preview).withoutControls())
    let days = [dates.tomorrow, dates.laterThisWeek, dates.nextWeek].compactMap { $0 }
    let offered = days.map { Words.date($0, today: today) }
    run.output.line(
      "Offered: \(Words.list(offered + (preview.isSomedayOpen ? ["someday"] : []))).")
    return ExitStatus.done
  }

  /// The day that comes with the gesture, where the rules allow one.
  private static func tomorrow(_ task: TaskView, _ run: Run) throws -> DeferralDestination {
    let session = try run.session()
    let today = try session.moment().today
    let preview = try session.planner.previewPuttingOff(task.id, session.context)
    let title = Words.quoted(task.title)
    if task.isLive, preview.isReschedule {
      throw Refusal(
        task.dueDate == nil
          ? "\(title) has no day yet, so there is nothing to put off. Give it one:"
            + " “jamaal move N DATE”."
          : "\(title) is due \(Words.destination(task.dueDate, today: today)), so there is nothing"
            + " to put off today. Move it with “jamaal move N DATE”.")
    }
    if task.isLive, preview.opensPicker {
      let advice =
        preview.isFifth
        ? "--to DATE, or “jamaal drop N”." : "--to DATE; --reason can tell why."
      throw Refusal("\(Words.pickADay(task, preview)) Say it with \(advice)")
    }
    return .quick(today + 1)
  }
}

/// `jamaal move`.
enum MoveCommand: ProgramCommand {
  static let command = Command(
    "move", group: Groups.day, summary: "Give a task another day.",
    discussion: [
      "Moving a task whose day has come is putting it off, and counts as that; moving one that is due"
        + " later counts for nothing."
    ],
    positionals: [
      TaskReference.positional,
      Positional("DATE", .many, help: "The day.", hint: DateOption.hint),
    ],
    examples: [
      .init("jamaal move 3 next week", help: "To the first day of next week."),
      .init("jamaal move passport 2026-12-24", help: "To a date."),
      .init("jamaal move 3 someday", help: "To no day at all."),
    ])

  static func run(_ run: Run) throws -> Int32 {
    let text = run.invocation.argument("DATE") ?? ""
    let day = try DateOption(run).date(text, "DATE")
    let task = try TaskReference(run).task(run.invocation.arguments("N")[0])
    if task.isLive, let day, day == task.dueDate {
      let today = try run.session().moment().today
      let words = Words.destination(day, today: today)
      let same = ActionReceipt(unchanged: task.id)
      return try run.report([same]) { "\(Words.quoted($0.title)) is due \(words) as it is." }
    }
    return try run.putOff(task, to: day.map { .day($0) } ?? .someday, .reschedule)
  }
}

extension Run {
  fileprivate func putOff(
    _ task: TaskView, to destination: DeferralDestination, _ reason: DeferralReason
  ) throws -> Int32 {
    let session = try session()
    let receipt = try session.planner.putOff(
      task.id, to: destination, reason: reason, session.context)
    let today = try session.moment().today
    return try report([receipt]) { after in
      guard let decision = receipt.deferral else { return "" }
      return Words.outcome(decision, before: task, after: after, today: today)
    }
  }
}
