/// How a terminal shows a text apart from others.
package enum TextStyle: Int, Hashable, Sendable, CaseIterable {
  // The raw values are those of ECMA-48, "Select Graphic Rendition".
  /// For what matters most.
  case bold = 1
  /// For what can be passed over.
  case dim = 2
  /// For what went wrong.
  case red = 31
  /// For what is done.
  case green = 32
  /// For what to mind.
  case yellow = 33
  /// For headings and names.
  case blue = 34
}

/// Where a program's text goes to: whether that is a terminal, how wide, and if it wants colour.
///
/// All of it is passed in, so that a test sees what a person would.
package struct Terminal: Hashable, Sendable {
  /// Whether a person reads there, rather than a file or another program.
  package let isTerminal: Bool
  /// The columns that lines may have.
  package let columns: Int
  /// Whether text may be coloured.
  package let hasColour: Bool

  /// The columns of a terminal that does not say, and of a file.
  package static let columnsDefault = 80
  /// The widest that text is laid out for; longer lines are hard to read.
  package static let columnsMax = 120

  /// Makes a value from what a program finds.
  ///
  /// Colour is only for a terminal, never where `NO_COLOR` is set to anything (see no-color.org),
  /// and not for a terminal that calls itself `dumb`.
  /// - Parameters:
  ///   - isTerminal: Whether the output is one.
  ///   - columns: What the terminal says; `nil` or nonsense means the default.
  ///   - noColor: The value of the variable `NO_COLOR`, `nil` if it is not set.
  ///   - term: The value of the variable `TERM`, `nil` if it is not set.
  package init(isTerminal: Bool, columns: Int? = nil, noColor: String? = nil, term: String? = nil) {
    self.isTerminal = isTerminal
    let known = isTerminal ? columns.flatMap { $0 >= 20 ? $0 : nil } : nil
    self.columns = min(known ?? Self.columnsDefault, Self.columnsMax)
    hasColour = isTerminal && (noColor ?? "").isEmpty && term != "dumb"
  }

  /// A text in a style, if there is colour.
  ///
  /// - Parameters:
  ///   - text: A text without controls of its own.
  ///   - styles: The styles, any number.
  /// - Returns: The text between the codes that turn the styles on and off, or as it is.
  package func styled(_ text: String, _ styles: TextStyle...) -> String {
    styled(text, styles)
  }

  /// A text in a list of styles, if there is colour.
  ///
  /// - Parameters:
  ///   - text: A text without controls of its own.
  ///   - styles: The styles, any number.
  /// - Returns: The text between the codes that turn the styles on and off, or as it is.
  package func styled(_ text: String, _ styles: [TextStyle]) -> String {
    guard hasColour, !styles.isEmpty, !text.isEmpty else { return text }
    let codes = styles.map { String($0.rawValue) }.joined(separator: ";")
    return "\u{1B}[\(codes)m\(text)\u{1B}[0m"
  }
}
