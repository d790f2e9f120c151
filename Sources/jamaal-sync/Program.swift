import CommandLineKit
import FolderSync
import Glibc
import JamaalHome
import ReplicaStore

/// The program that talks to folders, from its arguments to its status.
@main
enum Program {
  static let table = CommandTable(
    name: "jamaal", version: "0.1.0", summary: "Sync the planner through a folder.",
    options: [
      .value("home", "DIR", help: "Where the replica is.", hint: .directory),
      .flag("json", help: "Write JSON for other programs."),
    ],
    commands: FolderCommands.handedOver + [FolderCommands.status],
    sections: [CommandTable.Section("Exit status of sync", items: FolderCommands.statuses)])

  static func main() {
    // A limit on the size of files is an error to be told, not a reason to die half-way.
    signal(SIGXFSZ, SIG_IGN)
    exit(run(ProcessEnvironment.current))
  }

  private static func run(_ environment: ProcessEnvironment) -> Int32 {
    let invocation: Invocation
    do throws(UsageError) {
      switch try table.parse(Array(CommandLine.arguments.dropFirst())) {
      case .help(let path):
        write(table.helpText(for: path, terminal: terminal(environment)))
        return 0
      case .version:
        write(table.versionText)
        return 0
      case .run(let parsed): invocation = parsed
      }
    } catch {
      complain(error.description)
      return UsageError.exitStatus
    }
    var replicaPath = "the replica"
    do {
      let home = try Home(option: invocation.value("home"), environment: environment)
      replicaPath = home.replicaPath
      let run = Run(
        invocation: invocation, environment: environment, home: home,
        clock: try HomeClock(environment))
      return try dispatch(run)
    } catch let error as UsageError {
      complain(error.description)
      return UsageError.exitStatus
    } catch {
      let refusal = Refusal(error, replicaPath: replicaPath)
      complain("jamaal: \(refusal.message)")
      return refusal.status
    }
  }

  private static func dispatch(_ run: Run) throws -> Int32 {
    switch run.invocation.path {
    case ["sync"]: return try run.sync()
    case ["status"]: return try run.status()
    case ["folder", "set"]: return try run.setFolder()
    case ["folder", "show"]: return try run.showFolder()
    case ["folder", "check"]: return try run.checkFolder()
    case ["folder", "rejoin"]: return try run.rejoinFolder()
    case ["folder", "republish"]: return try run.republishFolder()
    case ["folder", "key", "add"]: return try run.addKey()
    case ["folder", "key", "change"]: return try run.changeKey()
    case ["folder", "key", "revoke"]: return try run.revokeKey()
    case ["folder", "key", "list"]: return try run.listKeys()
    case ["folder", "key", "unlock"]: return try run.unlockFolder()
    case ["login"]: return try run.login()
    case ["device", "list"]: return try run.listDevices()
    case ["device", "rename"]: return try run.renameDevice()
    case ["device", "retire"]: return try run.retireDevice()
    case ["changes", "dump"]: return try run.dumpChanges()
    case ["quarantine"]: return try run.listQuarantine()
    case ["quarantine", "accept"]: return try run.acceptQuarantine()
    case ["quarantine", "discard"]: return try run.discardQuarantine()
    default: preconditionFailure("a command of the table is not in the list of commands")
    }
  }

  private static func terminal(_ environment: ProcessEnvironment) -> Terminal {
    Terminal(
      isTerminal: isatty(STDOUT_FILENO) == 1,
      columns: environment["COLUMNS"].flatMap { Int($0) }, noColor: environment["NO_COLOR"],
      term: environment["TERM"])
  }

  static func write(_ text: String) {
    // Whoever stopped reading does not want the rest.
    _ = PrivateFile.writeAll(Array(text.utf8), to: STDOUT_FILENO)
  }

  static func complain(_ message: String) {
    let text = "\(message.withoutControls(keepsLines: true))\n"
    _ = PrivateFile.writeAll(Array(text.utf8), to: STDERR_FILENO)
  }
}

/// A command on its way: what was asked and where.
struct Run {
  let invocation: Invocation
  let environment: ProcessEnvironment
  let home: Home
  let clock: HomeClock

  /// The person's desktop.
  var desktop: any Desktop { SystemDesktop(environment) }

  var wantsJSON: Bool { invocation.has("json") }

  func say(_ lines: [String]) {
    Program.write(lines.map { $0.withoutControls() + "\n" }.joined())
  }

  func say(_ json: JSON) {
    Program.write(json.compactText + "\n")
  }

  static func random() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }
}
