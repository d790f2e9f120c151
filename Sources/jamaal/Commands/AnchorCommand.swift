import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// `jamaal anchor`.
enum AnchorCommand: ProgramCommand {
  static let command = Command(
    "anchor", group: Groups.day, summary: "Keep what is fixed from outside: school runs, prayers.",
    discussion: [
      "An Anchor is something that comes at its own time and cannot be put off. Rules make them day"
        + " by day; a one-off stands alone. Attend one while its window is open; until it closes it"
        + " can be skipped, or left to somebody else."
    ],
    examples: [
      .init("jamaal anchor", help: "Today's Anchors, and the rules."),
      .init(
        "jamaal anchor add School run --on weekdays --at Drop-off=08:15-08:45", help: "A rule."),
      .init("jamaal anchor prayer --place 51.51,-0.13 --country GB", help: "Prayer times."),
      .init("jamaal anchor attend asr", help: "Mark it attended."),
    ],
    subcommands: [
      AnchorListing.list, AnchorMaking.add, AnchorMaking.prayer, AnchorMaking.oneOff,
      AnchorListing.show, AnchorListing.preview,
    ] + AnchorSaying.commands + [
      AnchorKeeping.rest, AnchorKeeping.edit, AnchorKeeping.archive, AnchorPlace.here,
    ], isRunnable: true)

  static func run(_ run: Run) throws -> Int32 {
    switch run.invocation.path.last {
    case "add": try AnchorMaking(run).addRule()
    case "prayer": try AnchorMaking(run).addPrayers()
    case "one-off": try AnchorMaking(run).addOneOff()
    case "show": try AnchorListing(run).showOne()
    case "preview": try AnchorListing(run).previewRule()
    case "break": try AnchorKeeping(run).restRule()
    case "edit": try AnchorKeeping(run).editOne()
    case "archive": try AnchorKeeping(run).archiveRule()
    case "here": try AnchorPlace(run).tell()
    case let word?:
      if let action = AnchorAction(rawValue: word) {
        try AnchorSaying(run).say(action)
      } else {
        try AnchorListing(run).listAll()
      }
    case nil: break
    }
    return ExitStatus.done
  }
}

/// Saying something about Anchors.
struct AnchorSaying {
  let run: Run

  init(_ run: Run) {
    self.run = run
  }

  static let commands: [Command] = [
    command(
      .attend, "Mark Anchors attended, while their windows are open.", "jamaal anchor attend asr"),
    command(
      .skip, "Say that Anchors are not for this time.", "jamaal anchor skip pick-up --on tomorrow"),
    command(
      .delegate, "Say that someone else does Anchors.", "jamaal anchor delegate drop-off"),
    command(.undo, "Take back what was said about Anchors.", "jamaal anchor undo asr"),
    command(
      .correct, "Say that missed Anchors were done after all, on the same day.",
      "jamaal anchor correct fajr"),
  ]

  private static func command(
    _ action: AnchorAction, _ summary: String, _ example: String
  ) -> Command {
    Command(
      action.rawValue, summary: summary, positionals: [AnchorReference.anchors],
      options: [.value("on", "DATE", help: "The day, if not today.", hint: DateOption.hint)],
      examples: [.init(example, help: summary)])
  }

  func say(_ action: AnchorAction) throws {
    let session = try run.session()
    let day = try run.invocation.value("on").map { try DateOption(run).date($0, "--on") } ?? nil
    let items = try run.invocation.arguments("N").map {
      try AnchorReference(run).item($0, for: action, on: day)
    }
    let receipts = try session.planner.say(action, of: items.map(\.id), session.context)
    let sentences = receipts.compactMap(\.anchor).map {
      Words.said(action, of: $0.rowTitle).withoutControls()
    }
    run.remember(receipts.flatMap(\.acts), sentences.joined(separator: " "))
    guard run.wantsJSON else { return run.output.lines(sentences) }
    let done = try receipts.map { try session.planner.anchor($0.id, session.context) }
    run.output.json(.array(done.map { JSON($0, in: session.zone) }))
  }
}

