import FolderSync
import TestSupport

/// Devices that share an encrypted folder in memory, the first of which made it.
struct SealedFleet {
  static let passphrase = "gravel orbit lantern"
  /// The least that the library allows, so that tests are quick.
  static let cost = KeyCost(passes: 1, memoryBytes: 8192)

  let storage = MemoryFolder.Storage(exists: false)
  let devices: [Device]
  let identity: FolderIdentity
  let key: FolderKey

  init(_ count: Int, seed: UInt64 = 0) throws {
    devices = try (0..<count).map { [storage] index in
      try Device(seed + UInt64(index) + 1, MemoryFolder(storage))
    }
    (identity, key) = try devices[0].membership.createEncrypted(
      passphrase: Self.passphrase, label: "everyday", cost: Self.cost)
    try devices[0].use(key)
    for device in devices.dropFirst() { try join(device, Self.passphrase) }
  }

  func slots(_ device: Device) -> KeySlots {
    KeySlots(
      folder: device.folder, identity: identity, cost: Self.cost,
      random: { device.authorities.generator.next() })
  }

  /// Comes in by a passphrase.
  @discardableResult
  func join(_ device: Device, _ passphrase: String) throws -> FolderKey {
    let key = try slots(device).unlock(passphrase)
    try membership(device, key).join()
    try device.use(key)
    return key
  }

  func membership(_ device: Device, _ key: FolderKey?) throws -> FolderMembership {
    try FolderMembership(
      replica: device.replica, folder: device.folder, key: key,
      random: { device.authorities.generator.next() })
  }

  func files(_ directory: FolderDirectory) throws -> [FolderPath] {
    try MemoryFolder(storage).list(directory).entries.map(\.path)
  }

  func bytes(_ path: FolderPath) throws -> [UInt8] {
    try MemoryFolder(storage).get(path, byteCountMax: 1 << 24)
  }
}
