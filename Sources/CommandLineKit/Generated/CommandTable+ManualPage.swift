extension CommandTable {
  /// The manual page of the program, in roff with the macros of `man`.
  ///
  /// Source of the macros: man(7) of Linux, and of mandoc.
  /// - Parameter date: The date at its foot, as text; passed in so that equal tables give equal
  ///   pages.
  /// - Returns: The page.
  package func manualPage(date: String) -> String {
    let title = "\(name.uppercased()) 1 \"\(date)\" \"\(roff(name)) \(roff(version))\""
    var lines = [".TH \(title) \"User Commands\"", ".SH NAME"]
    lines.append("\(roff(name)) \\- \(roff(withoutFullStop(summary)))")
    lines += [".SH SYNOPSIS", ".B \(roff(name))", "[\\fIoptions\\fR]", "\\fICOMMAND\\fR"]
    if !discussion.isEmpty {
      lines.append(".SH DESCRIPTION")
      for (index, paragraph) in discussion.enumerated() {
        lines += (index == 0 ? [] : [".PP"]) + [roff(paragraph)]
      }
    }
    lines.append(".SH OPTIONS")
    lines += options.flatMap(roffOption)
    lines.append(".SH COMMANDS")
    lines += roffCommands
    for section in sections {
      lines.append(".SH \(roff(section.title.uppercased()))")
      for item in section.items {
        lines += [".TP", ".B \(roff(item.term))", roff(item.help)]
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var roffCommands: [String] {
    var lines: [String] = []
    var group = ""
    for (path, command) in everyCommand {
      if path.count == 1, command.group != group {
        group = command.group
        lines.append(".SS \(roff(group))")
      }
      lines.append(".TP")
      let words = "\\fB" + roff(([name] + path).joined(separator: " ")) + "\\fR"
      let values = command.positionals.map { "\\fI\(roff($0.usage))\\fR" }
      let below = command.subcommands.isEmpty || command.isRunnable ? [] : ["\\fICOMMAND\\fR"]
      lines.append(([words] + values + below).joined(separator: " "))
      lines.append(roff(command.summary))
      for paragraph in command.discussion { lines += [".IP", roff(paragraph)] }
      if !command.options.isEmpty || !command.examples.isEmpty {
        lines.append(".RS")
        lines += command.options.flatMap(roffOption)
        for example in command.examples {
          lines += [".PP", roff(example.help), ".PP", ".EX", roff(example.line), ".EE"]
        }
        lines.append(".RE")
      }
    }
    return lines
  }

  private func roffOption(_ option: Option) -> [String] {
    let letter = option.letter.map { ["\\fB\(roff("-\($0)"))\\fR"] } ?? []
    let value = option.valueName.map { " \\fI\(roff($0))\\fR" } ?? ""
    let spelling = (letter + ["\\fB\(roff(option.spelling))\\fR"]).joined(separator: ", ")
    let accepted = option.hint.accepted.map { " One of \($0.joined(separator: ", "))." } ?? ""
    return [".TP", spelling + value, roff(option.help + accepted)]
  }

  /// A text as roff shows it: no command at the start of a line, hyphens that can be copied.
  private func roff(_ text: String) -> String {
    let escaped = text.map { character in
      switch character {
      case "\\": "\\e"
      case "-": "\\-"
      case "\n": " "
      default: String(character)
      }
    }.joined()
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  private func withoutFullStop(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
