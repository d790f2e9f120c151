import CommandLineKit
import JamaalCore

/// The options that say what a task is like, for adding and for editing one.
struct TaskOptions {
  static let due = Option.value(
    "due", "DATE", letter: "d", help: "When it is due.", hint: DateOption.hint)
  static let minutes = Option.value(
    "minutes", "MINUTES", letter: "m", help: "How long it takes: 1 to 1440, or none.",
    hint: .examples(["15", "30", "60", "120", "none"]))
  static let importance = Option.value(
    "importance", "LEVEL", letter: "i", help: "How much it matters.",
    hint: .words(["low", "medium", "high"]))
  static let category = Option.value("category", "NAME", letter: "c", help: "Its label.")
  static let repeats = Option.value(
    "repeat", "RULE", letter: "r",
    help: "How it comes back: daily, weekly, weekly:mon,thu, monthly, monthly:31, or none.",
    hint: .examples(["daily", "weekly", "monthly", "none"]))
  static let note = Option.value("note", "TEXT", letter: "n", help: "A note.")

  let run: Run

  init(_ run: Run) {
    self.run = run
  }

  private var invocation: Invocation { run.invocation }

  /// `--due`; the day is `nil` for someday.
  func due() throws -> FieldChange<LogicalDate?> {
    guard let text = invocation.value("due") else { return .keep }
    return .to(try DateOption(run).date(text, "--due"))
  }

  /// `--minutes`; the minutes are `nil` for none.
  func minutes() throws -> FieldChange<Int?> {
    guard let text = invocation.value("minutes") else { return .keep }
    if text == "none" { return .to(nil) }
    guard let minutes = Int(text), TaskDraft.effortRange.contains(minutes) else {
      throw invocation.invalid(
        "--minutes", text,
        "it takes a number from \(TaskDraft.effortRange.lowerBound) to"
          + " \(TaskDraft.effortRange.upperBound), or none")
    }
    return .to(minutes)
  }

  /// `--importance`.
  func importance() -> FieldChange<Importance> {
    invocation.value("importance").map { .to(Importance($0)) } ?? .keep
  }

  /// `--repeat`.
  func repeats() throws -> FieldChange<RepeatRule> {
    guard let text = invocation.value("repeat") else { return .keep }
    guard let rule = RepeatText.rule(text) else {
      throw invocation.invalid(
        "--repeat", text,
        "write daily, weekly, weekly:mon,thu, monthly, monthly:31 (1 to 31) or none")
    }
    return .to(rule)
  }
}

/// How a task comes back, as people type it.
enum RepeatText {
  private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// Reads a rule; `nil` for anything else.
  static func rule(_ text: String) -> RepeatRule? {
    let parts = text.lowercased().split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let detail = parts.count > 1 ? parts[1] : nil
    switch (parts.first, detail) {
    case ("none", nil): return RepeatRule.none
    case ("daily", nil): return RepeatRule(kind: .daily)
    case ("weekly", nil): return RepeatRule(kind: .weekly)
    case ("weekly", let days?):
      let found = days.split(separator: ",", omittingEmptySubsequences: false).map(weekday)
      guard !found.contains(nil) else { return nil }
      return RepeatRule(kind: .weekly, weekdays: Set(found.compactMap { $0 }))
    case ("monthly", nil): return RepeatRule(kind: .monthly)
    case ("monthly", let day?):
      guard day.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(day),
        (1...31).contains(number)
      else { return nil }
      return RepeatRule(kind: .monthly, dayOfMonth: number)
    default: return nil
    }
  }

  /// The ISO weekday of `mon` or `monday`; space around it does not count.
  private static func weekday(_ text: Substring) -> Int? {
    let name = text.filter { $0 != " " }
    guard name.count >= 3,
      "monday tuesday wednesday thursday friday saturday sunday"
        .split(separator: " ").contains(where: { $0.hasPrefix(name) })
    else { return nil }
    return weekdays.firstIndex(of: String(name.prefix(3))).map { $0 + 1 }
  }
}