/// Looking at Anchors and rules.
struct AnchorListing {
  let run: Run

  init(_ run: Run) {
    self.run = run
  }

  static let list = Command(
    "list", summary: "List today's Anchors and the rules.",
    options: [.flag("all", letter: "a", help: "Also list rules that were put away.")])
  static let show = Command(
    "show", summary: "Show a rule or an Anchor.", positionals: [AnchorReference.either],
    examples: [.init("jamaal anchor show salah", help: "The rule, and its next days.")])
  static let preview = Command(
    "preview", summary: "Show what a rule makes of the next days.",
    positionals: [AnchorReference.rule],
    options: [.value("days", "N", help: "How many days, today included: 1 to 366.")],
    examples: [.init("jamaal anchor preview salah --days 3", help: "Three days of prayers.")])

  private static let previewDays = 7

  func listAll() throws {
    let session = try run.session()
    let moment = try session.moment()
    let today = try session.planner.todayAnchors(session.context)
    let overview = try session.planner.anchorsOverview(session.context)
    let isListCommand = run.invocation.path.last == "list"
    let rules =
      overview.rules + (isListCommand && run.invocation.has("all") ? overview.archived : [])
    let shown = Set(today.items.map(\.id))
    let oneOffs = try session.planner.upcomingOneOffs(session.context).filter {
      !shown.contains($0.id)
    }
    if run.wantsJSON {
      run.output.json([
        "today": JSON(today, in: session.zone),
        "oneOffs": .array(oneOffs.map { JSON($0, in: session.zone) }),
        "rules": .array(rules.map { JSON($0, in: session.zone) }),
      ])
      return
    }
    let items = today.items
    session.lastList.remember(items.map(\.id) + rules.map(\.id) + oneOffs.map(\.id))
    let numberMax = items.count + rules.count + oneOffs.count
    guard numberMax > 0 else {
      run.output.line("There are no Anchors. “jamaal anchor add --help” tells how to make one.")
      return
    }
    if !items.isEmpty {
      run.output.line(run.terminal.styled("Today", .bold))
      let rows = AnchorRows(
        terminal: run.terminal, moment: moment, firstNumber: 1, numberMax: numberMax)
      run.output.lines(rows.lines(today))
    }
    list("Rules", rules, from: items.count, numberMax: numberMax) { rule in
      [rule.title, Words.repeats(rule), note(rule, moment)]
    }
    list("One-offs", oneOffs, from: items.count + rules.count, numberMax: numberMax) { item in
      let window = Words.window(of: item.anchor, in: session.zone, today: moment.today)
      let note = item.status == .pending ? "" : item.status.text
      return [item.title, window, note]
    }
  }

  /// One part of the list under its heading.
  private func list<Row>(
    _ heading: String, _ rows: [Row], from before: Int, numberMax: Int,
    _ cells: (Row) -> [String]
  ) {
    guard !rows.isEmpty else { return }
    if before > 0 { run.output.line() }
    run.output.line(run.terminal.styled(heading, .bold))
    var table = TextTable(columns: [
      .init(.right), .init(isFlexible: true), .init(isFlexible: true), .init(isFlexible: true),
    ])
    for (index, row) in rows.enumerated() {
      let number = String(before + index + 1)
      let texts = cells(row)
      table.append([
        .init(number.padded(toColumns: String(numberMax).count + 2, .right), .dim),
        .init(texts[0]), .init(texts[1], .dim), .init(texts[2], .dim),
      ])
    }
    run.output.lines(table.lines(for: run.terminal))
  }

  private func note(_ rule: AnchorRuleView, _ moment: PlannerMoment) -> String {
    if let words = Words.status(rule.status, today: moment.today) { return words }
    guard let next = rule.next else { return "" }
    return "next \(Words.window(of: next, in: moment.context.zone, today: moment.today))"
  }

