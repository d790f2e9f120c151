import JamaalCore
import Testing

@Suite struct CapacityTests {
  @Test(arguments: [
    (180, 120, 240), (205, 135, 275), (30, 20, 40), (360, 240, 480), (60, 40, 80),
    (100, 65, 135), (195, 130, 260), (240, 160, 320),
  ])
  func `low is two thirds and high four thirds of a normal day, to five minutes`(
    normal: Int, low: Int, high: Int
  ) {
    #expect(Budget(level: .low, normalDayMinutes: normal).minutes == low)
    #expect(Budget(level: .medium, normalDayMinutes: normal).minutes == normal)
    #expect(Budget(level: .high, normalDayMinutes: normal).minutes == high)
    #expect(Budget(level: .unknown("vast"), normalDayMinutes: normal).minutes == normal)
  }

  @Test(arguments: [
    (0, 180, 0), (180, 180, 100), (90, 180, 50), (1, 200, 1), (1, 201, 0), (219, 200, 110),
    (-5, 180, 0), (130, 120, 108),
  ])
  func `a load score is rounded half up`(planned: Int, budget: Int, score: Int) {
    #expect(Budget(minutes: budget).loadScore(plannedMinutes: planned) == score)
  }

  @Test(arguments: [Int.min, -1, 0, Int.max])
  func `numbers that no settings allow do no harm`(minutes: Int) {
    #expect(Budget(level: .high, normalDayMinutes: minutes).minutes >= 5)
    #expect(Budget(minutes: minutes).loadScore(plannedMinutes: minutes) >= 0)
  }

  @Test(arguments: [
    (0, LoadState.light), (69, .light), (70, .balanced), (89, .balanced), (90, .full),
    (109, .full), (110, .overloaded), (140, .overloaded), (141, .exhausting),
  ])
  func `a load state begins where its threshold says`(score: Int, state: LoadState) {
    #expect(LoadState(score: score) == state)
    #expect(LoadState(score: score).isOverloaded == (score >= 110))
  }

  @Test func `load states are ordered`() {
    #expect(LoadState.allCases == LoadState.allCases.sorted())
  }

  @Test(arguments: ["low", "medium", "high", "enormous", ""])
  func `a level is kept as it was written`(text: String) {
    #expect(CapacityLevel(text).text == text)
  }
}
