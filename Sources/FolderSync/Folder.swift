/// A dumb folder in which replicas meet; it lists, gets, puts, deletes, and promises little else.
///
/// Every transport meets this contract, and `FolderContractTests` runs it over all of them.
///
/// - A folder has files and directories, at most one directory deep. What does not follow the
///   naming rules of `FolderPath` is not ours: it is never listed and cannot be named.
/// - A listing is a hint. It may be stale, cut short, or miss a file that `get` finds; a file may
///   be gone by the time it is asked for. No call of this protocol deletes anything because of
///   that.
/// - A file proves itself. `get` vouches for nothing but the length that was declared.
/// - No call waits or repeats to get past a busy server. The one repetition is that of a request
///   whose connection failed before any answer.
/// - Calls block. A folder is used by one thread at a time.
///
/// Wrong use: to conclude from `.notFound`, or from a listing, that a file was never there.
public protocol Folder: AnyObject {
  /// The number of requests made so far, each of which costs a round trip.
  var requestCount: Int { get }

  /// The server's clock at its last answer, in seconds since 1970; `nil` if it does not tell.
  ///
  /// Good for a warning that some clock is wrong, and for nothing else.
  var serverSeconds: Int64? { get }

  /// Lists the files of a directory whose names follow the rules, sorted by name.
  /// - Parameter directory: The directory to list.
  /// - Returns: The files, and a tag of the directory if it has a strong one.
  /// - Throws: `FolderError`: `.notFound` if the directory is missing; an empty listing never
  ///   stands for a missing directory.
  func list(_ directory: FolderDirectory) throws(FolderError) -> FolderListing

  /// Asks for the tag of a directory, in one small request.
  ///
  /// An equal tag can mean that nothing was put or deleted directly inside since, if the folder was
  /// seen to change it with every such change (`FolderProbe` looks).
  /// - Parameter directory: The directory.
  /// - Returns: A strong tag, or `nil` if there is none.
  /// - Throws: `FolderError`: `.notFound` if the directory is missing.
  func directoryTag(_ directory: FolderDirectory) throws(FolderError) -> String?

  /// Looks whether a file is there, without fetching it.
  /// - Parameter path: The file.
  /// - Returns: The file as a listing would show it, or `nil` if it is missing.
  /// - Throws: `FolderError`.
  func look(at path: FolderPath) throws(FolderError) -> FolderEntry?

  /// Fetches a whole file.
  /// - Parameters:
  ///   - path: The file.
  ///   - byteCountMax: The most bytes to accept.
  /// - Returns: The content, as long as it was declared to be.
  /// - Throws: `FolderError`: `.notFound`, `.tooLarge`, `.cutShort` if it ends early, `.damaged` if
  ///   it comes in another encoding, `.notDAV` if a web page comes instead.
  func get(_ path: FolderPath, byteCountMax: Int) throws(FolderError) -> [UInt8]

  /// Fetches several whole files, side by side where the transport can.
  ///
  /// After a failure that concerns them all (`FolderError.stopsEverything`) the rest is not asked
  /// for and fails in the same way. All results are in memory at once: ask in batches.
  /// - Parameters:
  ///   - paths: The files.
  ///   - byteCountMax: The most bytes to accept for each.
  /// - Returns: One result for each path, in the order of `paths`.
  func get(_ paths: [FolderPath], byteCountMax: Int) -> [Result<[UInt8], FolderError>]

  /// Fetches a part of a file.
  /// - Parameters:
  ///   - path: The file.
  ///   - range: The bytes wanted, not empty, inside the file.
  /// - Returns: Exactly those bytes, or `nil` if the folder serves whole files only.
  /// - Throws: `FolderError`: `.notFound`, `.damaged` if another part comes.
  func get(_ path: FolderPath, range: Range<Int>) throws(FolderError) -> [UInt8]?

  /// Stores a file; when this returns, it has been accepted whole.
  ///
  /// An existing file is replaced, and left alone if it already holds these bytes and the folder
  /// can tell. The file's directory is made if it is missing; the folder itself is not, but by
  /// servers that make any path they are given. After a failure the file may be there, missing, or
  /// (on servers that know no better) cut short.
  /// - Parameters:
  ///   - path: The file.
  ///   - bytes: The whole content.
  /// - Throws: `FolderError`: `.full`, `.readOnly`, `.forbidden`, `.notFound` if the folder itself
  ///   is missing, `.interrupted` if the outcome is unknown.
  func put(_ path: FolderPath, _ bytes: [UInt8]) throws(FolderError)

  /// Deletes a file; one that is missing already counts as deleted.
  /// - Parameter path: The file.
  /// - Throws: `FolderError`.
  func delete(_ path: FolderPath) throws(FolderError)

  /// Makes a directory, or the folder itself; one that is there already counts as made.
  /// - Parameter directory: The directory.
  /// - Throws: `FolderError`: `.notFound` if what it would be made in is missing; `.conflict` if
  ///   something that is not a directory has that name.
  func makeDirectory(_ directory: FolderDirectory) throws(FolderError)
}

extension Folder {
  /// Fetches several whole files one after the other.
  /// - Parameters:
  ///   - paths: The files.
  ///   - byteCountMax: The most bytes to accept for each.
  /// - Returns: One result for each path, in the order of `paths`.
  public func get(
    _ paths: [FolderPath], byteCountMax: Int
  ) -> [Result<[UInt8], FolderError>] {
    var stop: FolderError?
    return paths.map { path in
      if let stop { return .failure(stop) }
      do throws(FolderError) {
        return .success(try get(path, byteCountMax: byteCountMax))
      } catch {
        if error.stopsEverything { stop = error }
        return .failure(error)
      }
    }
  }
}

extension Folder {
  /// Whether a file holds exactly these bytes now, as far as one look at it tells.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - path: The file.
  /// - Returns: `false` also for a file that is missing, or does not arrive as it was declared.
  /// - Throws: `FolderError` if the folder cannot be asked.
  func holds(_ bytes: [UInt8], at path: FolderPath) throws(FolderError) -> Bool {
    do {
      return try get(path, byteCountMax: bytes.count) == bytes
    } catch  where error.isAboutContent || error.code == .notFound {
      return false
    }
  }
}

/// What a directory held when it was listed, as far as the folder tells.
public struct FolderListing: Equatable, Sendable {
  /// The files with names that follow the rules, sorted by name.
  public var entries: [FolderEntry]

  /// The tag of the directory itself, if it has a strong one; comparable with `directoryTag`.
  public var tag: String?

  /// Makes a listing.
  /// - Parameters:
  ///   - entries: The files.
  ///   - tag: The strong tag of the directory, if any.
  public init(entries: [FolderEntry], tag: String? = nil) {
    self.entries = entries
    self.tag = tag
  }
}

/// A file as a listing shows it.
public struct FolderEntry: Equatable, Sendable {
  /// Where the file is.
  public let path: FolderPath

  /// Its length, or `nil` if the folder does not tell.
  public let byteCount: Int?

  /// The server's tag, opaque, perhaps weak: two can be compared, and equal ones prove nothing.
  public let tag: String?

  /// Makes an entry.
  /// - Parameters:
  ///   - path: Where the file is.
  ///   - byteCount: Its length, if known.
  ///   - tag: The server's tag, if any.
  public init(path: FolderPath, byteCount: Int?, tag: String? = nil) {
    self.path = path
    self.byteCount = byteCount
    self.tag = tag
  }
}
