extension CommandTable {
  /// A script that teaches fish to complete the program's commands and options, with their help.
  package var fishCompletions: String {
    let lines: [String] =
      ["# Completions of \(name) for fish, generated from its table of commands."]
      + fishPathFunction
      + [
        "function __\(shellName)_at",
        "  test (__\(shellName)_path) = \"$argv[1]\"",
        "end",
        "complete -c \(name) -f",
      ]
      + nodes.flatMap(fishOffers)
      + options.map { fishOption($0, start: "complete -c \(name)") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A function that tells which command the words before the cursor have led to.
  private var fishPathFunction: [String] {
    let descents = nodes.flatMap { node in
      node.subcommands.map { command in
        [
          "      case \(fishQuoted("\(node.path)|\(command.name)"))",
          "        set path \(fishQuoted("\(node.path) \(command.name)"))",
        ]
      }
    }
    let own = nodes.flatMap { node in node.ownOptions.map { (place: node.path, option: $0) } }
    let shared = options.map { (place: "*", option: $0) }
    let valued = (own + shared).filter { !$0.option.isFlag }.flatMap { place, option in
      option.spellings.map { fishQuoted("\(place)|\($0)") }
    }
    return [
      "function __\(shellName)_path",
      "  set -l path \(name)",
      "  set -l skips 0",
      "  set -l words (commandline -opc)",
      "  for word in $words[2..-1]",
      "    if test $skips = 1",
      "      set skips 0",
      "      continue",
      "    end",
      "    switch \"$path|$word\"",
    ] + descents.joined()
      + (valued.isEmpty
        ? [] : ["      case \(valued.joined(separator: " "))", "        set skips 1"])
      + ["    end", "  end", "  echo $path", "end"]
  }

  private func fishOffers(_ node: Node) -> [String] {
    let start = "complete -c \(name) -n \(fishQuoted("__\(shellName)_at '\(node.path)'"))"
    var lines = node.subcommands.map { command in
      "\(start) -a \(command.name) -d \(fishQuoted(command.summary))"
    }
    for positional in node.positionals {
      let values = fishValues(positional.hint)
      if !values.isEmpty { lines.append("\(start) \(values) -d \(fishQuoted(positional.name))") }
    }
    return lines + node.ownOptions.map { fishOption($0, start: start) }
  }

  private func fishOption(_ option: Option, start: String) -> String {
    let letter = option.letter.map { " -s \($0)" } ?? ""
    // A value that is not a file shall not be offered files.
    let needs = option.hint == .file ? " -r" : " -x"
    let values = fishValues(option.hint)
    let value = option.isFlag ? "" : values.isEmpty ? needs : "\(needs) \(values)"
    return "\(start) -l \(option.name)\(letter)\(value) -d \(fishQuoted(option.help))"
  }

  private func fishValues(_ hint: ValueHint) -> String {
    switch hint {
    case .none: ""
    case .words(let words), .examples(let words): "-a \(fishQuoted(words.joined(separator: " ")))"
    case .file: "-F"
    case .directory: "-a '(__fish_complete_directories)'"
    }
  }

  /// A text as one word of fish, which knows `\'` and `\\` within single quotes.
  private func fishQuoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
