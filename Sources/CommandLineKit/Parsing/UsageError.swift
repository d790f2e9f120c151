/// What was wrong with a line that was typed; the program then ends with status 2.
package struct UsageError: Error, Hashable, Sendable {
  /// The status with which a program ends when it was called wrongly.
  package static let exitStatus: Int32 = 2

  /// The kinds of mistake.
  package enum Kind: Hashable, Sendable {
    /// No command has this name.
    case unknownCommand(String)
    /// One of the commands below this one is needed.
    case missingCommand
    /// The command takes no such option.
    case unknownOption(String)
    /// The option came without its value.
    case missingValue(option: String, valueName: String)
    /// The flag came with a value.
    case unexpectedValue(option: String)
    /// The option came twice.
    case repeatedOption(String)
    /// The value is not one that the option or positional takes; the reason says which it takes.
    case invalidValue(name: String, value: String, reason: String)
    /// A positional is missing.
    case missingArgument(String)
    /// There is a value too many.
    case unexpectedArgument(String)
  }

  /// What was wrong.
  package let kind: Kind
  /// The words of the command so far, the program's first.
  package let path: [String]
  /// What was perhaps meant, the likeliest first.
  package let suggestions: [String]

  /// Makes a value from its parts.
  package init(_ kind: Kind, path: [String], suggestions: [String] = []) {
    self.kind = kind
    self.path = path
    self.suggestions = suggestions
  }
}

extension UsageError: CustomStringConvertible {
  /// What was wrong, what was perhaps meant, and where to read on; one line without control bytes.
  package var description: String {
    let place = path.joined(separator: " ")
    let help = ([path.first ?? "", "help"] + path.dropFirst()).joined(separator: " ")
    let meant = suggestions.isEmpty ? "" : " Did you mean \(list(suggestions))?"
    return "\(place): \(problem).\(meant) See “\(help)”.".withoutControls()
  }

  /// The most letters of a typed word that are repeated.
  private static let shownCountMax = 60

  private func shown(_ word: String) -> String {
    word.count <= Self.shownCountMax ? word : "\(word.prefix(Self.shownCountMax))…"
  }

  private var problem: String {
    switch kind {
    case .unknownCommand(let name): "there is no command “\(shown(name))”"
    case .missingCommand: "a command is missing"
    case .unknownOption(let option): "there is no option \(shown(option))"
    case .missingValue(let option, let valueName): "\(option) needs its \(valueName)"
    case .unexpectedValue(let option): "\(option) takes no value"
    case .repeatedOption(let option): "\(option) was given twice"
    case .invalidValue(let name, let value, let reason):
      "\(name) cannot be “\(shown(value))”: \(reason)"
    case .missingArgument(let name): "\(name) is missing"
    case .unexpectedArgument(let value): "“\(shown(value))” is one value too many"
    }
  }

  private func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }
}
