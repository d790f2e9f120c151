extension CommandTable {
  /// A script that teaches zsh to complete the program's commands and options, with their help.
  ///
  /// Each command gets a function of its own around `_arguments`; save it as `_NAME` in a directory
  /// of `$fpath`, or run it after `compinit`.
  package var zshCompletions: String {
    let lines: [String] =
      [
        "#compdef \(name)",
        "# Completions of \(name) for zsh, generated from its table of commands.",
      ]
      + nodes.flatMap(zshFunction)
      + [
        "",
        "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then",
        "  _\(shellName) \"$@\"",
        "else",
        "  compdef _\(shellName) \(name)",
        "fi",
      ]
    return lines.joined(separator: "\n") + "\n"
  }

  private func zshFunctionName(_ words: [String]) -> String {
    "_"
      + words.map { String($0.map { $0.isLetter || $0.isNumber ? $0 : "_" }) }
      .joined(separator: "__")
  }

  private func zshFunction(_ node: Node) -> [String] {
    var specs = node.options.map(zshOption)
    if node.subcommands.isEmpty {
      specs += zshPositionals(node.positionals)
      return ["", "\(zshFunctionName(node.words))() {"] + zshCall("_arguments -s -S", specs) + ["}"]
    }
    specs += ["'1: :->command'", "'*:: :->rest'"]
    let descriptions = node.subcommands.map { "\($0.name):\(zshColonEscaped($0.summary))" }
    let words = node.positionals.flatMap(\.hint.offered)
    return [
      "", "\(zshFunctionName(node.words))() {", "  local context state state_descr line",
      "  local -A opt_args",
    ]
      + zshCall("_arguments -s -S -C", specs)
      + ["  case $state in", "    command)", "      local -a commands=("]
      + descriptions.map { "        \(shellQuoted($0))" }
      + ["      )", "      _describe -t commands command commands"]
      + (words.isEmpty ? [] : ["      compadd -- \(words.joined(separator: " "))"])
      + ["      ;;", "    rest)", "      case $line[1] in"]
      + node.subcommands.map { command in
        "        \(command.name)) \(zshFunctionName(node.words + [command.name])) ;;"
      }
      + ["      esac", "      ;;", "  esac", "}"]
  }

  private func zshCall(_ command: String, _ specs: [String]) -> [String] {
    ["  \(command) \\"]
      + specs.enumerated().map { "    \($1)" + ($0 == specs.count - 1 ? "" : " \\") }
  }

  private func zshOption(_ option: Option) -> String {
    let help = zshBracketEscaped(option.help)
    let value = option.valueName.map { ":\($0):\(zshAction(option.hint))" } ?? ""
    let repeats = option.isRepeatable ? "*" : ""
    guard let letter = option.letter else {
      let equals = option.isFlag ? "" : "="
      return shellQuoted("\(repeats)\(option.spelling)\(equals)[\(help)]\(value)")
    }
    // The braces stand outside of quotes, so that the shell makes two specifications of it.
    let exclusion = option.isRepeatable ? "*" : "(-\(letter) \(option.spelling))"
    let names =
      option.isFlag ? "{-\(letter),\(option.spelling)}" : "{-\(letter)+,\(option.spelling)=}"
    return shellQuoted(exclusion) + names + shellQuoted("[\(help)]\(value)")
  }

  /// The specifications of values told by their place.
  ///
  /// zsh cannot tell where a repeated one ends, so with another beside it the words of all are
  /// offered for each.
  private func zshPositionals(_ positionals: [Positional]) -> [String] {
    guard positionals.count > 1, positionals.contains(where: { $0.arity.highest > 1 }) else {
      return positionals.map(zshPositional)
    }
    let usage = positionals.map(\.usage).joined(separator: " ")
    let words = positionals.flatMap(\.hint.offered)
    return [zshPositional(Positional("", .any, help: usage, hint: .examples(words)))]
  }

  private func zshPositional(_ positional: Positional) -> String {
    let prefix =
      switch positional.arity {
      case .one: ":"
      case .optional: "::"
      case .many, .any: "*:"
      }
    let help = zshColonEscaped(positional.help)
    return shellQuoted("\(prefix)\(help):\(zshAction(positional.hint))")
  }

  private func zshAction(_ hint: ValueHint) -> String {
    switch hint {
    case .none: " "
    case .words(let words), .examples(let words):
      words.isEmpty ? " " : "(\(words.joined(separator: " ")))"
    case .file: "_files"
    case .directory: "_files -/"
    }
  }

  private func zshColonEscaped(_ text: String) -> String {
    text.map { $0 == ":" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
  }

  private func zshBracketEscaped(_ text: String) -> String {
    zshColonEscaped(text).map { $0 == "[" || $0 == "]" ? "\\\($0)" : String($0) }.joined()
  }

  /// A text as one word of a shell, whatever is in it.
  func shellQuoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }
}
