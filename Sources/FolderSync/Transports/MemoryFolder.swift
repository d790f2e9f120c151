/// A folder in memory that can be told to fail in every way that real ones do.
///
/// For simulators and tests. Handles that share a `Storage` are devices that share a folder:
/// ```swift
/// let storage = MemoryFolder.Storage()
/// let phone = MemoryFolder(storage), laptop = MemoryFolder(storage)
/// phone.faults = { call in call.number == 3 ? [.answerLost(lost)] : [] }
/// ```
/// Everything follows from the calls and from what `faults` answers; there is no clock and no
/// chance in it.
public final class MemoryFolder: Folder {
  /// What the folder holds, shared with other handles.
  public let storage: Storage

  /// Decides what goes wrong with each call; nothing does unless it is set.
  public var faults: (Call) -> [Fault] = { _ in [] }

  /// How tags behave.
  public var tags = Tags.strong

  /// Whether parts of files can be fetched.
  public var servesRanges = true

  /// Whether the folder takes changes.
  public var isReadOnly = false

  /// The most bytes all files together may have; `.full` beyond.
  public var byteCountMax = Int.max

  /// What the server's clock is told to show.
  public var serverSeconds: Int64?

  /// The number of calls so far.
  public private(set) var requestCount = 0

  /// Opens a folder.
  /// - Parameter storage: What it holds; a new, empty one if left out.
  public init(_ storage: Storage = Storage()) {
    self.storage = storage
  }

  /// Lists a directory.
  /// - Parameter directory: The directory to list.
  /// - Returns: The files, sorted unless a fault changes that.
  /// - Throws: `FolderError`: `.notFound`, or what a fault says.
  public func list(_ directory: FolderDirectory) throws(FolderError) -> FolderListing {
    let faults = try begin(.list, directory)
    try requireDirectory(directory)
    var entries = files(faults).filter { $0.key.directory == directory }
      .map { FolderEntry(path: $0.key, byteCount: $0.value.count, tag: tag($0.key)) }
      .sorted { $0.path < $1.path }
    for case .shuffled(let seed) in faults {
      var generator = Shuffler(state: seed)
      entries.shuffle(using: &generator)
    }
    for case .cut(let count) in faults { entries = Array(entries.prefix(max(count, 0))) }
    return FolderListing(entries: entries, tag: tag(directory))
  }

  /// Asks for the tag of a directory.
  /// - Parameter directory: The directory.
  /// - Returns: The tag, as `tags` has it.
  /// - Throws: `FolderError`: `.notFound`, or what a fault says.
  public func directoryTag(_ directory: FolderDirectory) throws(FolderError) -> String? {
    _ = try begin(.directoryTag, directory)
    try requireDirectory(directory)
    return tag(directory)
  }

  /// Looks whether a file is there.
  /// - Parameter path: The file.
  /// - Returns: The file, or `nil`.
  /// - Throws: What a fault says.
  public func look(at path: FolderPath) throws(FolderError) -> FolderEntry? {
    let faults = try begin(.look, path)
    guard !faults.contains(.gone), let bytes = files(faults)[path] else { return nil }
    return FolderEntry(path: path, byteCount: bytes.count, tag: tag(path))
  }

  /// Fetches a whole file.
  /// - Parameters:
  ///   - path: The file.
  ///   - byteCountMax: The most bytes to accept.
  /// - Returns: The content, unless a fault changes it.
  /// - Throws: `FolderError`: `.notFound`, `.tooLarge`, or what a fault says.
  public func get(_ path: FolderPath, byteCountMax: Int) throws(FolderError) -> [UInt8] {
    let faults = try begin(.get, path)
    let bytes = damaged(try content(path, faults), faults)
    guard bytes.count <= byteCountMax else {
      throw FolderError(
        .tooLarge, "\(path) is longer than the \(byteCountMax) bytes allowed here.")
    }
    return bytes
  }

  /// Fetches a part of a file.
  /// - Parameters:
  ///   - path: The file.
  ///   - range: The bytes wanted.
  /// - Returns: Those bytes, or `nil` if `servesRanges` is off.
  /// - Throws: `FolderError`: `.notFound`, `.damaged`, or what a fault says.
  public func get(_ path: FolderPath, range: Range<Int>) throws(FolderError) -> [UInt8]? {
    let faults = try begin(.getRange, path)
    let bytes = try content(path, faults)
    guard servesRanges else { return nil }
    guard range.upperBound <= bytes.count else {
      throw FolderError(.damaged, "\(path) is shorter than expected; it will be read again.")
    }
    return damaged(Array(bytes[range]), faults)
  }

