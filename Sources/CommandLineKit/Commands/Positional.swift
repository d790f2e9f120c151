/// A value of a command that is told by its place, such as the title in `jamaal add TITLE`.
package struct Positional: Hashable, Sendable {
  /// How many there may be.
  package enum Arity: Hashable, Sendable {
    /// Exactly one.
    case one
    /// One or none.
    case optional
    /// One or more.
    case many
    /// Any number, also none.
    case any

    /// The fewest.
    package var lowest: Int { self == .one || self == .many ? 1 : 0 }

    /// The most.
    package var highest: Int { self == .many || self == .any ? Int.max : 1 }
  }

  /// What stands for it in help, in capitals; also the name by which it is read.
  package let name: String
  /// How many there may be.
  package let arity: Arity
  /// What it is, as one sentence.
  package let help: String
  /// What a shell can offer for it.
  package let hint: ValueHint

  /// Makes a positional.
  ///
  /// - Parameters:
  ///   - name: What stands for it in help, in capitals.
  ///   - arity: How many there may be.
  ///   - help: What it is.
  ///   - hint: What a shell can offer for it.
  package init(
    _ name: String, _ arity: Arity = .one, help: String, hint: ValueHint = .none
  ) {
    self.name = name
    self.arity = arity
    self.help = help
    self.hint = hint
  }

  /// The positional as a usage line shows it: `TITLE`, `[DATE]`, `TITLE...`, `[N...]`.
  package var usage: String {
    switch arity {
    case .one: name
    case .optional: "[\(name)]"
    case .many: "\(name)..."
    case .any: "[\(name)...]"
    }
  }
}
