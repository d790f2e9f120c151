import TestSupport
import Testing

@testable import FolderSync

/// The passphrases of an encrypted folder.
@Suite struct KeySlotsTests {
  private let second = "basalt window parade"
  private let third = "copper meadow signal"

  @Test(arguments: ["gravel orbit lanterns", "Gravel orbit lantern", " gravel orbit lantern", ""])
  func `a wrong passphrase is known before anything is read or written`(wrong: String) throws {
    let fleet = try SealedFleet(1)
    let before = fleet.storage.snapshot
    let late = try Device(4, MemoryFolder(fleet.storage))
    let error = error { try fleet.join(late, wrong) }
    #expect(error?.code == .locked)
    #expect(error?.message.contains(SealedFleet.passphrase) == false)
    #expect(fleet.storage.snapshot == before)
    #expect(try late.sync().message?.contains("No folder is set") == true)
  }

  @Test func `an added passphrase opens everything, also what was written before`() throws {
    let fleet = try SealedFleet(1)
    try fleet.devices[0].add("x")
    try fleet.devices[0].sync()
    let slots = fleet.slots(fleet.devices[0])
    try slots.add(second, label: "for Ada", fleet.key)
    let late = try Device(4, MemoryFolder(fleet.storage))
    let key = try fleet.join(late, second)
    #expect(try late.sync().outcome == .synced)
    #expect(try late.names == ["x"])
    let list = try slots.list(key)
    #expect(list.map(\.label) == ["everyday", "for Ada"])
    #expect(list.map(\.isOwn) == [false, true])
    #expect(list.map(\.isCurrent) == [true, true])
  }

  @Test func `a changed passphrase opens, the old one does not, and devices inside go on`() throws {
    let fleet = try SealedFleet(2)
    let slots = fleet.slots(fleet.devices[0])
    let changed = try slots.change(SealedFleet.passphrase, to: second, fleet.key)
    #expect(changed.ids == fleet.key.ids)
    #expect(error { try slots.unlock(SealedFleet.passphrase) }?.code == .locked)
    #expect(try slots.unlock(second).ids == fleet.key.ids)
    #expect(try slots.list(changed).map(\.label) == ["everyday"])
    try fleet.devices[1].add("x")
    #expect(try fleet.devices[1].sync().outcome == .synced)
    // Also when another passphrase is shut out later.
    let out = try slots.add(third, label: "out", changed)
    try fleet.devices[0].use(try slots.revoke(out.id, changed))
    try fleet.devices[0].add("y")
    try fleet.devices[0].sync()
    #expect(try fleet.devices[1].sync().outcome == .synced)
    #expect(try fleet.devices[1].names == ["x", "y"])
    #expect(error { try slots.change("not this one", to: third, changed) }?.code == .locked)
    #expect(error { try slots.change(second, to: "short", changed) }?.code == .refused)
  }

  @Test func `a revoked passphrase is shut out of later files, and no device needs to be asked`()
    throws
  {
    let fleet = try SealedFleet(2)
    let slots = fleet.slots(fleet.devices[0])
    try slots.add(second, label: "stolen", fleet.key)
    let stolen = try Device(4, MemoryFolder(fleet.storage))
    try fleet.join(stolen, second)
    try fleet.devices[0].add("before")
    try fleet.devices[0].sync()
    try stolen.sync()
    let id = try #require(try slots.list(fleet.key).first { $0.label == "stolen" }?.id)
    let renewed = try slots.revoke(String(id.prefix(5)), fleet.key)
    #expect(renewed.ids.count == 2 && renewed.ids.first == fleet.key.ids.first)
    try fleet.devices[0].use(renewed)
    try fleet.devices[0].add("after")
    try fleet.devices[0].sync()
    // The other device was asleep, came in by the passphrase that stays, and is told nothing.
    #expect(try fleet.devices[1].sync().outcome == .synced)
    #expect(try fleet.devices[1].names == ["after", "before"])
    #expect(fleet.devices[1].synchronizer.key?.ids == renewed.ids)
    try fleet.devices[1].add("from the other")
    try fleet.devices[1].sync()
    let report = try stolen.sync()
    #expect(report.outcome == .heldBack)
    #expect(report.heldBack.count == 2)
    #expect(report.heldBack.first?.reason.contains("folder key unlock") == true)
    #expect(try stolen.names == ["before"])
    #expect(error { try slots.unlock(second) }?.code == .locked)
    #expect(try slots.list(renewed).map(\.label) == ["everyday"])
    // With a passphrase that stays, it is in again.
    try fleet.join(stolen, SealedFleet.passphrase)
    try stolen.sync()
    #expect(try stolen.names == ["after", "before", "from the other"])
  }

