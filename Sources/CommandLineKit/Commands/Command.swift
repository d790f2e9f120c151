/// A command, or a group of commands, as everything generated from the table needs to know it.
package struct Command: Hashable, Sendable {
  /// A line to type, and what it does.
  package struct Example: Hashable, Sendable {
    /// The line.
    package let line: String
    /// What it does, as one sentence.
    package let help: String

    /// Makes a value from its parts.
    package init(_ line: String, help: String) {
      self.line = line
      self.help = help
    }
  }

  /// The word that is typed.
  package let name: String
  /// The heading that the overall help lists it under.
  package let group: String
  /// What it does, as one sentence.
  package let summary: String
  /// More about it, one paragraph each.
  package let discussion: [String]
  /// Its values told by their place.
  package let positionals: [Positional]
  /// Its options, beside those of every command.
  package let options: [Option]
  /// Lines to try.
  package let examples: [Example]
  /// The commands below it.
  package let subcommands: [Command]
  /// Whether it does something without a subcommand.
  package let isRunnable: Bool

  /// Makes a command.
  ///
  /// - Parameters:
  ///   - name: The word that is typed.
  ///   - group: The heading that the overall help lists it under.
  ///   - summary: What it does, as one sentence.
  ///   - discussion: More about it, one paragraph each.
  ///   - positionals: Its values told by their place.
  ///   - options: Its options, beside those of every command.
  ///   - examples: Lines to try.
  ///   - subcommands: The commands below it.
  ///   - isRunnable: Whether it does something without a subcommand; if not said, only a command
  ///     that has none does.
  package init(
    _ name: String, group: String = "", summary: String, discussion: [String] = [],
    positionals: [Positional] = [], options: [Option] = [], examples: [Example] = [],
    subcommands: [Command] = [], isRunnable: Bool? = nil
  ) {
    self.name = name
    self.group = group
    self.summary = summary
    self.discussion = discussion
    self.positionals = positionals
    self.options = options
    self.examples = examples
    self.subcommands = subcommands
    self.isRunnable = isRunnable ?? subcommands.isEmpty
  }
}
