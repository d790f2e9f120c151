import JamaalCore

/// The day that somebody lives in, worked out the slow way.
///
/// It is the date of the furthest that calendar and clock have ever shown, less the rollover time.
/// So it is enough to look at the clock now and, where clocks were put back lately, at every minute
/// of the last day.
enum ReferenceDay {
  /// Clocks put back earlier than this have caught up with what they had shown.
  private static let hoursBack = 26

  /// - Parameters:
  ///   - instant: The moment.
  ///   - zone: Where the person is.
  ///   - rolloverMinute: When days end, in minutes after midnight.
  /// - Returns: The logical date.
  static func date(
    of instant: Instant, in zone: TimeZoneRules, rolloverMinute: Int
  ) -> LogicalDate {
    func shown(_ moment: Instant) -> Int64 {
      moment.millis + Int64(zone.offsetSeconds(at: moment)) * 1000
    }
    var furthest = shown(instant)
    // Clocks of the zones used here are changed twice a year, so once in these hours at most.
    let before = instant - hoursBack * 3600
    if zone.offsetSeconds(at: before) > zone.offsetSeconds(at: instant) {
      // Whole minutes, since clocks are changed at whole minutes: the last moment before counts.
      let second = instant.millis / 1000
      let minute = Instant(millis: (second - second % 60) * 1000)
      for back in 0...(hoursBack * 60) {
        furthest = max(furthest, shown(Instant(millis: (minute - back * 60).millis - 1)))
      }
    }
    let day = (furthest - Int64(rolloverMinute) * 60_000) / 86_400_000
    return LogicalDate(dayNumber: Int(day))
  }

  /// Whether clocks jump over the rollover of a date, or show it twice.
  static func oddity(
    of date: LogicalDate, in zone: TimeZoneRules, rolloverMinute: Int
  ) -> Marker? {
    // Local time as if the offset were that of noon before or of noon after.
    let local = Int64(date.dayNumber) * 86_400 + Int64(rolloverMinute) * 60
    let guess = Instant(millis: local * 1000)
    let offsets = Set(
      (-26...26).map { zone.offsetSeconds(at: guess + $0 * 3600) })
    guard offsets.count == 2 else { return nil }
    let times = offsets.filter { offset in
      zone.offsetSeconds(at: Instant(millis: (local - Int64(offset)) * 1000)) == offset
    }.count
    return times == 0 ? .rolloverInGap : times == 2 ? .rolloverInOverlap : nil
  }
}
