import ReplicaStore
import TestSupport
import Testing

@testable import FolderSync

/// A log with values that were written over by a clock far ahead.
@Suite struct ClockJumpTests {
  private static let day: Int64 = 24 * 60 * 60 * 1000

  /// A phone that reads everything and a laptop that renames an item, first by the right clock and
  /// then by one that is ahead, and pushes often enough for merges.
  private func fleet(aheadDays: Int64, before: Int = 3, after: Int = 20) throws -> Fleet {
    let fleet = try Fleet(2)
    try fleet.syncAll()
    let (phone, laptop) = (fleet.devices[0], fleet.devices[1])
    let id = try laptop.add("first")
    for number in 1...before {
      try laptop.rename(id, to: "before \(number)")
      try laptop.sync()
      try phone.sync()
    }
    laptop.authorities.millis += aheadDays * Self.day
    for number in 1...after {
      try laptop.rename(id, to: "ahead \(number)")
      try laptop.sync()
      try phone.sync()
    }
    return fleet
  }

  @Test(arguments: [3, 9])
  func `a device that reads merges knows the value before it like those that read the log`(
    before: Int
  ) throws {
    let fleet = try fleet(aheadDays: 26_000, before: before)
    let phone = fleet.devices[0]
    #expect(try phone.names == ["before \(before)"])
    let late = try fleet.newcomer()
    #expect(try late.names == phone.names)
    #expect(try late.replica.contentDigest() == phone.replica.contentDigest())
    #expect(try fleet.logFiles.count < 20)
  }

  @Test func `once others have come as far, everything is merged`() throws {
    let fleet = try fleet(aheadDays: 40)
    let (phone, laptop) = (fleet.devices[0], fleet.devices[1])
    #expect(try phone.names == ["before 3"])
    phone.authorities.millis += 41 * Self.day
    try phone.add("of the phone")
    try fleet.syncAll(rounds: 3)
    try fleet.expectEqual()
    #expect(try phone.names == ["ahead 20", "of the phone"])
    for number in 0..<10 {
      try laptop.add("more \(number)")
      try laptop.sync()
    }
    let first = try fleet.logFiles.compactMap { SegmentName($0.name) }
      .filter { $0.device == laptop.replica.device && $0.first == 1 }
    #expect(first.contains { $0.last >= 8 })
  }

  private func segments(_ days: [ClosedRange<Int64>]) -> [SyncStore.OwnSegment] {
    days.enumerated().map { index, range in
      let number = UInt64(index + 1)
      return SyncStore.OwnSegment(
        name: SegmentName(
          device: DeviceID(rawValue: 1), first: number, last: number, chain: .zero),
        state: .published, level: 0,
        clocks: HybridTime(
          millis: range.lowerBound * Self.day)...HybridTime(millis: range.upperBound * Self.day),
        byteCount: 10)
    }
  }

  @Test(
    arguments: [
      ([1...1, 2...2, 3...3], [0], 3), ([1...1, 31...31], [0], 2), ([1...1, 32...32], [0], 1),
      ([1...1, 32...32], [32], 2), ([1...1, 32...90, 91...91], [0], 2),
      ([1...1, 50...50, 100...100, 101...101], [0], 2), ([1...1, 50...50, 100...100], [60], 1),
      ([1...1, 50...50], [], 2), ([], [3], 0),
    ] as [([ClosedRange<Int64>], [Int64], Int)])
  func `only what was written since the last jump that nobody has caught up with is merged`(
    days: [ClosedRange<Int64>], peers: [Int64], count: Int
  ) {
    let clocks = peers.map { HybridTime(millis: $0 * Self.day) }
    #expect(ClockJump.sinceLast(in: segments(days), peers: clocks).count == count)
  }
}
