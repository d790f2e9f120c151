import FolderSync

/// The bodies that went through a folder, whoever sent them.
final class BodyTally {
  private(set) var upByteCount = 0
  private(set) var downByteCount = 0

  func reset() { (upByteCount, downByteCount) = (0, 0) }
  func noteUp(_ count: Int) { upByteCount += count }
  func noteDown(_ count: Int) { downByteCount += count }
}

/// A folder that counts the bodies of files put and got; a device's own files read back do not count.
final class CountingFolder: Folder {
  private let folder: any Folder
  private let tally: BodyTally
  private var put: Set<FolderPath> = []

  init(_ folder: any Folder, _ tally: BodyTally) {
    self.folder = folder
    self.tally = tally
  }

  var requestCount: Int { folder.requestCount }
  var serverSeconds: Int64? { folder.serverSeconds }

  func list(_ directory: FolderDirectory) throws(FolderError) -> FolderListing {
    try folder.list(directory)
  }

  func directoryTag(_ directory: FolderDirectory) throws(FolderError) -> String? {
    try folder.directoryTag(directory)
  }

  func look(at path: FolderPath) throws(FolderError) -> FolderEntry? {
    try folder.look(at: path)
  }

  func get(_ path: FolderPath, byteCountMax: Int) throws(FolderError) -> [UInt8] {
    let bytes = try folder.get(path, byteCountMax: byteCountMax)
    if !put.contains(path) { tally.noteDown(bytes.count) }
    return bytes
  }

  func get(_ path: FolderPath, range: Range<Int>) throws(FolderError) -> [UInt8]? {
    try folder.get(path, range: range)
  }

  func put(_ path: FolderPath, _ bytes: [UInt8]) throws(FolderError) {
    try folder.put(path, bytes)
    put.insert(path)
    tally.noteUp(bytes.count)
  }

  func delete(_ path: FolderPath) throws(FolderError) {
    try folder.delete(path)
  }

  func makeDirectory(_ directory: FolderDirectory) throws(FolderError) {
    try folder.makeDirectory(directory)
  }
}
