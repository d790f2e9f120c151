@_spi(_Unicode) import Swift

/// Makes names comparable without a locale: case, accents and surrounding space do not count.
///
/// The name is decomposed (NFD), loses its accents, goes to lower, upper and again to lower case,
/// so that ß and its capital meet ss and both dotted and dotless i meet i, on every machine
/// whatever its language. Accents are the general combining marks, which Latin, Greek and Cyrillic
/// use; the vowel signs, points and voicing marks of other scripts make other words and stay.
/// Source: The Unicode Standard, sections 3.11, 5.18 and 7.9.
public enum NameFold {
  /// Rises when a fold gives another result; part of no id, since folded keys form classes.
  public static let version = 1

  /// The comparable form of a name.
  ///
  /// - Parameter name: Any text.
  /// - Returns: Equal for names that a person would call the same.
  public static func fold(_ name: String) -> String {
    // Nearly every name is plain ASCII, and needs no tables: what follows gives the same.
    if name.utf8.allSatisfy({ $0 < 0x80 }) {
      return trimmed(
        String(
          decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self))
    }
    var upper = String.UnicodeScalarView()
    for scalar in name._nfd where !isAccent(scalar) {
      for lower in scalar.properties.lowercaseMapping.unicodeScalars {
        upper.append(contentsOf: lower.properties.uppercaseMapping.unicodeScalars)
      }
    }
    var folded = String.UnicodeScalarView()
    for scalar in upper {
      folded.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
    }
    return trimmed(String(folded))
  }

  private static func trimmed(_ text: String) -> String {
    var result = Substring(text)
    while result.first?.isWhitespace == true { result = result.dropFirst() }
    while result.last?.isWhitespace == true { result = result.dropLast() }
    return String(result)
  }

  /// The blocks of combining marks that belong to no script of their own.
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    default: false
    }
  }
}
