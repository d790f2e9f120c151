import JamaalCore
import Testing

@Suite struct NormalDaySuggestionTests {
  /// What is learned on day 100 from the minutes of the days before it, the latest first.
  private static func learned(_ minutes: [Int], set: Int = 180) -> Int? {
    NormalDaySuggestion(normalDayMinutes: set, today: date(100)) { day in
      let back = date(100) - day
      return (1...minutes.count).contains(back) ? minutes[back - 1] : 0
    }?.minutes
  }

  @Test(
    arguments: [
      // So many days of the same work.
      (13, 240, nil), (14, 240, 240), (28, 240, 240),
      // To the nearest quarter of an hour, a tie going up.
      (14, 232, 225), (14, 233, 240), (14, 247, 240), (14, 248, 255),
      // Within the range of the setting.
      (14, 900, 360), (14, 5, 30), (14, 5000, 360),
      // Offered from half an hour on.
      (14, 150, 150), (14, 210, 210), (14, 195, nil), (14, 165, nil), (14, 180, nil),
      (14, 203, 210), (14, 202, nil),
    ] as [(Int, Int, Int?)])
  func `a normal day is learned from at least fourteen days`(
    count: Int, minutes: Int, learned: Int?
  ) {
    #expect(Self.learned(Array(repeating: minutes, count: count)) == learned)
  }

  @Test func `the median of an even number of days lies between the middle two`() {
    let days = Array(repeating: 60, count: 7) + Array(repeating: 255, count: 7)
    // 157.5 is halfway between 150 and 165.
    #expect(Self.learned(days, set: 60) == 165)
    #expect(Self.learned(days + [60], set: 180) == 60)
    #expect(Self.learned(days + [255], set: 180) == 255)
  }

  @Test func `days without work do not count, nor days before the last four weeks`() {
    let work = Array(repeating: 240, count: 14)
    #expect(Self.learned(Array(repeating: 0, count: 14) + work) == 240)
    #expect(Self.learned(Array(repeating: 0, count: 15) + work) == nil)
    #expect(Self.learned(work + Array(repeating: 0, count: 14)) == 240)
  }

  @Test func `today is not over and teaches nothing`() {
    let found = NormalDaySuggestion(normalDayMinutes: 180, today: date(100)) {
      (87...100).contains($0.dayNumber) ? 240 : 0
    }
    #expect(found == nil)
  }

  private typealias Showing = NormalDaySuggestion.Showing

  @Test(
    arguments: [
      ([], true, true),
      // Seen in one place, it may still be seen in the other; Settings keeps showing it.
      ([.init(minutes: 210, place: .settings)], true, true),
      ([.init(minutes: 210, place: .planning)], true, false),
      ([.init(minutes: 225, place: .planning)], true, true),
      // A decline rests every value for four weeks, wherever it was said.
      ([.init(minutes: 225, place: .settings, declinedOn: date(100))], false, false),
      ([.init(minutes: 225, place: .planning, declinedOn: date(73))], false, false),
      ([.init(minutes: 225, place: .planning, declinedOn: date(72))], true, true),
      ([.init(minutes: 225, place: .planning, declinedOn: date(101))], false, false),
      // And its own value for good.
      ([.init(minutes: 210, place: .settings, declinedOn: date(-900))], false, false),
      ([.init(minutes: 210, place: .planning, declinedOn: date(-900))], false, false),
    ] as [([NormalDaySuggestion.Showing], Bool, Bool)])
  func `a decline rests the line for four weeks and its value for good`(
    showings: [NormalDaySuggestion.Showing], inSettings: Bool, inPlanning: Bool
  ) {
    let suggestion = NormalDaySuggestion(minutes: 210)
    #expect(suggestion.isOffered(in: .settings, on: date(100), after: showings) == inSettings)
    #expect(suggestion.isOffered(in: .planning, on: date(100), after: showings) == inPlanning)
  }

  @Test func `planning has a key of its own, and both are read back`() {
    let keys = NormalDaySuggestion.Place.allCases.map {
      Showing(minutes: 210, place: $0, declinedOn: date(3))
    }
    #expect(keys.map(\.subjectKey) == ["210", "planning:210"])
    #expect(keys.map { Showing(subjectKey: $0.subjectKey, declinedOn: date(3)) } == keys)
  }

  @Test(arguments: ["", "planning:", "planning:x", "night:210", "0210", "+210", "210 "])
  func `a key of another form is no showing`(key: String) {
    #expect(Showing(subjectKey: key) == nil)
  }
}