  @Test func `the passphrase a device came in by itself is not revoked from under it`() throws {
    let fleet = try SealedFleet(1)
    let slots = fleet.slots(fleet.devices[0])
    let own = try #require(try slots.list(fleet.key).first?.id)
    let before = fleet.storage.snapshot
    #expect(error { try slots.revoke(own, fleet.key) }?.code == .refused)
    #expect(error { try slots.revoke("0123", fleet.key) }?.code == .notFound)
    #expect(error { try slots.revoke("", fleet.key) }?.code == .notFound)
    #expect(fleet.storage.snapshot == before)
    try slots.add(second, label: "new", fleet.key)
    let key = try slots.unlock(second)
    let renewed = try slots.revoke(own, key)
    #expect(try slots.list(renewed).map(\.label) == ["new"])
  }

  @Test func `a revoked slot that the host keeps or puts back opens nothing`() throws {
    let fleet = try SealedFleet(1)
    let slots = fleet.slots(fleet.devices[0])
    try slots.add(second, label: "gone", fleet.key)
    let kept = fleet.storage.snapshot.files
    let id = try #require(try slots.list(fleet.key).last?.id)
    let renewed = try slots.revoke(id, fleet.key)
    for (path, bytes) in kept { fleet.storage.set(path, to: bytes) }
    let revoked = error { try slots.unlock(second) }
    #expect(revoked?.message.contains("revoked") == true)
    let again = try slots.revoke(
      try slots.add(third, label: "third", renewed).id, try slots.unlock(SealedFleet.passphrase))
    #expect(again.ids.count == 3)
    #expect(try KeySlots.refreshed(fleet.key, fleet.devices[0].folder, fleet.identity) == again)
  }

