extension String {
  /// How many columns a terminal shows the text in, about.
  ///
  /// Letters of East Asia and emoji take two, marks that combine with the letter before take none.
  /// Terminals differ in the rest; what matters is that columns line up for the texts people write.
  /// Source: Unicode Standard Annex #11, East Asian Width, by blocks rather than letter by letter.
  package var columnCount: Int {
    // Nearly every text is plain ASCII, and needs no look at letters.
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return utf8.count }
    return reduce(0) { $0 + $1.columnCount }
  }

  /// The text cut to a number of columns, with `…` in the place of what is missing.
  ///
  /// - Parameter columns: The most columns, at least 1.
  /// - Returns: The text, unchanged if it fits.
  package func truncated(toColumns columns: Int) -> String {
    if columnCount <= columns { return self }
    var result = ""
    var used = 0
    for character in self {
      guard used + character.columnCount <= columns - 1 else { break }
      result.append(character)
      used += character.columnCount
    }
    return result + "…"
  }

  /// The text with spaces around it, up to a number of columns.
  ///
  /// - Parameters:
  ///   - columns: The columns; a longer text stays as it is.
  ///   - alignment: On which side the text stands.
  /// - Returns: The text with spaces.
  package func padded(toColumns columns: Int, _ alignment: TextAlignment = .left) -> String {
    let spaces = String(repeating: " ", count: max(0, columns - columnCount))
    return alignment == .left ? self + spaces : spaces + self
  }
}

/// On which side of its column a text stands.
package enum TextAlignment: Hashable, Sendable {
  /// Text.
  case left
  /// Numbers.
  case right
}

extension Character {
  /// The columns that a terminal gives it: 0, 1 or 2.
  var columnCount: Int {
    if let byte = asciiValue, byte >= 0x20, byte < 0x7F { return 1 }
    guard let first = unicodeScalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator,
      .paragraphSeparator, .surrogate:
      return 0
    default: break
    }
    // A sign that is text by default becomes an emoji by the selector after it: ☀️.
    let isEmoji =
      first.properties.isEmojiPresentation
      || unicodeScalars.dropFirst().contains("\u{FE0F}")
    return isEmoji || Self.isWide(first.value) ? 2 : 1
  }

  /// Whether a letter stands in a block whose letters are wide or full-width.
  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    return wideRanges.contains { $0.contains(value) }
  }

  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF,
    0x20000...0x3FFFD,
  ]
}
