/// A folder on a plain web server: it gives files, perhaps takes them, and shows a page of names.
///
/// There is no protocol for lists: `IndexPage` takes whatever the server shows for a directory. A
/// server that shows none is refused in words, and one that takes no changes can be read only.
/// Where directories cannot be made they come with the first file in them.
public final class HTTPFolder: Folder {
  /// The most pages of one listing.
  static let pagesMax = 100

  let files: HTTPFiles
  var client: HTTPClient { files.client }

  /// The bucket the folder is in, once it has turned out to be in one.
  var bucket: Bucket?

  /// Whether the folder itself was seen, or is to come into being with its first file.
  private var isRootKnown = false

  /// The number of requests sent so far.
  public var requestCount: Int { client.requestCount }

  /// The server's clock at its last answer.
  public var serverSeconds: Int64? { client.serverSeconds }

  /// Opens a folder; nothing is sent yet.
  /// - Parameters:
  ///   - address: Where it is.
  ///   - credentials: What to log in with, if anything.
  ///   - options: How to speak HTTP.
  /// - Throws: `FolderError.badAddress` if an option cannot be used.
  package init(
    _ address: HTTPAddress, credentials: FolderCredentials?, options: HTTPOptions = HTTPOptions()
  ) throws(FolderError) {
    files = try HTTPFiles(address, credentials: credentials, options: options, kind: .plain)
  }

  // MARK: - Getting

  /// Lists a directory, following the pages of a long listing.
  /// - Parameter directory: The directory to list.
  /// - Returns: The files in it, sorted; lengths where the server tells them to the byte.
  /// - Throws: `FolderError`: `.notFound` if it is missing, `.notDAV` if what the server shows is
  ///   no list of files.
  public func list(_ directory: FolderDirectory) throws(FolderError) -> FolderListing {
    let listing = try pages(directory)
    isRootKnown = true
    return listing
  }

  /// Asks for the tag of the page that lists a directory.
  /// - Parameter directory: The directory.
  /// - Returns: A strong tag, or `nil`: most servers make the page anew and give it none.
  /// - Throws: `FolderError`: `.notFound` if it is missing.
  public func directoryTag(_ directory: FolderDirectory) throws(FolderError) -> String? {
    if bucket != nil { return try pages(directory).tag }
    guard let response = try head(files.address(directory)) else {
      return try pages(directory).tag
    }
    if response.status == 404 || response.status == 410 {
      // A bucket knows of no directories; the list tells whether anything is in it.
      if Bucket.isStore(response) { return try pages(directory).tag }
      throw files.failure(response, .list, directory.description)
    }
    guard (200..<300).contains(response.status) else {
      throw files.failure(response, .list, directory.description)
    }
    return files.strong(response.header("etag"))
  }

  /// Looks whether a file is there.
  /// - Parameter path: The file.
  /// - Returns: The file, or `nil` if it is missing.
  /// - Throws: `FolderError`.
  public func look(at path: FolderPath) throws(FolderError) -> FolderEntry? {
    let address = files.address(path)
    guard let response = try head(address), !response.isWebPage else {
      // The server gives no heads, or calls the file a page: its first byte tells more.
      return try lookInside(path)
    }
    switch response.status {
    case 200..<300:
      let count = response.header("content-length").flatMap { Int($0) }
      return FolderEntry(
        path: path, byteCount: count.flatMap { $0 < 0 ? nil : $0 }, tag: response.header("etag"))
    case 404, 410: return nil
    default:
      // The same place with a slash is a directory.
      if let target = files.redirection(response, address), target.isSamePlace(as: address) {
        return nil
      }
      throw files.failure(response, .read, path.description)
    }
  }

  /// Fetches a whole file.
  /// - Parameters:
  ///   - path: The file.
  ///   - byteCountMax: The most bytes to accept.
  /// - Returns: The content.
  /// - Throws: `FolderError`: `.notFound`, `.tooLarge`, `.damaged`, `.notDAV` for a web page.
  public func get(_ path: FolderPath, byteCountMax: Int) throws(FolderError) -> [UInt8] {
    try files.get(path, byteCountMax: byteCountMax)
  }

  /// Fetches several whole files side by side.
  /// - Parameters:
  ///   - paths: The files.
  ///   - byteCountMax: The most bytes to accept for each.
  /// - Returns: One result for each path, in the order of `paths`.
  public func get(
    _ paths: [FolderPath], byteCountMax: Int
  ) -> [Result<[UInt8], FolderError>] {
    files.get(paths, byteCountMax: byteCountMax)
  }

  /// Fetches a part of a file.
  /// - Parameters:
  ///   - path: The file.
  ///   - range: The bytes wanted.
  /// - Returns: Those bytes, or `nil` if the server sends whole files only.
  /// - Throws: `FolderError`: `.notFound`, `.damaged` if another part comes.
  public func get(_ path: FolderPath, range: Range<Int>) throws(FolderError) -> [UInt8]? {
    try files.get(path, range: range)
  }

  // MARK: - Changing

