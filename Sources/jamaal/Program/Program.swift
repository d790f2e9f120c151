import CommandLineKit
import Glibc
import JamaalHome

/// The program from its arguments to its status.
enum Program {
  static let name = "jamaal"
  static let version = "0.1.0"

  static let commands: [any ProgramCommand.Type] = [
    TodayCommand.self, AddCommand.self, DoneCommand.self, UndoneCommand.self,
    DeferCommand.self, MoveCommand.self, DropCommand.self, EditCommand.self, NoteCommand.self,
    ShowCommand.self, HistoryCommand.self, RestoreCommand.self, UndoCommand.self,
    TasksCommand.self, CapacityCommand.self, PlanCommand.self,
    HabitCommand.self, GroupCommand.self, AnchorCommand.self, FocusCommand.self,
    SettingsCommand.self, CategoryCommand.self,
    InitCommand.self, StatusCommand.self, ResetCommand.self, DoctorCommand.self,
    CompletionsCommand.self,
  ]

  /// Runs the program.
  ///
  /// - Returns: The status to end with.
  static func run() -> Int32 {
    // A limit on the size of files is an error to be told, not a reason to die half-way.
    signal(SIGXFSZ, SIG_IGN)
    let environment = ProcessEnvironment.current
    if let status = SyncProgram.handOver() { return status }
    do {
      return try run(try arguments(), environment)
    } catch {
      Output.complain("\(name): \(error.message)")
      return error.status
    }
  }

  /// The words after the program's name.
  private static func arguments() throws(Refusal) -> [String] {
    var words: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[index] else { break }
      guard let word = String(validatingCString: bytes) else {
        throw Refusal(
          "Word \(index) of the command is not UTF-8 text. Check the language settings of the"
            + " terminal (LANG, LC_ALL).", status: ExitStatus.usage)
      }
      words.append(word)
    }
    return words
  }

  private static func run(
    _ arguments: [String], _ environment: ProcessEnvironment
  ) throws(Refusal) -> Int32 {
    var output = Output(environment)
    let invocation: Invocation
    do throws(UsageError) {
      switch try CommandTable.jamaal.parse(arguments) {
      case .help(let path):
        output.text(CommandTable.jamaal.helpText(for: path, terminal: output.terminal))
        try? output.flush()  // There is nothing to lose in help that nobody reads.
        return ExitStatus.done
      case .version:
        output.text(CommandTable.jamaal.versionText)
        try? output.flush()  // The same.
        return ExitStatus.done
      case .run(let parsed): invocation = parsed
      }
    } catch {
      Output.complain(error.description)
      return UsageError.exitStatus
    }
    let run = Run(invocation, environment, output)
    do {
      if SyncProgram.isHandedOver(invocation.path[0]) {
        return SyncProgram.replaceThisProgram(arguments: CommandLine.unsafeArgv)
      }
      guard let command = commands.first(where: { $0.command.name == invocation.path[0] }) else {
        preconditionFailure("a command of the table is not in the list of commands")
      }
      let status = try command.run(run)
      try run.output.flush()
      return status
    } catch let error as UsageError {
      Output.complain(error.description)
      return UsageError.exitStatus
    } catch {
      throw Refusal(error, replicaPath: (try? run.home())?.replicaPath)
    }
  }
}
