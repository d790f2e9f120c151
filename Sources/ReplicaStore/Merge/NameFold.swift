@_spi(_Unicode) import Swift

/// Makes names comparable without a locale: case, accents and surrounding space do not count.
///
/// The name is decomposed (NFD), loses its combining marks, goes to upper case and from there to
/// lower case, so that ß meets ss and both dotted and dotless i meet i, on every machine whatever
/// its language. Source: The Unicode Standard, sections 3.11 and 5.18.
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
    for scalar in name._nfd where scalar.properties.generalCategory != .nonspacingMark {
      upper.append(contentsOf: scalar.properties.uppercaseMapping.unicodeScalars)
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
}
