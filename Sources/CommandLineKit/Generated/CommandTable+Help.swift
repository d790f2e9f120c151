extension CommandTable {
  /// What `--version` shows.
  package var versionText: String { "\(name) \(version)\n" }

  /// What `--help` shows.
  ///
  /// - Parameters:
  ///   - path: The words of a command; none for the overall help.
  ///   - terminal: Where it goes: how wide lines may be, and if headings are coloured.
  /// - Returns: The text, ending with a line break; the overall help if there is no such command.
  package func helpText(for path: [String] = [], terminal: Terminal) -> String {
    let columns = terminal.columns
    let sections =
      command(at: path).map { commandHelp(path, $0, columns: columns) }
      ?? overallHelp(columns: columns)
    let blocks = sections.map { section in
      let title = section.title.map { [terminal.styled("\($0):", .bold)] } ?? []
      return (title + section.lines).joined(separator: "\n")
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  /// A block of help, with or without a heading.
  private struct HelpSection {
    var title: String?
    var lines: [String]
  }

  private func overallHelp(columns: Int) -> [HelpSection] {
    var sections = [HelpSection(lines: ["Usage: \(name) [options] COMMAND"])]
    sections += paragraphs([summary] + discussion, columns: columns)
    var groups: [String] = []
    for command in commands where !groups.contains(command.group) { groups.append(command.group) }
    for group in groups {
      let listed = commands.filter { $0.group == group }
      sections.append(commandList(group.isEmpty ? "Commands" : group, listed, columns: columns))
    }
    sections.append(optionList("Options of every command", options, columns: columns))
    let advice = "“\(name) help COMMAND” tells more about a command."
    return sections + paragraphs([advice], columns: columns)
  }

  private func commandHelp(
    _ path: [String], _ command: Command, columns: Int
  ) -> [HelpSection] {
    var sections = [HelpSection(lines: usageLines(path, command))]
    sections += paragraphs([command.summary] + command.discussion, columns: columns)
    if !command.positionals.isEmpty {
      let items = command.positionals.map { ($0.usage, help($0.help, hint: $0.hint)) }
      sections.append(
        HelpSection(
          title: "Arguments", lines: DefinitionList(items: items).lines(columns: columns)))
    }
    if !command.subcommands.isEmpty {
      sections.append(commandList("Commands", command.subcommands, columns: columns))
    }
    if !command.options.isEmpty {
      sections.append(optionList("Options", command.options, columns: columns))
    }
    sections.append(optionList("Options of every command", options, columns: columns))
    if !command.examples.isEmpty {
      let lines = command.examples.flatMap { example in
        ["  \(example.line)"]
          + example.help.wrapped(toColumns: max(20, columns - 6)).map { "      \($0)" }
      }
      sections.append(HelpSection(title: "Examples", lines: lines))
    }
    return sections
  }

  /// One line for the command by itself, one for a command below it.
  func usageLines(_ path: [String], _ command: Command) -> [String] {
    let words = ([name] + path).joined(separator: " ")
    var usages: [String] = []
    if command.isRunnable {
      usages.append(
        ([words, "[options]"] + command.positionals.map(\.usage)).joined(separator: " "))
    }
    if !command.subcommands.isEmpty { usages.append("\(words) [options] COMMAND") }
    return usages.enumerated().map { ($0 == 0 ? "Usage: " : "       ") + $1 }
  }

  private func paragraphs(_ texts: [String], columns: Int) -> [HelpSection] {
    texts.map { HelpSection(lines: $0.wrapped(toColumns: columns)) }
  }

  private func commandList(_ title: String, _ listed: [Command], columns: Int) -> HelpSection {
    let list = DefinitionList(items: listed.map { ($0.name, $0.summary) })
    return HelpSection(title: title, lines: list.lines(columns: columns))
  }

  private func optionList(_ title: String, _ listed: [Option], columns: Int) -> HelpSection {
    let items = listed.map { option in
      let letter = option.letter.map { "-\($0), " } ?? "    "
      return (letter + option.usage, help(option.help, hint: option.hint))
    }
    return HelpSection(title: title, lines: DefinitionList(items: items).lines(columns: columns))
  }

  /// The help of a value, with the words it takes.
  private func help(_ text: String, hint: ValueHint) -> String {
    hint.accepted.map { "\(text) One of \($0.joined(separator: ", "))." } ?? text
  }
}
