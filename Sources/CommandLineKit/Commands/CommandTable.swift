/// The whole command line of a program as data.
///
/// One table drives the parser, `--help`, the completions of three shells and the manual page, so
/// that none of them can tell of a command or an option that another does not know.
///
///     let table = CommandTable(
///       name: "jamaal", version: "1.0", summary: "Plan days, offline first.",
///       options: [.flag("json", help: "Write JSON.")],
///       commands: [
///         Command(
///           "add", group: "Day", summary: "Add a task.",
///           positionals: [Positional("TITLE", .many, help: "What is to be done.")],
///           options: [.value("due", "DATE", help: "When it is due.")])
///       ])
///     let outcome = try table.parse(["add", "Call the bank", "--due", "fri"])
///
/// `--help` (`-h`), `--version` and the command `help` are there without being listed.
package struct CommandTable: Hashable, Sendable {
  /// Text for the end of the manual page, such as the exit statuses.
  package struct Section: Hashable, Sendable {
    /// Something that is explained, such as an exit status or a variable.
    package struct Item: Hashable, Sendable {
      /// What is explained.
      package let term: String
      /// What it means.
      package let help: String

      /// Makes a value from its parts.
      package init(_ term: String, help: String) {
        self.term = term
        self.help = help
      }
    }

    /// The heading.
    package let title: String
    /// What it lists.
    package let items: [Item]

    /// Makes a value from its parts.
    package init(_ title: String, items: [Item]) {
      self.title = title
      self.items = items
    }
  }

  /// The word that starts the program.
  package let name: String
  /// The version that `--version` tells.
  package let version: String
  /// What the program is, as one sentence.
  package let summary: String
  /// More about it, one paragraph each.
  package let discussion: [String]
  /// Options that every command takes.
  package let options: [Option]
  /// The commands; `help` comes last, by itself.
  package let commands: [Command]
  /// Sections for the end of the overall help and of the manual page.
  package let sections: [Section]

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - name: The word that starts the program.
  ///   - version: The version that `--version` tells.
  ///   - summary: What the program is, as one sentence.
  ///   - discussion: More about it, one paragraph each.
  ///   - options: Options that every command takes.
  ///   - commands: The commands.
  ///   - sections: Sections for the end of the manual page.
  package init(
    name: String, version: String, summary: String, discussion: [String] = [],
    options: [Option] = [], commands: [Command], sections: [Section] = []
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.discussion = discussion
    self.options = options + [Self.helpOption, Self.versionOption]
    self.commands = commands + [Self.helpCommand(for: commands)]
    self.sections = sections
  }

  static let helpOption = Option.flag("help", letter: "h", help: "Show help and stop.")
  static let versionOption = Option.flag("version", help: "Show the version and stop.")

  private static func helpCommand(for commands: [Command]) -> Command {
    Command(
      "help", group: commands.last?.group ?? "", summary: "Show help for a command.",
      positionals: [
        Positional(
          "COMMAND", .any, help: "The command, such as “\(commands.first?.name ?? "help")”.",
          hint: .examples(commands.map(\.name)))
      ])
  }

  /// The command at a path of words below the program, or `nil` if there is none.
  ///
  /// - Parameter path: The words, such as `["habit", "add"]`.
  /// - Returns: The command.
  package func command(at path: [String]) -> Command? {
    var found: Command?
    var candidates = commands
    for word in path {
      guard let next = candidates.first(where: { $0.name == word }) else { return nil }
      found = next
      candidates = next.subcommands
    }
    return found
  }

  /// Every command with its path, parents before children, in the order of the table.
  package var everyCommand: [(path: [String], command: Command)] {
    func below(_ path: [String], _ commands: [Command]) -> [(path: [String], command: Command)] {
      commands.flatMap { command in
        let path = path + [command.name]
        return [(path, command)] + below(path, command.subcommands)
      }
    }
    return below([], commands)
  }
}
