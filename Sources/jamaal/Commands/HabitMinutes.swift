import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// `jamaal habit minutes`.
enum HabitMinutes {
  static let command = Command(
    "minutes", summary: "Add minutes to a timed habit by hand.",
    discussion: [
      "They add up with those of the timer. Without MINUTES it lists what was typed in for the day, the"
        + " newest first; --remove takes one of these back out."
    ],
    positionals: [
      HabitReference.positional, Positional("MINUTES", .optional, help: "1 to 720."),
    ],
    options: [
      HabitLogs.on, HabitReference.at,
      .value("remove", "K", help: "Take the K-th of the day's entries back out."),
    ],
    examples: [
      .init("jamaal habit minutes reading 20", help: "Twenty minutes today."),
      .init("jamaal habit minutes reading 20 --on yesterday", help: "For yesterday."),
      .init("jamaal habit minutes reading --remove 1", help: "The newest one was a mistake."),
    ])

  static func run(_ run: Run) throws {
    let session = try run.session()
    let planner = session.planner
    let context = session.context
    let (habit, window) = try HabitReference(run).window(named: run.invocation.arguments("N")[0])
    let today = try session.moment().today
    let day = try HabitLogs.day(run) ?? today
    let remove = try run.invocation.integer("remove", in: 1...1_000)
    if let text = run.invocation.argument("MINUTES") {
      if remove != nil { throw Refusal("Add minutes or --remove some, one at a time.") }
      guard let minutes = Int(text), ManualMinutes.range.contains(minutes) else {
        throw run.invocation.invalid("MINUTES", text, "it takes a number from 1 to 720")
      }
      _ = try planner.addMinutes(minutes, toHabitWindow: window.id, on: day, context)
    }
    if let remove {
      let entries = try planner.manualMinutes(ofHabitWindow: window.id, on: day, context)
      guard entries.indices.contains(remove - 1) else {
        throw Refusal(
          "There are \(Words.count(entries.count, "entry", several: "entries")) typed in for that"
            + " day, so there is no number \(remove). “jamaal habit minutes N” lists them.")
      }
      try planner.removeMinutes(entries[remove - 1].id, context)
    }
    try report(habit, window, day, today, run)
  }

  private static func report(
    _ habit: HabitSummary, _ window: HabitSummary.Window, _ day: LogicalDate,
    _ today: LogicalDate, _ run: Run
  ) throws {
    let session = try run.session()
    let entries = try session.planner.manualMinutes(
      ofHabitWindow: window.id, on: day, session.context)
    let seconds =
      try session.planner.timedSeconds(ofHabitWindow: window.id, on: day, session.context) ?? 0
    let now = session.context.now
    if run.wantsJSON {
      run.output.json([
        "habitWindowID": JSON(window.id), "day": JSON(day), "seconds": JSON(seconds),
        "entries": .array(entries.map { JSON($0, at: now, in: session.zone) }),
      ])
      return
    }
    let total = Words.duration(minutes: (seconds + 30) / 60)
    let title = Words.quoted(habit.title).withoutControls()
    run.output.line("\(title), \(Words.day(day, today: today)): \(total).")
    for (index, entry) in entries.enumerated() {
      let minutes = Words.duration(minutes: entry.seconds(at: now) / 60)
      let typed = Words.time(entry.startedAt, in: session.zone, today: today)
      run.output.line("  \(index + 1)  \(minutes) typed in \(typed)")
    }
  }
}
