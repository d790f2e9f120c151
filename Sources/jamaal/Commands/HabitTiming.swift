import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// `jamaal habit minutes`.
enum HabitTiming {
  static let minutes = Command(
    "minutes", summary: "Add minutes to a timed habit, without the timer.",
    discussion: [
      "Without MINUTES it lists what was added by hand that day, the newest first; --remove takes one of"
        + " them back out. What the timer counted stays."
    ],
    positionals: [
      HabitReference.positional,
      Positional("MINUTES", .optional, help: "1 to 720."),
    ],
    options: [
      HabitLogs.on, HabitReference.at,
      .value("remove", "NUMBER", help: "Take one back out, by its number in that list."),
    ],
    examples: [
      .init("jamaal habit minutes run 25", help: "25 more minutes today."),
      .init("jamaal habit minutes run 40 --on yesterday", help: "Yesterday's run."),
      .init("jamaal habit minutes run --remove 1", help: "The newest entry was wrong."),
    ])

  static func runMinutes(_ run: Run) throws {
    let session = try run.session()
    let invocation = run.invocation
    let today = try session.moment().today
    let day = try HabitLogs.day(run) ?? today
    let (habit, window) = try HabitReference(run).window(named: invocation.arguments("N")[0])
    let removed = try invocation.integer("remove", in: 1...1000)
    var acts: [ActionReceipt] = []
    if let text = invocation.argument("MINUTES") {
      guard removed == nil else {
        throw Refusal("Minutes are added or taken back out; not both at once.")
      }
      guard let minutes = Int(text), ManualMinutes.range.contains(minutes) else {
        throw invocation.invalid("MINUTES", text, "it takes a number from 1 to 720")
      }
      acts = try session.planner.addHabitMinutes(
        minutes, for: window.id, on: day, session.context
      ).acts
    } else {
      let entries = try entries(habit, window, day, run)
      guard let removed else { return list(entries, session.zone, run) }
      guard entries.indices.contains(removed - 1) else {
        throw Refusal(
          entries.isEmpty
            ? "No minutes were added by hand \(words(day, today))."
            : "There is no entry \(removed); the list ends at \(entries.count).")
      }
      try session.planner.removeMinutes(entries[removed - 1].id, session.context)
    }
    let reading = try session.planner.habit(habit.id, weeks: 4, session.context).days
      .first { $0.day == day }?.readings[habit.windows.firstIndex(of: window) ?? 0]
    func sentence(_ habit: HabitSummary) -> String {
      let progress = reading.map { Words.progress($0) } ?? ""
      return "\(Words.quoted(habit.title)), \(Words.day(day, today: today)): \(progress)."
    }
    try run.report(habit: habit.id, acts, sentence)
    if removed != nil {
      run.remember(
        .refused("Add the minutes again with “jamaal habit minutes”."),
        sentence(habit).withoutControls())
    }
  }

  private static func entries(
    _ habit: HabitSummary, _ window: HabitSummary.Window, _ day: LogicalDate, _ run: Run
  ) throws -> [SessionState] {
    guard habit.kind == .timed else {
      throw Refusal("\(Words.quoted(habit.title)) is not timed. “jamaal habit log” logs it.")
    }
    let session = try run.session()
    return try session.planner.manualMinutes(
      ofHabitWindow: window.id, on: day, session.context)
  }

  private static func list(_ entries: [SessionState], _ zone: TimeZoneRules, _ run: Run) {
    if run.wantsJSON {
      run.output.json(
        .array(
          entries.map { entry in
            [
              "id": JSON(entry.id), "day": JSON(entry.day),
              "minutes": JSON(entry.seconds(at: entry.closesAt) / 60),
              "startedAt": JSON(entry.startedAt, in: zone),
            ]
          }))
      return
    }
    if entries.isEmpty { run.output.line("No minutes were added by hand that day.") }
    for (index, entry) in entries.enumerated() {
      let clock = zone.localTime(at: entry.startedAt).clock
      let minutes = Words.duration(minutes: entry.seconds(at: entry.closesAt) / 60)
      run.output.line("  \(index + 1)  \(minutes)  added at \(clock)")
    }
  }

  private static func words(_ day: LogicalDate, _ today: LogicalDate) -> String {
    day == today ? "today" : "on \(Words.date(day, today: today))"
  }
}
