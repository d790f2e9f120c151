import JamaalCore
import Testing

@Suite("Windows of the prayers")
struct PrayerWindowTests {
  static let edinburgh = (latitude: 55.983226, longitude: -3.216649)

  /// The windows of a date as local times, `HH:MM-HH:MM` with `+1` for the next day.
  private func shown(
    _ schedule: PrayerSchedule, on text: String, in name: String
  ) throws -> [String] {
    let (date, zone) = (try day(text), try zone(name))
    func local(_ instant: Instant) -> String {
      let local = zone.localTime(at: instant)
      let days = local.date - date
      return "\(local.clock)" + (days == 0 ? "" : days > 0 ? "+\(days)" : "\(days)")
    }
    return schedule.day(date).windows.map { "\(local($0.start))-\(local($0.end))" }
  }

  @Test func `each prayer ends where the day's next time begins`() throws {
    let calculation = PrayerCalculation(method: .northAmerica, madhab: .hanafi)
    let schedule = PrayerSchedule(place: try place(35.775, -78.6336), calculation: calculation)
    #expect(
      try shown(schedule, on: "2015-07-12", in: "America/New_York") == [
        "04:42-06:08", "13:21-18:22", "18:22-20:32", "20:32-21:57", "21:57-00:38+1",
      ])
    #expect(schedule.day(try day("2015-07-12")).windows.allSatisfy { $0.note == nil })
  }

  @Test func `isha lasts until fajr where that was chosen`() throws {
    let calculation = PrayerCalculation(method: .northAmerica, madhab: .hanafi)
    let schedule = PrayerSchedule(
      place: try place(35.775, -78.6336), calculation: calculation, prayers: [.isha],
      ishaEnds: .fajr)
    #expect(
      try shown(schedule, on: "2015-07-12", in: "America/New_York") == ["21:57-04:43+1"])
  }

  @Test func `adjustments move starts, and the windows around them follow`() throws {
    var schedule = PrayerSchedule(
      place: try place(35.775, -78.6336),
      calculation: PrayerCalculation(method: .northAmerica, madhab: .hanafi))
    schedule.calculation.adjustments = PrayerAdjustments([.fajr: -2, .asr: 10, .maghrib: 4])
    #expect(
      try shown(schedule, on: "2015-07-12", in: "America/New_York") == [
        "04:40-06:08", "13:21-18:32", "18:32-20:36", "20:36-21:57", "21:57-00:39+1",
      ])
  }

  @Test func `times that cross leave one minute, with a note`() throws {
    var schedule = PrayerSchedule(
      place: try place(51.51, -0.13), prayers: [.fajr, .dhuhr, .maghrib])
    schedule.calculation.adjustments = PrayerAdjustments([
      .dhuhr: 60, .asr: -60, .maghrib: 60, .isha: -60,
    ])
    schedule.calculation.highLatitudeRule = .seventhOfNight
    let windows = schedule.day(try day("2026-06-21")).windows
    #expect(windows.map(\.prayer) == [.fajr, .dhuhr, .maghrib])
    let maghrib = try #require(windows.last)
    #expect(maghrib.end == maghrib.start + 60)
    #expect(maghrib.note == .oneMinute)
    #expect(windows[0].note == nil)
  }

  @Test func `isha after Islamic midnight lasts until fajr, or a minute where fajr is then`() throws
  {
    let calculation = PrayerCalculation(highLatitudeRule: .middleOfNight)
    var schedule = PrayerSchedule(
      place: try place(Self.edinburgh.latitude, Self.edinburgh.longitude),
      calculation: calculation, prayers: [.isha])
    // Isha and the next fajr both at 01:14.
    #expect(try shown(schedule, on: "2020-06-15", in: "Europe/London") == ["01:14+1-01:15+1"])
    #expect(schedule.day(try day("2020-06-15")).windows.map(\.note) == [.oneMinute])
    // Islamic midnight is 23:38, long before; an earlier isha has the rest of the night.
    schedule.calculation.adjustments[.isha] = -60
    #expect(try shown(schedule, on: "2020-06-15", in: "Europe/London") == ["00:14+1-01:14+1"])
    #expect(schedule.day(try day("2020-06-15")).windows.map(\.note) == [.endsAtFajr])
  }

  /// The planner's cases, "latitude 52 in June, middle-of-the-night rule".
  @Test(arguments: PrayerMethod.allCases)
  func `at latitude 52 in June under the middle rule every window ends after it starts`(
    method: PrayerMethod
  ) throws {
    for end in IshaEnd.allCases {
      let schedule = PrayerSchedule(
        place: try place(52, 0),
        calculation: PrayerCalculation(method: method, highLatitudeRule: .middleOfNight),
        ishaEnds: end)
      for day in schedule.days(try day("2026-06-01")...day("2026-06-30")) {
        #expect(day.windows.count == 5)
        #expect(day.windows.allSatisfy { $0.start < $0.end })
      }
    }
  }

  /// The planner's cases, "42.7467 N, 177.2401 E, 2025-12-01".
  @Test func `times are in order where noon falls just before midnight UTC`() throws {
    let date = try day("2025-12-01")
    let place = try place(42.7467, 177.2401)
    let times = try PrayerTimes(on: date, at: place, by: PrayerCalculation())
    #expect(times.all == times.all.sorted())
    #expect(Set(times.all).count == 6)
    #expect(abs((times.dhuhr.minutes(since: date) ?? -1440)) < 30)
  }

  @Test func `two nights' isha that begin on one logical date are two instances`() throws {
    let london = try zone("Europe/London")
    let schedule = PrayerSchedule(
      place: try place(51.51, -0.13),
      calculation: PrayerCalculation(highLatitudeRule: .middleOfNight), prayers: [.isha])
    let dates = try day("2026-05-01")...day("2026-08-31")
    let windows = schedule.windows(beginningOn: dates, boundary: .midnight, in: london)
    let byDate = Dictionary(grouping: windows) { $0.occurrenceDate(.midnight, in: london) }
    let double = byDate.filter { $0.value.count > 1 }
    #expect(!double.isEmpty)
    for (date, pair) in double {
      #expect(pair.map(\.civilDate) == [date - 1, date])
    }
    // With a rollover at three every isha belongs to the evening it follows.
    let late = DayBoundary(rolloverMinute: 180)
    for date in dates {
      let windows = schedule.windows(beginningOn: date...date, boundary: late, in: london)
      #expect(windows.map(\.civilDate) == [date])
    }
  }

  @Test(arguments: ["Pacific/Honolulu", "Pacific/Kiritimati", "Europe/London", "Asia/Kolkata"])
  func `no window is lost or doubled when the person is far from the place`(name: String) throws {
    let zone = try zone(name)
    let boundary = DayBoundary(rolloverMinute: 180)
    let schedule = PrayerSchedule(place: try place(21.42, 39.83))
    let dates = try day("2026-03-01")...day("2026-04-30")
    let one = schedule.windows(beginningOn: dates, boundary: boundary, in: zone)
    let each = dates.flatMap {
      schedule.windows(beginningOn: $0...$0, boundary: boundary, in: zone)
    }
    #expect(one == each)
    #expect(one.count == 61 * 5)
    #expect(one.allSatisfy { dates.contains($0.occurrenceDate(boundary, in: zone)) })
  }

  @Test func `only Friday's dhuhr has another title, and only if asked for`() throws {
    var schedule = PrayerSchedule(place: try place(21.42, 39.83))
    let week = try day("2026-01-05")...day("2026-01-11")
    let titles = schedule.days(week).map { $0.windows.map(\.title.text) }
    for (index, row) in titles.enumerated() {
      #expect(row == ["Fajr", index == 4 ? "Jumu'ah" : "Dhuhr", "Asr", "Maghrib", "Isha"])
    }
    let friday = schedule.day(try day("2026-01-09")).windows[1]
    #expect(friday.prayer.slotKey == "dhuhr")
    schedule.fridayLabel = false
    #expect(schedule.days(week).allSatisfy { !$0.windows.map(\.title).contains(.jumuah) })
  }

  /// The person's own clock says when it is Friday, on either side of the line.
  @Test(arguments: [
    ("Pacific/Kiritimati", 1.87, -157.43), ("Pacific/Apia", -13.83, -171.77),
    ("Pacific/Pago_Pago", -14.28, -170.70), ("Pacific/Tongatapu", -21.14, -175.20),
    ("Pacific/Fakaofo", -9.38, -171.25), ("Pacific/Kanton", -2.81, -171.68),
    ("Pacific/Chatham", -43.95, -176.55), ("Pacific/Fiji", -18.12, 178.45),
    ("Pacific/Fiji", -17.0, -179.0), ("Pacific/Fiji", -16.8, -180),
    ("Pacific/Wallis", -13.3, -176.2),
    ("Pacific/Niue", -19.05, -169.92), ("Pacific/Rarotonga", -9.0, -158.05),
    ("Pacific/Honolulu", 21.31, -157.86), ("Pacific/Tahiti", -17.53, -149.57),
    ("Asia/Anadyr", 66.17, -169.81), ("Asia/Anadyr", 64.73, 177.51),
    ("America/Nome", 64.50, -165.41), ("America/Nome", 63.70, -170.48),
    ("America/Adak", 51.88, -176.65), ("America/Adak", 52.9, 173.2),
    ("Pacific/Auckland", -36.85, 174.76), ("Pacific/Kwajalein", 9.08, 167.33),
  ])
  func `dhuhr is on its civil date by the clocks of the place`(
    name: String, latitude: Double, longitude: Double
  ) throws {
    let zone = try zone(name)
    // March: the northernmost of these places have little sun in winter.
    let schedule = PrayerSchedule(place: try place(latitude, longitude), prayers: [.dhuhr])
    for day in schedule.days(try day("2026-03-01")...day("2026-03-31")) {
      let dhuhr = try #require(day.windows.first)
      #expect(zone.localTime(at: dhuhr.start).date == day.civilDate)
      #expect((dhuhr.title == .jumuah) == (day.civilDate.weekday == 5))
    }
  }

  @Test func `Tromsø has a reason in summer and winter, and times by the nearest day`() throws {
    var schedule = PrayerSchedule(place: try place(69.65, 18.96))
    let summer = try day("2026-06-21")
    let winter = try day("2026-12-21")
    #expect(schedule.day(summer).absence == .midnightSun)
    #expect(schedule.day(winter).absence == .polarNight)
    #expect(schedule.day(summer).windows.isEmpty)
    schedule.calculation.polarRule = .nearestDay
    for date in [summer, winter] {
      let day = schedule.day(date)
      #expect(day.windows.count == 5)
      guard case .otherDay(let other) = day.times?.sun else {
        Issue.record("no other day's sun on \(date)")
        continue
      }
      #expect((10...70).contains(abs(other - date)))
    }
    schedule.calculation.polarRule = .nearestPlace
    guard case .otherLatitude(let latitude) = schedule.day(summer).times?.sun else {
      Issue.record("no other latitude's sun")
      return
    }
    #expect((64...67).contains(latitude))
  }

  @Test func `a whole year in Tromsø has five windows a day by either rule`() throws {
    for rule in [PolarRule.nearestDay, .nearestPlace] {
      let schedule = PrayerSchedule(
        place: try place(69.65, 18.96), calculation: PrayerCalculation(polarRule: rule))
      let days = schedule.days(try day("2026-01-01")...day("2026-12-31"))
      #expect(days.allSatisfy { $0.windows.count == 5 })
      #expect(days.flatMap(\.windows).allSatisfy { $0.start < $0.end })
    }
  }

  @Test func `an asr that is no use comes right after noon`() throws {
    // For nine days either side of Tromsø's polar night asr comes out hours off, once by two days.
    let schedule = PrayerSchedule(place: try place(69.65, 18.96), prayers: [.dhuhr, .asr])
    let days = schedule.days(try day("2024-11-15")...day("2025-01-31"))
    let misplaced = days.filter { $0.times?.isAsrMisplaced == true }
    #expect(misplaced.count == 18)
    for day in misplaced {
      let times = try #require(day.times)
      #expect(day.windows[1].start == times.dhuhr + 60)
      #expect(day.windows[0].end == day.windows[1].start)
      #expect(day.windows[1].end == times.maghrib)
    }
  }

  @Test(arguments: [(0, 0, 0), (1, 1, 1), (2, 1, 1), (3, 2, 2), (100, 50, 67), (-3, -1, -2)])
  func `parts of the night go to the nearest minute`(night: Int, middle: Int, third: Int) {
    let maghrib = Instant(millis: 1_800_000_000_000)
    let parts = PrayerNight(maghrib: maghrib, nextFajr: maghrib + night * 60)
    #expect(parts.middle == maghrib + middle * 60)
    #expect(parts.lastThird == maghrib + third * 60)
  }
}
