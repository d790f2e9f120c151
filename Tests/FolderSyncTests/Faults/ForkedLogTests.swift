import FolderSync
import ReplicaStore
import TestSupport
import Testing

/// Logs that were forked by a phone that went back in time, perhaps together with the folder, after
/// others had read the branch that is gone.
@Suite struct ForkedLogTests {
  struct History: CustomTestStringConvertible, Sendable {
    var what: String
    /// How often the phone pushes before the backup is made.
    var before = 0
    /// How often after it; others read that, and then phone and folder go back.
    var lost = 1
    /// Whether the others read each of these pushes, or all of them at the end.
    var isReadAtOnce = true
    /// How often the phone pushes after that, before the others sync again.
    var after = 1
    var folderGoesBack = true
    /// How many others there are; the last one alone reads what is lost.
    var others = 1
    var isEncrypted = false
    var testDescription: String { what }
  }

  static let histories = [
    History(what: "another first file, of the number of the one that is gone"),
    History(what: "the log goes on further than it had gone", after: 3),
    History(what: "to the middle of the log, and as far as before", before: 3, lost: 2, after: 2),
    History(what: "to the middle, and not as far as before", before: 3, lost: 4),
    History(what: "to the middle, and nothing is written there", before: 3, lost: 2, after: 0),
    History(what: "before the first file, and nothing is written there", after: 0),
    History(what: "the phone alone", before: 3, lost: 2, folderGoesBack: false),
    History(what: "the phone alone, to before its first file", folderGoesBack: false),
    History(
      what: "the phone alone, and what it had sent is merged", before: 3, lost: 6,
      folderGoesBack: false),
    History(what: "only the third device had read it", before: 1, others: 2),
    History(
      what: "only the third device had read it, the second reads on", lost: 2, after: 4, others: 2),
    History(what: "the numbers are in a merge by the time they are read", before: 2, after: 8),
    History(what: "what is gone was read as a merge", lost: 9, isReadAtOnce: false),
    History(
      what: "what is gone was read as a merge, and the numbers are in another one", before: 1,
      lost: 8, isReadAtOnce: false, after: 10),
    History(what: "encrypted", isEncrypted: true),
    History(
      what: "encrypted, in a merge, three devices", before: 2, lost: 2, after: 8, others: 2,
      isEncrypted: true),
  ]

  /// A phone and other devices; the first of those made the folder.
  private struct House {
    let storage = MemoryFolder.Storage()
    var phone: Device
    let others: [Device]
    var key: FolderKey?

    var all: [Device] { others + [phone] }

    init(_ history: History) throws {
      phone = try Device(1, MemoryFolder(storage))
      others = try (0..<history.others).map { [storage] in
        try Device(UInt64($0) + 2, MemoryFolder(storage))
      }
      if history.isEncrypted {
        key = try others[0].membership.createEncrypted(
          passphrase: SealedFleet.passphrase, label: "everyday", cost: SealedFleet.cost
        ).1
      } else {
        try others[0].membership.create()
      }
      for device in all {
        if let key { try device.use(key) }
        try FolderMembership(
          replica: device.replica, folder: device.folder, key: key,
          random: { device.authorities.generator.next() }
        ).join()
      }
      try others[0].add("first")
      for device in all { try device.sync() }
    }

    /// Puts the phone back to an image of it; time goes on.
    mutating func putBack(_ image: [UInt8]) throws {
      let back = try Device(99, MemoryFolder(storage), image: image)
      back.authorities.millis = phone.authorities.millis + 1_000_000
      if let key { try back.use(key) }
      phone = back
    }

    func push(_ name: String) throws {
      try phone.add(name)
      try phone.sync()
    }
  }

