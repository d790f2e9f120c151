import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// Making rules and one-offs.
struct AnchorMaking {
  let run: Run
  private var invocation: Invocation { run.invocation }

  init(_ run: Run) {
    self.run = run
  }

  static let add = Command(
    "add", summary: "Add a rule that makes Anchors.",
    discussion: [
      "A preset brings usual times along, and everything can be said otherwise."
    ],
    positionals: [Positional("TITLE", .any, help: "What it is; several words are joined.")],
    options: [
      .value(
        "preset", "NAME", letter: "p", help: "Start from a usual rule.",
        hint: .words(["school-run", "bin-night", "plants"]))
    ] + AnchorOptions.schedule + AnchorOptions.shared + [
      AnchorOptions.placement, AnchorOptions.remindStart,
    ],
    examples: [
      .init("jamaal anchor add --preset school-run", help: "School, there and back, on weekdays."),
      .init(
        "jamaal anchor add Bins --every 2w --on thu --at 18:00-22:00 --placement flexible",
        help: "Every second Thursday evening."),
      .init(
        "jamaal anchor add Plants --after-last 3-5 --all-day Fern --all-day Cactus",
        help: "Three to five days after each was last watered."),
    ])

  static let prayerOptions: [Option] = [
    .value("place", "LAT,LON", help: "Where, in degrees north and east: 51.51,-0.13."),
    .value("name", "NAME", help: "What the place is called."),
    .flag("follow-device", help: "The place follows this device when it moves far."),
    .value(
      "country", "CODE", help: "Two letters; suggests the method and the school.",
      hint: .examples(["GB", "SA", "TR", "PK"])),
    .value(
      "method", "NAME", help: "Whose convention.", hint: .words(PrayerMethod.allCases.map(\.key))),
    .value(
      "madhab", "NAME", help: "The school that asr follows.",
      hint: .words(Madhab.allCases.map(\.rawValue))),
    .value(
      "prayers", "LIST", help: "The wanted ones, such as fajr,isha.",
      hint: .examples(Prayer.allCases.map(\.rawValue))),
    .value("isha-ends", "WORD", help: "When isha is over.", hint: .words(["midnight", "fajr"])),
    .value(
      "high-latitude", "RULE", help: "What bounds the twilight where nights are short.",
      hint: .words(["automatic"] + HighLatitudeRule.allCases.map(\.rawValue))),
    .value(
      "polar", "RULE", help: "What happens on days without sunrise or sunset.",
      hint: .words(PolarRule.allCases.map(\.rawValue))),
    .value("adjust", "LIST", help: "Minutes to add, such as fajr=-5,isha=10; or none."),
    .value(
      "jumuah", "WORD", help: "Whether Friday's dhuhr has its own name.",
      hint: .words(["yes", "no"])),
  ]

  static let prayer = Command(
    "prayer", summary: "Add prayer times at a place.",
    positionals: [Positional("TITLE", .any, help: "What it is called; Salah if left out.")],
    options: prayerOptions + AnchorOptions.shared + [
      AnchorOptions.placement, AnchorOptions.remindStart,
    ],
    examples: [
      .init(
        "jamaal anchor prayer --place 51.51,-0.13 --name London --country GB",
        help: "With the method that is usual in a country."),
      .init(
        "jamaal anchor prayer --place 41.01,28.98 --method turkey --madhab hanafi",
        help: "With a method of your own choice."),
    ])

  static let oneOffTimes: [Option] = [
    .value("date", "DATE", letter: "d", help: "The day; today if left out.", hint: DateOption.hint),
    .value("at", "TIME", letter: "t", help: "The window, such as 14:00-15:00."),
    .value(
      "remind", "MINUTES", help: "Remind so many minutes before it opens, or none.",
      hint: .examples(["0", "15", "60", "none"])),
  ]

  static let oneOff = Command(
    "one-off", summary: "Add an Anchor of one day.",
    positionals: [Positional("TITLE", .many, help: "What it is; several words are joined.")],
    options: oneOffTimes + AnchorOptions.shared,
    examples: [
      .init(
        "jamaal anchor one-off Dentist --date fri --at 14:00-15:00 --remind 60",
        help: "With a reminder an hour before.")
    ])

  // MARK: Rules

  func addRule() throws {
    let session = try run.session()
    let today = try session.moment().today
    let options = AnchorOptions(run)
    var draft = try base(today, options)
    if let title = invocation.argument("TITLE") { draft.title = title }
    try options.fill(&draft, today: today)
    let receipt = try session.planner.addAnchorRule(draft, session.context)
    try report(receipt.id, "Added", receipt.acts)
  }

