import FolderSync
import ReplicaStore
import TestSupport
import Testing

@Suite struct SynchronizerTests {
  @Test func `what two devices write offline, both have after they met the folder`() throws {
    let fleet = try Fleet(2)
    try fleet.devices[0].add("bread")
    try fleet.devices[1].add("milk")
    try fleet.syncAll()
    #expect(try fleet.devices[0].names == ["bread", "milk"])
    try fleet.expectEqual()
  }

  @Test func `a sync without news costs one request, a change three, a peer's change two`() throws {
    let fleet = try Fleet(2)
    try fleet.devices[0].add("bread")
    try fleet.syncAll(rounds: 3)
    try fleet.devices[0].add("milk")
    try fleet.syncAll(rounds: 1)
    #expect(try fleet.devices[0].sync().requestCount == 1)
    #expect(try fleet.devices[1].sync().requestCount <= 2)
    #expect(try fleet.devices[1].sync().requestCount == 1)
    try fleet.devices[0].add("salt")
    let push = try fleet.devices[0].sync()
    #expect(push.requestCount <= 4, "a tag that moved, a listing, a put and its proof")
    #expect(push.pushedChangeSetCount == 1)
    let pull = try fleet.devices[1].sync()
    #expect(pull.requestCount <= 3)
    #expect(pull.pulledRecordCount == 1)
  }

