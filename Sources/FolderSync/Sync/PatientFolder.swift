/// A folder that waits out the bad moments of a server, within limits, and then gives up.
///
/// A request that meets a busy server or a broken connection is made again after as long as the
/// server asked, or twice as long as before, and never at the same moment on all devices. A put is
/// made again only if a look shows that it did not arrive. Refused credentials, a full folder and
/// a network that is away are not waited for.
public final class PatientFolder: Folder {
  /// How often one request is made at most.
  public static let attemptsMax = 4
  /// The first pause, in milliseconds.
  public static let pauseMillisMin: Int64 = 500
  /// How long all pauses together may last, in milliseconds: a person waits, or a watch that comes
  /// back anyway.
  public static let pausesMillisMax: Int64 = 15_000

  private let folder: any Folder
  private let random: () -> UInt64
  private let pause: (Int64) -> Bool
  private var millisLeft = PatientFolder.pausesMillisMax

  /// Wraps a folder for one sync.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - random: The source of 64 random bits.
  ///   - pause: Waits so many milliseconds; `false` if somebody has asked to stop meanwhile.
  public init(
    _ folder: any Folder, random: @escaping () -> UInt64, pause: @escaping (Int64) -> Bool
  ) {
    self.folder = folder
    self.random = random
    self.pause = pause
  }

  /// The number of requests made so far, repeated ones included.
  public var requestCount: Int { folder.requestCount }

  /// The server's clock at its last answer.
  public var serverSeconds: Int64? { folder.serverSeconds }

  /// Lists a directory.
  /// - Parameter directory: The directory to list.
  /// - Returns: As the folder does.
  /// - Throws: `FolderError`, of the last attempt.
  public func list(_ directory: FolderDirectory) throws(FolderError) -> FolderListing {
    try patiently { () throws(FolderError) in try folder.list(directory) }
  }

  /// Asks for the tag of a directory.
  /// - Parameter directory: The directory.
  /// - Returns: As the folder does.
  /// - Throws: `FolderError`, of the last attempt.
  public func directoryTag(_ directory: FolderDirectory) throws(FolderError) -> String? {
    try patiently { () throws(FolderError) in try folder.directoryTag(directory) }
  }

  /// Looks whether a file is there.
  /// - Parameter path: The file.
  /// - Returns: As the folder does.
  /// - Throws: `FolderError`, of the last attempt.
  public func look(at path: FolderPath) throws(FolderError) -> FolderEntry? {
    try patiently { () throws(FolderError) in try folder.look(at: path) }
  }

  /// Fetches a whole file.
  /// - Parameters:
  ///   - path: The file.
  ///   - byteCountMax: The most bytes to accept.
  /// - Returns: The content.
  /// - Throws: `FolderError`, of the last attempt.
  public func get(_ path: FolderPath, byteCountMax: Int) throws(FolderError) -> [UInt8] {
    try patiently { () throws(FolderError) in
      try folder.get(path, byteCountMax: byteCountMax)
    }
  }

  /// Fetches several whole files; those that met a bad moment are asked for again together.
  /// - Parameters:
  ///   - paths: The files.
  ///   - byteCountMax: The most bytes to accept for each.
  /// - Returns: One result for each path, in the order of `paths`.
  public func get(
    _ paths: [FolderPath], byteCountMax: Int
  ) -> [Result<[UInt8], FolderError>] {
    var results = folder.get(paths, byteCountMax: byteCountMax)
    for attempt in 1..<Self.attemptsMax {
      var again: [Int] = []
      var failure: FolderError?
      for (index, result) in results.enumerated() {
        guard case .failure(let error) = result else { continue }
        guard !error.stopsEverything else { return results }
        guard Self.canPass(error) else { continue }
        again.append(index)
        // The longest pause that was asked for is good for all.
        if error.retryAfterSeconds ?? 0 >= failure?.retryAfterSeconds ?? 0 { failure = error }
      }
      guard let failure, waits(after: failure, attempt) else { return results }
      let repeated = folder.get(again.map { paths[$0] }, byteCountMax: byteCountMax)
      for (index, result) in zip(again, repeated) { results[index] = result }
    }
    return results
  }

  /// Fetches a part of a file.
  /// - Parameters:
  ///   - path: The file.
  ///   - range: The bytes wanted.
  /// - Returns: As the folder does.
  /// - Throws: `FolderError`, of the last attempt.
  public func get(_ path: FolderPath, range: Range<Int>) throws(FolderError) -> [UInt8]? {
    try patiently { () throws(FolderError) in try folder.get(path, range: range) }
  }

  /// Stores a file; puts it again only if it did not arrive.
  /// - Parameters:
  ///   - path: The file.
  ///   - bytes: The whole content.
  /// - Throws: `FolderError`, of the last attempt.
  public func put(_ path: FolderPath, _ bytes: [UInt8]) throws(FolderError) {
    var isFirst = true
    try patiently { () throws(FolderError) in
      if !isFirst, try hasArrived(path, bytes) { return }
      isFirst = false
      try folder.put(path, bytes)
    }
  }

  /// Deletes a file.
  /// - Parameter path: The file.
  /// - Throws: `FolderError`, of the last attempt.
  public func delete(_ path: FolderPath) throws(FolderError) {
    try patiently { () throws(FolderError) in try folder.delete(path) }
  }

  /// Makes a directory, or the folder itself.
  /// - Parameter directory: The directory.
  /// - Throws: `FolderError`, of the last attempt.
  public func makeDirectory(_ directory: FolderDirectory) throws(FolderError) {
    try patiently { () throws(FolderError) in try folder.makeDirectory(directory) }
  }

  // MARK: - Waiting

  private func patiently<Value>(
    _ body: () throws(FolderError) -> Value
  ) throws(FolderError) -> Value {
    var attempt = 1
    while true {
      do {
        return try body()
      } catch {
        guard attempt < Self.attemptsMax, Self.canPass(error), waits(after: error, attempt) else {
          throw error
        }
      }
      attempt += 1
    }
  }

  private static func canPass(_ error: FolderError) -> Bool {
    [.busy, .interrupted, .cutShort].contains(error.code)
  }

  /// Waits before the next attempt.
  ///
  /// - Returns: `false` if that would take too long, or somebody has asked to stop.
  private func waits(after error: FolderError, _ attempt: Int) -> Bool {
    let asked = Int64(error.retryAfterSeconds ?? 0) * 1000
    let usual = Self.pauseMillisMin << (attempt - 1)
    let millis = max(asked, usual)
    // Between as long as that and half as long again, so that not all devices come back at once.
    let whole = millis + Int64(random() % UInt64(millis / 2 + 1))
    guard millis <= millisLeft else { return false }
    millisLeft -= min(whole, millisLeft)
    return pause(whole)
  }

  private func hasArrived(
    _ path: FolderPath, _ bytes: [UInt8]
  ) throws(FolderError) -> Bool {
    guard let found = try folder.look(at: path),
      found.byteCount.map({ $0 == bytes.count }) ?? true
    else { return false }
    return try folder.holds(bytes, at: path)
  }
}
