import FolderSync
import ReplicaStore
import TestSupport
import Testing

/// Files that were whole when others read them, and were damaged afterwards by somebody who no longer
/// can put them right.
@Suite struct DamagedAfterReadTests {
  /// A phone that reads everything, and a laptop whose file of some number is cut short after that.
  private func fleet(pushes: Int, damaged: Int) throws -> (Fleet, path: FolderPath, bytes: [UInt8])
  {
    let fleet = try Fleet(2)
    try fleet.syncAll()
    let (phone, laptop) = (fleet.devices[0], fleet.devices[1])
    for number in 1...pushes {
      try laptop.add("item \(number)")
      try laptop.sync()
      try phone.sync()
    }
    let own = try fleet.logFiles.filter { $0.name.hasPrefix("\(laptop.replica.device)") }
    let path = own[own.count - 1 - (pushes - damaged)]
    let bytes = try #require(fleet.storage.files[path])
    fleet.storage.set(path, to: Array(bytes.prefix(bytes.count / 2)))
    return (fleet, path, bytes)
  }

  private func notes(_ report: SyncReport) -> Bool { report.notes.contains(.handedOn) }

  @Test(arguments: [(1, 1), (4, 2), (4, 4)])
  func `whoever has read it hands it on after an hour, and a newcomer gets it`(
    _ history: (pushes: Int, damaged: Int)
  ) throws {
    let (fleet, _, _) = try fleet(pushes: history.pushes, damaged: history.damaged)
    let phone = fleet.devices[0]
    #expect(try !notes(phone.sync()))
    #expect(try fleet.newcomer().names != phone.names)
    phone.authorities.millis += 61 * 60_000
    #expect(try notes(phone.sync()))
    let late = try fleet.newcomer()
    #expect(try late.names == phone.names)
    #expect(try late.replica.contentDigest() == phone.replica.contentDigest())
    // Once is enough.
    for _ in 0..<3 {
      phone.authorities.millis += 61 * 60_000
      #expect(try !notes(phone.sync()))
    }
  }

  @Test func `a file that its owner puts right in time is left to it`() throws {
    let (fleet, path, bytes) = try fleet(pushes: 2, damaged: 2)
    let (phone, laptop) = (fleet.devices[0], fleet.devices[1])
    try phone.sync()
    laptop.authorities.millis = phone.authorities.millis
    try laptop.sync()
    #expect(fleet.storage.files[path] == bytes)
    phone.authorities.millis += 61 * 60_000
    #expect(try !notes(phone.sync()))
  }

  @Test func `another length alone is no damage`() throws {
    let fleet = try Fleet(1)
    let laptop = fleet.devices[0]
    let folder = WatchedFolder(MemoryFolder(fleet.storage))
    let phone = try Device(9, folder)
    try phone.membership.join()
    try laptop.add("item")
    try laptop.sync()
    try phone.sync()
    #expect(try phone.names == ["item"])
    folder.lengthTold = { $0 + 3 }
    for _ in 0..<3 {
      phone.authorities.millis += 61 * 60_000
      #expect(try !notes(phone.sync()))
    }
  }

  @Test func `a whole file that a reader was handed damaged is not put again`() throws {
    let fleet = try Fleet(2)
    let (phone, laptop) = (fleet.devices[0], fleet.devices[1])
    try laptop.add("bread")
    try laptop.sync()
    let path = try #require(fleet.logFiles.first)
    try fleet.folder(0).faults = { $0.path == path ? [.flipped(bit: 800)] : [] }
    try phone.add("salt")
    #expect(try phone.sync().heldBack.map(\.device) == [laptop.replica.device])
    try fleet.folder(0).faults = { _ in [] }
    // Putting it again could break off, and take away what others can read.
    final class Puts {
      var paths: [FolderPath] = []
    }
    let puts = Puts()
    try fleet.folder(1).faults = { call in
      if call.operation == .put, let path = call.path { puts.paths.append(path) }
      return []
    }
    try laptop.add("rice")
    let report = try laptop.sync()
    #expect(!report.notes.contains(.folderHealed(1)))
    #expect(!puts.paths.isEmpty && !puts.paths.contains(path))
    try fleet.syncAll()
    try fleet.expectEqual()
    #expect(try phone.names == ["bread", "rice", "salt"])
  }
}
