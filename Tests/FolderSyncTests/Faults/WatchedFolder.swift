import FolderSync
import ReplicaStore

/// A folder that tells of every request, before it is made and after it was answered.
final class WatchedFolder: Folder {
  private let folder: any Folder
  /// Told with the number of the request, from 1, and whether it has been done.
  var onRequest: (_ number: Int, _ isDone: Bool) -> Void = { _, _ in }

  /// What listings say of the length of a file.
  var lengthTold: (Int) -> Int = { $0 }

  init(_ folder: any Folder) {
    self.folder = folder
  }

  private(set) var requestCount = 0
  var serverSeconds: Int64? { folder.serverSeconds }

  private func watched<Value>(
    _ body: () throws(FolderError) -> Value
  ) throws(FolderError) -> Value {
    requestCount += 1
    let number = requestCount
    onRequest(number, false)
    defer { onRequest(number, true) }
    return try body()
  }

  func list(_ directory: FolderDirectory) throws(FolderError) -> FolderListing {
    var listing = try watched { () throws(FolderError) in try folder.list(directory) }
    listing.entries = listing.entries.map {
      FolderEntry(path: $0.path, byteCount: $0.byteCount.map(lengthTold), tag: $0.tag)
    }
    return listing
  }

  func directoryTag(_ directory: FolderDirectory) throws(FolderError) -> String? {
    try watched { () throws(FolderError) in try folder.directoryTag(directory) }
  }

  func look(at path: FolderPath) throws(FolderError) -> FolderEntry? {
    try watched { () throws(FolderError) in try folder.look(at: path) }
  }

  func get(_ path: FolderPath, byteCountMax: Int) throws(FolderError) -> [UInt8] {
    try watched { () throws(FolderError) in
      try folder.get(path, byteCountMax: byteCountMax)
    }
  }

  func get(_ path: FolderPath, range: Range<Int>) throws(FolderError) -> [UInt8]? {
    try watched { () throws(FolderError) in try folder.get(path, range: range) }
  }

  func put(_ path: FolderPath, _ bytes: [UInt8]) throws(FolderError) {
    try watched { () throws(FolderError) in try folder.put(path, bytes) }
  }

  func delete(_ path: FolderPath) throws(FolderError) {
    try watched { () throws(FolderError) in try folder.delete(path) }
  }

  func makeDirectory(_ directory: FolderDirectory) throws(FolderError) {
    try watched { () throws(FolderError) in try folder.makeDirectory(directory) }
  }
}

/// What a device that is killed at some moment leaves behind: its replica's file, and the folder.
struct Wreck {
  var what: String
  var image: [UInt8]
  var folder: MemoryFolder.Storage.Snapshot

  /// Runs something and notes what would be left at every request, before it and after it.
  ///
  /// - Parameters:
  ///   - device: The device; its folder is a `WatchedFolder`.
  ///   - storage: What its folder holds.
  ///   - body: What the device does.
  /// - Returns: One for each moment.
  /// - Throws: What the body throws, or `ReplicaError`.
  static func all(
    of device: Device, _ storage: MemoryFolder.Storage, _ body: () throws -> Void
  ) throws -> [Wreck] {
    var wrecks: [Wreck] = []
    var failure: (any Error)?
    let folder = device.folder as? WatchedFolder
    folder?.onRequest = { number, isDone in
      do {
        wrecks.append(
          Wreck(
            what: "\(isDone ? "after" : "before") request \(number)",
            image: try device.replica.image(), folder: storage.snapshot))
      } catch {
        failure = error
      }
    }
    try body()
    folder?.onRequest = { _, _ in }
    if let failure { throw failure }
    return wrecks
  }
}
