public import ReplicaStore

/// Joining a folder, making one, and the ways on when it turned out to be another one.
public struct FolderMembership {
  private let replica: Replica
  private let folder: any Folder
  private let key: FolderKey?
  private let previousKey: FolderKey?
  private let store: SyncStore
  private let random: () -> UInt64

  /// Looks at a folder for a replica.
  ///
  /// - Parameters:
  ///   - replica: The replica.
  ///   - folder: The folder.
  ///   - key: The folder's key, if it is encrypted.
  ///   - previousKey: The key of the folder joined before, if that was encrypted.
  ///   - random: The source of 64 random bits, fit for keys.
  /// - Throws: `ReplicaError`.
  public init(
    replica: Replica, folder: any Folder, key: FolderKey? = nil, previousKey: FolderKey? = nil,
    random: @escaping () -> UInt64
  ) throws {
    self.replica = replica
    self.folder = folder
    self.key = key
    self.previousKey = previousKey
    self.random = random
    store = try SyncStore(replica)
  }

  /// Looks which folder is there, and whether it is encrypted; nothing is changed.
  ///
  /// - Returns: Which folder it is.
  /// - Throws: `FolderError`: `.notFound` if nobody made one there.
  public func look() throws(FolderError) -> FolderIdentity {
    guard let identity = try FolderIdentity.read(folder) else {
      throw FolderError(
        .notFound,
        "There is no Jamaal folder at this address. Make one with --create, or wait until it has"
          + " been synced here.")
    }
    return identity
  }

  /// Joins the folder that is there.
  ///
  /// - Returns: Which folder it is.
  /// - Throws: `FolderError`: `.notFound` if nobody made one there, `.locked` if it is encrypted
  ///   and the key is missing or another one's; `ReplicaError`.
  @discardableResult
  public func join() throws -> FolderIdentity {
    let identity = try look()
    try adopt(identity, key: key)
    return identity
  }

  /// Makes a folder where there is none yet, and joins it.
  ///
  /// - Returns: Which folder it is, as read back.
  /// - Throws: `FolderError`: `.conflict` if there is one already; `ReplicaError`.
  @discardableResult
  public func create() throws -> FolderIdentity {
    try requireNone()
    let made = FolderIdentity(random: random)
    try make(made)
    try requireOwn(made)
    try adopt(made, key: nil)
    return made
  }

  /// Makes a folder that whoever hosts it cannot read, and joins it.
  ///
  /// - Parameters:
  ///   - passphrase: What opens it on other devices.
  ///   - label: What people call the passphrase.
  ///   - cost: How slow it is to try one.
  /// - Returns: Which folder it is, and its key, to be kept where only its owner can read it.
  /// - Throws: `FolderError`: `.conflict` if there is one already, `.refused` if the passphrase is
  ///   too short; `ReplicaError`.
  public func createEncrypted(
    passphrase: String, label: String, cost: KeyCost = .standard
  ) throws -> (FolderIdentity, FolderKey) {
    try requireNone()
    var made = FolderIdentity(random: random)
    let slots = KeySlots(folder: folder, identity: made, cost: cost, random: random)
    let (key, slot) = try slots.makeFirst(passphrase, label: label)
    made.encryption = FolderIdentity.Encryption(firstKey: key.current.id)
    // The slot first: a folder that is there can be opened.
    try folder.makeDirectory(.root)
    try slots.put(slot)
    try make(made)
    try requireOwn(made)
    try adopt(made, key: key)
    return (made, key)
  }

  /// Joins whatever folder is there now, and sends everything of this device's own again.
  ///
  /// - Returns: Which folder it is.
  /// - Throws: `FolderError`: `.notFound` if there is none, `.refused` if it is not encrypted and
  ///   the one joined was; `ReplicaError`.
  @discardableResult
  public func rejoin() throws -> FolderIdentity {
    try requireEncryptionKept(try look())
    return try join()
  }

