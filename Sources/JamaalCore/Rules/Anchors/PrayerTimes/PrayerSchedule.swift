/// A rule's prayers at one place: windows for any day.
public struct PrayerSchedule: Hashable, Sendable {
  /// The place.
  public var place: Coordinates
  /// How times are worked out.
  public var calculation: PrayerCalculation
  /// The prayers that are wanted.
  public var prayers: Set<Prayer>
  /// When isha's window is over.
  public var ishaEnds: IshaEnd
  /// Whether Friday's dhuhr is called by its own name.
  public var fridayLabel: Bool

  /// The shortest that a window gets.
  private static let shortestSeconds = 60
  /// How far a prayer's logical date can be from the civil date it was worked out for.
  ///
  /// The person's clocks and the place's are at most 26 hours apart, the rollover is less than a day
  /// after midnight, and times near a pole can fall on the next date or the one before.
  private static let logicalDaysApartMax = 3

  /// Describes a schedule.
  public init(
    place: Coordinates, calculation: PrayerCalculation = PrayerCalculation(),
    prayers: Set<Prayer> = Set(Prayer.allCases), ishaEnds: IshaEnd = .midnight,
    fridayLabel: Bool = true
  ) {
    self.place = place
    self.calculation = calculation
    self.prayers = prayers
    self.ishaEnds = ishaEnds
    self.fridayLabel = fridayLabel
  }

  /// The prayers of one date of the place's calendar.
  ///
  /// - Parameter civilDate: The date.
  /// - Returns: The windows, or why there are none.
  public func day(_ civilDate: LogicalDate) -> PrayerDay {
    var positions = SolarPositions()
    let today = times(on: civilDate, &positions)
    return PrayerDay(
      civilDate: civilDate, schedule: self, today: today,
      tomorrow: times(after: civilDate, &positions))
  }

  /// The prayers of a row of dates of the place's calendar, each worked out once.
  ///
  /// - Parameter civilDates: The dates.
  /// - Returns: One entry a date.
  public func days(_ civilDates: ClosedRange<LogicalDate>) -> [PrayerDay] {
    var positions = SolarPositions()
    var today = times(on: civilDates.lowerBound, &positions)
    return civilDates.map { date in
      let tomorrow = times(after: date, &positions)
      defer { today = tomorrow }
      return PrayerDay(civilDate: date, schedule: self, today: today, tomorrow: tomorrow)
    }
  }

  /// The windows that begin on some of the planner's days.
  ///
  /// - Parameters:
  ///   - logicalDates: The days.
  ///   - boundary: When days end.
  ///   - zone: Where the person is; the place may be anywhere else.
  /// - Returns: The windows by start, then civil date, then prayer.
  public func windows(
    beginningOn logicalDates: ClosedRange<LogicalDate>, boundary: DayBoundary,
    in zone: TimeZoneRules
  ) -> [PrayerWindow] {
    let apart = Self.logicalDaysApartMax
    let start = boundary.start(of: logicalDates.lowerBound, in: zone)
    let end = boundary.end(of: logicalDates.upperBound, in: zone)
    return days((logicalDates.lowerBound - apart)...(logicalDates.upperBound + apart))
      .flatMap(\.windows)
      .filter { start <= $0.start && $0.start < end }
      .sorted { ($0.start, $0.civilDate, $0.prayer) < ($1.start, $1.civilDate, $1.prayer) }
  }

  private func times(
    on civilDate: LogicalDate, _ positions: inout SolarPositions
  ) -> Result<PrayerTimes, PrayerTimesAbsence> {
    // A damaged record's date must not overflow here either.
    guard LogicalDate.yearRange.contains(civilDate.year) else { return .failure(.dateOutOfRange) }
    let solarDate = civilDate - DateLine.daysAhead(at: place)
    do throws(PrayerTimesAbsence) {
      return .success(
        try PrayerTimes(on: solarDate, at: place, by: calculation, &positions))
    } catch {
      return .failure(error)
    }
  }

  private func times(
    after civilDate: LogicalDate, _ positions: inout SolarPositions
  ) -> Result<PrayerTimes, PrayerTimesAbsence> {
    guard LogicalDate.yearRange.contains(civilDate.year) else { return .failure(.dateOutOfRange) }
    return times(on: civilDate + 1, &positions)
  }

  /// The window of one prayer.
  func window(
    of prayer: Prayer, on civilDate: LogicalDate, _ times: PrayerTimes, nextFajr: Instant
  ) -> PrayerWindow {
    let start = start(of: prayer, times)
    let (end, note) = end(of: prayer, times, nextFajr: nextFajr)
    let isCrossed = end <= start
    return PrayerWindow(
      civilDate: civilDate, prayer: prayer,
      title: PrayerTitle(prayer, on: civilDate, fridayLabel: fridayLabel), start: start,
      end: isCrossed ? start + Self.shortestSeconds : end, note: isCrossed ? .oneMinute : note)
  }

  /// When a prayer begins.
  ///
  /// An asr that has no figure of use comes right after noon, as it does when shadows are very long.
  private func start(of prayer: Prayer, _ times: PrayerTimes) -> Instant {
    prayer == .asr && times.isAsrMisplaced ? times.dhuhr + Self.shortestSeconds : times[prayer]
  }

  /// When a prayer is over; not necessarily after it began.
  private func end(
    of prayer: Prayer, _ times: PrayerTimes, nextFajr: Instant
  ) -> (Instant, PrayerWindowNote?) {
    switch prayer {
    case .fajr: return (times.sunrise, nil)
    case .dhuhr: return (start(of: .asr, times), nil)
    case .asr: return (times.maghrib, nil)
    case .maghrib: return (times.isha, nil)
    case .isha:
      if ishaEnds == .fajr { return (nextFajr, nil) }
      let midnight = PrayerNight(maghrib: times.maghrib, nextFajr: nextFajr).middle
      return midnight > times.isha ? (midnight, nil) : (nextFajr, .endsAtFajr)
    }
  }
}

/// One date's prayers, or why it has none.
public struct PrayerDay: Hashable, Sendable {
  /// The date in the place's calendar.
  public let civilDate: LogicalDate
  /// The prayer times; `nil` if there are none.
  public let times: PrayerTimes?
  /// Why there are no times; `nil` if there are.
  public let absence: PrayerTimesAbsence?
  /// The windows of the wanted prayers, in the order of the day.
  public let windows: [PrayerWindow]

  /// Makes the windows of a date, for which the next one's fajr is needed too.
  init(
    civilDate: LogicalDate, schedule: PrayerSchedule,
    today: Result<PrayerTimes, PrayerTimesAbsence>,
    tomorrow: Result<PrayerTimes, PrayerTimesAbsence>
  ) {
    self.civilDate = civilDate
    switch today {
    case .failure(let reason):
      absence = reason
      times = nil
      windows = []
    case .success(let times):
      absence = nil
      self.times = times
      // On the last day before the midnight sun there is no other fajr to go by than its own.
      let nextFajr =
        switch tomorrow {
        case .success(let next): next.fajr
        case .failure: times.fajr + 86_400
        }
      windows = Prayer.allCases.filter(schedule.prayers.contains).map {
        schedule.window(of: $0, on: civilDate, times, nextFajr: nextFajr)
      }
    }
  }
}
