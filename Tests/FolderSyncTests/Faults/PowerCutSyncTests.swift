import FolderSync
import ReplicaStore
import TestSupport
import Testing
import WorldDisk

/// A sync on a disk that loses power at any write, fills up, or fails once.
@Suite struct PowerCutSyncTests {
  private static let parts = 4

  /// One device whose replica is on the disk, and a peer with everything in memory.
  private final class World {
    let storage = MemoryFolder.Storage()
    let disk: SimulatedDisk
    let peer: Device
    let identity: DeviceID
    static let names: Set = [
      "item 0", "item 1", "item 2", "item 3", "item 4", "item 5", "item 6", "peer's 0",
      "peer's 1", "last",
    ]

    /// Everything before the sync that is watched: the log is full enough to be merged, a file of
    /// ours is gone, and the peer has news.
    init(seed: UInt64) throws {
      disk = SimulatedDisk(seed: seed)
      peer = try Device(2, MemoryFolder(storage))
      let device = try Device(1, MemoryFolder(storage), path: "r.db", fileLayer: disk.name)
      identity = device.replica.device
      try device.membership.create()
      try peer.membership.join()
      for number in 0..<7 {
        try device.add("item \(number)")
        try device.sync()
      }
      for number in 0..<2 {
        try peer.add("peer's \(number)")
        try peer.sync()
      }
      let path = try #require(
        MemoryFolder(storage).list("log").entries.map(\.path)
          .first { $0.name.hasPrefix("\(identity)") })
      storage.set(path, to: nil)
      try device.add("last")
    }

    /// Opens the replica that is on the disk.
    func open() throws -> Device {
      let device = try Device(11, MemoryFolder(storage), path: "r.db", fileLayer: disk.name)
      device.authorities.millis = peer.authorities.millis + 60_000
      return device
    }

    /// Syncs twice: the second proves and deletes what the first merged.
    func syncs() throws -> [SyncReport] {
      let device = try open()
      return [try device.sync(), try device.sync()]
    }

    /// Goes on after the fault, with everybody.
    func expectRecovery(_ what: String) throws {
      peer.authorities.millis += 120_000
      let device = try open()
      let late = try Device(13, MemoryFolder(storage))
      for _ in 0..<3 {
        for device in [device, peer] {
          let report = try device.sync()
          #expect(report.outcome == .synced, "\(what): \(report.message ?? "")\(report.heldBack)")
        }
      }
      try late.membership.join()
      try late.sync()
      for each in [device, peer, late] {
        #expect(Set(try each.names) == World.names, "\(what)")
        #expect(
          try each.replica.contentDigest() == late.replica.contentDigest(), "\(what)")
        #expect(try each.replica.recomputedDigest() == each.replica.digest, "\(what)")
      }
      #expect(try device.sync().pushedChangeSetCount == 0, "\(what)")
      #expect(device.replica.device == identity, "\(what): no power cut makes another device")
    }
  }

  /// How many operations the two syncs take when nothing goes wrong.
  private func operations() throws -> Range<Int> {
    let world = try World(seed: 1)
    let start = world.disk.operationCount
    let reports = try world.syncs()
    #expect(reports.allSatisfy { $0.outcome == .synced })
    #expect(reports[0].notes.contains(.folderHealed(1)) && reports[0].pulledSegmentCount > 0)
    let end = world.disk.operationCount
    #expect(end - start > 40, "a sync that is whole in one transaction would be no test")
    return start..<end
  }

  @Test(arguments: 0..<Self.parts)
  func `a power cut at any write of a sync loses nothing and doubles nothing`(part: Int) throws {
    for point in try operations() where point % Self.parts == part {
      let world = try World(seed: UInt64(point))
      world.disk.arm(.powerCut, at: point)
      do {
        _ = try world.syncs()
      } catch {
        #expect(error is ReplicaError, "operation \(point): \(error)")
      }
      world.disk.cutPower()
      try world.expectRecovery("power cut at operation \(point)")
    }
  }

  @Test(arguments: 0..<Self.parts, [SimulatedDisk.Failure.full, .once])
  func `a disk that is full or fails once during a sync is told, and the next one goes on`(
    part: Int, fault: SimulatedDisk.Failure
  ) throws {
    // Every third point: each takes a world of its own.
    for point in try operations() where point % (3 * Self.parts) == 3 * part {
      let world = try World(seed: UInt64(point))
      world.disk.arm(fault, at: point)
      do {
        _ = try world.syncs()
      } catch {
        #expect(error is ReplicaError, "operation \(point): \(error)")
      }
      world.disk.mend()
      try world.expectRecovery("\(fault) at operation \(point)")
    }
  }
}