  @Test(arguments: histories)
  func `all devices end with what anybody has read, and become quiet`(_ history: History) throws {
    var house = try House(history)
    var names = ["first"]
    func named(_ word: String, _ count: Int, _ body: (String) throws -> Void) rethrows {
      for number in 0..<count {
        names.append("\(word) \(number)")
        try body("\(word) \(number)")
      }
    }
    try named("before", history.before, house.push)
    for device in house.others { try device.sync() }
    let image = try house.phone.replica.image()
    let backup = house.storage.snapshot
    try named("lost", history.lost) {
      try house.push($0)
      if history.isReadAtOnce { try house.others.last?.sync() }
    }
    try house.others.last?.sync()
    try house.putBack(image)
    if history.folderGoesBack { house.storage.restore(backup) }
    try named("after", history.after, house.push)
    for _ in 0..<6 {
      for device in house.all {
        device.authorities.millis += 61 * 60 * 1000
        try device.sync()
      }
    }
    for device in house.all {
      #expect(try device.names == names.sorted())
      #expect(device.replica.digest == house.phone.replica.digest)
      let quiet = try device.sync()
      #expect(quiet.outcome == .synced)
      #expect(quiet.pulledSegmentCount == 0 && quiet.pushedChangeSetCount == 0)
    }
    let newcomer = try Device(7, MemoryFolder(house.storage))
    if let key = house.key { try newcomer.use(key) }
    try FolderMembership(
      replica: newcomer.replica, folder: newcomer.folder, key: house.key,
      random: { newcomer.authorities.generator.next() }
    ).join()
    for _ in 0..<2 { try newcomer.sync() }
    #expect(try newcomer.names == names.sorted(), "who joins now gets all of it")
  }

  @Test func `what only a lost device's files held is handed on by who has read it`() throws {
    let fleet = try Fleet(3)
    try fleet.devices[0].add("first")
    try fleet.syncAll()
    let backup = fleet.storage.snapshot
    try fleet.devices[2].add("by one who never comes back")
    try fleet.devices[2].sync()
    try fleet.devices[1].sync()
    fleet.storage.restore(backup)
    for _ in 0..<4 {
      for device in fleet.devices.prefix(2) {
        device.authorities.millis += 61 * 60 * 1000
        try device.sync()
      }
    }
    #expect(try fleet.devices[0].names == ["by one who never comes back", "first"])
  }

  @Test func `a file that is late for less than an hour is not handed on`() throws {
    let fleet = try Fleet(2)
    try fleet.devices[0].add("first")
    try fleet.syncAll()
    let whole = fleet.storage.snapshot
    try fleet.devices[1].add("second")
    try fleet.devices[1].sync()
    let reader = fleet.devices[1]
    // A program that syncs the directory takes the files away before it brings the merge.
    for path in whole.files.keys where path.name.hasPrefix("\(fleet.devices[0].replica.device)") {
      fleet.storage.set(path, to: nil)
    }
    #expect(try !reader.sync().notes.contains(.handedOn))
    reader.authorities.millis += 50 * 60 * 1000
    #expect(try !reader.sync().notes.contains(.handedOn))
    fleet.storage.restore(whole)
    reader.authorities.millis += 50 * 60 * 1000
    #expect(try !reader.sync().notes.contains(.handedOn))
    for path in whole.files.keys where path.name.hasPrefix("\(fleet.devices[0].replica.device)") {
      fleet.storage.set(path, to: nil)
    }
    reader.authorities.millis += 50 * 60 * 1000
    #expect(try !reader.sync().notes.contains(.handedOn), "it is counted from the start again")
    reader.authorities.millis += 61 * 60 * 1000
    #expect(try reader.sync().notes.contains(.handedOn))
    #expect(try !reader.sync().notes.contains(.handedOn), "once is enough")
  }

  @Test func `of several who have read it, one hands it on`() throws {
    let fleet = try Fleet(4)
    try fleet.devices[0].add("first")
    try fleet.syncAll()
    let backup = fleet.storage.snapshot
    try fleet.devices[3].add("by one who never comes back")
    try fleet.devices[3].sync()
    for device in fleet.devices.prefix(3) { try device.sync() }
    fleet.storage.restore(backup)
    var handedOnCount = 0
    for _ in 0..<5 {
      for device in fleet.devices.prefix(3) {
        device.authorities.millis += 61 * 60 * 1000
        if try device.sync().notes.contains(.handedOn) { handedOnCount += 1 }
      }
    }
    #expect(handedOnCount == 1)
  }
}
