import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// `jamaal habit pause`, `resume`, `archive` and `restore`.
enum HabitRests {
  static let pause = Command(
    "pause", summary: "Let a habit rest; its days then count for nothing.",
    positionals: [HabitReference.positional],
    options: [
      .value("from", "DATE", help: "The first day; today if left out.", hint: DateOption.hint),
      .value(
        "until", "DATE", letter: "u", help: "The last day; without it until it is resumed.",
        hint: DateOption.hint),
      .value(
        "reason", "REASON", letter: "r", help: "Why.",
        hint: .words(PauseReason.offered.map(\.text))),
    ],
    examples: [
      .init("jamaal habit pause running --until fri --reason travel", help: "Away until Friday."),
      .init("jamaal habit pause 2", help: "Until it is resumed."),
    ])

  static let resume = Command(
    "resume", summary: "Take a habit up again.",
    positionals: [HabitReference.positional],
    options: [
      .value(
        "on", "DATE", help: "The first day on which it is due again; today if left out.",
        hint: DateOption.hint)
    ],
    examples: [.init("jamaal habit resume running", help: "From today on.")])

  static let archive = Command(
    "archive", summary: "Put a habit away, with its history.",
    positionals: [HabitReference.positional],
    examples: [.init("jamaal habit archive running", help: "It can be restored.")])

  static let restore = Command(
    "restore", summary: "Take an archived habit up again.",
    positionals: [HabitReference.positional],
    examples: [.init("jamaal habit restore running", help: "Back, with its history.")])

  static func runPause(_ run: Run) throws {
    let session = try run.session()
    let today = try session.moment().today
    let habit = try find(run)
    let first = try day("from", run) ?? today
    let last = try day("until", run)
    let reason = PauseReason(run.invocation.value("reason") ?? "other")
    let receipt = try session.planner.pauseHabit(
      habit.id, from: first, through: last, reason: reason, session.context)
    try run.report(habit: habit.id, receipt.acts) { habit in
      let pause = habit.pauses.first { $0.contains(first) }
      let words = pause.map { Words.pause($0, today: today) } ?? "rests"
      return "\(Words.quoted(habit.title)) \(words)."
    }
  }

  static func runResume(_ run: Run) throws {
    let session = try run.session()
    let today = try session.moment().today
    let habit = try find(run)
    let day = try day("on", run) ?? today
    let receipt = try session.planner.resumeHabit(habit.id, on: day, session.context)
    try run.report(habit: habit.id, receipt.acts) { habit in
      let from = day == today ? "" : " from \(Words.destination(day, today: today)) on"
      return "\(Words.quoted(habit.title)) goes on\(from)."
    }
  }

  static func runArchive(_ run: Run) throws {
    let session = try run.session()
    let habit = try find(run)
    let receipt = try session.planner.archiveHabit(habit.id, session.context)
    try run.report(habit: habit.id, receipt.acts) { habit in
      "Archived \(Words.quoted(habit.title)); its history stays."
    }
  }

  static func runRestore(_ run: Run) throws {
    let session = try run.session()
    let habit = try find(run)
    let receipt = try session.planner.restoreHabit(habit.id, session.context)
    try run.report(habit: habit.id, receipt.acts) { "\(Words.quoted($0.title)) is back." }
  }

  private static func find(_ run: Run) throws -> HabitSummary {
    try HabitReference(run).habit(named: run.invocation.arguments("N")[0])
  }

  private static func day(_ option: String, _ run: Run) throws -> LogicalDate? {
    guard let text = run.invocation.value(option) else { return nil }
    guard let day = try DateOption(run).date(text, "--\(option)") else {
      throw run.invocation.invalid("--\(option)", text, "it takes a day, such as tomorrow or fri")
    }
    return day
  }
}
