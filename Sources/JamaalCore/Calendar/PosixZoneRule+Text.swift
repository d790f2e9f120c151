extension PosixZoneRule {
  /// The longest rule that is read, in bytes; real ones have some forty.
  static let byteCountMax = 256

  /// Reads the POSIX form, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
  ///
  /// With daylight-saving time but no days for it, as in `EST5EDT`, those of the United States since
  /// 2007 hold, as in the C library of this system.
  /// `nil` if any part of it is out of form or out of range.
  /// - Parameter text: The rule.
  init?(_ text: String) {
    guard text.utf8.count <= Self.byteCountMax else { return nil }
    var cursor = TextCursor(text)
    guard let name = Self.readName(&cursor), let west = Self.readTime(&cursor, hoursMax: 24)
    else { return nil }
    standard = LocalTimeType(offsetSeconds: -west, abbreviation: name)
    if cursor.isAtEnd { return }
    guard let daylight = Self.readDaylight(&cursor, standard: standard), cursor.isAtEnd
    else { return nil }
    self.daylight = daylight
  }

  private static func readDaylight(
    _ cursor: inout TextCursor, standard: LocalTimeType
  ) -> Daylight? {
    guard let name = readName(&cursor) else { return nil }
    var offset = standard.offsetSeconds + 3600
    if !cursor.isAtEnd, cursor.next != UInt8(ascii: ",") {
      guard let west = readTime(&cursor, hoursMax: 24) else { return nil }
      offset = -west
    }
    let type = LocalTimeType(offsetSeconds: offset, isDaylightSaving: true, abbreviation: name)
    if cursor.isAtEnd {
      return Daylight(
        type: type,
        start: YearlyChange(day: .weekday(month: 3, week: 2, day: 0), secondOfDay: 7200),
        end: YearlyChange(day: .weekday(month: 11, week: 1, day: 0), secondOfDay: 7200))
    }
    guard let start = readChange(&cursor), let end = readChange(&cursor) else { return nil }
    return Daylight(type: type, start: start, end: end)
  }

  /// Reads a name of three or more letters, or of letters, digits and signs between `<` and `>`.
  private static func readName(_ cursor: inout TextCursor) -> String? {
    guard cursor.take("<") else {
      let name = cursor.run(where: TextCursor.isLetter)
      return name.utf8.count >= 3 ? name : nil
    }
    let name = cursor.run { byte in
      TextCursor.isLetter(byte) || TextCursor.isDigit(byte) || byte == UInt8(ascii: "+")
        || byte == UInt8(ascii: "-")
    }
    return name.utf8.count >= 3 && cursor.take(">") ? name : nil
  }

  /// Reads `[+-]h[h[h]][:mm[:ss]]` as seconds.
  private static func readTime(_ cursor: inout TextCursor, hoursMax: Int) -> Int? {
    let isNegative = cursor.take("-")
    if !isNegative { _ = cursor.take("+") }
    guard let hours = cursor.number(digits: 1...3), hours <= hoursMax else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where cursor.take(":") {
      guard let value = cursor.number(digits: 1...2), value < 60 else { return nil }
      seconds += value * unit
    }
    return isNegative ? -seconds : seconds
  }

  /// Reads `,day[/time]`.
  private static func readChange(_ cursor: inout TextCursor) -> YearlyChange? {
    guard cursor.take(","), let day = readDay(&cursor) else { return nil }
    var change = YearlyChange(day: day, secondOfDay: 7200)
    if cursor.take("/") {
      guard let time = readTime(&cursor, hoursMax: 167) else { return nil }
      change.secondOfDay = time
    }
    return change
  }

  private static func readDay(_ cursor: inout TextCursor) -> YearlyChange.Day? {
    if cursor.take("J") {
      guard let day = cursor.number(digits: 1...3), (1...365).contains(day) else { return nil }
      return .julian(day)
    }
    if cursor.take("M") {
      guard let month = cursor.number(digits: 1...2), (1...12).contains(month), cursor.take("."),
        let week = cursor.number(digits: 1...1), (1...5).contains(week), cursor.take("."),
        let day = cursor.number(digits: 1...1), (0...6).contains(day)
      else { return nil }
      return .weekday(month: month, week: week, day: day)
    }
    guard let day = cursor.number(digits: 1...3), (0...365).contains(day) else { return nil }
    return .ordinal(day)
  }
}