  func showOne() throws {
    let session = try run.session()
    let found = try AnchorReference(run).either(run.invocation.arguments("N")[0])
    if let rule = found.rule { return try show(rule) }
    guard let item = found.item else { return }
    if run.wantsJSON { return run.output.json(JSON(item, in: session.zone)) }
    let today = try session.moment().today
    run.output.line(run.terminal.styled(item.title.withoutControls(), .bold))
    field("When", Words.window(of: item.anchor, in: session.zone, today: today))
    field("Now", Words.standing(of: item, in: session.zone, today: today))
    field("Takes", item.anchor.effortMinutes.map { Words.duration(minutes: $0) } ?? "not known")
    if let note = item.anchor.note { field("Note", Words.note(note)) }
    field("Id", item.id.description)
  }

  private func show(_ rule: AnchorRuleView) throws {
    let session = try run.session()
    let anchors = try session.planner.previewAnchors(
      of: rule.id, days: Self.previewDays, session.context)
    if run.wantsJSON {
      run.output.json([
        "rule": JSON(rule, in: session.zone),
        "upcoming": .array(anchors.map { JSON($0, in: session.zone) }),
      ])
      return
    }
    let today = try session.moment().today
    run.output.line(run.terminal.styled(rule.title.withoutControls(), .bold))
    field("Repeats", Words.repeats(rule))
    if let status = Words.status(rule.status, today: today) { field("Status", status) }
    if let place = rule.place {
      let name = place.name.isEmpty ? "" : "\(place.name), "
      field(
        "Place",
        "\(name)\(place.coordinates.latitude), \(place.coordinates.longitude)"
          + (place.mode == .device ? ", follows the device" : ""))
      field("Method", "\(rule.rule.method), \(rule.rule.madhab)")
    }
    for slot in rule.slots where rule.source != .prayerWindow {
      let start = WallClock(minuteOfDay: slot.startMinute)?.description ?? ""
      let time =
        slot.isAllDay ? "all day" : "\(start) for \(Words.duration(minutes: slot.windowMinutes))"
      field(slot.label.isEmpty ? "Time" : slot.label, time)
    }
    field("Takes", rule.rule.effortMinutes.map { Words.duration(minutes: $0) } ?? "not known")
    if let end = rule.rule.endDate { field("Until", Words.date(end, today: today)) }
    for range in rule.breaks { field("Break", Words.rest(range, today: today)) }
    field("Id", rule.id.description)
    if !anchors.isEmpty { run.output.line() }
    try lines(anchors, today)
  }

  func previewRule() throws {
    let session = try run.session()
    let rule = try AnchorReference(run).rule(run.invocation.arguments("N")[0])
    let days = try run.invocation.integer("days", in: 1...366) ?? Self.previewDays
    let anchors = try session.planner.previewAnchors(of: rule.id, days: days, session.context)
    if run.wantsJSON {
      run.output.json(.array(anchors.map { JSON($0, in: session.zone) }))
    } else if anchors.isEmpty {
      let status = Words.status(rule.status, today: try session.moment().today)
      let why = status.map { ": \($0)" } ?? ""
      run.output.line(
        "\(Words.quoted(rule.title)) makes nothing in that time\(why).".withoutControls())
    } else {
      try lines(anchors, session.moment().today)
    }
  }

  private func lines(_ anchors: [AnchorView], _ today: LogicalDate) throws {
    let session = try run.session()
    var table = TextTable(columns: [.init(), .init(isFlexible: true), .init(isFlexible: true)])
    for anchor in anchors {
      let words =
        anchor.status == .pending ? anchor.note.map { Words.note($0) } ?? "" : anchor.status.text
      table.append([
        .init("  \(Words.window(of: anchor, in: session.zone, today: today))"),
        .init(anchor.title), .init(words, .dim),
      ])
    }
    run.output.lines(table.lines(for: run.terminal))
  }

  private func field(_ name: String, _ value: String) {
    let label = run.terminal.styled(name.withoutControls().padded(toColumns: 10), .dim)
    run.output.line("  \(label)  \(value.withoutControls())")
  }
}
