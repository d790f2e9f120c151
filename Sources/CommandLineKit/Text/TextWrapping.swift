extension String {
  /// The text in lines of a number of columns, broken at spaces.
  ///
  /// A word longer than a line stands alone and stays whole: paths and commands are copied from
  /// help.
  /// - Parameter columns: The most columns in a line.
  /// - Returns: The lines, at least one.
  package func wrapped(toColumns columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ") {
      if line.isEmpty {
        line = String(word)
      } else if line.columnCount + 1 + String(word).columnCount <= columns {
        line += " " + word
      } else {
        lines.append(line)
        line = String(word)
      }
    }
    return lines + [line]
  }
}

/// A list of terms and what they mean, side by side, as help shows options.
struct DefinitionList {
  /// The widest term that its meaning still stands beside.
  static let termColumnsMax = 28

  var items: [(term: String, help: String)]

  /// The lines, with two spaces before them.
  func lines(columns: Int) -> [String] {
    let termColumns = items.map(\.term.columnCount).filter { $0 <= Self.termColumnsMax }.max() ?? 0
    let indent = termColumns + 4
    let margin = String(repeating: " ", count: indent)
    return items.flatMap { term, help in
      var lines = help.wrapped(toColumns: max(20, columns - indent)).map { margin + $0 }
      if term.columnCount > termColumns { return ["  \(term)"] + lines }
      lines[0] = ("  " + term).padded(toColumns: indent) + lines[0].dropFirst(indent)
      return lines
    }
  }
}

extension Terminal {
  /// A text in lines as wide as the terminal, each with the same styles; one line elsewhere.
  ///
  /// - Parameters:
  ///   - text: What is shown; it must hold nothing that steers a terminal.
  ///   - styles: How.
  ///   - indent: Columns that the caller puts before each line.
  /// - Returns: The lines.
  package func wrapped(_ text: String, _ styles: [TextStyle], indent: Int = 0) -> [String] {
    text.wrapped(toColumns: isTerminal ? columns - indent : .max).map { styled($0, styles) }
  }
}
