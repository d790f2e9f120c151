extension CommandTable {
  /// A script that teaches bash (4 or later) to complete the program's commands and options.
  ///
  /// It walks the words before the cursor to find the command, as the parser does, then offers what
  /// can stand there. bash splits a word at `=`; the script puts `--option=value` together again.
  package var bashCompletions: String {
    let functionName = "_\(shellName)"
    let lines: [String] =
      [
        "# Completions of \(name) for bash, generated from its table of commands.",
        "\(functionName)() {",
        "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}",
        "  local path=\(name) word index",
        "  COMPREPLY=()",
        "  if [[ $current == '=' ]]; then",
        "    current=''",
        "  elif [[ $previous == '=' ]]; then",
        "    previous=${COMP_WORDS[COMP_CWORD-2]}",
        "  fi",
        "  for ((index = 1; index < COMP_CWORD; index++)); do",
        "    word=${COMP_WORDS[index]}",
        "    [[ $word == '--' ]] && break",
        "    case \"$path|$word\" in",
      ]
      + bashDescents.map { "      \($0)" }
      + [
        "    esac",
        "  done",
        "  case \"$path|$previous\" in",
      ]
      + bashOptionValues.map { "    \($0)" }
      + [
        "  esac",
        "  case \"$path\" in",
      ]
      + nodes.flatMap(bashOffers).map { "    \($0)" }
      + [
        "  esac",
        "}",
        "complete -F \(functionName) \(name)",
      ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The program's name as part of a shell function's name.
  var shellName: String { String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" }) }

  /// Which word leads from one command to one below it, and which word's follower is its value.
  private var bashDescents: [String] {
    nodes.flatMap { node in
      node.subcommands.map { "'\(node.path)|\($0.name)') path='\(node.path) \($0.name)' ;;" }
    }
      + bashValuePatterns.map { patterns, _ in
        // With an equals sign two words follow.
        "\(patterns)) [[ ${COMP_WORDS[index+1]} == '=' ]] && ((index++)); ((index++)) ;;"
      }
  }

  private var bashOptionValues: [String] {
    bashValuePatterns.map { patterns, hint in
      let action = bashAction(hint)
      return "\(patterns)) \(action.isEmpty ? "" : "\(action); ")return ;;"
    }
  }

  /// The options with values, as patterns of command and word; those of every command come once.
  private var bashValuePatterns: [(patterns: String, hint: ValueHint)] {
    let own = nodes.flatMap { node in node.ownOptions.map { (place: "'\(node.path)|", option: $0) }
    }
    let shared = options.map { (place: "*'|", option: $0) }
    return (own + shared).filter { !$0.option.isFlag }.map { place, option in
      (option.spellings.map { "\(place)\($0)'" }.joined(separator: " | "), option.hint)
    }
  }

  /// Fills `COMPREPLY` for a value.
  private func bashAction(_ hint: ValueHint) -> String {
    switch hint {
    case .none: ""
    case .words(let words), .examples(let words): bashWords(words)
    case .file: "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$current\")"
    case .directory: "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$current\")"
    }
  }

  private func bashWords(_ words: [String]) -> String {
    "mapfile -t COMPREPLY < <(compgen -W '\(words.joined(separator: " "))' -- \"$current\")"
  }

  /// The case of a command: options after a dash, else commands below it and words for its values.
  private func bashOffers(_ node: Node) -> [String] {
    let options = bashWords(node.options.flatMap(\.spellings))
    let words = node.subcommands.map(\.name) + node.positionals.flatMap(\.hint.offered)
    let hint =
      words.isEmpty
      ? node.positionals.map(\.hint).first { $0 == .file || $0 == .directory } ?? .none
      : .examples(words)
    let others = bashAction(hint)
    return [
      "'\(node.path)')",
      "  if [[ $current == -* ]]; then",
      "    \(options)",
    ] + (others.isEmpty ? [] : ["  else", "    \(others)"]) + ["  fi", "  ;;"]
  }
}
