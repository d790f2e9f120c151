public import JamaalCore

extension Words {
  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The English name of a weekday.
  ///
  /// - Parameter weekday: Monday 1 to Sunday 7.
  /// - Returns: The name.
  public static func weekday(_ weekday: Int) -> String {
    weekdays[(weekday + 6) % 7]
  }

  /// The English name of a month.
  ///
  /// - Parameter month: January 1 to December 12.
  /// - Returns: The name.
  public static func month(_ month: Int) -> String {
    months[(month + 11) % 12]
  }

  /// A day in full: `Wednesday, 10 June`.
  ///
  /// - Parameter day: The day.
  /// - Returns: The words, without the year.
  public static func fullDay(_ day: LogicalDate) -> String {
    "\(weekday(day.weekday)), \(day.day) \(months[day.month - 1])"
  }

  /// A day as it is spoken of today: `today`, `tomorrow`, `Fri`, `Fri 19 June`, `someday`.
  ///
  /// - Parameters:
  ///   - day: The day; `nil` for none.
  ///   - today: The day on which it is read.
  /// - Returns: The words, with the year if it is another one.
  public static func day(_ day: LogicalDate?, today: LogicalDate) -> String {
    guard let day else { return "someday" }
    switch day - today {
    case 0: return "today"
    case 1: return "tomorrow"
    case -1: return "yesterday"
    case 2...6: return String(weekday(day.weekday).prefix(3))
    default: return date(day, today: today)
    }
  }

  /// A day with its date: `Fri 19 June`.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - today: The day on which it is read.
  /// - Returns: The words, with the year if it is another one.
  public static func date(_ day: LogicalDate, today: LogicalDate) -> String {
    let date = "\(weekday(day.weekday).prefix(3)) \(day.day) \(months[day.month - 1])"
    return day.year == today.year ? date : "\(date) \(day.year)"
  }

  /// A day inside a sentence: `to tomorrow`, `to Fri 19 June`, `to someday`.
  ///
  /// - Parameters:
  ///   - day: The day; `nil` for none.
  ///   - today: The day on which it is read.
  /// - Returns: The words; a near weekday comes with its date, so that it cannot be mistaken.
  public static func destination(_ day: LogicalDate?, today: LogicalDate) -> String {
    guard let day, (2...6).contains(day - today) else { return Words.day(day, today: today) }
    return date(day, today: today)
  }

  /// An instant as clocks here show it: `Wed 10 June, 09:12`.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - zone: The reader's zone.
  ///   - today: The day on which it is read.
  /// - Returns: The words.
  public static func time(
    _ instant: Instant, in zone: TimeZoneRules, today: LogicalDate
  ) -> String {
    let local = zone.localTime(at: instant)
    return "\(date(local.date, today: today)), \(local.clock)"
  }
}
