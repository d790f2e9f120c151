/// Rows of cells in columns that line up.
package struct TextTable: Hashable, Sendable {
  /// One column.
  package struct Column: Hashable, Sendable {
    /// On which side its texts stand.
    package let alignment: TextAlignment
    /// Whether it gives way where a line would be too long; its texts are then cut.
    package let isFlexible: Bool

    /// Makes a value from its parts.
    package init(_ alignment: TextAlignment = .left, isFlexible: Bool = false) {
      self.alignment = alignment
      self.isFlexible = isFlexible
    }
  }

  /// One text in a row, with how it looks.
  package struct Cell: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The text.
    package let text: String
    /// How it looks.
    package let styles: [TextStyle]

    /// Makes a cell; what could command a terminal is taken out of the text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - styles: How it looks.
    package init(_ text: String, _ styles: TextStyle...) {
      self.text = text.withoutControls()
      self.styles = styles
    }

    /// Makes a cell of plain text.
    package init(stringLiteral text: String) {
      self.init(text)
    }
  }

  /// The columns.
  package let columns: [Column]
  /// The rows, each with one cell for every column.
  package private(set) var rows: [[Cell]] = []

  /// The fewest columns that a flexible one keeps.
  static let flexibleColumnsMin = 8

  /// Makes an empty table.
  package init(columns: [Column]) {
    self.columns = columns
  }

  /// Adds a row.
  ///
  /// - Parameter cells: One for every column.
  package mutating func append(_ cells: [Cell]) {
    precondition(cells.count == columns.count, "a row has one cell for every column")
    rows.append(cells)
  }

  /// The lines of the table, two spaces between columns and none at the ends.
  ///
  /// - Parameter terminal: Where they go: how wide a line may be and if it has colour.
  /// - Returns: One line for each row.
  package func lines(for terminal: Terminal) -> [String] {
    // In a file or another program nothing is too long, and what is cut would be lost.
    let widths = fittedWidths(columns: terminal.isTerminal ? terminal.columns : Int.max)
    return rows.map { row in
      var line = ""
      var pendingSpaces = 0
      for (index, cell) in row.enumerated() {
        let text = cell.text.truncated(toColumns: max(1, widths[index]))
        let spaces = max(0, widths[index] - text.columnCount)
        let before = columns[index].alignment == .right ? spaces : 0
        pendingSpaces += before
        if !text.isEmpty {
          line += String(repeating: " ", count: pendingSpaces)
          line += terminal.styled(text, cell.styles)
          pendingSpaces = 0
        }
        pendingSpaces += spaces - before + 2
      }
      return line
    }
  }

  /// The width of each column: what its widest cell needs, flexible ones less if there is no room.
  private func fittedWidths(columns available: Int) -> [Int] {
    var widths = columns.indices.map { index in rows.map { $0[index].text.columnCount }.max() ?? 0 }
    var excess = widths.reduce(0, +) + 2 * max(0, columns.count - 1) - available
    for index in columns.indices where columns[index].isFlexible && excess > 0 {
      let given = min(excess, max(0, widths[index] - Self.flexibleColumnsMin))
      widths[index] -= given
      excess -= given
    }
    return widths
  }
}
