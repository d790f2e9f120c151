extension String {
  /// The text with everything taken out that could command a terminal.
  ///
  /// Titles and notes come from other devices and from files. An escape sequence in them could move
  /// the cursor, rename the window or hide what follows; an embedding of the other direction could
  /// show words in another order than they are read. Each such scalar becomes `�`; tabs and line
  /// breaks become spaces.
  /// - Parameter keepsLines: Whether line breaks stay, for texts of several lines.
  /// - Returns: The text, safe to print.
  package func withoutControls(keepsLines: Bool = false) -> String {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
    if unicodeScalars.allSatisfy({ Self.replacement(for: $0, keepsLines: keepsLines) == nil }) {
      return self
    }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      result.append(Self.replacement(for: scalar, keepsLines: keepsLines) ?? scalar)
    }
    return String(result)
  }

  /// What stands for a scalar that is not to be printed, or `nil` if it is.
  private static func replacement(
    for scalar: Unicode.Scalar, keepsLines: Bool
  ) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x0A where keepsLines: nil
    case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: " "
    case 0x00...0x1F, 0x7F...0x9F: "\u{FFFD}"
    // Embeddings, overrides and isolates; the plain marks that Arabic and Hebrew use stay.
    case 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
    default: nil
    }
  }
}
