import FolderSync
import ReplicaStore
import TestSupport
import Testing

/// A device that is killed at any request, and one that goes on from what it left.
@Suite struct KilledSyncTests {
  private struct World {
    let storage = MemoryFolder.Storage()
    let device: Device
    let peer: Device

    init() throws {
      device = try Device(1, WatchedFolder(MemoryFolder(storage)))
      peer = try Device(2, MemoryFolder(storage))
      try device.membership.create()
      try peer.membership.join()
    }

    /// Goes on from a wreck with everybody, and checks that nothing is lost.
    func expectRecovery(
      from wreck: Wreck, peerImage: [UInt8], names: Set<String>, keepsIdentity: Bool = true
    ) throws {
      let storage = MemoryFolder.Storage()
      storage.restore(wreck.folder)
      let device = try Device(11, MemoryFolder(storage), image: wreck.image)
      let peer = try Device(12, MemoryFolder(storage), image: peerImage)
      device.authorities.millis = self.device.authorities.millis + 1_000
      peer.authorities.millis = device.authorities.millis
      let identity = device.replica.device
      for _ in 0..<3 {
        for device in [device, peer] {
          let report = try device.sync()
          #expect(
            [SyncOutcome.synced, .heldBack].contains(report.outcome),
            "\(wreck.what): \(report.message ?? "")")
        }
      }
      let late = try Device(13, MemoryFolder(storage))
      try late.membership.join()
      for device in [late, device, peer] {
        let report = try device.sync()
        #expect(report.outcome == .synced, "\(wreck.what): \(report.heldBack)")
        #expect(Set(try device.names) == names, "\(wreck.what)")
        #expect(
          try device.replica.contentDigest() == late.replica.contentDigest(), "\(wreck.what)")
      }
      #expect(try device.sync().pushedChangeSetCount == 0, "\(wreck.what)")
      if keepsIdentity { #expect(device.replica.device == identity, "\(wreck.what)") }
    }
  }

  @Test func `killed at any request of a sync that pulls, heals, pushes, merges and deletes`()
    throws
  {
    let world = try World()
    for number in 0..<7 {
      try world.device.add("item \(number)")
      try world.device.sync()
    }
    for number in 0..<2 {
      try world.peer.add("peer's \(number)")
      try world.peer.sync()
    }
    let log = try MemoryFolder(world.storage).list("log").entries.map(\.path)
    let lost = try #require(log.first { $0.name.hasPrefix("\(world.device.replica.device)") })
    world.storage.set(lost, to: nil)
    let peerImage = try world.peer.replica.image()
    var names = Set(try world.device.names + ["peer's 0", "peer's 1", "in the first sync"])
    try world.device.add("in the first sync")
    let first = try Wreck.all(of: world.device, world.storage) {
      let report = try world.device.sync()
      #expect(report.outcome == .synced && report.notes.contains(.folderHealed(1)))
    }
    #expect(first.count > 12)
    for wreck in first {
      try world.expectRecovery(from: wreck, peerImage: peerImage, names: names)
    }
    // The next one proves the merge and deletes what it replaced.
    try world.device.add("in the second sync")
    names.insert("in the second sync")
    let second = try Wreck.all(of: world.device, world.storage) { try world.device.sync() }
    #expect(second.count > 20, "eight deletions")
    for wreck in second {
      try world.expectRecovery(from: wreck, peerImage: peerImage, names: names)
    }
  }

  @Test func `killed at any request of the first sync of a new device`() throws {
    let world = try World()
    for number in 0..<20 {
      try world.peer.add("item \(number)")
      try world.peer.sync()
    }
    try world.device.add("its own")
    let names = Set(try world.peer.names + ["its own"])
    let peerImage = try world.peer.replica.image()
    let wrecks = try Wreck.all(of: world.device, world.storage) { try world.device.sync() }
    #expect(wrecks.count > 8)
    for wreck in wrecks {
      try world.expectRecovery(from: wreck, peerImage: peerImage, names: names)
    }
  }

  @Test func `a copy killed at any request while it becomes a device of its own`() throws {
    let world = try World()
    try world.device.add("before")
    try world.device.sync()
    let twin = try Device(
      5, WatchedFolder(MemoryFolder(world.storage)), image: world.device.replica.image())
    try world.device.add("from the first")
    try world.device.sync()
    try twin.add("from the second")
    let wrecks = try Wreck.all(of: twin, world.storage) {
      let report = try twin.sync()
      #expect(report.notes.contains(.newIdentity(twin.replica.device)))
    }
    for wreck in wrecks {
      try world.expectRecovery(
        from: wreck, peerImage: try world.device.replica.image(),
        names: ["before", "from the first", "from the second"], keepsIdentity: false)
    }
  }

  @Test func `a restored device killed at any request once a peer told that it knows more`() throws
  {
    let world = try World()
    try world.device.add("before")
    try world.device.sync()
    try world.peer.sync()
    let (image, folder) = (try world.device.replica.image(), world.storage.snapshot)
    try world.device.add("lost to the backup")
    try world.device.sync()
    try world.peer.sync()
    world.storage.restore(folder)
    try world.peer.add("from the peer")
    try world.peer.sync()
    let restored = try Device(5, WatchedFolder(MemoryFolder(world.storage)), image: image)
    try restored.add("new work")
    let peerImage = try world.peer.replica.image()
    let wrecks = try Wreck.all(of: restored, world.storage) {
      let report = try restored.sync()
      #expect(report.notes.contains(.newIdentity(restored.replica.device)))
    }
    for wreck in wrecks {
      let storage = MemoryFolder.Storage()
      storage.restore(wreck.folder)
      let device = try Device(11, MemoryFolder(storage), image: wreck.image)
      let peer = try Device(12, MemoryFolder(storage), image: peerImage)
      device.authorities.millis = restored.authorities.millis + 1000
      peer.authorities.millis = device.authorities.millis
      for _ in 0..<2 { for each in [device, peer] { try each.sync() } }
      // The old number is never used for other content, so nothing is skipped.
      #expect(try peer.names.contains("new work"), "\(wreck.what)")
      #expect(try device.names.contains("from the peer"), "\(wreck.what)")
      // What only the peer has kept comes back with everything it holds.
      try peer.membership.republish()
      for _ in 0..<2 { for each in [peer, device] { try each.sync() } }
      #expect(
        Set(try device.names)
          == ["before", "lost to the backup", "from the peer", "new work"], "\(wreck.what)")
      #expect(try device.sync().outcome == .synced, "\(wreck.what)")
    }
  }

  @Test func `making a folder killed at any request can be gone on with`() throws {
    let storage = MemoryFolder.Storage(exists: false)
    let device = try Device(1, WatchedFolder(MemoryFolder(storage)))
    try device.add("bread")
    let wrecks = try Wreck.all(of: device, storage) { try device.membership.create() }
    #expect(wrecks.count >= 8)
    for wreck in wrecks {
      let storage = MemoryFolder.Storage(exists: false)
      storage.restore(wreck.folder)
      let again = try Device(2, MemoryFolder(storage), image: wreck.image)
      // Either it is made now, or the error says to join it, and that works.
      if let failure = error(of: { try again.membership.create() }) {
        #expect(failure.code == .conflict && failure.message.contains("--create"), "\(wreck.what)")
        try again.membership.join()
      }
      #expect(try again.sync().outcome == .synced, "\(wreck.what)")
      let other = try Device(3, MemoryFolder(storage))
      try other.membership.join()
      try other.sync()
      #expect(try other.names == ["bread"], "\(wreck.what)")
    }
  }

  @Test func `making an encrypted folder killed at any request can be gone on with`() throws {
    let storage = MemoryFolder.Storage(exists: false)
    let device = try Device(1, WatchedFolder(MemoryFolder(storage)))
    let passphrase = SealedFleet.passphrase
    let wrecks = try Wreck.all(of: device, storage) {
      _ = try device.membership.createEncrypted(
        passphrase: passphrase, label: "", cost: SealedFleet.cost)
    }
    for wreck in wrecks {
      let storage = MemoryFolder.Storage(exists: false)
      storage.restore(wreck.folder)
      let again = try Device(2, MemoryFolder(storage), image: wreck.image)
      let failure = error {
        _ = try again.membership.createEncrypted(
          passphrase: passphrase, label: "", cost: SealedFleet.cost)
      }
      if let failure { #expect(failure.code == .conflict, "\(wreck.what)") }
      // Everybody comes in by the passphrase, also with a slot of the first try lying about.
      let other = try Device(3, MemoryFolder(storage))
      let key = try KeySlots(
        folder: other.folder, identity: other.membership.look(), cost: SealedFleet.cost,
        random: { 1 }
      ).unlock(passphrase)
      try FolderMembership(
        replica: other.replica, folder: other.folder, key: key, random: { 1 }
      ).join()
      try other.use(key)
      #expect(try other.sync().outcome == .synced, "\(wreck.what)")
    }
  }

  @Test func `revoking a passphrase killed at any request is finished by asking again`() throws {
    let fleet = try SealedFleet(1)
    let owner = fleet.devices[0]
    let slots = fleet.slots(owner)
    let lost = try slots.add("of the lost machine", label: "lost", fleet.key)
    let before = fleet.storage.snapshot
    let watched = try Device(5, WatchedFolder(MemoryFolder(fleet.storage)))
    let wrecks = try Wreck.all(of: watched, fleet.storage) {
      _ = try fleet.slots(watched).revoke(lost.id, fleet.key)
    }
    #expect(wrecks.count >= 4)
    for wreck in wrecks {
      fleet.storage.restore(wreck.folder)
      let key = try slots.unlock(SealedFleet.passphrase)
      if try slots.list(key).contains(where: { $0.id == lost.id }) {
        _ = try slots.revoke(lost.id, key)
      }
      #expect(code { try slots.unlock("of the lost machine") } == .locked, "\(wreck.what)")
      #expect(try slots.unlock(SealedFleet.passphrase) != fleet.key, "\(wreck.what)")
    }
    fleet.storage.restore(before)
  }
}
