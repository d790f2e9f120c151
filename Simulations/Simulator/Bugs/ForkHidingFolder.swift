import FolderSync
import ReplicaStore

/// A folder that never shows a device the files under its own name that it did not write itself.
final class ForkHidingFolder: Folder {
  private let base: MemoryFolder
  private let replica: Replica

  init(_ base: MemoryFolder, _ replica: Replica) {
    self.base = base
    self.replica = replica
  }

  var requestCount: Int { base.requestCount }
  var serverSeconds: Int64? { base.serverSeconds }

  func list(_ directory: FolderDirectory) throws(FolderError) -> FolderListing {
    var listing = try base.list(directory)
    listing.entries.removeAll { entry in
      guard let name = SegmentName(entry.path.name), name.device == replica.device else {
        return false
      }
      // A replica that cannot be read has other troubles than this one.
      let own = try? replica.chain(at: name.last)
      return own?.prefix != name.chain
    }
    return listing
  }

  func directoryTag(_ directory: FolderDirectory) throws(FolderError) -> String? {
    try base.directoryTag(directory)
  }

  func look(at path: FolderPath) throws(FolderError) -> FolderEntry? { try base.look(at: path) }

  func get(_ path: FolderPath, byteCountMax: Int) throws(FolderError) -> [UInt8] {
    try base.get(path, byteCountMax: byteCountMax)
  }

  func get(_ path: FolderPath, range: Range<Int>) throws(FolderError) -> [UInt8]? {
    try base.get(path, range: range)
  }

  func put(_ path: FolderPath, _ bytes: [UInt8]) throws(FolderError) { try base.put(path, bytes) }

  func delete(_ path: FolderPath) throws(FolderError) { try base.delete(path) }

  func makeDirectory(_ directory: FolderDirectory) throws(FolderError) {
    try base.makeDirectory(directory)
  }
}
