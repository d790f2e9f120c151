import CommandLineKit
import Glibc
import Simulator

/// The simulator as a program.
@main
enum JamaalSim {
  static let table = CommandTable(
    name: "jamaal-sim", version: "1",
    summary: "Race whole fleets of devices at the day's end, and look whether they agree.",
    commands: [
      Command(
        "run", summary: "Live through one world and tell what happened.",
        options: [
          .value("seed", "N", help: "The world's seed."),
          .value("bug", "NAME", help: "Give every device a planted bug."),
          .flag("plan", help: "Print the plan as JSON, and live through nothing."),
          .flag("story", help: "Tell everything, not only the end of a world that failed."),
        ]),
      Command(
        "hunt", summary: "Live through many worlds.",
        options: [
          .value("seeds", "A..B", help: "The first and the last seed."),
          .value("json", "FILE", help: "Write what was found to a file.", hint: .file),
        ]),
      Command(
        "replay", summary: "Live through a saved plan.",
        positionals: [Positional("FILE", help: "What run --plan or shrink wrote.", hint: .file)],
        options: [
          .value("bug", "NAME", help: "Give every device a planted bug."),
          .flag("story", help: "Tell everything."),
        ]),
      Command(
        "shrink", summary: "Make the plan of a world that fails as small as it can be.",
        options: [
          .value("seed", "N", help: "The world's seed."),
          .value("bug", "NAME", help: "Give every device a planted bug."),
          .value("out", "FILE", help: "Where to write the small plan.", hint: .file),
        ]),
      Command(
        "plant", summary: "Look whether the invariants notice bugs that were planted.",
        options: [
          .flag("list", help: "Only list them."), .flag("all", help: "Try every one."),
          .value("bug", "NAME", help: "Try one."),
          .value("worlds", "N", help: "Give up after so many worlds; 3000 if left out."),
          .value("json", "FILE", help: "Write what was found to a file.", hint: .file),
        ]),
    ],
    sections: [
      .init(
        "Exit status",
        items: [
          .init("0", help: "Everything held."),
          .init("1", help: "Something did not hold, or a planted bug got away."),
          .init("2", help: "A situation or an invariant was never reached, or the call was wrong."),
        ])
    ])

  static func main() {
    do throws(UsageError) {
      let arguments = Array(CommandLine.arguments.dropFirst())
      let terminal = Terminal(isTerminal: isatty(STDOUT_FILENO) == 1)
      switch try table.parse(arguments) {
      case .help(let path):
        print(table.helpText(for: path, terminal: terminal), terminator: "")
        exit(0)
      case .version:
        print(table.versionText, terminator: "")
        exit(0)
      case .run(let invocation): exit(try Session(invocation).run())
      }
    } catch {
      Session.complain("\(error)")
      exit(UsageError.exitStatus)
    }
  }
}
