import JamaalCore
import Testing

@Suite("Prayer times agree with what is published")
struct PublishedTimesTests {
  static let gridPlaces = [
    "Makkah", "Cairo", "Istanbul", "London", "Edinburgh", "Oslo", "Reykjavik", "Tromso", "NewYork",
    "Raleigh", "Edmonton", "Quito", "Ushuaia", "CapeTown", "Karachi", "Dhaka", "Singapore",
    "Jakarta", "Auckland", "Suva", "Apia", "Kiritimati", "Kamchatka", "IDL-test",
  ]

  @Test(arguments: gridPlaces)
  func `to the minute on every row of the grid`(name: String) throws {
    let grid = try PrayerData.read("golden-grid", as: GoldenGrid.self)
    let degrees = try #require(grid.places[name])
    let place = try place(degrees[0], degrees[1])
    let rows = grid.rows.filter { $0.place == name }
    #expect(rows.count == 54)
    for row in rows {
      let date = try day(row.date)
      let times = try? PrayerTimes(on: date, at: place, by: row.calculation)
      var found = times?.all.map { $0.minutes(since: date) } ?? []
      // A row has no night where the day after has no times.
      if let times, let next = try? PrayerTimes(on: date + 1, at: place, by: row.calculation) {
        let night = PrayerNight(maghrib: times.maghrib, nextFajr: next.fajr)
        found += [night.middle, night.lastThird].map { $0.minutes(since: date) }
      }
      #expect(found == row.minutes, "\(row.date) \(row.calculation)")
    }
  }

  @Test func `no published row is without a test`() throws {
    let grid = try PrayerData.read("golden-grid", as: GoldenGrid.self)
    #expect(grid.places.keys.sorted() == Self.gridPlaces.sorted())
    #expect(grid.rows.count == 1296)
    #expect(try PrayerData.read("published-cases", as: PublishedCases.self).cases.count == 23)
  }

  @Test(arguments: Timetable.cities)
  func `within the tolerance of every timetable`(city: String) throws {
    let table = try PrayerData.read(city, as: Timetable.self)
    let zone = try zone(table.params.timezone)
    let place = try place(table.params.latitude, table.params.longitude)
    let calculation = try PrayerCalculation(
      method: table.params.method, madhab: table.params.madhab,
      highLatitudeRule: table.params.highLatitudeRule)
    #expect(table.times.count >= 12)
    for row in table.times {
      let date = try day(row.date)
      let times = try PrayerTimes(on: date, at: place, by: calculation)
      for (found, text) in zip(times.all, row.shown) {
        let expected = try minuteOfDay(text)
        let local = zone.localTime(at: found)
        let minute = (local.date - date) * 1440 + local.clock.minuteOfDay
        #expect(
          abs(minute - expected) <= table.variance ?? 0, "\(row.date) \(text): \(local.clock)")
      }
    }
  }

  @Test(arguments: try PrayerData.read("published-cases", as: PublishedCases.self).cases)
  func `to the minute on every published case`(published: PublishedCases.Case) throws {
    let date = try day(published.date)
    let zone = try zone(published.timezone)
    let place = try place(published.latitude, published.longitude)
    let calculation = try PrayerCalculation(
      method: published.method, madhab: published.madhab,
      highLatitudeRule: published.highLatitudeRule, shafaq: published.shafaq,
      polarRule: published.polarCircleResolution == "aqrabYaum" ? .nearestDay : .noTimes)
    func local(_ instant: Instant) -> Int {
      let local = zone.localTime(at: instant)
      return (local.date - date) * 1440 + local.clock.minuteOfDay
    }
    let times = try? PrayerTimes(on: date, at: place, by: calculation)
    if let middle = published.middleOfTheNight, let third = published.lastThirdOfTheNight {
      let times = try #require(times)
      let next = try PrayerTimes(on: date + 1, at: place, by: calculation)
      let night = PrayerNight(maghrib: times.maghrib, nextFajr: next.fajr)
      for (found, text) in [(night.middle, middle), (night.lastThird, third)] {
        let parts = text.split(separator: "T")
        let expected = try (day(String(parts[0])) - date) * 1440 + minuteOfDay(String(parts[1]))
        #expect(local(found) == expected)
      }
    } else {
      let expected = try published.expected?.shown.map(minuteOfDay)
      #expect(times?.all.map(local) == expected)
    }
  }

  /// Reads `h:mm AM` and `HH:MM`, either followed by `+1` for the next day.
  private func minuteOfDay(_ text: String) throws -> Int {
    let parts = text.split { ": +".contains($0) }
    var hour = try #require(Int(parts[0]), "not a time: \(text)")
    let minute = try #require(Int(parts[1]), "not a time: \(text)")
    if parts.contains("AM") || parts.contains("PM") {
      hour = hour % 12 + (parts.contains("PM") ? 12 : 0)
    }
    return (text.contains("+") ? 1440 : 0) + hour * 60 + minute
  }
}
