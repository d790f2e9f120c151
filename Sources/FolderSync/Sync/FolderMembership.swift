public import ReplicaStore

/// Joining a folder, making one, and the ways on when it turned out to be another one.
public struct FolderMembership {
  private let replica: Replica
  private let folder: any Folder
  private let store: SyncStore
  private let random: () -> UInt64

  /// Looks at a folder for a replica.
  ///
  /// - Parameters:
  ///   - replica: The replica.
  ///   - folder: The folder.
  ///   - random: The source of 64 random bits.
  /// - Throws: `ReplicaError`.
  public init(replica: Replica, folder: any Folder, random: @escaping () -> UInt64) throws {
    self.replica = replica
    self.folder = folder
    self.random = random
    store = try SyncStore(replica)
  }

  /// Joins the folder that is there.
  ///
  /// - Returns: Which folder it is.
  /// - Throws: `FolderError`: `.notFound` if nobody made one there; `ReplicaError`.
  @discardableResult
  public func join() throws -> FolderIdentity {
    guard let identity = try FolderIdentity.read(folder) else {
      throw FolderError(
        .notFound,
        "There is no Jamaal folder at this address. Make one with --create, or wait until it has"
          + " been synced here.")
    }
    try adopt(identity)
    return identity
  }

  /// Makes a folder where there is none yet, and joins it.
  ///
  /// - Returns: Which folder it is, as read back.
  /// - Throws: `FolderError`: `.conflict` if there is one already; `ReplicaError`.
  @discardableResult
  public func create() throws -> FolderIdentity {
    guard try FolderIdentity.read(folder) == nil else {
      throw FolderError(
        .conflict,
        "There is a folder at this address already. Leave --create out to join it.")
    }
    let made = FolderIdentity(random: random)
    try make(made)
    guard try FolderIdentity.read(folder) == made else {
      throw FolderError(
        .conflict,
        "Another device made this folder at the same moment. Join it: leave --create out.")
    }
    try adopt(made)
    return made
  }

  /// Joins whatever folder is there now, and sends everything of this device's own again.
  ///
  /// - Returns: Which folder it is.
  /// - Throws: `FolderError`: `.notFound` if there is none; `ReplicaError`.
  @discardableResult
  public func rejoin() throws -> FolderIdentity {
    try join()
  }

  /// Fills the folder again from this device: everything it holds, whoever wrote it.
  ///
  /// - Returns: Which folder it is; made again if it was emptied.
  /// - Throws: `FolderError`; `ReplicaError`.
  @discardableResult
  public func republish() throws -> FolderIdentity {
    if let found = try FolderIdentity.read(folder) {
      try adopt(found)
      _ = try replica.sealEverything()
      return found
    }
    let remembered = try store.membership().flatMap { FolderIdentity(id: $0.folder) }
    let identity = remembered ?? FolderIdentity(random: random)
    try make(identity)
    try adopt(identity)
    _ = try replica.sealEverything()
    return identity
  }

  private func make(_ identity: FolderIdentity) throws(FolderError) {
    try folder.makeDirectory(.root)
    try folder.makeDirectory(SegmentName.directory)
    try folder.put(FolderIdentity.path, identity.fileBytes)
  }

  /// Remembers the folder; segments written for another one are written anew for it.
  private func adopt(_ identity: FolderIdentity) throws {
    let previous = try store.membership()?.folder
    if let previous, previous != identity.id,
      let old = FolderIdentity(id: previous)?.bytes
    {
      for own in try store.ownSegments() where own.state != .replaced {
        guard let bytes = try store.bytes(of: own.name) else { continue }
        var segment = try Segment(bytes, name: own.name, folder: old)
        segment.header.folder = identity.bytes
        try store.add(own.name, level: own.level, bytes: try segment.fileBytes())
      }
      try store.remove(try store.ownSegments().filter { $0.state == .replaced }.map(\.name))
    }
    try store.join(identity.id)
    try store.unpublishAll()
  }
}
