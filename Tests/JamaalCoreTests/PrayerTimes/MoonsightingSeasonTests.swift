import JamaalCore
import Testing

@Suite("Twilight by season")
struct MoonsightingSeasonTests {
  /// The published table at 55 degrees by hand, in seconds: turning points and days beside them.
  @Test(arguments: [
    ("2025-12-21", 6219), ("2025-12-22", 6213),
    ("2025-12-20", 6207),
    ("2025-03-22", 5666), ("2025-03-23", 5684), ("2025-05-07", 6464),
    ("2025-05-08", 6484), ("2025-06-21", 7366), ("2025-06-22", 7386),
    ("2025-06-23", 7366), ("2025-08-07", 6464), ("2025-08-08", 6447),
    ("2025-09-22", 5666), ("2025-09-23", 5672), ("2024-12-21", 6219),
    ("2024-12-20", 6213),
  ])
  func `fajr is bounded by lines between seven days of the year`(
    text: String, seconds: Int
  ) throws {
    let season = MoonsightingSeason(on: try day(text), latitude: 55)
    #expect(season.morningSeconds == seconds)
  }

  @Test(arguments: [
    ("2025-06-21", 6219), ("2024-06-21", 6219), ("2025-09-20", 5666), ("2025-12-21", 7386),
    ("2025-01-01", 7166), ("2024-01-01", 7166),
  ])
  func `the south has its seasons half a year later`(text: String, seconds: Int) throws {
    let season = MoonsightingSeason(on: try day(text), latitude: -55)
    #expect(season.morningSeconds == seconds)
  }

  /// Winter, early spring, late spring and summer, in seconds.
  static let evenings: [(Shafaq, [Int])] = [
    (.general, [6036, 4623, 3947, 4868]), (.ahmer, [4764, 3290, 4027, 4886]),
    (.abyad, [6036, 4930, 6710, 9410]),
  ]

  @Test(arguments: evenings)
  func `isha has a table for each twilight`(shafaq: Shafaq, seconds: [Int]) throws {
    let dates = ["2025-12-21", "2025-03-22", "2025-05-07", "2025-06-22"]
    let found = try dates.map {
      MoonsightingSeason(on: try day($0), latitude: 55).eveningSeconds(shafaq)
    }
    #expect(found == seconds)
  }
}
