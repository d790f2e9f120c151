import FolderSync
import ReplicaStore
import TestSupport
import Testing

/// Devices whose clocks are wrong.
@Suite struct WrongClockTests {
  private static let day: Int64 = 86_400_000

  @Test func `what a clock far ahead wrote is set aside, told, and kept`() throws {
    let fleet = try Fleet(2)
    let (ahead, sane) = (fleet.devices[0], fleet.devices[1])
    ahead.authorities.millis += 400 * Self.day
    try ahead.add("from next year")
    try ahead.sync()
    try sane.add("of today")
    let report = try sane.sync()
    #expect(report.outcome == .synced)
    #expect(
      report.notes.contains { if case .quarantined(let count) = $0 { count > 0 } else { false } })
    #expect(try sane.names == ["of today"])
    #expect(sane.replica.clock.millis < ahead.replica.clock.millis - 300 * Self.day)
    // A person says that it counts.
    let waiting = try #require(try sane.replica.quarantined().first)
    #expect(waiting.device == ahead.replica.device)
    try sane.replica.acceptQuarantined(from: waiting.device)
    #expect(try sane.names == ["from next year", "of today"])
    #expect(try sane.sync().outcome == .synced)
    #expect(try sane.replica.quarantined().isEmpty)
  }

  @Test func `a clock far behind sets aside what comes, tells it, and loses none of it`() throws {
    let fleet = try Fleet(2)
    let (behind, sane) = (fleet.devices[0], fleet.devices[1])
    try sane.add("first")
    try sane.sync()
    behind.authorities.millis -= 1000 * Self.day
    try behind.add("written in the past")
    let report = try behind.sync()
    #expect(report.outcome == .synced)
    #expect(report.notes.contains { if case .quarantined = $0 { true } else { false } })
    try sane.sync()
    #expect(try sane.names == ["first", "written in the past"], "old stamps are welcome")
    behind.authorities.millis += 1000 * Self.day
    try behind.replica.acceptQuarantined(from: sane.replica.device)
    try fleet.syncAll()
    try fleet.expectEqual()
  }

  @Test func `what was read before a reset from the future is handed on when its files are gone`()
    throws
  {
    let fleet = try Fleet(2)
    let (ahead, sane) = (fleet.devices[0], fleet.devices[1])
    try ahead.add("of today")
    try fleet.syncAll()
    ahead.authorities.millis += 400 * Self.day
    for number in 1..<8 {
      try ahead.add("from next year \(number)")
      try ahead.sync()
    }
    try sane.sync()
    try ahead.replica.reset()
    // Merged with all before it, which nobody can read with it.
    for _ in 0..<4 {
      try ahead.add("in the new generation")
      try ahead.sync()
    }
    #expect(try sane.sync().heldBack.map(\.device) == [ahead.replica.device])
    _ = try sane.synchronizer.retire(ahead.replica.device)
    #expect(try sane.sync().heldBack.isEmpty)
    sane.authorities.millis += 61 * 60_000
    #expect(try sane.sync().notes.contains(.handedOn))
    sane.authorities.millis += 61 * 60_000
    #expect(try !sane.sync().notes.contains(.handedOn))
    let newcomer = try fleet.newcomer(clockOf: 1)
    #expect(try newcomer.names == ["of today"])
    #expect(newcomer.replica.digest == sane.replica.digest)
  }

  @Test func `a clock that jumps back goes on rising, and skips no sync`() throws {
    let fleet = try Fleet(2)
    let (jumped, sane) = (fleet.devices[0], fleet.devices[1])
    let id = try jumped.add("first")
    try fleet.syncAll()
    jumped.authorities.millis -= 30 * Self.day
    try jumped.rename(id, to: "changed later")
    try jumped.sync()
    try sane.sync()
    #expect(try sane.names == ["changed later"])
    try fleet.syncAll()
    try fleet.expectEqual()
  }
}
