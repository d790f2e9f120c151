import JamaalCore
import Testing

/// What holds for every place, date and method; thousands of new cases a run.
@Suite("Laws of prayer times")
struct PrayerTimesLawTests {
  @Test(arguments: PrayerMethod.allCases)
  func `times are in order up to 48 degrees`(method: PrayerMethod) throws {
    let seed = freshSeed()
    var cases = RandomPrayers(seed: seed)
    for _ in 0..<1000 {
      let place = try cases.place(latitudeMax: 48)
      var calculation = cases.calculation()
      calculation.method = method
      let date = cases.date()
      let times = try PrayerTimes(on: date, at: place, by: calculation)
      let isOrdered =
        times.fajr <= times.sunrise && times.sunrise < times.dhuhr && times.dhuhr < times.asr
        && times.asr < times.maghrib && times.maghrib <= times.isha
      #expect(isOrdered, "seed \(seed): \(date) \(place) \(calculation)")
    }
  }

  @Test(arguments: PrayerMethod.allCases)
  func `consecutive days differ by three minutes at most up to 45 degrees`(
    method: PrayerMethod
  ) throws {
    let seed = freshSeed()
    var cases = RandomPrayers(seed: seed)
    for _ in 0..<400 {
      let place = try cases.place(latitudeMax: 45)
      var calculation = cases.calculation()
      calculation.method = method
      let date = cases.date()
      let today = try PrayerTimes(on: date, at: place, by: calculation)
      let tomorrow = try PrayerTimes(on: date + 1, at: place, by: calculation)
      for (early, late) in zip(today.all, tomorrow.all) {
        let drift = abs(late.millis - early.millis - 86_400_000) / 60_000
        #expect(drift <= 3, "seed \(seed): \(date) \(place) \(calculation)")
      }
    }
  }

  @Test func `every window ends after it starts, anywhere and under any settings`() throws {
    let seed = freshSeed()
    var cases = RandomPrayers(seed: seed)
    for _ in 0..<3000 {
      let place = try cases.place()
      let schedule = cases.schedule(at: place)
      let date = cases.date()
      let day = schedule.day(date)
      #expect((day.times == nil) == (day.absence != nil))
      #expect(day.windows.map(\.prayer) == (day.times == nil ? [] : Prayer.allCases))
      for window in day.windows {
        let comment = "seed \(seed): \(date) \(schedule) \(window)"
        let length = window.end.millis - window.start.millis
        #expect(length >= 60_000, "\(comment)")
        #expect(length % 60_000 == 0 && window.start.millis % 60_000 == 0, "\(comment)")
        #expect(window.note != .oneMinute || length == 60_000, "\(comment)")
      }
    }
  }

  @Test func `windows stay near the noon of their own date, on both sides of the date line`() throws
  {
    let seed = freshSeed()
    var cases = RandomPrayers(seed: seed)
    for _ in 0..<3000 {
      let place = try cases.place()
      let schedule = PrayerSchedule(place: place, calculation: cases.calculation())
      let date = cases.date()
      let solarDate = date - DateLine.daysAhead(at: place)
      let noon = Double(solarDate.dayNumber * 1440 + 720) - place.longitude * 4
      // Isha of a night that is hardly dark can be past midnight; near the poles a day may be long.
      let hoursMax = place.latitude.magnitude <= 60 ? 13.0 : 26.0
      for window in schedule.day(date).windows {
        let hours = (Double(window.start.millis) / 60_000 - noon) / 60
        #expect(hours.magnitude <= hoursMax, "seed \(seed): \(date) \(schedule) \(window)")
      }
    }
  }

  /// Methods that move neither sunrise nor maghrib, with their angles.
  static let plainMethods: [(PrayerMethod, fajr: Double, isha: Double)] = [
    (.muslimWorldLeague, 18, 17), (.egyptian, 19.5, 17.5), (.karachi, 18, 18),
    (.northAmerica, 15, 15), (.kuwait, 18, 17.5),
  ]

