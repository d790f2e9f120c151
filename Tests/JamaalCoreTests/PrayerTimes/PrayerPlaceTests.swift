import JamaalCore
import Testing

@Suite("The place of the prayers, and what is usual there")
struct PrayerPlaceTests {
  private func london(_ mode: PrayerPlace.Mode = .device) throws -> PrayerPlace {
    PrayerPlace(mode: mode, coordinates: try place(51.5074, -0.1278), name: "London")
  }

  @Test func `no more than two decimals of a place are kept`() throws {
    #expect(try london().coordinates == Coordinates(latitude: 51.51, longitude: -0.13))
    let origin = try #require(Coordinates(latitude: -0.001, longitude: -0.001)).coarse
    #expect("\(origin.latitude) \(origin.longitude)" == "0.0 0.0")
  }

  @Test(arguments: [
    (90.01, 0.0), (-91, 0), (0, 180.5), (0, -200), (.nan, 0), (0, .nan), (.infinity, 0),
  ])
  func `a point off the map is none`(latitude: Double, longitude: Double) {
    #expect(Coordinates(latitude: latitude, longitude: longitude) == nil)
  }

  @Test(arguments: [
    (51.5074, -0.1278, 48.8566, 2.3522, 343.6), (0, 179.5, 0, -179.5, 111.2),
    (90, 0, -90, 77, 20_015.1), (89, 0, 89, 180, 222.4), (21.42, 39.83, 21.42, 39.83, 0),
    (36.12, -86.67, 33.94, -118.40, 2886.4),
  ])
  func `distances are those of the sphere`(
    latitude: Double, longitude: Double, otherLatitude: Double, otherLongitude: Double,
    kilometres: Double
  ) throws {
    let one = try place(latitude, longitude)
    let other = try place(otherLatitude, otherLongitude)
    #expect(abs(one.kilometres(to: other) - kilometres) < max(0.1, kilometres * 0.0002))
    #expect(one.kilometres(to: other) == other.kilometres(to: one))
  }

  @Test func `the place follows a device that has moved 25 kilometres itself`() throws {
    let home = try london()
    let near = try place(51.72, -0.13)
    let far = try place(51.74, -0.13)
    #expect(home.coordinates.kilometres(to: near) < 25)
    #expect(home.coordinates.kilometres(to: far) > 25)
    let stayed = home.following(near, from: home.coordinates, named: "Near")
    #expect(stayed.place == nil && stayed.mark == home.coordinates)
    let moved = home.following(far, from: stayed.mark, named: "Far")
    #expect(moved.place == PrayerPlace(mode: .device, coordinates: far, name: "Far"))
    #expect(moved.mark == far)
  }

  @Test func `small moves add up until they count`() throws {
    var current = try london()
    var mark = current.coordinates
    var writes: [Double] = []
    for step in 1...50 {
      let position = try place(51.51 + Double(step) * 0.01, -0.13)
      let (moved, newMark) = current.following(position, from: mark)
      mark = newMark
      if let moved {
        current = moved
        writes.append(position.latitude)
      }
    }
    // A step is 1.11 km: one write every 23 steps, none in between.
    #expect(writes.count == 2)
  }

  @Test func `a device that stayed never fetches back a place that travelled`() throws {
    let paris = PrayerPlace(mode: .device, coordinates: try place(48.86, 2.35), name: "Paris")
    let desk = try london().coordinates
    #expect(paris.following(desk, from: desk).place == nil)
    // Not even after its memory of where it was is lost.
    let forgetful = paris.following(desk, from: nil)
    #expect(forgetful.place == nil && forgetful.mark == desk)
  }

  @Test func `a device that arrives where the place already is writes nothing`() throws {
    let paris = PrayerPlace(mode: .device, coordinates: try place(48.86, 2.35), name: "Paris")
    let arrived = paris.following(try place(48.90, 2.40), from: try london().coordinates)
    #expect(arrived.place == nil)
    #expect(arrived.mark == (try place(48.90, 2.40)))
  }

  @Test func `a chosen city never moves`() throws {
    let city = try london(.manual)
    let moved = city.following(try place(35.68, 139.69), from: city.coordinates)
    #expect(moved.place == nil)
  }

  @Test(arguments: [
    ("US", PrayerMethod.moonsightingCommittee, Madhab.shafi),
    ("CA", .moonsightingCommittee, .shafi),
    ("GB", .moonsightingCommittee, .shafi), ("SA", .ummAlQura, .shafi), ("AE", .dubai, .shafi),
    ("KW", .kuwait, .shafi), ("QA", .qatar, .shafi), ("SG", .singapore, .shafi),
    ("MY", .singapore, .shafi), ("ID", .singapore, .shafi), ("TR", .turkey, .hanafi),
    ("IR", .tehran, .shafi), ("EG", .egyptian, .shafi), ("PK", .karachi, .hanafi),
    ("IN", .karachi, .hanafi), ("BD", .karachi, .hanafi), ("AF", .karachi, .hanafi),
    ("FR", .muslimWorldLeague, .shafi), ("gb", .moonsightingCommittee, .shafi),
    ("", .muslimWorldLeague, .shafi), ("GBR", .muslimWorldLeague, .shafi),
  ])
  func `a country suggests its method and school`(
    country: String, method: PrayerMethod, madhab: Madhab
  ) {
    let suggestion = PrayerMethodSuggestion(country: country)
    #expect(suggestion.method == method)
    #expect(suggestion.madhab == madhab)
  }

  @Test func `no country, no special suggestion, and no country twice`() {
    #expect(PrayerMethodSuggestion(country: nil) == PrayerMethodSuggestion(country: "FR"))
    #expect(PrayerMethodSuggestion.byCountry.count == 17)
  }

  @Test func `an unknown method means the Muslim World League`() {
    #expect(PrayerMethod(key: "custom") == .muslimWorldLeague)
    #expect(PrayerMethod.allCases.allSatisfy { PrayerMethod(key: $0.key) == $0 })
  }

  @Test func `adjustments stay within an hour and zero is not stored`() {
    let adjustments = PrayerAdjustments([.fajr: -90, .asr: 0, .isha: 61, .dhuhr: 5])
    #expect(adjustments[.fajr] == -60 && adjustments[.isha] == 60)
    #expect(adjustments.nonzero.map(\.prayer) == [.fajr, .dhuhr, .isha])
    #expect(adjustments.nonzero.map(\.minutes) == [-60, 5, 60])
  }
}
