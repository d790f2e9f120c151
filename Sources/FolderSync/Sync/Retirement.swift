public import ReplicaStore

/// What it came to when a device that is gone for good was retired.
public struct Retirement: Hashable, Sendable {
  /// The device.
  public var device: DeviceID
  /// Up to which of its numbers nothing is waited for any more; 0 if none is known.
  public var number: UInt64
  /// How many files of it that nobody can read were deleted.
  public var deletedCount: Int
  /// How many of those are still there, because the folder takes none away.
  public var leftCount: Int
}

extension Synchronizer {
  /// Stops waiting for a device that is gone for good: one that was lost, or an id that a copied or
  /// restored replica has left behind with its last file cut short.
  ///
  /// Files of it that nobody can read are deleted, holes in its log are passed over, and syncs no
  /// longer report it. Nothing is lost by it: whatever can be read is still read, and should the
  /// device come back after all, it puts its files again and is heard as before.
  /// - Parameter device: The device.
  /// - Returns: What was done.
  /// - Throws: `FolderError`: `.notFound` if nobody has heard of it, `.conflict` if it is this one,
  ///   `.refused` if the folder is another one; `ReplicaError`.
  public func retire(_ device: DeviceID) throws -> Retirement {
    guard device != replica.device else {
      throw FolderError(.conflict, "This is the device itself. Only others can be retired.")
    }
    let identity = try FolderIdentityCheck(folder: folder, expected: try store.identity())
    guard try identity.isOurs() else { throw FolderError(.refused, Self.otherFolderMessage) }
    let names = try relist().segments.map(\.name).filter { $0.device == device }
    let peer = try store.peers().first { $0.device == device }
    let missed = try MissedChanges(store).all.last { $0.place.device == device }?.place.number
    guard peer != nil || !names.isEmpty || missed != nil else {
      throw FolderError(.notFound, "No device with the id \(device) has been heard of.")
    }
    var retirement = Retirement(
      device: device,
      number: (names.map(\.last) + [peer?.number ?? 0, missed ?? 0]).max() ?? 0,
      deletedCount: 0, leftCount: 0)
    // Noted first: whoever is interrupted here only has to ask again.
    try store.retire(device, through: retirement.number)
    let refused = try store.names(.refused)
    for name in names where refused.contains(name.description) {
      guard let path = name.path, try isUnreadable(path, name, identity.folderBytes) else {
        continue
      }
      if try removed(path) { retirement.deletedCount += 1 } else { retirement.leftCount += 1 }
    }
    if var peer, peer.heldBackReason != nil {
      peer.heldBackReason = nil
      try store.save(peer)
    }
    return retirement
  }

  /// Whether a file that could not be read last time still cannot.
  private func isUnreadable(
    _ path: FolderPath, _ name: SegmentName, _ folderBytes: [UInt8]
  ) throws(FolderError) -> Bool {
    do throws(FolderError) {
      let bytes = try folder.get(path, byteCountMax: Segment.byteCountMax)
      _ = try Segment(bytes, name: name, folder: folderBytes, key: key)
      return false
    } catch {
      guard [.damaged, .tooLarge].contains(error.code) else { throw error }
      return true
    }
  }

  private func removed(_ path: FolderPath) throws(FolderError) -> Bool {
    do throws(FolderError) {
      try folder.delete(path)
      return true
    } catch {
      guard [.readOnly, .forbidden, .conflict, .refused].contains(error.code) else { throw error }
      return false
    }
  }
}