  @Test func `whoever hosts the folder cannot have the next key sent to a slot of its own`() throws
  {
    let fleet = try SealedFleet(1)
    let slots = fleet.slots(fleet.devices[0])
    try slots.add(second, label: "to go", fleet.key)
    // A slot made with another key, for the same folder id, laid into keys/.
    let hostFolder = MemoryFolder()
    let host = KeySlots(
      folder: hostFolder, identity: fleet.identity, cost: SealedFleet.cost, random: { 77 })
    let (hostKey, hostSlot) = try host.makeFirst("the host's own words", label: "host")
    let (path, bytes) = try hostSlot.encoded()
    fleet.storage.set(path, to: bytes)
    let list = try slots.list(fleet.key)
    #expect(list.map(\.label) == ["everyday", "to go"])
    let renewed = try slots.revoke(try #require(list.last?.id), fleet.key)
    let seen = KeyBook(
      try fleet.files("keys").compactMap { KeyFile(try fleet.bytes($0), name: $0.name) },
      folder: fleet.identity.id, key: hostKey)
    #expect(seen.key == hostKey)
    #expect(error { try slots.unlock("the host's own words") }?.code == .locked)
    #expect(try slots.unlock(SealedFleet.passphrase).ids == renewed.ids)
  }

  @Test func `whoever has only the key before cannot slip into the one after the next`() throws {
    let fleet = try SealedFleet(1)
    let slots = fleet.slots(fleet.devices[0])
    try slots.add(second, label: "bad", fleet.key)
    let bad = try slots.unlock(second)
    let renewed = try slots.revoke(bad.slot, fleet.key)
    // With the old key, the revoked one proves a slot of its own.
    try slots.add("a slot made afterwards", label: "sneaked in", stale(bad))
    let list = try slots.list(renewed)
    #expect(list.first { $0.label == "sneaked in" }?.isCurrent != true)
    try slots.add(third, label: "last", renewed)
    let last = try #require(try slots.list(renewed).first { $0.label == "last" }?.id)
    let twice = try slots.revoke(last, renewed)
    #expect(twice.ids.count == 3)
    let got = try slots.unlock("a slot made afterwards")
    #expect(!got.ids.contains(twice.ids[2]))
  }

  /// A key of which nothing newer can be found.
  private func stale(_ key: FolderKey) -> FolderKey {
    FolderKey(
      generations: key.generations, slot: key.slot, slotSecret: [UInt8](repeating: 1, count: 32))
  }

  @Test func `a key file that was changed or renamed counts as none`() throws {
    let fleet = try SealedFleet(1)
    let path = try #require(try fleet.files("keys").first)
    let good = try fleet.bytes(path)
    let slots = fleet.slots(fleet.devices[0])
    for index in good.indices {
      var changed = good
      changed[index] ^= 1
      fleet.storage.set(path, to: changed)
      #expect(error { try slots.unlock(SealedFleet.passphrase) }?.code == .locked, "byte \(index)")
    }
    fleet.storage.set(path, to: nil)
    fleet.storage.set("keys/k-2-0123456789abcdef.json", to: good)
    #expect(error { try slots.unlock(SealedFleet.passphrase) }?.code == .locked)
  }

  /// Whoever hosts the folder can write any file whose name goes with it.
  @Test(
    arguments: [
      { $0.memory = 1 << 40 }, { $0.memory = -1 }, { $0.passes = 0 }, { $0.passes = .min },
      { $0.number = .max }, { $0.number = 0 }, { $0.number = -5 }, { $0.salt = "" },
      { $0.salt = "zz" }, { $0.keys = "00" }, { $0.keys = "" }, { $0.address = "00" },
      { $0.slot = "../x" }, { $0.label = "" }, { $0.by = "" }, { $0.proof = "" },
    ] as [@Sendable (inout SlotFile) -> Void])
  func `a slot that says something else about itself opens nothing, and harms nothing`(
    change: @Sendable (inout SlotFile) -> Void
  ) throws {
    let fleet = try SealedFleet(1)
    let path = try #require(try fleet.files("keys").first)
    guard case .slot(var file) = KeyFile(try fleet.bytes(path), name: path.name) else {
      Issue.record("the first key file is a slot")
      return
    }
    change(&file)
    let (other, bytes) = try KeyFile.slot(file).encoded()
    fleet.storage.set(path, to: nil)
    fleet.storage.set(other, to: bytes)
    let slots = fleet.slots(fleet.devices[0])
    let opened = try? slots.unlock(SealedFleet.passphrase)
    // What only members look at does not keep a passphrase from opening its slot.
    #expect(opened == nil || opened?.ids == fleet.key.ids)
    #expect(try slots.list(fleet.key).isEmpty)
    try slots.add(second, label: "next", fleet.key)
    #expect(try slots.list(fleet.key).map(\.label) == ["next"])
  }

  @Test func `a key comes back from its text, and shows itself nowhere else`() throws {
    let fleet = try SealedFleet(1)
    let text = fleet.key.secretText
    #expect(FolderKey(secretText: text) == fleet.key)
    for wrong in ["", "jfk1", String(text.dropLast()), text + "0", text + ","] {
      #expect(FolderKey(secretText: wrong) == nil)
    }
    var dumped = ""
    dump(fleet.key, to: &dumped)
    let secret = Hexadecimal.text(fleet.key.current.secret)
    for shown in [dumped, "\(fleet.key)", "\([fleet.key])", String(reflecting: fleet.key)] {
      #expect(!shown.contains(secret) && !shown.contains(fleet.key.slot))
    }
  }
}
