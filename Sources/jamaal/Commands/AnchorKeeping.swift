import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// Changing rules and one-offs that are there.
struct AnchorKeeping {
  let run: Run
  private var invocation: Invocation { run.invocation }

  init(_ run: Run) {
    self.run = run
  }

  static let rest = Command(
    "break", summary: "Let a rule rest for some days.", positionals: [AnchorReference.rule],
    options: [
      .value("from", "DATE", help: "The first day; today if left out.", hint: DateOption.hint),
      .value("to", "DATE", help: "The last day; open if left out.", hint: DateOption.hint),
      .value(
        "reason", "WORD", help: "Why.", hint: .words(BreakReason.known.map(\.text))),
      .flag("end", help: "End the break instead: the rule works again from --from on."),
    ],
    examples: [
      .init(
        "jamaal anchor break school --from 2026-07-20 --to 2026-08-31 --reason term",
        help: "No school in summer."),
      .init("jamaal anchor break school --end", help: "It works again from today on."),
    ])

  static let edit = Command(
    "edit", summary: "Change a rule or a one-off.",
    discussion: [
      "Only what is given changes. Times keep their Anchors by their names; --at and --all-day give"
        + " all of a rule's times anew."
    ],
    positionals: [AnchorReference.either],
    options: [.value("title", "TITLE", help: "Another title.")] + AnchorOptions.schedule
      + AnchorMaking.prayerOptions + AnchorOptions.shared + [
        AnchorOptions.placement, AnchorOptions.remindStart,
        .value("date", "DATE", letter: "d", help: "A one-off's day.", hint: DateOption.hint),
        .value("remind", "MINUTES", help: "A one-off's reminder before it opens, or none."),
        .value("enabled", "WORD", help: "Switch a rule on or off.", hint: .words(["yes", "no"])),
        .flag("remove", help: "Take a one-off away."),
      ],
    examples: [
      .init(
        "jamaal anchor edit school --at Drop-off=08:30-09:00 --at Pick-up=15:30", help: "Later."),
      .init("jamaal anchor edit salah --adjust fajr=5", help: "Fajr five minutes later."),
      .init("jamaal anchor edit dentist --date mon", help: "The one-off on another day."),
    ])

  static let archive = Command(
    "archive", summary: "Put a rule away; its history stays.", positionals: [AnchorReference.rule],
    options: [.flag("restore", help: "Take it out again instead.")],
    examples: [.init("jamaal anchor archive school", help: "No more school runs.")])

  func restRule() throws {
    let session = try run.session()
    let rule = try AnchorReference(run).rule(invocation.arguments("N")[0])
    let options = AnchorOptions(run)
    let from = try options.day("from") ?? session.moment().today
    let receipt: AnchorReceipt
    if invocation.has("end") {
      guard invocation.value("to") == nil, invocation.value("reason") == nil else {
        throw Refusal("--end ends a break from --from on; leave --to and --reason out.")
      }
      receipt = try session.planner.endBreak(of: rule.id, on: from, session.context)
    } else {
      let range = BreakRange(
        first: from, last: try options.day("to"),
        reason: BreakReason(invocation.value("reason") ?? "other"))
      receipt = try session.planner.addBreak(to: rule.id, range, session.context)
    }
    try AnchorMaking(run).report(rule.id, "Changed", receipt.acts)
  }

  func editOne() throws {
    let found = try AnchorReference(run).either(invocation.arguments("N")[0])
    if let rule = found.rule {
      try AnchorEditOptions(run, rule.source == .prayerWindow ? .prayers : .rule)
        .check(title: rule.title)
      return try edit(rule)
    }
    guard let item = found.item else { return }
    guard item.anchor.rule == nil else {
      throw Refusal(
        "\(Words.quoted(item.title)) is made by a rule. Change “\(item.anchor.ruleTitle)”, or skip"
          + " this one.")
    }
    try AnchorEditOptions(run, .oneOff).check(title: item.title)
    let session = try run.session()
    if invocation.has("remove") {
      let receipt = try session.planner.removeOneOff(item.id, session.context)
      let sentence = "Took \(Words.quoted(item.title)) away.".withoutControls()
      run.remember(receipt.acts, sentence)
      if run.wantsJSON { return run.output.json(["id": JSON(item.id), "isRemoved": .bool(true)]) }
      return run.output.line(sentence)
    }
    let anchor = item.anchor
    var draft = OneOffDraft(
      title: invocation.value("title") ?? anchor.title, start: anchor.windowStart,
      end: anchor.windowEnd, effortMinutes: anchor.effortMinutes,
      remindBeforeStartMinutes: anchor.remindBeforeStartMinutes,
      remindBeforeEndMinutes: anchor.remindBeforeEndMinutes)
    draft = try AnchorMaking(run).filled(draft, day: anchor.occurrenceDate)
    let receipt = try session.planner.changeOneOff(item.id, to: draft, session.context)
    try AnchorMaking(run).reportOneOff(item.id, "Changed", receipt.acts)
  }

  private func edit(_ rule: AnchorRuleView) throws {
    let session = try run.session()
    let today = try session.moment().today
    let options = AnchorOptions(run)
    var acts: [ActionReceipt] = []
    if var draft = PrayerRuleDraft(rule) {
      if let title = invocation.value("title") { draft.title = title }
      try options.fill(&draft)
      acts = try session.planner.changePrayers(rule.id, to: draft, session.context).acts
    } else if var draft = AnchorRuleDraft(rule) {
      if let title = invocation.value("title") { draft.title = title }
      try options.fill(&draft, today: today)
      acts = try session.planner.changeAnchorRule(rule.id, to: draft, session.context).acts
    } else if invocation.value("enabled") == nil {
      throw Refusal("\(Words.quoted(rule.title)) cannot be read here, so it stays as it is.")
    }
    if let word = invocation.value("enabled") {
      acts += try session.planner.setAnchorRule(
        rule.id, isEnabled: word == "yes", session.context
      ).acts
    }
    try AnchorMaking(run).report(rule.id, "Changed", acts)
  }

  func archiveRule() throws {
    let session = try run.session()
    let rule = try AnchorReference(run).rule(invocation.arguments("N")[0])
    let isArchived = !invocation.has("restore")
    let receipt = try session.planner.setAnchorRule(
      rule.id, isArchived: isArchived, session.context)
    let sentence =
      isArchived
      ? "Put \(Words.quoted(rule.title)) away; what it made stays."
      : "Took \(Words.quoted(rule.title)) out again."
    run.remember(receipt.acts, sentence.withoutControls())
    if run.wantsJSON { return try AnchorMaking(run).report(rule.id, "", []) }
    run.output.line(sentence.withoutControls())
  }
}
