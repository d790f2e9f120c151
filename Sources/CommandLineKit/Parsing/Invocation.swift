/// A command line that was understood: which command, with which values.
///
/// Asking for an option or positional that the command does not have is a mistake of the program
/// and traps, so that a misspelled name cannot pass for an option that was not given.
package struct Invocation: Hashable, Sendable {
  /// The words of the command, without the program's: `["habit", "add"]`.
  package let path: [String]

  /// The program's name, for errors.
  let program: String
  /// Values by the names of the options that were given; a flag's list is empty.
  let optionValues: [String: [String]]
  /// Values by the names of all positionals of the command.
  let positionalValues: [String: [String]]
  /// The names of all options that the command takes.
  let optionNames: Set<String>

  /// Whether an option was given.
  ///
  /// - Parameter option: Its name without dashes.
  /// - Returns: `true` if it was.
  package func has(_ option: String) -> Bool {
    checked(option) != nil
  }

  /// The value of an option.
  ///
  /// - Parameter option: Its name without dashes.
  /// - Returns: The value, or `nil` if it was not given.
  package func value(_ option: String) -> String? {
    checked(option)?.first
  }

  /// All values of an option that may be given more than once.
  ///
  /// - Parameter option: Its name without dashes.
  /// - Returns: The values in their order, none if it was not given.
  package func values(_ option: String) -> [String] {
    checked(option) ?? []
  }

  /// The values of a positional.
  ///
  /// - Parameter positional: Its name in the table.
  /// - Returns: The values in their order.
  package func arguments(_ positional: String) -> [String] {
    guard let values = positionalValues[positional] else {
      preconditionFailure("\(path) has no positional \(positional)")
    }
    return values
  }

  /// The value of a positional, several joined by spaces: `add Call the bank`.
  ///
  /// - Parameter positional: Its name in the table.
  /// - Returns: The value, or `nil` if it was left out.
  package func argument(_ positional: String) -> String? {
    let values = arguments(positional)
    return values.isEmpty ? nil : values.joined(separator: " ")
  }

  /// The value of an option as a number.
  ///
  /// - Parameters:
  ///   - option: Its name without dashes.
  ///   - range: The numbers that make sense.
  /// - Returns: The number, or `nil` if the option was not given.
  /// - Throws: `UsageError` if the value is not a number in the range.
  package func integer(
    _ option: String, in range: ClosedRange<Int>
  ) throws(UsageError) -> Int? {
    guard let text = value(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw invalid(
        "--\(option)", text, "it takes a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// An error about a value, for checks that only the program can make.
  ///
  /// - Parameters:
  ///   - name: The option or positional as it is typed.
  ///   - value: What was typed.
  ///   - reason: Which values it takes, as the rest of a sentence without a full stop.
  /// - Returns: The error, to throw.
  package func invalid(_ name: String, _ value: String, _ reason: String) -> UsageError {
    UsageError(
      .invalidValue(name: name, value: value, reason: reason), path: [program] + path)
  }

  private func checked(_ option: String) -> [String]? {
    precondition(optionNames.contains(option), "\(path) has no option --\(option)")
    return optionValues[option]
  }
}
