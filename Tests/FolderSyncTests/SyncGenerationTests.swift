import FolderSync
import ReplicaStore
import TestSupport
import Testing

/// What the store tells in its change sets reaches everybody through the folder.
@Suite struct SyncGenerationTests {
  @Test func `a reset reaches everybody, and what nobody had heard of is set aside and told`()
    throws
  {
    let fleet = try Fleet(2)
    try fleet.devices[0].add("bread")
    try fleet.syncAll()
    try fleet.devices[1].add("written unheard")
    try fleet.devices[0].replica.reset()
    try fleet.devices[0].sync()
    #expect(try fleet.devices[0].names.isEmpty)
    // The second pulls the reset before it seals what it wrote.
    try fleet.devices[1].sync()
    #expect(try fleet.devices[1].names.isEmpty)
    #expect(try fleet.devices[1].replica.setAsideCount() == 1)
    let report = try fleet.devices[0].sync()
    #expect(report.notes == [.setAside(1)])
    try fleet.devices[0].add("new")
    try fleet.syncAll()
    for device in fleet.devices { #expect(try device.names == ["new"]) }
    try fleet.expectEqual()
    #expect(try fleet.devices[0].sync().outcome == .synced)
  }

  @Test func `a device that joins after a reset brings what it had written before`() throws {
    let fleet = try Fleet(2)
    try fleet.devices[0].add("old")
    try fleet.syncAll()
    try fleet.devices[0].replica.reset()
    try fleet.syncAll()
    let phone = try Device(9, MemoryFolder(fleet.storage))
    try phone.add("typed on the new phone")
    try phone.membership.join()
    try phone.sync()
    try fleet.syncAll()
    for device in fleet.devices + [phone] {
      #expect(try device.names == ["typed on the new phone"])
      #expect(device.replica.digest == phone.replica.digest)
    }
  }

  @Test func `what is too large for one change set comes through the folder whole`() throws {
    let fleet = try Fleet(2)
    let one = fleet.devices[0].replica
    one.changeSetByteCountMax = 2000
    try one.write { tx in
      for number in 0..<300 {
        var item = Item(id: tx.newID())
        item.name = "item \(number)"
        try tx.insert(item)
      }
    }
    try fleet.syncAll()
    #expect(one.sealedNumber > 2)
    #expect(try fleet.devices[1].names.count == 300)
    try fleet.expectEqual()
  }

  @Test func `a clock that the server says is right again makes a new device, and peers let go`()
    throws
  {
    let fleet = try Fleet(2)
    let one = fleet.devices[0]
    let former = one.replica.device
    one.authorities.millis += 400 * 86_400_000
    let id = try one.add("from the future")
    try fleet.syncAll()
    #expect(try fleet.devices[1].names.isEmpty)
    #expect(try fleet.devices[1].replica.quarantined().map(\.device) == [former])
    one.authorities.millis -= 400 * 86_400_000
    // A clock that nobody vouches for changes nothing.
    try one.sync()
    #expect(one.replica.device == former)
    try fleet.folder(0).serverSeconds = one.authorities.millis / 1000
    let report = try one.sync()
    #expect(report.notes == [.clockRecovered(one.replica.device)])
    #expect(one.replica.device != former)
    try fleet.syncAll()
    #expect(try fleet.devices[1].names == ["from the future"])
    #expect(try fleet.devices[1].replica.quarantined().isEmpty)
    try fleet.devices[1].rename(id, to: "renamed")
    try fleet.syncAll()
    #expect(try one.names == ["renamed"])
    try fleet.expectEqual()
  }

  @Test func `nobody waits for the log of a clock far ahead, which is written again`() throws {
    let fleet = try Fleet(2)
    let (one, two) = (fleet.devices[0], fleet.devices[1])
    one.authorities.millis += 400 * 86_400_000
    let former = one.replica.device
    try one.add("from the future")
    try one.sync()
    // Its file breaks, and nobody else has read it.
    let path = try #require(try fleet.logFiles.first { $0.name.hasPrefix("\(former)") })
    try fleet.folder(0).delete(path)
    one.authorities.millis -= 400 * 86_400_000
    try fleet.folder(0).serverSeconds = one.authorities.millis / 1000
    #expect(try one.sync().notes == [.clockRecovered(one.replica.device)])
    #expect(try two.sync().heldBack.isEmpty)
    #expect(try two.names == ["from the future"])
    let newcomer = try fleet.newcomer()
    #expect(try newcomer.sync().outcome == .synced)
    #expect(try newcomer.names == ["from the future"])
  }
}
