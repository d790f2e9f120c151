import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// The options that make and change Anchors, as they are typed.
struct AnchorOptions {
  static let weekdayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// Options of `add` and `edit` for scheduled rules.
  static let schedule: [Option] = [
    .value(
      "on", "DAYS", help: "Weekdays, such as mon,wed; or daily, weekdays, weekends.",
      hint: .examples(["daily", "weekdays", "weekends", "mon", "fri"])),
    .value(
      "every", "N", help: "Every so many days or weeks: 3d, 2w.", hint: .examples(["2d", "2w"])),
    .value(
      "after-last", "DAYS", help: "So many days after it was last done: 3, or 3-5.",
      hint: .examples(["3", "3-5"])),
    .value(
      "from", "DATE", help: "Where --every counts from, or when it was last done.",
      hint: DateOption.hint),
    .value(
      "at", "TIME", letter: "t",
      help: "A time, such as 08:15-08:45 or Drop-off=08:15-08:45; may be given again.",
      isRepeatable: true),
    .value(
      "all-day", "NAME", help: "A whole day, or a plant; may be given again.", isRepeatable: true),
    .value("until", "DATE", help: "The last day, or none.", hint: DateOption.hint),
  ]

  /// Options of everything that makes or changes an Anchor.
  static let shared: [Option] = [
    .value(
      "minutes", "MINUTES", letter: "m", help: "How long it takes: 1 to 1440, or none.",
      hint: .examples(["10", "30", "none"])),
    .value(
      "remind-end", "MINUTES", help: "Remind so many minutes before it closes, or none.",
      hint: .examples(["15", "30", "none"])),
  ]

  static let placement = Option.value(
    "placement", "WORD", help: "Whether it has its place in the day.",
    hint: .words(["fixed", "flexible"]))
  static let remindStart = Option.value(
    "remind-start", "WORD", help: "Whether to remind when it opens.", hint: .words(["yes", "no"]))

  let run: Run
  private var invocation: Invocation { run.invocation }

  init(_ run: Run) {
    self.run = run
  }

  // MARK: Values

  func day(_ option: String) throws -> LogicalDate? {
    guard let text = invocation.value(option) else { return nil }
    return try DateOption(run).date(text, "--\(option)")
  }

  /// The minutes of an option; `nil` inside for `none`.
  func minutes(_ option: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int?? {
    guard let text = invocation.value(option) else { return nil }
    if text == "none" { return .some(nil) }
    guard let minutes = Int(text), range.contains(minutes) else {
      throw invocation.invalid(
        "--\(option)", text,
        "it takes a number from \(range.lowerBound) to \(range.upperBound), or none")
    }
    return minutes
  }

  private func weekdays(_ text: String) throws(UsageError) -> Set<Int> {
    switch text {
    case "daily": return [1, 2, 3, 4, 5, 6, 7]
    case "weekdays": return [1, 2, 3, 4, 5]
    case "weekends": return [6, 7]
    default: break
    }
    var days: Set<Int> = []
    for word in text.lowercased().split(separator: ",") {
      guard let index = Self.weekdayNames.firstIndex(of: String(word.prefix(3))) else {
        throw invocation.invalid(
          "--on", text, "write weekdays such as mon,thu, or daily, weekdays, weekends")
      }
      days.insert(index + 1)
    }
    return days
  }

  /// A window on the clock: `08:15-08:45`, `22:00-01:00`, or `10:00` for an hour.
  func window(_ text: some StringProtocol, _ option: String) throws(UsageError)
    -> (start: WallClock, minutes: Int)
  {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...2).contains(ends.count), let start = WallClock(String(ends[0])) as WallClock? else {
      throw invocation.invalid(option, String(text), "write a time such as 08:15-08:45")
    }
    guard ends.count == 2 else { return (start, 60) }
    guard let end = WallClock(String(ends[1])) as WallClock? else {
      throw invocation.invalid(option, String(text), "write a time such as 08:15-08:45")
    }
    let minutes = (end.minuteOfDay - start.minuteOfDay + 1440) % 1440
    return (start, minutes == 0 ? 1440 : minutes)
  }

  // MARK: Scheduled rules

  /// How it repeats, if that was typed.
  func recurrence(today: LogicalDate) throws -> AnchorRecurrence? {
    let from = try day("from")
    if let text = invocation.value("after-last") {
      let numbers = text.split(separator: "-").map { Int($0) }
      guard let least = numbers.first ?? nil, let most = numbers.last ?? nil, numbers.count <= 2
      else { throw invocation.invalid("--after-last", text, "write days such as 3 or 3-5") }
      return .afterLast(minDays: least, maxDays: most, from: from ?? today)
    }
    let days = try invocation.value("on").map { (text) throws(UsageError) in try weekdays(text) }
    guard let text = invocation.value("every") else { return days.map { .weekly($0) } }
    guard let count = Int(text.dropLast()), let unit = text.last, "dw".contains(unit) else {
      throw invocation.invalid("--every", text, "write 3d for days or 2w for weeks")
    }
    let start = from ?? today
    if unit == "d" { return .everyDays(count, from: start) }
    return .everyWeeks(count, days ?? [start.weekday], from: start)
  }

  /// The times, if any were typed; ones whose name the rule has keep their key.
  func slots(of known: [AnchorSlotDraft]) throws(UsageError) -> [AnchorSlotDraft]? {
    let times = invocation.values("at")
    let days = invocation.values("all-day")
    guard !times.isEmpty || !days.isEmpty else { return nil }
    var slots: [AnchorSlotDraft] = []
    for text in times {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let (start, minutes) = try window(parts[parts.count - 1], "--at")
      slots.append(
        AnchorSlotDraft(
          label: parts.count == 2 ? String(parts[0]) : "", start: start, windowMinutes: minutes))
    }
    slots += days.map { AnchorSlotDraft(label: $0) }
    for index in slots.indices {
      let folded = NameFold.fold(slots[index].label)
      let same = known.first { NameFold.fold($0.label) == folded }
      // A rule of one time keeps it, whatever it is called.
      let kept = same ?? (known.count == 1 && slots.count == 1 ? known[0] : nil)
      slots[index].key = kept?.key
      // A time without an end stays as long as it was.
      if let kept, kept.start != nil, index < times.count, !times[index].contains("-") {
        slots[index].windowMinutes = kept.windowMinutes
      }
    }
    return slots
  }

  /// Takes over what was typed.
  func fill(_ draft: inout AnchorRuleDraft, today: LogicalDate) throws {
    if let recurrence = try recurrence(today: today) { draft.recurrence = recurrence }
    if let slots = try slots(of: draft.slots) { draft.slots = slots }
    if let minutes = try minutes("minutes", TaskDraft.effortRange) { draft.effortMinutes = minutes }
    if let text = invocation.value("placement") { draft.placement = AnchorPlacement(text) }
    if let text = invocation.value("until") {
      draft.endDate = text == "none" ? nil : try DateOption(run).date(text, "--until")
    }
    if let text = invocation.value("remind-start") { draft.remindAtStart = text == "yes" }
    if let minutes = try minutes("remind-end", 0...1440) { draft.remindBeforeEndMinutes = minutes }
  }
}
