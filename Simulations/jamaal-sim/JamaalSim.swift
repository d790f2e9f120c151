import CommandLineKit
import Glibc
import SQLite
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
          .value("report", "FILE", help: "Draw the world as a page.", hint: .file),
          .value("trace", "FILE", help: "Save the plan, for replay.", hint: .file),
        ]),
      Command(
        "hunt", summary: "Live through many worlds.",
        options: [
          .value("seeds", "A..B", help: "The first and the last seed."),
          .value("jobs", "N", help: "How many worlds to live through at once."),
          .value("shard", "K/N", help: "Only the K-th of N parts of the seeds."),
          .value("minutes", "N", help: "Stop after so many minutes."),
          .value("json", "FILE", help: "Write what was found to a file.", hint: .file),
          .value("report", "FILE", help: "Write a page that works offline.", hint: .file),
          .value("plant-worlds", "N", help: "For the page: worlds tried for each planted bug."),
          .flag("scopes", help: "For the page: try the small scopes too."),
        ]),
      Command(
        "merge", summary: "Join what several machines found.",
        positionals: [
          Positional("FILE", .many, help: "What hunt --json wrote.", hint: .file)
        ],
        options: [
          .value("json", "FILE", help: "Write the whole to a file.", hint: .file),
          .value("report", "FILE", help: "Write a page that works offline.", hint: .file),
        ]),
      Command(
        "replay", summary: "Live through a saved plan, or through all plans of a directory.",
        positionals: [
          Positional("FILE", help: "What run --trace or shrink --out wrote.", hint: .file)
        ],
        options: [
          .value("bug", "NAME", help: "Give every device a planted bug."),
          .flag("story", help: "Tell everything."),
        ]),
      Command(
        "shrink", summary: "Make the plan of a world that fails as small as it can be.",
        positionals: [
          Positional("FILE", .optional, help: "A saved plan.", hint: .file)
        ],
        options: [
          .value("seed", "N", help: "The world's seed."),
          .value("bug", "NAME", help: "Give every device a planted bug."),
          .value("out", "FILE", help: "Where to write the small plan.", hint: .file),
        ]),
      Command(
        "exhaust", summary: "Try everything that a very small fleet can do, in every order.",
        options: [
          .value("scope", "2x2|3x1", help: "Two devices with two acts, or three with one."),
          .value("sample", "N", help: "Each N-th ending also with real replicas; 0 for none."),
          .value("json", "FILE", help: "Write the counts to a file.", hint: .file),
        ]),
      Command(
        "plant", summary: "Look whether the invariants notice bugs that were planted.",
        options: [
          .flag("list", help: "Only list them."), .flag("all", help: "Try every one."),
          .value("bug", "NAME", help: "Try one."),
          .value("worlds", "N", help: "Give up after so many worlds; 3000 if left out."),
          .value("jobs", "N", help: "How many bugs to look for at once."),
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

  static func main() async {
    // Jobs would wait for one another at every allocation.
    Database.countNoMemory()
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
      case .run(let invocation): exit(try await Session(invocation).run())
      }
    } catch {
      Session.complain("\(error)")
      exit(UsageError.exitStatus)
    }
  }
}
