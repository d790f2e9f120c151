/// Reads the dates that people type: `today`, `fri`, `next week`, `+3`, `2026-12-24`, `someday`.
public struct DateParser: Hashable, Sendable {
  /// What was meant.
  public enum Choice: Hashable, Sendable {
    /// A date.
    case day(LogicalDate)
    /// No date: Someday.
    case someday
  }

  /// The furthest date that is taken for meant, in years either way; further is a slip of the key.
  public static let yearsMax = 100

  /// The day that words are counted from.
  public let today: LogicalDate
  /// The ISO weekday on which weeks begin where the person lives.
  public let firstWeekday: Int

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - today: The logical date.
  ///   - firstWeekday: The ISO weekday, Monday 1 to Sunday 7, on which weeks begin there.
  public init(today: LogicalDate, firstWeekday: Int) {
    self.today = today
    self.firstWeekday = firstWeekday
  }

  /// Reads a date; case and extra spaces do not matter.
  ///
  /// A weekday means the next such day strictly after today, so `fri` typed on a Friday is a week
  /// away. `next week` is its first day. `+3` and `-3` are days from today.
  /// - Parameter text: What was typed.
  /// - Returns: The date, or Someday.
  /// - Throws: `DateTextError`, which says what was wrong and what can be typed instead.
  public func parse(_ text: String) throws(DateTextError) -> Choice {
    let words = text.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    guard let first = words.first else { throw DateTextError(.empty, text: text) }
    switch words {
    case ["today"]: return .day(today)
    case ["tomorrow"]: return .day(today + 1)
    case ["yesterday"]: return .day(today - 1)
    case ["next", "week"]:
      return .day(QuickDates(today: today, firstWeekday: firstWeekday).nextWeek)
    case ["someday"]: return .someday
    default: break
    }
    guard words.count == 1 else { throw DateTextError(.unknown, text: text) }
    if let weekday = Self.weekday(named: first) {
      return .day(today + ((weekday - today.weekday + 6) % 7 + 1))
    }
    if first.hasPrefix("+") || first.hasPrefix("-") { return .day(try distance(first)) }
    return .day(try calendarDate(first))
  }

  /// Reads `+3`.
  private func distance(_ text: String) throws(DateTextError) -> LogicalDate {
    let digits = text.dropFirst()
    guard !digits.isEmpty, digits.utf8.allSatisfy(TextCursor.isDigit) else {
      throw DateTextError(.unknown, text: text)
    }
    // A number too long to read is certainly too far.
    guard let days = Int(digits), days <= Self.yearsMax * 366 else {
      throw DateTextError(.tooFar, text: text)
    }
    return text.hasPrefix("-") ? today - days : today + days
  }

  /// Reads `2026-12-24`, saying whether the form or the day is wrong.
  private func calendarDate(_ text: String) throws(DateTextError) -> LogicalDate {
    var cursor = TextCursor(text)
    guard let year = cursor.number(digits: 1...9), cursor.take("-"),
      let month = cursor.number(digits: 2...2), cursor.take("-"),
      let day = cursor.number(digits: 2...2), cursor.isAtEnd
    else { throw DateTextError(.unknown, text: text) }
    guard abs(year - today.year) <= Self.yearsMax else { throw DateTextError(.tooFar, text: text) }
    guard text.utf8.count == 10 else { throw DateTextError(.unknown, text: text) }
    guard let date = LogicalDate(year: year, month: month, day: day) else {
      throw DateTextError(.noSuchDay, text: text)
    }
    return date
  }

  /// The weekday of an English name of two letters or more: `fr`, `fri`, `friday`.
  private static func weekday(named name: String) -> Int? {
    let names = [
      "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
    guard name.count >= 2 else { return nil }
    return names.firstIndex { $0.hasPrefix(name) }.map { $0 + 1 }
  }
}

/// Why a typed date was not understood.
public struct DateTextError: Error, Hashable, Sendable {
  /// The kinds of failure.
  public enum Code: Hashable, Sendable {
    /// Nothing was typed.
    case empty
    /// It has none of the forms.
    case unknown
    /// It has the form of a date, but there is no such day.
    case noSuchDay
    /// It is further away than anybody plans.
    case tooFar
  }

  /// What was wrong.
  public let code: Code
  /// What was typed.
  public let text: String

  /// Makes a value from its parts.
  package init(_ code: Code, text: String) {
    self.code = code
    self.text = text
  }
}

extension DateTextError: CustomStringConvertible {
  /// What failed, why, and what to type instead.
  public var description: String {
    let forms = "Write today, tomorrow, fri, next week, +3, 2026-12-24 or someday."
    return switch code {
    case .empty: "A date is missing. \(forms)"
    case .unknown: "“\(text)” is not a date. \(forms)"
    case .noSuchDay: "“\(text)” is not a date: there is no such day in the calendar."
    case .tooFar:
      "“\(text)” is more than \(DateParser.yearsMax) years away. Check the year, or write someday."
    }
  }
}