  private func base(_ today: LogicalDate, _ options: AnchorOptions) throws -> AnchorRuleDraft {
    switch invocation.value("preset") {
    case "school-run": return .schoolRun()
    case "bin-night": return .binNight(weekday: today.weekday)
    case "plants": return .plantWatering(minDays: 3, maxDays: 5, last: today)
    default: break
    }
    guard let recurrence = try options.recurrence(today: today) else {
      throw Refusal(
        "How does it repeat? Say --on DAYS, --every N, or --after-last DAYS; “jamaal anchor one-off”"
          + " makes an Anchor of one day.", status: ExitStatus.usage)
    }
    let slots = try options.slots(of: []) ?? []
    guard !slots.isEmpty || recurrence.isAfterLast else {
      throw Refusal(
        "At what time? Say --at 10:00-11:00, or --all-day NAME.", status: ExitStatus.usage)
    }
    return AnchorRuleDraft(
      title: "", recurrence: recurrence, slots: slots.isEmpty ? [AnchorSlotDraft()] : slots)
  }

  func addPrayers() throws {
    let session = try run.session()
    var draft = PrayerRuleDraft(country: invocation.value("country"))
    if let title = invocation.argument("TITLE") { draft.title = title }
    try AnchorOptions(run).fill(&draft)
    let receipt = try session.planner.addPrayers(draft, session.context)
    try report(receipt.id, "Added", receipt.acts)
    guard !run.wantsJSON else { return }
    let moment = try session.moment()
    let windows = draft.upcoming(on: moment.today, boundary: moment.boundary, session.context)
    if !windows.closed.isEmpty {
      run.output.line(
        "\(Words.list(windows.closed.map(\.title.text))) closed earlier today and"
          + " \(windows.closed.count == 1 ? "is" : "are") left out.")
    }
  }

  func report(_ rule: RecordID, _ verb: String, _ acts: [ActionReceipt]) throws {
    let session = try run.session()
    let view = try session.planner.anchorRule(rule, session.context)
    let today = try session.moment().today
    var sentence = "\(verb) \(Words.quoted(view.title)): \(Words.repeats(view))"
    if let status = Words.status(view.status, today: today) { sentence += ", \(status)" }
    if let next = view.next {
      sentence += "; next \(Words.window(of: next, in: session.zone, today: today))"
    }
    sentence = "\(sentence).".withoutControls()
    run.remember(acts, sentence)
    if run.wantsJSON { return run.output.json(JSON(view, in: session.zone)) }
    run.output.line(sentence)
  }

  // MARK: One-offs

  func addOneOff() throws {
    let session = try run.session()
    guard invocation.value("at") != nil else {
      throw Refusal("At what time? Say --at 14:00-15:00.", status: ExitStatus.usage)
    }
    let blank = OneOffDraft(
      title: invocation.argument("TITLE") ?? "", start: session.context.now,
      end: session.context.now)
    var draft = try filled(blank, day: try session.moment().today)
    // An appointment takes all of its window, as in planning, unless something else is said.
    if invocation.value("minutes") == nil { draft.effortMinutes = draft.windowMinutes }
    let receipt = try session.planner.addOneOff(draft, session.context)
    try reportOneOff(receipt.id, "Added", receipt.acts)
  }

  /// Takes over what was typed about a one-off.
  ///
  /// Its time is one of a day of the planner: where days end at 03:00, 01:00 of Friday is in the night
  /// after it.
  ///
  /// - Parameters:
  ///   - draft: The one-off so far.
  ///   - day: Its day, unless another one was typed.
  /// - Returns: The one-off with what was typed.
  /// - Throws: `UsageError` and `Refusal`.
  func filled(_ draft: OneOffDraft, day: LogicalDate) throws -> OneOffDraft {
    let session = try run.session()
    let options = AnchorOptions(run)
    var draft = draft
    let date = try options.day("date")
    if invocation.value("at") != nil || date != nil {
      var start = session.zone.localTime(at: draft.start).clock
      var minutes = Int((draft.end.millis - draft.start.millis) / 60_000)
      if let text = invocation.value("at") { (start, minutes) = try options.window(text, "--at") }
      draft.start = try session.moment().boundary.instant(
        of: start, on: date ?? day, in: session.zone)
      draft.end = draft.start + minutes * 60
    }
    if let minutes = try options.minutes("minutes", TaskDraft.effortRange) {
      draft.effortMinutes = minutes
    }
    if let minutes = try options.minutes("remind", 0...1440) {
      draft.remindBeforeStartMinutes = minutes
    }
    if let minutes = try options.minutes("remind-end", 0...1440) {
      draft.remindBeforeEndMinutes = minutes
    }
    return draft
  }