  /// Stores a file.
  /// - Parameters:
  ///   - path: The file.
  ///   - bytes: The whole content.
  /// - Throws: `FolderError`: `.readOnly`, `.full`, `.notFound` if the folder itself is missing, or
  ///   what a fault says.
  public func put(_ path: FolderPath, _ bytes: [UInt8]) throws(FolderError) {
    let faults = try begin(.put, path)
    try requireWritable()
    try requireDirectory(.root)
    let used = storage.files.values.reduce(0) { $0 + $1.count }
    guard used - (storage.files[path]?.count ?? 0) <= byteCountMax - bytes.count else {
      throw FolderError(.full, "There is no room for \(path); make room on the server.")
    }
    for case .seenHalf(let count) in faults {
      storage.set(path, to: Array(bytes.prefix(max(count, 0))))
      throw FolderError(.interrupted, "The connection broke while \(path) was sent.")
    }
    if storage.files[path] != bytes { storage.set(path, to: bytes) }
    try end(faults)
  }

  /// Deletes a file.
  /// - Parameter path: The file.
  /// - Throws: `FolderError`: `.readOnly`, or what a fault says.
  public func delete(_ path: FolderPath) throws(FolderError) {
    let faults = try begin(.delete, path)
    try requireWritable()
    storage.set(path, to: nil)
    try end(faults)
  }

  /// Makes a directory, or the folder itself.
  /// - Parameter directory: The directory.
  /// - Throws: `FolderError`: `.readOnly`, `.notFound` if the folder itself is missing, `.conflict`
  ///   if a file has the name, or what a fault says.
  public func makeDirectory(_ directory: FolderDirectory) throws(FolderError) {
    let faults = try begin(.makeDirectory, directory)
    if storage.directories.contains(directory) { return try end(faults) }
    try requireWritable()
    if directory != .root {
      try requireDirectory(.root)
      if let path = FolderPath(directory.name), storage.files[path] != nil {
        throw FolderError(.conflict, "A file stands where \(directory) should be a directory.")
      }
    }
    storage.make(directory)
    try end(faults)
  }

  // MARK: - Faults

  /// A small generator for the order of a listing (Steele, Lea, Flood: "Fast splittable
  /// pseudorandom number generators", 2014).
  private struct Shuffler: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed >> 31)
    }
  }

  private func begin(
    _ operation: Operation, _ directory: FolderDirectory, _ path: FolderPath? = nil
  ) throws(FolderError) -> [Fault] {
    requestCount += 1
    let call = Call(number: requestCount, operation: operation, directory: directory, path: path)
    let faults = self.faults(call)
    for case .fail(let error) in faults { throw error }
    return faults
  }

  private func begin(
    _ operation: Operation, _ path: FolderPath
  ) throws(FolderError) -> [Fault] {
    try begin(operation, path.directory, path)
  }

  private func end(_ faults: [Fault]) throws(FolderError) {
    for case .answerLost(let error) in faults { throw error }
  }

  private func files(_ faults: [Fault]) -> [FolderPath: [UInt8]] {
    for case .stale(let count) in faults { return storage.files(changesAgo: count) }
    return storage.files
  }

  private func content(
    _ path: FolderPath, _ faults: [Fault]
  ) throws(FolderError) -> [UInt8] {
    guard !faults.contains(.gone), let bytes = files(faults)[path] else {
      throw FolderError(.notFound, "\(path) is not there now.")
    }
    return bytes
  }

  private func damaged(_ bytes: [UInt8], _ faults: [Fault]) -> [UInt8] {
    var bytes = bytes
    for fault in faults {
      switch fault {
      case .cut(let count): bytes = Array(bytes.prefix(max(count, 0)))
      case .flipped(let bit) where !bytes.isEmpty && bit >= 0:
        bytes[bit / 8 % bytes.count] ^= 1 << UInt8(bit % 8)
      default: break
      }
    }
    return bytes
  }

  private func requireDirectory(_ directory: FolderDirectory) throws(FolderError) {
    guard storage.directories.contains(.root), storage.directories.contains(directory) else {
      throw FolderError(.notFound, "There is no such directory: \(directory).")
    }
  }

  private func requireWritable() throws(FolderError) {
    if isReadOnly { throw FolderError(.readOnly, "The folder can be read but not written.") }
  }

  private func tag(_ directory: FolderDirectory) -> String? {
    switch tags {
    case .strong: storage.tag(directory)
    case .absent: nil
    case .stuck: "\"stuck\""
    }
  }

  private func tag(_ path: FolderPath) -> String? {
    switch tags {
    case .strong: storage.tag(path)
    case .absent: nil
    case .stuck: "\"stuck\""
    }
  }
}
