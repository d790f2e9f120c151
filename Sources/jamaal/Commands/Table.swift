import CommandLineKit

/// The headings that the overall help lists commands under.
enum Groups {
  static let day = "The day"
  static let habits = "Habits"
  static let settings = "Settings"
  static let setUp = "Set-up and sync"
  static let care = "Care"
}

extension CommandTable {
  /// Everything that can be typed.
  static let jamaal = CommandTable(
    name: Program.name, version: Program.version,
    summary: "A planner for the day that works offline and syncs through any folder.",
    options: [
      .value(
        "home", "DIR", help: "Use the replica in DIR instead of the usual place.",
        hint: .directory),
      .flag("json", help: "Write JSON for other programs."),
    ],
    commands: Program.commands.map { $0.command },
    sections: [
      Section(
        "Exit status",
        items: [
          .init("0", help: "Done."), .init("1", help: "Refused, or not found."),
          .init("2", help: "Called wrongly; a variable of the environment counts as part of it."),
          .init("4", help: "The replica is damaged."),
        ]),
      Section(
        "Environment",
        items: [
          .init("JAMAAL_HOME", help: "Where the replica and this device's settings live."),
          .init(
            "JAMAAL_NOW", help: "An instant to take for now, such as 2026-06-10T09:00:00+02:00."),
          .init("TZ", help: "The time zone."),
          .init("NO_COLOR", help: "No colour, whatever it is set to."),
        ]),
    ])
}
