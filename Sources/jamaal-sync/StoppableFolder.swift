import FolderSync

/// A folder that is let go of between two requests once somebody has asked to stop.
final class StoppableFolder: Folder {
  private let folder: any Folder
  private let isStopped: () -> Bool

  init(_ folder: any Folder, isStopped: @escaping () -> Bool) {
    self.folder = folder
    self.isStopped = isStopped
  }

  var requestCount: Int { folder.requestCount }
  var serverSeconds: Int64? { folder.serverSeconds }

  private static let stopped = FolderError(
    .interrupted, "The sync was stopped. The next one goes on from here.")

  private func goOn() throws(FolderError) {
    if isStopped() { throw Self.stopped }
  }

  func list(_ directory: FolderDirectory) throws(FolderError) -> FolderListing {
    try goOn()
    return try folder.list(directory)
  }

  func directoryTag(_ directory: FolderDirectory) throws(FolderError) -> String? {
    try goOn()
    return try folder.directoryTag(directory)
  }

  func look(at path: FolderPath) throws(FolderError) -> FolderEntry? {
    try goOn()
    return try folder.look(at: path)
  }

  func get(_ path: FolderPath, byteCountMax: Int) throws(FolderError) -> [UInt8] {
    try goOn()
    return try folder.get(path, byteCountMax: byteCountMax)
  }

  func get(_ paths: [FolderPath], byteCountMax: Int) -> [Result<[UInt8], FolderError>] {
    if isStopped() { return paths.map { _ in .failure(Self.stopped) } }
    return folder.get(paths, byteCountMax: byteCountMax)
  }

  func get(_ path: FolderPath, range: Range<Int>) throws(FolderError) -> [UInt8]? {
    try goOn()
    return try folder.get(path, range: range)
  }

  func put(_ path: FolderPath, _ bytes: [UInt8]) throws(FolderError) {
    try goOn()
    try folder.put(path, bytes)
  }

  func delete(_ path: FolderPath) throws(FolderError) {
    try goOn()
    try folder.delete(path)
  }

  func makeDirectory(_ directory: FolderDirectory) throws(FolderError) {
    try goOn()
    try folder.makeDirectory(directory)
  }
}
