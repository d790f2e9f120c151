import FolderSync
import ReplicaStore
import TestSupport
import Testing

/// Syncing through a folder that whoever hosts it cannot read.
@Suite struct SealedFolderTests {
  @Test func `devices meet in an encrypted folder as in any other`() throws {
    let fleet = try SealedFleet(2)
    try fleet.devices[0].add("bread")
    try fleet.devices[1].add("milk")
    for _ in 0..<2 { for device in fleet.devices { #expect(try device.sync().outcome == .synced) } }
    for device in fleet.devices { #expect(try device.names == ["bread", "milk"]) }
    #expect(fleet.devices[0].replica.digest == fleet.devices[1].replica.digest)
  }

  @Test func `merging of segments works sealed, and a late device reads all of it`() throws {
    let fleet = try SealedFleet(1)
    for number in 0..<100 {
      try fleet.devices[0].add("item \(number)")
      try fleet.devices[0].sync()
    }
    for _ in 0..<2 { try fleet.devices[0].sync() }
    #expect(try fleet.files("log").count < 20)
    let late = try Device(9, MemoryFolder(fleet.storage))
    try fleet.join(late, SealedFleet.passphrase)
    #expect(try late.sync().outcome == .synced)
    #expect(try late.names.count == 100)
  }

  @Test func `nothing a person wrote, no name, digest or vector is readable in the folder`() throws
  {
    let fleet = try SealedFleet(2)
    try fleet.devices[0].replica.rename("kitchen laptop")
    try fleet.devices[0].add("a visit to the doctor")
    for _ in 0..<2 { for device in fleet.devices { try device.sync() } }
    try fleet.devices[0].add("another")
    try fleet.devices[0].sync()
    let replica = fleet.devices[0].replica
    let known = try fleet.devices[1].replica.applied()
    #expect(!known.isEmpty, "the second device tells of the first one in its header")
    var secrets = ["kitchen laptop", "doctor", "everyday", "item", SealedFleet.passphrase]
      .map { Array($0.utf8) }
    secrets += [replica.digest.high, replica.digest.low, replica.device.rawValue].map { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }
    secrets += known.map(\.chain.bytes)
    for (path, bytes) in fleet.storage.snapshot.files {
      for secret in secrets {
        #expect(bytes.firstRange(of: secret) == nil, "\(path)")
      }
    }
  }

  @Test func `a file under another's name, an old one in a new one's place, any flipped byte`()
    throws
  {
    let fleet = try SealedFleet(3)
    for name in ["a", "b"] {
      try fleet.devices[0].add(name)
      try fleet.devices[0].sync()
    }
    try fleet.devices[1].add("c")
    try fleet.devices[1].sync()
    let own = try fleet.files("log").filter {
      $0.name.hasPrefix("\(fleet.devices[0].replica.device)")
    }
    let other = try #require(
      try fleet.files("log").first { $0.name.hasPrefix("\(fleet.devices[1].replica.device)") })
    try #require(own.count == 2)
    var tampered: [(String, [UInt8])] = [
      ("another number's", try fleet.bytes(own[0])), ("another device's", try fleet.bytes(other)),
      ("nothing", []), ("cut", Array(try fleet.bytes(own[1]).dropLast())),
    ]
    let whole = try fleet.bytes(own[1])
    for index in whole.indices {
      var changed = whole
      changed[index] ^= 1
      tampered.append(("byte \(index)", changed))
    }
    let reader = fleet.devices[2]
    for (what, bytes) in tampered {
      fleet.storage.set(own[1], to: bytes)
      let report = try reader.sync()
      #expect(report.outcome == .heldBack, "\(what)")
      #expect(report.heldBack.map(\.device) == [fleet.devices[0].replica.device], "\(what)")
      #expect(try reader.names == ["a", "c"], "\(what)")
    }
    fleet.storage.set(own[1], to: whole)
    #expect(try reader.sync().outcome == .synced)
    #expect(try reader.names == ["a", "b", "c"])
  }

  @Test func `a plain file in an encrypted folder is refused, and a sealed one in a plain folder`()
    throws
  {
    let sealed = try SealedFleet(2)
    let plain = try Fleet(2, seed: 40)
    try sealed.devices[0].add("x")
    try plain.devices[0].add("y")
    try sealed.devices[0].sync()
    try plain.devices[0].sync()
    let sealedFile = try #require(try sealed.files("log").first)
    let plainFile = try #require(try plain.logFiles.first)
    plain.storage.set(sealedFile, to: try sealed.bytes(sealedFile))
    sealed.storage.set(
      plainFile, to: try MemoryFolder(plain.storage).get(plainFile, byteCountMax: 1 << 20))
    let inPlain = try plain.devices[1].sync()
    #expect(inPlain.heldBack.first?.reason.contains("is encrypted") == true)
    #expect(try plain.devices[1].names == ["y"])
    let inSealed = try sealed.devices[1].sync()
    #expect(inSealed.heldBack.first?.reason.contains("is not encrypted") == true)
    #expect(try sealed.devices[1].names == ["x"])
  }

  @Test func `without its key a device neither reads nor writes`() throws {
    let fleet = try SealedFleet(1)
    try fleet.devices[0].add("x")
    try fleet.devices[0].sync()
    let before = fleet.storage.snapshot
    let device = fleet.devices[0]
    try device.add("must not leave in the open")
    let bare = try Synchronizer(replica: device.replica, folder: device.folder, nowMillis: { 0 })
    let report = try bare.sync()
    #expect(report.outcome == .credentials)
    #expect(report.requestCount == 0)
    #expect(report.message?.contains("folder key unlock") == true)
    #expect(fleet.storage.snapshot == before)
  }

  @Test func `joining an encrypted folder without its key is refused, and says what to do`() throws
  {
    let fleet = try SealedFleet(1)
    let late = try Device(5, MemoryFolder(fleet.storage))
    let error = error { try late.membership.join() }
    #expect(error?.code == .locked)
    #expect(error?.message.contains("passphrase") == true)
  }

  @Test func `a folder that says it is no longer encrypted is not sent anything`() throws {
    let fleet = try SealedFleet(1)
    try fleet.devices[0].add("x")
    let device = fleet.devices[0]
    let text = "{\"format\":1,\"folder\":\"\(fleet.identity.id)\"}\n"
    fleet.storage.set("jamaal.json", to: Array(text.utf8))
    #expect(try device.sync().outcome == .otherFolder)
    let rejoin = error { try fleet.membership(device, fleet.key).rejoin() }
    #expect(rejoin?.code == .refused)
    let republish = error { try fleet.membership(device, fleet.key).republish() }
    #expect(republish?.code == .refused)
    #expect(try fleet.files("log").isEmpty)
  }

  @Test func `an older program is told to update before it reads an encrypted folder`() throws {
    let fleet = try SealedFleet(1)
    let bytes = try fleet.bytes("jamaal.json")
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("{\"format\":2,"))
    let plain = try Fleet(1)
    let file = try MemoryFolder(plain.storage).get("jamaal.json", byteCountMax: 1000)
    #expect(String(decoding: file, as: UTF8.self).hasPrefix("{\"format\":1,"))
  }

  @Test func `an emptied folder is filled again, and a passphrase added opens it`() throws {
    let fleet = try SealedFleet(1)
    let device = fleet.devices[0]
    try device.add("x")
    try device.sync()
    for path in try fleet.files("log") + fleet.files("keys") + ["jamaal.json"] {
      fleet.storage.set(path, to: nil)
    }
    #expect(try device.sync().outcome == .otherFolder)
    try fleet.membership(device, fleet.key).republish()
    try fleet.slots(device).add("another long one", label: "new", fleet.key)
    #expect(try device.sync().outcome == .synced)
    let late = try Device(7, MemoryFolder(fleet.storage))
    try fleet.join(late, "another long one")
    #expect(try late.sync().outcome == .synced)
    #expect(try late.names == ["x"])
  }

  @Test func `work done in a plain folder is sealed anew for an encrypted one, and the way back`()
    throws
  {
    let plain = try Fleet(1)
    let sealed = try SealedFleet(1)
    let original = plain.devices[0]
    try original.add("x")
    try original.sync()
    let moved = Mover(replica: original.replica, storage: sealed.storage)
    let key = try sealed.slots(sealed.devices[0]).unlock(SealedFleet.passphrase)
    #expect(try moved.join(key, previous: nil).outcome == .synced)
    #expect(try sealed.devices[0].sync().outcome == .synced)
    #expect(try sealed.devices[0].names == ["x"])
    let back = try Fleet(1, seed: 30)
    let home = Mover(replica: original.replica, storage: back.storage)
    #expect(try home.join(nil, previous: key).outcome == .synced)
    #expect(try back.devices[0].sync().outcome == .synced)
    #expect(try back.devices[0].names == ["x"])
    // Without the old key the same is sealed anew from the replica.
    let third = try Fleet(1, seed: 60)
    let lost = Mover(replica: sealed.devices[0].replica, storage: third.storage)
    #expect(try lost.join(nil, previous: nil).outcome == .synced)
    try third.devices[0].sync()
    #expect(try third.devices[0].names == ["x"])
  }

  /// A replica that joins another folder than its own.
  private struct Mover {
    let replica: Replica
    let storage: MemoryFolder.Storage

    func join(_ key: FolderKey?, previous: FolderKey?) throws -> SyncReport {
      let folder = MemoryFolder(storage)
      try FolderMembership(
        replica: replica, folder: folder, key: key, previousKey: previous, random: { 1 }
      ).join()
      return try Synchronizer(
        replica: replica, folder: folder, key: key, nowMillis: { 1_900_000_000_000 }
      ).sync()
    }
  }

  @Test(arguments: [false, true])
  func `a folder put back to an older state shows against what a peer has seen`(isSealed: Bool)
    throws
  {
    let storage: MemoryFolder.Storage
    let devices: [Device]
    var join: (Device) throws -> Void = { try $0.membership.join() }
    if isSealed {
      let fleet = try SealedFleet(2)
      (storage, devices) = (fleet.storage, fleet.devices)
      join = { try fleet.join($0, SealedFleet.passphrase) }
    } else {
      let fleet = try Fleet(2)
      (storage, devices) = (fleet.storage, fleet.devices)
    }
    try devices[0].replica.rename("laptop")
    try devices[1].replica.rename("phone")
    try devices[0].add("old")
    try devices[0].sync()
    let older = storage.snapshot
    try devices[0].add("new")
    try devices[0].sync()
    try devices[1].add("from the phone")
    try devices[1].sync()
    // The laptop's newest file is gone, the phone's is there.
    let phone = "\(devices[1].replica.device)"
    let kept = storage.snapshot.files.filter { $0.key.name.hasPrefix(phone) }
    storage.restore(older)
    for (path, bytes) in kept { storage.set(path, to: bytes) }
    let late = try Device(9, MemoryFolder(storage))
    try join(late)
    for _ in 0..<2 {
      let report = try late.sync()
      #expect(report.outcome == .heldBack)
      #expect(report.heldBack.map(\.name) == ["laptop"])
      #expect(report.heldBack.first?.reason.contains("back in time") == true)
      #expect(report.heldBack.first?.reason.contains("phone") == true)
    }
    // Its owner heals it, or, if that one is gone for good, any other device does.
    if isSealed {
      try devices[0].sync()
    } else {
      try devices[1].membership.republish()
      try devices[1].sync()
    }
    for _ in 0..<2 { try late.sync() }
    #expect(try late.sync().outcome == .synced)
    #expect(try late.names == ["from the phone", "new", "old"])
  }
}
