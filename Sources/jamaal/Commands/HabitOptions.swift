import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// What `habit add` and `habit edit` say in common.
struct HabitOptions {
  private let run: Run
  private var invocation: Invocation { run.invocation }

  init(_ run: Run) {
    self.run = run
  }

  /// Puts what was said into a draft.
  ///
  /// - Parameters:
  ///   - draft: What it is so far.
  ///   - windows: The times of day there are.
  ///   - only: The one that is meant; `nil` for all.
  /// - Throws: `UsageError` and `Refusal`.
  func apply(
    to draft: inout HabitDraft, keeping windows: [HabitSummary.Window], only: RecordID? = nil
  ) throws {
    if let schedule = try schedule() { draft.schedule = schedule }
    if let note = invocation.value("note") { draft.notes = note }
    if let name = invocation.value("group") {
      draft.group = try GroupReference(run).find(name).map { .existing($0.id) } ?? .new(name)
    }
    let texts = invocation.values("window")
    if !texts.isEmpty {
      let model = draft.windows.first ?? HabitDraft.Window()
      draft.windows = try texts.map { text in
        let (label, times) = try parse(text)
        return window(label, times, draft.windows, model, isOnly: texts.count == 1)
      }
    }
    let effort = try minutes()
    let reminder = try reminder()
    for index in draft.windows.indices where only == nil || draft.windows[index].id == only {
      if let effort { draft.windows[index].effortMinutes = effort }
      if let reminder { draft.windows[index].reminderMinute = reminder }
    }
  }

  /// The time of day of that name with its new times, or another one like the first.
  private func window(
    _ label: String, _ times: HabitTimes, _ windows: [HabitDraft.Window],
    _ model: HabitDraft.Window, isOnly: Bool
  ) -> HabitDraft.Window {
    let key = NameFold.fold(label)
    let same = windows.first { NameFold.fold($0.label) == key }
    var window = same ?? (isOnly && windows.count == 1 ? windows[0] : model)
    // Only one that is there already has an id; another one like it is new.
    if same == nil, !(isOnly && windows.count == 1) { window.id = nil }
    window.label = label
    window.times = times
    return window
  }

  private func schedule() throws -> HabitSchedule? {
    let perWeek = try invocation.integer("per-week", in: 1...7)
    guard let text = invocation.value("days") else {
      return perWeek.map { HabitSchedule(timesPerWeek: $0) }
    }
    guard perWeek == nil else {
      throw Refusal("--days and --per-week exclude each other: fixed days, or any days.")
    }
    switch text.lowercased() {
    case "daily": return .daily
    case "weekdays": return HabitSchedule(weekdays: [1, 2, 3, 4, 5])
    case "weekends": return HabitSchedule(weekdays: [6, 7])
    default: break
    }
    let names = text.split { $0 == "," || $0 == " " }
    let days = names.compactMap { Self.weekday(String($0)) }
    guard !names.isEmpty, days.count == names.count else {
      throw invocation.invalid(
        "--days", text, "it takes daily, weekdays, weekends, or names such as mon,thu")
    }
    return HabitSchedule(weekdays: Set(days))
  }

  private static func weekday(_ name: String) -> Int? {
    guard name.count >= 2 else { return nil }
    return (1...7).first { Words.weekday($0).lowercased().hasPrefix(name.lowercased()) }
  }

  /// Reads `Morning 06:00-10:00`, `06:00-10:00`, `Evening 18:00-` or `Anytime`.
  private func parse(_ text: String) throws(UsageError) -> (label: String, times: HabitTimes) {
    let words = text.split(separator: " ").map(String.init)
    guard let last = words.last, last.contains("-"), last.first?.isNumber == true else {
      return (words.joined(separator: " "), .allDay)
    }
    let ends = last.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard ends.count == 2, let start = WallClock(ends[0]),
      ends[1].isEmpty || WallClock(ends[1]) != nil
    else {
      throw invocation.invalid(
        "--window", text, "it takes a name and times, such as \"Morning 06:00-10:00\"")
    }
    let end = WallClock(ends[1])?.minuteOfDay ?? HabitTimes.noEnd
    return (
      words.dropLast().joined(separator: " "),
      HabitTimes(startMinute: start.minuteOfDay, endMinute: end)
    )
  }

  /// What `--effort` says; the inner `nil` for none.
  private func minutes() throws(UsageError) -> Int?? {
    guard let text = invocation.value("effort") else { return nil }
    if text == "none" { return .some(nil) }
    guard let minutes = Int(text), TaskDraft.effortRange.contains(minutes) else {
      throw invocation.invalid("--effort", text, "it takes minutes from 1 to 1440, or none")
    }
    return .some(minutes)
  }

  /// What `--reminder` says; the inner `nil` for none.
  private func reminder() throws(UsageError) -> Int?? {
    guard let text = invocation.value("reminder") else { return nil }
    if text == "none" { return .some(nil) }
    guard let clock = WallClock(text) else {
      throw invocation.invalid("--reminder", text, "it takes a time such as 07:30, or none")
    }
    return .some(clock.minuteOfDay)
  }
}