  /// Stores a file.
  /// - Parameters:
  ///   - path: The file.
  ///   - bytes: The whole content.
  /// - Throws: `FolderError`: `.readOnly` if the server takes no files, `.full`, `.forbidden`,
  ///   `.notFound` if the folder itself is missing, `.refused` if the directory is missing and
  ///   cannot be made, `.interrupted` if the outcome is unknown.
  public func put(_ path: FolderPath, _ bytes: [UInt8]) throws(FolderError) {
    if !isRootKnown {
      // Many servers make any path that a file is put at, also one with a slip in it.
      guard try isThere(.root) else { throw rootMissing() }
      isRootKnown = true
    }
    do throws(FolderError) {
      try files.put(path, bytes) { directory throws(FolderError) in
        if directory != .root { try makeDirectory(directory) }
      }
    } catch {
      guard [.notFound, .busy, .conflict].contains(error.code) else { throw error }
      throw try isThere(path.directory)
        ? (error.code == .notFound ? takesNoFiles() : error) : directoryMissing(path.directory)
    }
  }

  /// Deletes a file.
  /// - Parameter path: The file.
  /// - Throws: `FolderError`: `.readOnly` if the server deletes nothing.
  public func delete(_ path: FolderPath) throws(FolderError) {
    do throws(FolderError) {
      try files.delete(path)
    } catch {
      // Nothing to delete is as good as deleted, also where deleting is refused.
      guard [.readOnly, .forbidden, .notFound, .conflict].contains(error.code),
        try look(at: path) == nil
      else { throw error }
    }
  }

  /// Makes a directory, or the folder itself, if the server can.
  ///
  /// If it cannot, this is success as well, and the directory comes with its first file.
  /// - Parameter directory: The directory.
  /// - Throws: `FolderError`: `.notFound` if the folder itself is missing, `.conflict` if a file
  ///   has the name.
  public func makeDirectory(_ directory: FolderDirectory) throws(FolderError) {
    if try !isThere(directory) {
      if let path = FolderPath(directory.name), try look(at: path) != nil {
        throw FolderError(
          .conflict,
          "A file stands where \(directory) should be a directory on \(client.host);"
            + " move it away or choose another folder.")
      }
      try make(directory)
    }
    if directory == .root { isRootKnown = true }
  }

  /// Asks for a directory with the one method there is for it, which plain servers may have too.
  private func make(_ directory: FolderDirectory) throws(FolderError) {
    let collection = files.address(directory)
    // From the directory up to the first that is there or can be made, then down again.
    var missing: [HTTPAddress] = [collection]
    for _ in 0...(2 * collection.segments.count) {
      guard let address = missing.last else { return }
      var request = HTTPRequest(method: "MKCOL", address: address)
      request.isUnauthorizedFinal = false
      let response = try client.send(request)
      switch response.status {
      case 200..<300: missing.removeLast()
      case 404 where directory == .root, 409 where directory == .root:
        var parent = address
        guard !parent.segments.isEmpty else { throw rootMissing() }
        parent.segments.removeLast()
        missing.append(parent)
      case 404, 409: throw rootMissing()
      case 400, 405, 411, 415, 501:
        // Unknown here. The path comes with the first file, or the put will say that it does not.
        if directory != .root, !isRootKnown, try !isThere(.root) { throw rootMissing() }
        return
      default: throw files.failure(response, .write, directory.description)
      }
    }
    guard missing.isEmpty else { throw rootMissing() }
  }

  // MARK: - Looking

  /// Asks for the head of an answer.
  /// - Returns: `nil` if the server gives no heads.
  private func head(_ address: HTTPAddress) throws(FolderError) -> HTTPResponse? {
    let response = try client.send(HTTPRequest(method: "HEAD", address: address))
    return [400, 405, 501].contains(response.status) ? nil : response
  }

  /// Whether a directory is there, as far as the server tells.
  private func isThere(_ directory: FolderDirectory) throws(FolderError) -> Bool {
    guard bucket == nil, let response = try head(files.address(directory)) else { return true }
    switch response.status {
    case 200..<300, 403: return true
    case 404, 410: return Bucket.isStore(response)
    default: throw files.failure(response, .read, directory.description)
    }
  }

  /// Looks at a file by asking for its first byte.
  private func lookInside(_ path: FolderPath) throws(FolderError) -> FolderEntry? {
    var request = files.fetch(path, 64 << 10)
    request.headers.append("Range: bytes=0-0")
    do throws(FolderError) {
      let response = try client.send(request)
      if response.status == 416 { return FolderEntry(path: path, byteCount: 0) }
      let bytes = try files.body(response, path)
      let total = response.header("content-range")?.split(separator: "/").last
      let byteCount = response.status == 206 ? total.flatMap { Int($0) } : bytes.count
      return FolderEntry(path: path, byteCount: byteCount, tag: response.header("etag"))
    } catch {
      switch error.code {
      case .notFound: return nil
      case .tooLarge: return FolderEntry(path: path, byteCount: nil)
      default: throw error
      }
    }
  }

  // MARK: - Words

  private func rootMissing() -> FolderError {
    FolderError(
      .notFound, "The folder is not on \(client.host). Check its address, or make it there.")
  }

  private func takesNoFiles() -> FolderError {
    FolderError(
      .readOnly, "\(client.host) shows files but takes none; the folder can be read only.")
  }

  private func directoryMissing(_ directory: FolderDirectory) -> FolderError {
    FolderError(
      .refused,
      "\(directory) is not on \(client.host), and the server makes no directories. Make it there,"
        + " or let the server make the path to a file (in nginx: create_full_put_path on).")
  }
}
