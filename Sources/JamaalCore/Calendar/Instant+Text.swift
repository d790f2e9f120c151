extension Instant: LosslessStringConvertible {
  /// Reads an ISO 8601 date and time with its offset from UTC.
  ///
  /// The form is `yyyy-MM-ddTHH:mm`, then optionally `:ss`, then optionally a fraction after `.` or
  /// `,`, then `Z` or `±HH:mm`, `±HHmm` or `±HH`. Digits of the fraction beyond milliseconds are cut
  /// off. A text without an offset is refused: it would name a different instant for every reader.
  /// Source: RFC 3339, section 5.6, with the short forms of ISO 8601.
  /// `nil` if the text has another form or names a time that does not exist.
  /// - Parameter description: The text, such as `2026-03-29T03:30:00+02:00`.
  public init?(_ description: String) {
    var cursor = TextCursor(description)
    guard let date = LogicalDate(reading: &cursor), cursor.take("T") || cursor.take("t"),
      let time = Self.readTime(&cursor), let offset = Self.readOffset(&cursor), cursor.isAtEnd
    else { return nil }
    let minutes = date.dayNumber * WallClock.minuteCount + time.minute - offset
    if time.second == 60 {
      // A leap second exists at the end of a UTC day only; Unix time has no room for it and counts
      // it as the first second of the next day.
      let minuteOfDay = minutes.flooredDivision(by: WallClock.minuteCount).remainder
      guard minuteOfDay == WallClock.minuteCount - 1 else { return nil }
    }
    millis = Int64(minutes) * 60_000 + Int64(time.second) * 1000 + Int64(time.millis)
  }

  /// The instant in UTC, such as `2026-03-29T01:30:00Z`, with milliseconds only if there are any.
  public var description: String { localText(offsetMinutes: 0) + "Z" }

  /// The instant as the clocks of a place show it, with their offset from UTC.
  ///
  /// Only whole minutes of offset can be written. Where a zone's offset has seconds (local mean
  /// times of long ago) the next smaller one is written, and the clock time that goes with it, so
  /// that the text still names the same instant.
  /// - Parameter offsetSeconds: Seconds east of UTC.
  /// - Returns: A text such as `2026-03-29T03:30:00+02:00`.
  public func text(offsetSeconds: Int) -> String {
    let offsetMinutes = offsetSeconds / 60
    let sign = offsetMinutes < 0 ? "-" : "+"
    let (hours, minutes) = abs(offsetMinutes).flooredDivision(by: 60)
    return localText(offsetMinutes: offsetMinutes) + sign + zeroPadded(hours, to: 2) + ":"
      + zeroPadded(minutes, to: 2)
  }

  /// The instant as the clocks of a zone show it, with their offset from UTC.
  ///
  /// - Parameter zone: The zone of the reader.
  /// - Returns: A text such as `2026-03-29T03:30:00+02:00`.
  public func text(in zone: TimeZoneRules) -> String {
    text(offsetSeconds: zone.offsetSeconds(at: self))
  }
}

extension Instant {
  /// Whole seconds since 1970, rounded down.
  var seconds: Int64 { millis.flooredDivision(by: 1000).quotient }

  private func localText(offsetMinutes: Int) -> String {
    let (seconds, millis) = self.millis.flooredDivision(by: 1000)
    let local = seconds + Int64(offsetMinutes) * 60
    let (dayNumber, secondOfDay) = local.flooredDivision(by: 86_400)
    let date = LogicalDate(dayNumber: Int(dayNumber))
    let clock = WallClock(clamping: Int(secondOfDay) / 60)
    let fraction = millis == 0 ? "" : "." + zeroPadded(Int(millis), to: 3)
    return "\(date)T\(clock):\(zeroPadded(Int(secondOfDay) % 60, to: 2))\(fraction)"
  }

  /// Reads `HH:mm[:ss[.fff]]`.
  private static func readTime(
    _ cursor: inout TextCursor
  ) -> (minute: Int, second: Int, millis: Int)? {
    guard let hour = cursor.number(digits: 2...2), cursor.take(":"),
      let minute = cursor.number(digits: 2...2),
      let clock = WallClock(hour: hour, minute: minute)
    else { return nil }
    guard cursor.take(":") else { return (clock.minuteOfDay, 0, 0) }
    guard let second = cursor.number(digits: 2...2), second <= 60 else { return nil }
    guard cursor.take(".") || cursor.take(",") else { return (clock.minuteOfDay, second, 0) }
    let digits = cursor.run(where: TextCursor.isDigit)
    guard !digits.isEmpty else { return nil }
    let millis = Int(digits.prefix(3) + String(repeating: "0", count: max(0, 3 - digits.count)))
    return millis.map { (clock.minuteOfDay, second, $0) }
  }

  /// Reads `Z` or an offset, as minutes east of UTC.
  private static func readOffset(_ cursor: inout TextCursor) -> Int? {
    if cursor.take("Z") || cursor.take("z") { return 0 }
    let isWest = cursor.take("-")
    guard isWest || cursor.take("+"), let hours = cursor.number(digits: 2...2) else { return nil }
    var minutes = 0
    if cursor.take(":") || !cursor.isAtEnd {
      guard let read = cursor.number(digits: 2...2) else { return nil }
      minutes = read
    }
    guard let offset = WallClock(hour: hours, minute: minutes) else { return nil }
    return isWest ? -offset.minuteOfDay : offset.minuteOfDay
  }
}
