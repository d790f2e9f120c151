import Simulator
import Testing

/// A simulator that finds nothing proves nothing.
@Suite struct PlantedBugTests {
  /// The bugs that show in a few worlds; `jamaal-sim plant --all` tries every one.
  static let quick: [PlantedBug] = [
    .deferralWrittenAsFact, .boundaryInUTC, .damagedFileSkipped, .listingIsComplete,
    .cursorBeforeApply, .countByArrival, .acknowledgedBeforeDurable, .undoWritesOldValue,
    .clockNotAdvanced, .randomSuccessor, .endedDayReplicated, .historyTrimmed, .deletedComesBack,
    .undoTakesMore, .lookWrites, .seedStampedNow, .countedByMaximum,
  ]

  @Test(arguments: quick)
  func `a planted bug is noticed`(bug: PlantedBug) {
    let detection = Detection.hunt(bug, seeds: 1...20)
    #expect(detection.seed != nil, "\(bug.summary): not noticed in \(detection.worlds) worlds")
    #expect(detection.deviceDays > 0)
  }

  @Test func `every bug says what it does`() {
    #expect(PlantedBug.allCases.count >= 30)
    #expect(Self.quick.count >= 12)
    #expect(Set(PlantedBug.allCases.map(\.summary)).count == PlantedBug.allCases.count)
  }

  @Test func `a failing world is shrunk to a few events that still fail in the same way`() throws {
    let seed = try #require(Detection.hunt(.undoWritesOldValue, seeds: 1...20).seed)
    let plan = Plan(seed: seed)
    let failed = World(plan, bug: .undoWritesOldValue).run()
    let invariant = try #require(failed.violation?.invariant)
    let small = try #require(Shrinker.shrink(plan, bug: .undoWritesOldValue))
    #expect(small.events.count <= 10)
    #expect(World(small, bug: .undoWritesOldValue).run().violation?.invariant == invariant)
    #expect(World(small).run().violation == nil)
    #expect(Shrinker.shrink(small) == nil)
  }
}
