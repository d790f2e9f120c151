import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// `jamaal habit add` and `jamaal habit edit`.
enum HabitAdding {
  private static let shared: [Option] = [
    .value(
      "days", "DAYS", letter: "d", help: "On which days: daily, weekdays, weekends, or mon,thu.",
      hint: .examples(["daily", "weekdays", "weekends"])),
    .value("per-week", "N", help: "So many times a week, on any days: 1 to 7."),
    .value(
      "window", "TIME", letter: "w",
      help: "A time of day, such as \"Morning 06:00-10:00\"; up to four.", isRepeatable: true),
    .value(
      "effort", "MINUTES", letter: "e", help: "What the whole of it takes, or none.",
      hint: .examples(["5", "15", "30", "none"])),
    .value(
      "reminder", "TIME", help: "When to be reminded, or none.",
      hint: .examples(["none"])),
    .value("group", "NAME", letter: "g", help: "Its group, made if there is none of that name."),
    .value("note", "TEXT", letter: "n", help: "A note."),
  ]

  static let add = Command(
    "add", summary: "Add a habit.",
    discussion: [
      "Without a kind it is done or not done, every day, all day.",
      "With --preset the catalogue fills in what is not said: quran, dhikr, exercise, running, water or"
        + " walk.",
    ],
    positionals: [Positional("TITLE", .any, help: "What it is; several words are joined.")],
    options: [
      .value("count", "N", letter: "c", help: "Counted: so many a day."),
      .value("timed", "MINUTES", letter: "t", help: "Timed: so many minutes a day."),
      .flag("avoid", help: "Something to avoid: slips are logged."),
      .value("allow", "N", help: "With --avoid: so many slips a day are within it."),
      .value(
        "preset", "NAME", letter: "p", help: "Take over a preset's values.",
        hint: .words(HabitPreset.all.map(\.name))),
    ] + shared,
    examples: [
      .init("jamaal habit add Read", help: "Done or not done, every day."),
      .init("jamaal habit add Water --count 8 --group Health", help: "Eight a day, in a group."),
      .init("jamaal habit add Run --timed 30 --per-week 3", help: "Three times a week."),
      .init("jamaal habit add Sugar --avoid --allow 1", help: "One slip a day is within it."),
      .init(
        "jamaal habit add Pills -w \"Morning 07:00-09:00\" -w \"Night 21:00-23:00\"",
        help: "Twice a day."),
      .init("jamaal habit add --preset dhikr", help: "A preset as it is."),
    ])

  static let edit = Command(
    "edit", summary: "Change a habit; days that were logged keep their targets.",
    positionals: [HabitReference.positional],
    options: [
      .value("title", "TITLE", help: "What it is."),
      .value("target", "N", letter: "t", help: "How many, how many minutes, or slips allowed."),
      HabitReference.at,
      .flag("no-group", help: "Let it stand by itself."),
    ] + shared,
    examples: [
      .init("jamaal habit edit water --target 6", help: "Six from today on."),
      .init("jamaal habit edit read --days mon,wed,fri", help: "Fewer days."),
      .init("jamaal habit edit pills --at Morning --reminder 07:15", help: "One time of day."),
    ])

  static func runAdd(_ run: Run) throws {
    let session = try run.session()
    var draft = try newDraft(run)
    try HabitOptions(run).apply(to: &draft, keeping: [])
    let receipt = try session.planner.addHabit(draft, session.context)
    try run.report(habit: receipt.habit, receipt.acts) { habit in
      let target = habit.windows.first.map { Words.target(habit.kind, $0.target) } ?? ""
      let parts = [target, Words.days(of: habit.schedule)].filter { !$0.isEmpty }
      return "Added \(Words.quoted(habit.title)): \(parts.joined(separator: ", "))."
    }
  }

  /// The draft of the kind that was asked for, or of the preset.
  private static func newDraft(_ run: Run) throws -> HabitDraft {
    let invocation = run.invocation
    let title = invocation.argument("TITLE")
    let count = try invocation.integer("count", in: HabitTarget.range(.counted))
    let timed = try invocation.integer("timed", in: HabitTarget.range(.timed))
    let allowed = try invocation.integer("allow", in: HabitTarget.range(.avoid))
    let kinds = [count != nil, timed != nil, invocation.has("avoid")].count { $0 }
    guard kinds <= 1, allowed == nil || invocation.has("avoid") else {
      throw Refusal("A habit is of one kind: --count, --timed, or --avoid with --allow.")
    }
    var draft = HabitDraft(title: title ?? "")
    if let name = invocation.value("preset") {
      guard let preset = HabitPreset.all.first(where: { $0.name == name }) else {
        throw invocation.invalid("--preset", name, "there is no such preset")
      }
      draft = preset.draft
      if let title { draft.title = title }
      if kinds > 0, kind(run) != draft.kind {
        throw Refusal(
          "The preset \(preset.name) is \(Words.target(preset.kind, preset.target)); leave the kind"
            + " out, or the preset.")
      }
    } else {
      draft.kind = kind(run)
    }
    if let target = count ?? timed ?? (invocation.has("avoid") ? allowed ?? 0 : nil) {
      draft.windows[0].target = target
    }
    return draft
  }

  private static func kind(_ run: Run) -> HabitKind {
    let invocation = run.invocation
    if invocation.has("count") { return .counted }
    if invocation.has("timed") { return .timed }
    return invocation.has("avoid") ? .avoid : .binary
  }

  static func runEdit(_ run: Run) throws {
    let session = try run.session()
    let invocation = run.invocation
    let reference = HabitReference(run)
    let habit = try reference.habit(named: invocation.arguments("N")[0])
    var draft = HabitDraft(habit)
    if let title = invocation.value("title") { draft.title = title }
    if invocation.has("no-group") {
      guard !invocation.has("group") else {
        throw Refusal("--group and --no-group exclude each other.")
      }
      draft.group = .none
    }
    let only = try invocation.value("at").map { try reference.window(labelled: $0, of: habit).id }
    let target = try invocation.integer("target", in: HabitTarget.range(habit.kind))
    try HabitOptions(run).apply(to: &draft, keeping: habit.windows, only: only)
    if let target {
      for index in draft.windows.indices where only == nil || draft.windows[index].id == only {
        draft.windows[index].target = target
      }
    }
    guard draft != HabitDraft(habit) else {
      throw Refusal("Nothing to change was said. “jamaal help habit edit” lists what can be.")
    }
    let receipt = try session.planner.editHabit(habit.id, draft, session.context)
    try run.report(habit: habit.id, receipt.acts) { "Changed \(Words.quoted($0.title))." }
  }
}