  @Test(arguments: HighLatitudeRule.allCases, plainMethods.indices)
  func `twilight takes no more of the night than the rule for high latitudes allows`(
    rule: HighLatitudeRule, row: Int
  ) throws {
    let (method, fajr, isha) = Self.plainMethods[row]
    let seed = freshSeed()
    var cases = RandomPrayers(seed: seed)
    var bounded = 0
    for _ in 0..<300 {
      let place = try cases.place(latitudeMax: 65)
      let date = cases.date()
      let calculation = PrayerCalculation(method: method, highLatitudeRule: rule)
      let times = try PrayerTimes(on: date, at: place, by: calculation)
      let next = try PrayerTimes(on: date + 1, at: place, by: calculation)
      let night = Double(next.sunrise.millis - times.maghrib.millis)
      for (angle, length) in [
        (fajr, times.sunrise.millis - times.fajr.millis),
        (isha, times.isha.millis - times.maghrib.millis),
      ] {
        let portion =
          switch rule {
          case .middleOfNight: 1.0 / 2
          case .seventhOfNight: 1.0 / 7
          case .twilightAngle: angle / 60
          }
        let spare = portion * night - Double(length)
        // Each end is rounded to its minute, and so are those of the night.
        #expect(spare > -120_000, "seed \(seed): \(date) \(place) \(calculation)")
        if spare < 120_000 { bounded += 1 }
      }
    }
    #expect(bounded > 0 || rule == .middleOfNight, "the rule was never needed, seed \(seed)")
  }

  @Test func `tomorrow's windows are near today's up to 60 degrees`() throws {
    let seed = freshSeed()
    var cases = RandomPrayers(seed: seed)
    for _ in 0..<2000 {
      let place = try cases.place(latitudeMax: 60)
      let schedule = cases.schedule(at: place)
      let date = cases.date()
      let days = schedule.days(date...(date + 1))
      for (today, tomorrow) in zip(days[0].windows, days[1].windows) {
        let drift = abs(tomorrow.start.millis - today.start.millis - 86_400_000) / 60_000
        // The rules for high latitudes switch from one day to the next.
        #expect(drift <= 240, "seed \(seed): \(date) \(schedule) \(today.prayer)")
      }
    }
  }

  @Test(arguments: [-90.0, -89.999, 89.999, 90], [-180.0, 0, 179.999])
  func `a year at a pole has times or a reason on every day`(
    latitude: Double, longitude: Double
  ) throws {
    let place = try place(latitude, longitude)
    let year = try day("2028-01-01")...day("2028-12-31")
    for rule in PolarRule.allCases {
      let schedule = PrayerSchedule(place: place, calculation: PrayerCalculation(polarRule: rule))
      let days = schedule.days(year)
      #expect(days.count == 366)
      #expect(days.allSatisfy { ($0.absence == nil) == ($0.windows.count == 5) })
      if rule == .nearestPlace { #expect(days.allSatisfy { $0.absence == nil }) }
    }
  }

  @Test(arguments: [Int.min, -1 << 40, 1 << 40, Int.max])
  func `a damaged date is refused and nothing overflows`(dayNumber: Int) throws {
    let date = LogicalDate(dayNumber: dayNumber)
    let schedule = PrayerSchedule(place: try place(21.42, 39.83))
    #expect(schedule.day(date).absence == .dateOutOfRange)
    #expect(throws: PrayerTimesAbsence.dateOutOfRange) {
      try PrayerTimes(on: date, at: schedule.place, by: schedule.calculation)
    }
  }

  @Test(arguments: ["0001-01-01", "1582-10-15", "9999-12-31"])
  func `the first and the last date that can be written have times`(text: String) throws {
    let day = PrayerSchedule(place: try place(21.42, 39.83)).day(try day(text))
    #expect(day.absence == nil)
    #expect(day.windows.allSatisfy { $0.start < $0.end })
  }

  @Test func `a row of days is the same as each day by itself`() throws {
    let seed = freshSeed()
    var cases = RandomPrayers(seed: seed)
    for _ in 0..<20 {
      let schedule = cases.schedule(at: try cases.place())
      let first = cases.date()
      let days = first...(first + 9)
      #expect(schedule.days(days) == days.map(schedule.day), "seed \(seed): \(first) \(schedule)")
    }
  }
}
