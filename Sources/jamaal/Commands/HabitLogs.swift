import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// `jamaal habit log`, `slip` and `held`.
enum HabitLogs {
  static let on = Option.value(
    "on", "DATE", help: "Put a day right: one of the last 14.",
    hint: .examples(["yesterday", "mon"]))
  private static let back = Option.flag("back", letter: "b", help: "Take it back.")
  private static let set = Option.value(
    "set", "COUNT", help: "Say how many there were in all, whatever was counted.")

  static let log = Command(
    "log", summary: "Log a habit.",
    discussion: [
      "What is done or not is ticked; what is counted goes up by COUNT, by one without it. With --on it"
        + " says what that day really was."
    ],
    positionals: [
      HabitReference.positional, Positional("COUNT", .optional, help: "How many; one if left out."),
    ],
    options: [back, set, on, HabitReference.at],
    examples: [
      .init("jamaal habit log read", help: "Done for today."),
      .init("jamaal habit log water 2", help: "Two more glasses."),
      .init("jamaal habit log water --back", help: "One was not."),
      .init("jamaal habit log water --set 6 --on yesterday", help: "Yesterday there were six."),
    ])

  static let slip = Command(
    "slip", summary: "Log a slip of something to avoid.",
    positionals: [HabitReference.positional],
    options: [back, set, on],
    examples: [
      .init("jamaal habit slip sugar", help: "It happened."),
      .init("jamaal habit slip sugar --set 2 --on yesterday", help: "Twice, yesterday."),
    ])

  static let held = Command(
    "held", summary: "Say that a day of avoiding was held.",
    positionals: [HabitReference.positional],
    options: [back, on],
    examples: [
      .init("jamaal habit held sugar", help: "Held today; slips that are allowed stay."),
      .init("jamaal habit held sugar --on mon", help: "Last Monday was held."),
    ])

  static func runLog(_ run: Run) throws {
    let invocation = run.invocation
    let (habit, window) = try HabitReference(run).window(named: invocation.arguments("N")[0])
    let count = try invocation.argument("COUNT").map { try number($0, "COUNT", 1, run) }
    let total = try invocation.value("set").map { try number($0, "--set", 0, run) }
    let isBack = invocation.has("back")
    if total != nil, count != nil || isBack {
      throw Refusal("--set says how many in all, so leave COUNT and --back out.")
    }
    if habit.kind == .avoid {
      throw Refusal(
        "\(Words.quoted(habit.title)) is something to avoid. “jamaal habit slip” logs a slip,"
          + " “jamaal habit held” that the day was held.")
    }
    if habit.kind == .binary, count ?? 1 != 1 || total ?? 1 > 1 {
      throw Refusal("\(Words.quoted(habit.title)) is done or not done; leave the number out.")
    }
    let day = try day(run)
    if let total {
      let correction: HabitCorrection =
        habit.kind == .binary ? (total > 0 ? .done : .notDone) : .count(total)
      try correct(correction, habit, window, day, run)
    } else if let day {
      let correction: HabitCorrection =
        isBack ? .nothing : habit.kind == .binary ? .done : count.map { .count($0) } ?? .done
      try correct(correction, habit, window, day, run)
    } else {
      let act: HabitAct =
        habit.kind == .counted
        ? .step(isBack ? -(count ?? 1) : count ?? 1) : isBack ? .untick : .tick
      try logToday(act, habit, window, run)
    }
  }

  static func runSlip(_ run: Run) throws {
    let (habit, window) = try find(run)
    let total = try run.invocation.value("set").map { try number($0, "--set", 1, run) }
    let isBack = run.invocation.has("back")
    if total != nil, isBack { throw Refusal("--set says how many in all, so leave --back out.") }
    let day = try day(run)
    if total != nil || day != nil {
      try correct(isBack ? .nothing : .slips(total ?? 1), habit, window, day, run)
    } else {
      try logToday(isBack ? .takeBackSlip : .slip, habit, window, run)
    }
  }

  static func runHeld(_ run: Run) throws {
    let (habit, window) = try find(run)
    let isBack = run.invocation.has("back")
    if let day = try day(run) {
      try correct(isBack ? .nothing : .held, habit, window, day, run)
    } else {
      try logToday(isBack ? .release : .hold, habit, window, run)
    }
  }

  private static func find(
    _ run: Run
  ) throws -> (habit: HabitSummary, window: HabitSummary.Window) {
    let habit = try HabitReference(run).habit(named: run.invocation.arguments("N")[0])
    guard let window = habit.windows.first, habit.kind == .avoid else {
      throw Refusal(
        "\(Words.quoted(habit.title)) is nothing to avoid. “jamaal habit log” logs it.")
    }
    return (habit, window)
  }

  private static func logToday(
    _ act: HabitAct, _ habit: HabitSummary, _ window: HabitSummary.Window, _ run: Run
  ) throws {
    let session = try run.session()
    let receipt = try session.planner.logHabit(act, for: window.id, session.context)
    let title = title(habit, window)
    try run.report(habit: habit.id, receipt.acts) { _ in
      guard let reading = receipt.reading else { return title }
      switch act {
      case .tick: return "Done: \(title)."
      case .untick: return "\(title) is open again."
      default:
        let check = reading.isDone && reading.kind != .avoid ? " ✓" : ""
        return "\(title): \(Words.progress(reading)).\(check)"
      }
    }
  }

  private static func correct(
    _ correction: HabitCorrection, _ habit: HabitSummary, _ window: HabitSummary.Window,
    _ day: LogicalDate?, _ run: Run
  ) throws {
    let session = try run.session()
    let today = try session.moment().today
    let day = day ?? today
    let receipt = try session.planner.correctHabit(
      correction, for: window.id, on: day, session.context)
    try run.report(habit: habit.id, receipt.acts) { _ in
      let words = receipt.reading.map { Words.pastDay($0) } ?? ""
      return "\(title(habit, window)), \(Words.day(day, today: today)): \(words)."
    }
  }

  private static func title(_ habit: HabitSummary, _ window: HabitSummary.Window) -> String {
    let label = habit.windows.count > 1 ? " · \(window.label)" : ""
    return Words.quoted(habit.title + label)
  }

  /// The day of `--on`; a weekday is the last such day.
  static func day(_ run: Run) throws -> LogicalDate? {
    guard let text = run.invocation.value("on") else { return nil }
    let today = try run.session().moment().today
    guard let day = try DateOption(run).date(text, "--on") else {
      throw run.invocation.invalid("--on", text, "it takes a day, such as yesterday or mon")
    }
    let isWeekday =
      text.lowercased() != "tomorrow" && text.utf8.allSatisfy { $0 >= UInt8(ascii: "A") }
    return isWeekday && day > today ? day - 7 : day
  }

  private static func number(
    _ text: String, _ name: String, _ lowest: Int, _ run: Run
  ) throws(UsageError) -> Int {
    guard let number = Int(text), (lowest...HabitTarget.countMax).contains(number) else {
      throw run.invocation.invalid(
        name, text, "it takes a number from \(lowest) to \(HabitTarget.countMax)")
    }
    return number
  }
}
