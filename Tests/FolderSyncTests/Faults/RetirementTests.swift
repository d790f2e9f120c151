import FolderSync
import ReplicaStore
import TestSupport
import Testing

/// Letting go of devices that are gone for good.
@Suite struct RetirementTests {
  /// A fleet whose first device left its last file cut short and never comes back.
  private func abandoned(isStump: Bool) throws -> (fleet: Fleet, dead: DeviceID) {
    let fleet = try Fleet(3)
    let dead = fleet.devices[0]
    try dead.replica.rename("old laptop")
    try dead.add("first")
    try dead.sync()
    try fleet.devices[1].sync()
    try dead.add("second")
    try dead.sync()
    try dead.add("third")
    try dead.sync()
    let second = try #require(
      fleet.logFiles.first { $0.name.hasPrefix("\(dead.replica.device)-0000000002-") })
    let bytes = try MemoryFolder(fleet.storage).get(second, byteCountMax: 1 << 20)
    fleet.storage.set(second, to: isStump ? Array(bytes.prefix(40)) : nil)
    return (fleet, dead.replica.device)
  }

  @Test(arguments: [true, false])
  func `a retired device is no longer reported, and what can be read of it is read`(
    _ isStump: Bool
  ) throws {
    let (fleet, dead) = try abandoned(isStump: isStump)
    let (reader, other) = (fleet.devices[1], fleet.devices[2])
    let held = try reader.sync()
    #expect(held.outcome == .heldBack && held.heldBack.first?.name == "old laptop")
    let retirement = try reader.synchronizer.retire(dead)
    #expect(retirement.number == 3)
    #expect(retirement.deletedCount == (isStump ? 1 : 0))
    for _ in 0..<2 { #expect(try reader.sync().outcome == .synced) }
    #expect(try reader.names == ["first", "third"])
    #expect(try SyncStatus(reader.replica).devices.first { $0.id == dead }?.isRetired == true)
    // Others decide for themselves, and get everything that the first one has either way.
    try reader.add("of its own")
    try reader.sync()
    #expect(try other.sync().outcome == .heldBack)
    _ = try other.synchronizer.retire(dead)
    #expect(try other.sync().outcome == .synced)
    #expect(try other.names == ["first", "of its own", "third"])
    #expect(other.replica.digest == reader.replica.digest)
  }

  @Test func `a retired device that comes back after all is heard as before`() throws {
    let (fleet, dead) = try abandoned(isStump: true)
    let reader = fleet.devices[1]
    try reader.sync()
    _ = try reader.synchronizer.retire(dead)
    try reader.sync()
    try fleet.devices[0].add("back again")
    #expect(try fleet.devices[0].sync().notes.contains(.folderHealed(1)))
    for _ in 0..<2 { #expect(try reader.sync().outcome == .synced) }
    #expect(try reader.names == ["back again", "first", "second", "third"])
    #expect(try SyncStatus(reader.replica).devices.first { $0.id == dead }?.isRetired == false)
    // And is held back again if it leaves something new that cannot be read.
    try fleet.devices[0].add("cut")
    try fleet.devices[0].sync()
    let last = try #require(
      fleet.logFiles.last { $0.name.hasPrefix("\(dead)-") })
    fleet.storage.set(last, to: [1])
    #expect(try reader.sync().outcome == .heldBack)
  }

  @Test func `a copy's cut file under the id that both left is retired`() throws {
    let fleet = try Fleet(2)
    let (first, peer) = (fleet.devices[0], fleet.devices[1])
    try first.add("before")
    try first.sync()
    let old = first.replica.device
    let twin = try Device(7, MemoryFolder(fleet.storage), image: first.replica.image())
    // The twin's put breaks off, and it is thrown away with its machine.
    let folder = try #require(twin.folder as? MemoryFolder)
    folder.faults = { $0.operation == .put ? [.seenHalf(byteCount: 60)] : [] }
    try twin.add("lost with the machine")
    _ = try twin.sync()
    try first.add("after")
    #expect(try first.sync().notes.contains(.newIdentity(first.replica.device)))
    for _ in 0..<2 { for device in fleet.devices { try device.sync() } }
    for device in fleet.devices {
      #expect(try device.sync().outcome == .heldBack, "nobody is left to repair it")
    }
    let retirement = try first.synchronizer.retire(old)
    #expect(retirement.deletedCount == 1)
    for device in [peer, first] { #expect(try device.sync().outcome == .synced) }
    #expect(try peer.names == ["after", "before"])
  }

  @Test func `what a peer has seen of it and the folder has not is let go of too`() throws {
    let fleet = try Fleet(3)
    let dead = fleet.devices[0]
    try dead.add("first")
    try fleet.syncAll()
    let snapshot = fleet.storage.snapshot
    try dead.add("second")
    try dead.sync()
    try fleet.devices[1].sync()
    fleet.storage.restore(snapshot)
    try fleet.devices[1].add("news")
    try fleet.devices[1].sync()
    let reader = fleet.devices[2]
    #expect(try reader.sync().outcome == .heldBack)
    #expect(try reader.synchronizer.retire(dead.replica.device).number == 2)
    #expect(try reader.sync().outcome == .synced)
  }

  @Test func `where nothing can be deleted the files stay, and are reported no more`() throws {
    let (fleet, dead) = try abandoned(isStump: true)
    let reader = fleet.devices[1]
    try reader.sync()
    let no = FolderError(.forbidden, "The folder takes nothing away.")
    try fleet.folder(1).faults = { $0.operation == .delete ? [.fail(no)] : [] }
    let retirement = try reader.synchronizer.retire(dead)
    #expect(retirement.deletedCount == 0 && retirement.leftCount == 1)
    #expect(try reader.sync().outcome == .synced)
    #expect(try reader.names == ["first", "third"])
  }

  @Test func `this device, a stranger and another folder are refused`() throws {
    let fleet = try Fleet(2)
    try fleet.devices[0].add("bread")
    try fleet.syncAll()
    let device = fleet.devices[0]
    #expect(code { try device.synchronizer.retire(device.replica.device) } == .conflict)
    #expect(code { try device.synchronizer.retire(DeviceID(rawValue: 5)) } == .notFound)
    fleet.storage.set("jamaal.json", to: nil)
    let peer = fleet.devices[1].replica.device
    #expect(code { try device.synchronizer.retire(peer) } == .refused)
  }
}