  /// Fills the folder again from this device: everything it holds, whoever wrote it.
  ///
  /// An encrypted folder that was emptied has lost its key slots: add a passphrase afterwards.
  /// - Returns: Which folder it is; made again if it was emptied.
  /// - Throws: `FolderError`; `ReplicaError`.
  @discardableResult
  public func republish() throws -> FolderIdentity {
    if let found = try FolderIdentity.read(folder) {
      try requireEncryptionKept(found)
      try adopt(found, key: key)
      _ = try replica.sealEverything()
      return found
    }
    let identity = try store.identity() ?? FolderIdentity(random: random)
    try requireKey(identity, key)
    try make(identity)
    try adopt(identity, key: key)
    _ = try replica.sealEverything()
    return identity
  }

  private func requireNone() throws(FolderError) {
    guard try FolderIdentity.read(folder) == nil else {
      throw FolderError(
        .conflict,
        "There is a folder at this address already. Leave --create out to join it.")
    }
  }

  private func requireOwn(_ made: FolderIdentity) throws(FolderError) {
    guard try FolderIdentity.read(folder) == made else {
      throw FolderError(
        .conflict,
        "Another device made this folder at the same moment. Join it: leave --create out.")
    }
  }

  /// A folder that was encrypted and says it is not any more may be a trap.
  private func requireEncryptionKept(_ found: FolderIdentity) throws {
    guard found.encryption == nil, try store.identity()?.encryption != nil else { return }
    throw FolderError(
      .refused,
      "The folder this device joined was encrypted, and what is at the address now is not: whoever"
        + " hosts it could read everything. If that is meant, set it anew: jamaal folder set"
        + " ADDRESS")
  }

  private func requireKey(_ identity: FolderIdentity, _ key: FolderKey?) throws(FolderError) {
    guard let encryption = identity.encryption, key?.ids.first != encryption.firstKey else {
      return
    }
    throw FolderError(
      .locked, "The folder is encrypted. Give its passphrase: jamaal folder key unlock")
  }

  private func make(_ identity: FolderIdentity) throws(FolderError) {
    try folder.makeDirectory(.root)
    try folder.makeDirectory(SegmentName.directory)
    try folder.put(FolderIdentity.path, identity.fileBytes)
  }

  /// Remembers the folder; segments written for another one are written anew for it.
  private func adopt(_ identity: FolderIdentity, key: FolderKey?) throws {
    try requireKey(identity, key)
    var isUnreadable = false
    if let previous = try store.identity(), previous != identity {
      let oldKey = [previousKey, key].compactMap(\.self).first {
        $0.ids.first == previous.encryption?.firstKey
      }
      isUnreadable = oldKey == nil && previous.encryption != nil
      if !isUnreadable { try rewrite(previous, oldKey, identity, key) }
    }
    if isUnreadable { try store.remove(try store.ownSegments().map(\.name)) }
    try store.join(identity)
    try store.unpublishAll()
    // What cannot be opened any more is sealed anew from what the replica holds.
    if isUnreadable { _ = try replica.sealEverything() }
  }

  private func rewrite(
    _ old: FolderIdentity, _ oldKey: FolderKey?, _ new: FolderIdentity, _ newKey: FolderKey?
  ) throws {
    let key = new.encryption == nil ? nil : newKey
    var rewritten: Set<String> = []
    for own in try store.ownSegments() where own.state != .replaced {
      guard let bytes = try store.bytes(of: own.name) else { continue }
      var segment = try Segment(bytes, name: own.name, folder: old.bytes, key: oldKey)
      segment.header.folder = new.bytes
      try store.add(
        own.name, level: own.level, clocks: own.clocks, bytes: try segment.fileBytes(key: key))
      rewritten.insert(own.name.description)
    }
    // One written for the old folder may lie there under the same name, just as long.
    try store.replace(.refusedOfOurs, with: rewritten)
    try store.remove(try store.ownSegments().filter { $0.state == .replaced }.map(\.name))
  }
}
