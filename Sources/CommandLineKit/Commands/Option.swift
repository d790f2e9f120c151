/// An option of a command: a flag such as `--json`, or one with a value such as `--due DATE`.
package struct Option: Hashable, Sendable {
  /// The name without its dashes, such as `due`.
  package let name: String
  /// A letter for short, such as `d` for `-d`.
  package let letter: Character?
  /// What stands for the value in help, such as `DATE`; `nil` makes it a flag.
  package let valueName: String?
  /// What it does, as one sentence.
  package let help: String
  /// What a shell can offer for the value.
  package let hint: ValueHint
  /// Whether it may be given more than once.
  package let isRepeatable: Bool

  /// Whether it takes no value.
  package var isFlag: Bool { valueName == nil }

  /// Makes an option that is either there or not.
  ///
  /// - Parameters:
  ///   - name: The name without its dashes.
  ///   - letter: A letter for short.
  ///   - help: What it does.
  /// - Returns: The option.
  package static func flag(_ name: String, letter: Character? = nil, help: String) -> Option {
    Option(
      name: name, letter: letter, valueName: nil, help: help, hint: .none, isRepeatable: false)
  }

  /// Makes an option with a value.
  ///
  /// - Parameters:
  ///   - name: The name without its dashes.
  ///   - valueName: What stands for the value in help, in capitals.
  ///   - letter: A letter for short.
  ///   - help: What it does.
  ///   - hint: What a shell can offer for the value.
  ///   - isRepeatable: Whether it may be given more than once.
  /// - Returns: The option.
  package static func value(
    _ name: String, _ valueName: String, letter: Character? = nil, help: String,
    hint: ValueHint = .none, isRepeatable: Bool = false
  ) -> Option {
    Option(
      name: name, letter: letter, valueName: valueName, help: help, hint: hint,
      isRepeatable: isRepeatable)
  }

  /// The option as it is typed: `--due`.
  package var spelling: String { "--\(name)" }

  /// The option with its value as help shows it: `--due DATE`.
  package var usage: String { valueName.map { "\(spelling) \($0)" } ?? spelling }
}
