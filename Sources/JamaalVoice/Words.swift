/// The companion's words: what the engine worked out goes in, text for a person comes out.
///
/// Calm and without judgement. A day that went otherwise is told as it is, never as a failing, and
/// nothing hurries anybody. The same values give the same words on every machine.
public enum Words {}

extension Words {
  /// A number of times: `once`, `twice`, `3 times`.
  ///
  /// - Parameter count: At least 1.
  /// - Returns: The words.
  public static func times(_ count: Int) -> String {
    switch count {
    case 1: "once"
    case 2: "twice"
    default: "\(count) times"
    }
  }

  /// A number of things: `1 task`, `3 tasks`.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - noun: One of them; a plain `s` makes it several.
  /// - Returns: The words.
  public static func count(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  /// The place of a number in a row: `1st`, `2nd`, `3rd`, `11th`.
  ///
  /// - Parameter number: At least 1.
  /// - Returns: The words.
  public static func ordinal(_ number: Int) -> String {
    let isTeen = (11...13).contains(number % 100)
    return switch (isTeen, number % 10) {
    case (false, 1): "\(number)st"
    case (false, 2): "\(number)nd"
    case (false, 3): "\(number)rd"
    default: "\(number)th"
    }
  }

  /// A duration: `45m`, `1h 30m`, `2h`.
  ///
  /// - Parameter minutes: Fewer than none read as none.
  /// - Returns: The words.
  public static func duration(minutes: Int) -> String {
    let (hours, rest) = max(minutes, 0).quotientAndRemainder(dividingBy: 60)
    if hours == 0 { return "\(rest)m" }
    return rest == 0 ? "\(hours)h" : "\(hours)h \(rest)m"
  }
}
