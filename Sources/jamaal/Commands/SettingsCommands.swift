import CommandLineKit
import JamaalCore
import JamaalVoice

/// `jamaal settings`.
enum SettingsCommand: ProgramCommand {
  static let command = Command(
    "settings", group: Groups.settings, summary: "Show and change the settings.",
    discussion: [
      "They are the same on every device. Times are HH:mm; in JSON they are minutes after midnight,"
        + " as in the export. weekdayLevels.sat is the level that Saturdays begin with."
    ],
    examples: [
      .init("jamaal settings", help: "All of them."),
      .init("jamaal settings get rolloverMinute", help: "One of them."),
      .init("jamaal settings set rolloverMinute 03:00", help: "Days end at three in the night."),
      .init("jamaal settings set weekdayLevels.sat medium", help: "Saturdays are like weekdays."),
    ],
    subcommands: [
      Command(
        "get", summary: "Show one setting.",
        positionals: [
          Positional("KEY", help: "Its name.", hint: .examples(SettingsKey.all.map(\.name)))
        ],
        examples: [.init("jamaal settings get mediumDayMinutes", help: "The normal day.")]),
      Command(
        "set", summary: "Change one setting.",
        positionals: [
          Positional(
            "KEY", help: "Its name.", hint: .examples(SettingsKey.changeable.map(\.name))),
          Positional("VALUE", help: "What it is to be."),
        ],
        examples: [
          .init("jamaal settings set dayEndMinute 20:00", help: "The working day ends at eight.")
        ]),
    ],
    isRunnable: true)

  static func run(_ run: Run) throws -> Int32 {
    let session = try run.session()
    switch run.invocation.path.last {
    case "get":
      show([try key(run)], try session.planner.settings(session.context), run, in: session.zone)
    case "set":
      let key = try key(run)
      let change = try key.change(run.invocation.argument("VALUE") ?? "", run.invocation)
      let receipt = try session.planner.changeSettings(session.context, change)
      let settings = try session.planner.settings(session.context)
      run.remember([receipt], "settings set \(key.name) \(key.text(settings, in: session.zone)).")
      show([key], settings, run, in: session.zone)
      if !run.wantsJSON, let note = Words.planningTime(settings), key.touchesPlanningTime {
        run.output.line(note)
      }
    default:
      let settings = try session.planner.settings(session.context)
      show(SettingsKey.all, settings, run, in: session.zone)
      if !run.wantsJSON, let note = Words.planningTime(settings) { run.output.line("\n\(note)") }
    }
    return ExitStatus.done
  }

  private static func key(_ run: Run) throws(UsageError) -> SettingsKey {
    let name = run.invocation.arguments("KEY")[0]
    if let key = SettingsKey.all.first(where: { $0.name == name }) { return key }
    let names = SettingsKey.all.map(\.name)
    throw run.invocation.invalid("KEY", name, "the settings are \(Words.list(names))")
  }

  private static func show(
    _ keys: [SettingsKey], _ settings: UserSettings, _ run: Run, in zone: TimeZoneRules
  ) {
    if run.wantsJSON {
      run.output.json(SettingsKey.json(keys, settings, in: zone))
      return
    }
    guard keys.count > 1 else {
      run.output.line(keys[0].text(settings, in: zone))
      return
    }
    var table = TextTable(columns: [.init(), .init(), .init(isFlexible: true)])
    for key in keys {
      table.append([.init(key.name), .init(key.text(settings, in: zone)), .init(key.help, .dim)])
    }
    run.output.lines(table.lines(for: run.terminal))
  }
}
