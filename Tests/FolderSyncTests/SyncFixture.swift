import FolderSync
import ReplicaStore
import SQLite
import TestSupport
import Testing

/// A thing on a shopping list.
struct Item: Record, Equatable {
  let id: RecordID
  var name = ""
  var count = 0
  var isBought = false

  init(id: RecordID) {
    self.id = id
  }

  static let recordType = RecordType<Item>(
    "item",
    [
      Field("name", \.name), Field("count", \.count, merge: .counter),
      Field("isBought", \.isBought, merge: .history),
    ])

  static let schema = Schema(version: 1, types: [recordType.erased])
}

/// One device with a replica in memory or on disk, and a handle on a folder.
final class Device {
  final class Authorities {
    var millis: Int64 = 1_800_000_000_000
    var generator: SeededGenerator
    init(_ seed: UInt64) { generator = SeededGenerator(seed: seed) }
  }

  let authorities: Authorities
  let replica: Replica
  let folder: any Folder
  private(set) var synchronizer: Synchronizer

  init(
    _ seed: UInt64, _ folder: any Folder, path: String = ":memory:", image: [UInt8]? = nil,
    fileLayer: String? = nil
  ) throws {
    let authorities = Authorities(seed)
    self.authorities = authorities
    self.folder = folder
    let environment = ReplicaEnvironment(
      nowMillis: { authorities.millis }, random: { authorities.generator.next() },
      fileLayer: fileLayer)
    replica =
      if let image {
        try Replica(image: image, schema: Item.schema, environment: environment)
      } else {
        try Replica(path: path, schema: Item.schema, environment: environment)
      }
    synchronizer = try Synchronizer(
      replica: replica, folder: folder, nowMillis: { authorities.millis })
  }

  var membership: FolderMembership {
    get throws {
      try FolderMembership(
        replica: replica, folder: folder, random: { [authorities] in authorities.generator.next() })
    }
  }

  /// Goes on with the key of an encrypted folder.
  func use(_ key: FolderKey) throws {
    synchronizer = try Synchronizer(
      replica: replica, folder: folder, key: key, nowMillis: { [authorities] in authorities.millis }
    )
  }

  @discardableResult
  func add(_ name: String) throws -> RecordID {
    authorities.millis += 1000
    return try replica.write { transaction in
      var item = Item(id: transaction.newID())
      item.name = name
      try transaction.insert(item)
      return item.id
    }
  }

  func rename(_ id: RecordID, to name: String) throws {
    authorities.millis += 1000
    try replica.write { transaction in
      var item = try transaction.record(Item.self, id) ?? Item(id: id)
      item.name = name
      try transaction.write(item, \.name)
    }
  }

  var names: [String] {
    get throws { try replica.read { try $0.records(Item.self).map(\.name).sorted() } }
  }

  @discardableResult
  func sync() throws -> SyncReport {
    authorities.millis += 1000
    return try synchronizer.sync()
  }
}

/// Devices that share one folder in memory, the first of which made it.
struct Fleet {
  let storage = MemoryFolder.Storage()
  let devices: [Device]

  init(_ count: Int, seed: UInt64 = 0) throws {
    devices = try (0..<count).map { [storage] index in
      try Device(seed + UInt64(index) + 1, MemoryFolder(storage))
    }
    for (index, device) in devices.enumerated() {
      if index == 0 { try device.membership.create() } else { try device.membership.join() }
    }
  }

  func folder(_ index: Int) throws -> MemoryFolder {
    try #require(devices[index].folder as? MemoryFolder)
  }

  var logFiles: [FolderPath] {
    get throws { try MemoryFolder(storage).list("log").entries.map(\.path) }
  }

  /// A device that joins now, with the clock of another one, and reads what is there.
  func newcomer(clockOf index: Int = 0) throws -> Device {
    let device = try Device(77, MemoryFolder(storage))
    device.authorities.millis = devices[index].authorities.millis
    try device.membership.join()
    try device.sync()
    return device
  }

  func syncAll(rounds: Int = 2) throws {
    for _ in 0..<rounds { for device in devices { try device.sync() } }
  }

  func expectEqual(sourceLocation: SourceLocation = #_sourceLocation) throws {
    for device in devices.dropFirst() {
      #expect(device.replica.digest == devices[0].replica.digest, sourceLocation: sourceLocation)
      #expect(
        try device.replica.contentDigest() == devices[0].replica.contentDigest(),
        sourceLocation: sourceLocation)
    }
  }
}

extension MemoryFolder.FaultRates {
  /// A folder that fails now and then in every way, but holds what it holds.
  static var weather: MemoryFolder.FaultRates {
    var rates = MemoryFolder.FaultRates()
    rates.fail = 0.04
    rates.answerLost = 0.05
    rates.seenHalf = 0.05
    rates.gone = 0.05
    rates.stale = 0.05
    rates.cut = 0.05
    rates.shuffled = 0.3
    rates.flipped = 0.04
    return rates
  }
}