  func reportOneOff(_ id: RecordID, _ verb: String, _ acts: [ActionReceipt]) throws {
    let session = try run.session()
    let item = try session.planner.anchor(id, session.context)
    let window = Words.window(
      of: item.anchor, in: session.zone, today: try session.moment().today)
    let sentence = "\(verb) \(Words.quoted(item.title)): \(window).".withoutControls()
    run.remember(acts, sentence)
    if run.wantsJSON { return run.output.json(JSON(item, in: session.zone)) }
    run.output.line(sentence)
  }
}

extension AnchorOptions {
  /// Takes over what was typed about prayers.
  func fill(_ draft: inout PrayerRuleDraft) throws {
    let invocation = run.invocation
    if let country = invocation.value("country") {
      let suggestion = PrayerMethodSuggestion(country: country)
      draft.method = suggestion.method
      draft.madhab = suggestion.madhab
    }
    if let text = invocation.value("method") { draft.method = PrayerMethod(key: text) }
    if let text = invocation.value("madhab") { draft.madhab = Madhab(rawValue: text) ?? .shafi }
    try fillPlace(&draft)
    if let text = invocation.value("prayers") {
      draft.prayers = []
      for word in text.split(separator: ",") {
        guard let prayer = Prayer(rawValue: word.lowercased()) else {
          throw invocation.invalid("--prayers", text, "write prayers such as fajr,isha")
        }
        draft.prayers.insert(prayer)
      }
    }
    if let text = invocation.value("isha-ends") {
      draft.ishaEnds = IshaEnd(rawValue: text) ?? .midnight
    }
    if let text = invocation.value("high-latitude") {
      draft.highLatitudeRule = HighLatitudeRule(rawValue: text)
    }
    if let text = invocation.value("polar") {
      draft.polarRule = PolarRule(rawValue: text) ?? .noTimes
    }
    if let text = invocation.value("jumuah") { draft.fridayLabel = text == "yes" }
    if let text = invocation.value("adjust") { draft.adjustments = try adjustments(text) }
    if let minutes = try minutes("minutes", TaskDraft.effortRange) { draft.effortMinutes = minutes }
    if let text = invocation.value("placement") { draft.placement = AnchorPlacement(text) }
    if let text = invocation.value("remind-start") { draft.remindAtStart = text == "yes" }
    if let minutes = try minutes("remind-end", 0...1440) { draft.remindBeforeEndMinutes = minutes }
  }

  private func fillPlace(_ draft: inout PrayerRuleDraft) throws {
    let invocation = run.invocation
    var coordinates = draft.place?.coordinates
    if let text = invocation.value("place") { coordinates = try self.coordinates(text, "--place") }
    guard let coordinates else { return }
    let mode: PrayerPlace.Mode =
      invocation.has("follow-device") ? .device : draft.place?.mode ?? .manual
    let isNew = invocation.value("place") != nil
    draft.place = PrayerPlace(
      mode: isNew && !invocation.has("follow-device") ? .manual : mode, coordinates: coordinates,
      name: invocation.value("name") ?? (isNew ? "" : draft.place?.name ?? ""))
  }

  /// A point on the map: `51.51,-0.13`.
  func coordinates(_ text: String, _ name: String) throws(UsageError) -> Coordinates {
    let numbers = text.split(separator: ",").map { Double($0) }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
      let point = Coordinates(latitude: latitude, longitude: longitude)
    else {
      throw run.invocation.invalid(
        name, text, "write degrees north and east, such as 51.51,-0.13")
    }
    return point
  }

  private func adjustments(_ text: String) throws(UsageError) -> [Prayer: Int] {
    var minutes: [Prayer: Int] = [:]
    if text == "none" { return minutes }
    for part in text.split(separator: ",") {
      let sides = part.split(separator: "=")
      guard sides.count == 2, let prayer = Prayer(rawValue: sides[0].lowercased()),
        let number = Int(sides[1])
      else {
        throw run.invocation.invalid("--adjust", text, "write minutes such as fajr=-5,isha=10")
      }
      minutes[prayer] = number
    }
    return minutes
  }
}