  @Test(arguments: 0..<40)
  func `any order of acts and syncs under bad weather ends equal and quiet`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) + 50)
    let fleet = try Fleet(2 + seed % 3)
    var ids: [RecordID] = []
    let weather = MemoryFolder.FaultRates.weather
    for index in fleet.devices.indices {
      var own = SeededGenerator(seed: UInt64(seed * 10 + index))
      try fleet.folder(index).faults = { weather.faults(for: $0, using: &own) }
    }
    for step in 0..<60 {
      let device = fleet.devices[Int.random(in: 0..<fleet.devices.count, using: &random)]
      switch Int.random(in: 0..<4, using: &random) {
      case 0: ids.append(try device.add("item \(step)"))
      case 1: if let id = ids.randomElement(using: &random) { try device.rename(id, to: "\(step)") }
      default: try device.sync()
      }
    }
    for index in fleet.devices.indices { try fleet.folder(index).faults = { _ in [] } }
    // A stale listing under a fresh tag is found out by the full listing of every hour.
    for device in fleet.devices { device.authorities.millis += 3_600_000 }
    try fleet.syncAll(rounds: 4)
    try fleet.expectEqual()
    for device in fleet.devices {
      let report = try device.sync()
      #expect(report.outcome == .synced, "seed \(seed): \(report.message ?? "")")
      #expect(report.pushedChangeSetCount == 0 && report.pulledSegmentCount == 0, "seed \(seed)")
    }
  }

  @Test func `a thousand pushes leave fewer than thirty files, and a new device needs no more`()
    throws
  {
    let fleet = try Fleet(1)
    for number in 0..<1000 {
      try fleet.devices[0].add("item \(number)")
      try fleet.devices[0].sync()
    }
    try fleet.syncAll()
    #expect(try fleet.logFiles.count < 30)
    let late = try Device(99, MemoryFolder(fleet.storage))
    try late.membership.join()
    let report = try late.sync()
    #expect(report.outcome == .synced)
    #expect(late.replica.digest == fleet.devices[0].replica.digest)
    #expect(try late.names.count == 1000)
  }

  @Test func `a lost answer to a put is found on the next try and sent once`() throws {
    let fleet = try Fleet(2)
    try fleet.devices[0].sync()
    let identity = fleet.devices[0].replica.device
    try fleet.devices[0].add("bread")
    let lost = FolderError(.interrupted, "The connection broke.")
    let folder = try fleet.folder(0)
    folder.faults = { $0.operation == .put ? [.answerLost(lost)] : [] }
    #expect(try fleet.devices[0].sync().outcome == .offline)
    folder.faults = { _ in [] }
    let before = try fleet.logFiles
    #expect(try fleet.devices[0].sync().outcome == .synced)
    #expect(try fleet.logFiles == before)
    #expect(fleet.devices[0].replica.device == identity)
    try fleet.syncAll()
    try fleet.expectEqual()
  }

  @Test func `a damaged file holds back its owner alone, and the owner repairs it`() throws {
    let fleet = try Fleet(3)
    try fleet.devices[0].add("bread")
    try fleet.devices[1].add("milk")
    try fleet.devices[0].sync()
    try fleet.devices[1].sync()
    let path = try #require(
      fleet.logFiles.first { $0.name.hasPrefix("\(fleet.devices[0].replica.device)") })
    let good = try MemoryFolder(fleet.storage).get(path, byteCountMax: 1 << 20)
    fleet.storage.set(path, to: Array(good.prefix(good.count / 2)))
    let report = try fleet.devices[2].sync()
    #expect(report.outcome == .heldBack)
    #expect(report.heldBack.map(\.device) == [fleet.devices[0].replica.device])
    #expect(try fleet.devices[2].names == ["milk"])
    #expect(try fleet.devices[0].sync().notes.contains(.folderHealed(1)))
    #expect(try fleet.devices[2].sync().outcome == .synced)
    #expect(try fleet.devices[2].names == ["bread", "milk"])
  }

  @Test func `damage that keeps the length is told to the owner through a peer`() throws {
    let fleet = try Fleet(2)
    try fleet.devices[0].add("bread")
    try fleet.devices[0].sync()
    let path = try #require(try fleet.logFiles.first)
    var bytes = try MemoryFolder(fleet.storage).get(path, byteCountMax: 1 << 20)
    bytes[bytes.count / 2] ^= 4
    fleet.storage.set(path, to: bytes)
    try fleet.devices[1].add("milk")
    #expect(try fleet.devices[1].sync().outcome == .heldBack)
    #expect(try fleet.devices[0].sync().notes.contains(.folderHealed(1)))
    try fleet.syncAll()
    try fleet.expectEqual()
  }

  @Test func `a hole in the numbers holds the device back by name`() throws {
    let fleet = try Fleet(2)
    try fleet.devices[0].replica.rename("laptop")
    for name in ["a", "b", "c"] {
      try fleet.devices[0].add(name)
      try fleet.devices[0].sync()
    }
    let second = try #require(try fleet.logFiles.first { $0.name.contains("-0000000002-") })
    let bytes = try MemoryFolder(fleet.storage).get(second, byteCountMax: 1 << 20)
    fleet.storage.set(second, to: nil)
    let report = try fleet.devices[1].sync()
    #expect(report.outcome == .heldBack)
    #expect(report.heldBack.first?.name == "laptop")
    #expect(try fleet.devices[1].names == ["a"])
    fleet.storage.set(second, to: bytes)
    #expect(try fleet.devices[1].sync().outcome == .synced)
    try fleet.expectEqual()
  }

  @Test func `an emptied folder is a state of its own: nothing deleted, nothing pushed`() throws {
    let fleet = try Fleet(2)
    try fleet.devices[0].add("bread")
    try fleet.syncAll()
    for path in try fleet.logFiles { fleet.storage.set(path, to: nil) }
    try fleet.devices[0].add("milk")
    for _ in 0..<3 {
      #expect(try fleet.devices[0].sync().outcome == .otherFolder)
      #expect(try fleet.logFiles.isEmpty)
      #expect(try fleet.devices[0].names == ["bread", "milk"])
    }
    try fleet.devices[0].membership.republish()
    #expect(try fleet.devices[0].sync().outcome == .synced)
    let late = try Device(9, MemoryFolder(fleet.storage))
    try late.membership.join()
    #expect(try late.sync().outcome == .synced)
    #expect(try late.names == ["bread", "milk"])
  }

  @Test func `another folder at the address is noticed, and can be joined on purpose`() throws {
    let fleet = try Fleet(1)
    try fleet.devices[0].add("bread")
    try fleet.devices[0].sync()
    let other = try Fleet(1, seed: 70)
    try other.devices[0].add("milk")
    try other.devices[0].sync()
    fleet.storage.restore(other.storage.snapshot)
    #expect(try fleet.devices[0].sync().outcome == .otherFolder)
    try fleet.devices[0].membership.rejoin()
    #expect(try fleet.devices[0].sync().outcome == .synced)
    #expect(try fleet.devices[0].names == ["bread", "milk"])
    other.storage.restore(fleet.storage.snapshot)
    #expect(try other.devices[0].sync().outcome == .synced)
    #expect(try other.devices[0].names == ["bread", "milk"])
  }

  @Test func `a folder restored from last week's backup is healed by itself`() throws {
    let fleet = try Fleet(2)
    try fleet.devices[0].add("bread")
    try fleet.devices[1].add("milk")
    try fleet.syncAll()
    let backup = fleet.storage.snapshot
    try fleet.devices[0].add("salt")
    try fleet.devices[1].add("oil")
    try fleet.syncAll()
    fleet.storage.restore(backup)
    let report = try fleet.devices[0].sync()
    #expect(report.outcome == .synced || report.outcome == .heldBack)
    #expect(report.notes.contains(.folderHealed(1)))
    try fleet.syncAll()
    let late = try Device(9, MemoryFolder(fleet.storage))
    try late.membership.join()
    try late.sync()
    #expect(try late.names == ["bread", "milk", "oil", "salt"])
  }

  @Test func `a replica back from before its segments were merged finds its folder again`() throws {
    let fleet = try Fleet(2)
    let (laptop, peer) = (fleet.devices[0], fleet.devices[1])
    try laptop.add("bread")
    try laptop.sync()
    let backup = try laptop.replica.image()
    for number in 0..<12 {
      try laptop.add("item \(number)")
      try laptop.sync()
    }
    try peer.sync()
    let restored = try Device(7, MemoryFolder(fleet.storage), image: backup)
    restored.authorities.millis = laptop.authorities.millis
    try restored.add("salt")
    let report = try restored.sync()
    #expect(report.outcome == .synced)
    #expect(report.notes.contains(.newIdentity(restored.replica.device)))
    try peer.sync()
    #expect(try peer.names.contains("salt"))
    #expect(try restored.names == peer.names)
    #expect(try restored.sync().pushedChangeSetCount == 0)
  }

  @Test func `creating where a folder is, and joining where none is, are refused`() throws {
    let fleet = try Fleet(1)
    let second = try Device(2, MemoryFolder(fleet.storage))
    let conflict = #expect(throws: FolderError.self) { try second.membership.create() }
    #expect(conflict?.code == .conflict)
    let nowhere = try Device(3, MemoryFolder())
    let missing = #expect(throws: FolderError.self) { try nowhere.membership.join() }
    #expect(missing?.code == .notFound)
  }

  @Test func `a full folder stops pushing and goes on pulling`() throws {
    let fleet = try Fleet(2)
    try fleet.syncAll()
    try fleet.devices[1].add("milk")
    try fleet.devices[1].sync()
    try fleet.devices[0].add("bread")
    let full = FolderError(.full, "There is no room.")
    try fleet.folder(0).faults = { $0.operation == .put ? [.fail(full)] : [] }
    #expect(try fleet.devices[0].sync().outcome == .storageFull)
    #expect(try fleet.devices[0].names == ["bread", "milk"])
    try fleet.folder(0).faults = { _ in [] }
    #expect(try fleet.devices[0].sync().outcome == .synced)
    try fleet.syncAll()
    try fleet.expectEqual()
  }

  @Test func `a folder that takes no file away is pushed to for ever`() throws {
    let fleet = try Fleet(2)
    let no = FolderError(.readOnly, "The folder takes nothing away.")
    try fleet.folder(0).faults = { $0.operation == .delete ? [.fail(no)] : [] }
    for number in 0..<40 {
      try fleet.devices[0].add("item \(number)")
      #expect(try fleet.devices[0].sync().outcome == .synced)
    }
    try fleet.syncAll(rounds: 3)
    try fleet.expectEqual()
    #expect(try fleet.devices[1].names.count == 40)
    #expect(try fleet.devices[0].sync().requestCount == 1)
  }

  @Test func `one refused log-in ends the sync`() throws {
    let fleet = try Fleet(1)
    try fleet.devices[0].add("bread")
    let no = FolderError(.unauthorized, "The folder asks for credentials.")
    try fleet.folder(0).faults = { _ in [.fail(no)] }
    let report = try fleet.devices[0].sync()
    #expect(report.outcome == .credentials)
    #expect(report.requestCount == 1)
  }

  @Test func `conflicted copies and strangers' files are passed over`() throws {
    let fleet = try Fleet(2)
    try fleet.devices[0].add("bread")
    try fleet.devices[0].sync()
    fleet.storage.set("log/notes.txt", to: [1, 2, 3])
    let path = try #require(try fleet.logFiles.first { $0.name.hasSuffix(".jcs") })
    let copy = try #require(FolderPath("log", String(path.name.dropLast(4)) + "-c1.jcs"))
    fleet.storage.set(copy, to: [1, 2, 3])
    #expect(try fleet.devices[1].sync().outcome == .synced)
    #expect(try fleet.devices[1].names == ["bread"])
  }
}
