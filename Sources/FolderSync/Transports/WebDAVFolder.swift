/// A folder on a WebDAV server.
///
/// Only what every server does is relied upon: no locks, no moves, no entity tags.
public final class WebDAVFolder: Folder {
  /// The most pages of one listing.
  private static let pagesMax = 100

  let files: HTTPFiles
  var client: HTTPClient { files.client }

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
    files = try HTTPFiles(
      address, credentials: credentials, options: options, kind: .webDAV)
  }

  /// Lists a directory, following the pages of a long listing.
  /// - Parameter directory: The directory to list.
  /// - Returns: The files in it, sorted, and the tag of the directory if it is strong.
  /// - Throws: `FolderError`: `.notFound` if it is missing, `.notDAV` if the answer is not one
  ///   whole listing of this directory.
  public func list(_ directory: FolderDirectory) throws(FolderError) -> FolderListing {
    let collection = files.address(directory)
    var found: [FolderPath: FolderEntry] = [:]
    var tag: String?
    var page: HTTPAddress? = collection
    for number in 0..<WebDAVFolder.pagesMax {
      guard let address = page else { break }
      let answer = try find(address, depth: "1", subject: directory.description)
      if number == 0 { tag = try own(collection, answer, subject: directory.description).tag }
      for entry in answer.entries {
        guard let name = try childName(entry, in: collection), !entry.isCollection,
          (200..<300).contains(entry.status ?? 200), let path = FolderPath(directory, name)
        else { continue }
        found[path] = FolderEntry(path: path, byteCount: entry.byteCount, tag: entry.tag)
      }
      page = answer.next
    }
    guard page == nil else {
      throw FolderError(
        .notDAV, "The listing of \(directory) on \(client.host) goes on without end.")
    }
    return FolderListing(
      entries: found.values.sorted { $0.path < $1.path }, tag: files.strong(tag))
  }

  /// Asks for the tag of a directory.
  /// - Parameter directory: The directory.
  /// - Returns: A strong tag, or `nil`.
  /// - Throws: `FolderError`: `.notFound` if it is missing.
  public func directoryTag(_ directory: FolderDirectory) throws(FolderError) -> String? {
    let address = files.address(directory)
    let answer = try find(address, depth: "0", subject: directory.description)
    return files.strong(try own(address, answer, subject: directory.description).tag)
  }

  /// Looks whether a file is there.
  /// - Parameter path: The file.
  /// - Returns: The file, or `nil` if it is missing.
  /// - Throws: `FolderError`.
  public func look(at path: FolderPath) throws(FolderError) -> FolderEntry? {
    do {
      let address = files.address(path)
      let answer = try find(address, depth: "0", subject: path.description)
      let entry = try own(address, answer, subject: path.description)
      guard !entry.isCollection else { return nil }
      return FolderEntry(path: path, byteCount: entry.byteCount, tag: entry.tag)
    } catch  where error.code == .notFound {
      return nil
    }
  }

  /// Fetches a whole file.
  /// - Parameters:
  ///   - path: The file.
  ///   - byteCountMax: The most bytes to accept.
  /// - Returns: The content.
  /// - Throws: `FolderError`: `.notFound`, `.tooLarge`, `.damaged`, `.notDAV` for a web page.
  public func get(_ path: FolderPath, byteCountMax: Int) throws(FolderError) -> [UInt8] {
    try settled(
      Result { () throws(FolderError) in
        try files.get(path, byteCountMax: byteCountMax)
      }, path)
  }

  /// Fetches several whole files side by side.
  /// - Parameters:
  ///   - paths: The files.
  ///   - byteCountMax: The most bytes to accept for each.
  /// - Returns: One result for each path, in the order of `paths`.
  public func get(
    _ paths: [FolderPath], byteCountMax: Int
  ) -> [Result<[UInt8], FolderError>] {
    zip(paths, files.get(paths, byteCountMax: byteCountMax)).map { path, result in
      Result { () throws(FolderError) in try settled(result, path) }
    }
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

  /// Stores a file.
  /// - Parameters:
  ///   - path: The file.
  ///   - bytes: The whole content.
  /// - Throws: `FolderError`: `.full`, `.readOnly`, `.forbidden`, `.notFound` if the folder itself
  ///   is missing, `.interrupted` if the outcome is unknown.
  public func put(_ path: FolderPath, _ bytes: [UInt8]) throws(FolderError) {
    try files.put(path, bytes) { directory throws(FolderError) in
      if directory == .root { _ = try directoryTag(.root) } else { try makeDirectory(directory) }
    }
  }

  /// Deletes a file.
  /// - Parameter path: The file.
  /// - Throws: `FolderError`.
  public func delete(_ path: FolderPath) throws(FolderError) {
    try files.delete(path)
  }

  /// Makes a directory, or the folder itself and whatever directories it needs around it.
  /// - Parameter directory: The directory.
  /// - Throws: `FolderError`: `.notFound` if the folder itself is missing, `.conflict` if a file
  ///   has the name.
  public func makeDirectory(_ directory: FolderDirectory) throws(FolderError) {
    let collection = files.address(directory)
    guard try !make(collection, directory) else { return }
    guard directory == .root else {
      throw FolderError(
        .notFound,
        "The folder on \(client.host) is missing, so \(directory) cannot be made in it.")
    }
    // Up to the first that is there, then down again.
    var depth = collection.segments.count - 1
    while depth > 0, try !make(ancestor(collection, depth), directory) { depth -= 1 }
    for depth in (depth + 1)...collection.segments.count {
      guard try make(ancestor(collection, depth), directory) else {
        throw FolderError(
          .notFound, "The folder cannot be made on \(client.host): the path to it is missing.")
      }
    }
  }

  // MARK: - Requests

  /// Tells a file from what servers give for a directory of that name: a page with or without
  /// content, of any length, or a refusal.
  private func settled(
    _ result: Result<[UInt8], FolderError>, _ path: FolderPath
  ) throws(FolderError) -> [UInt8] {
    guard case .failure(let error) = result, [.notDAV, .tooLarge].contains(error.code) else {
      return try result.get()
    }
    let entry: FolderEntry?
    do throws(FolderError) {
      entry = try look(at: path)
    } catch let other {
      throw other.stopsEverything ? other : error
    }
    guard let entry else {
      throw FolderError(.notFound, "\(path) is not a file on \(client.host).")
    }
    if entry.byteCount == 0 { return [] }
    throw error
  }

  private func ancestor(_ address: HTTPAddress, _ depth: Int) -> HTTPAddress {
    var address = address
    address.segments = Array(address.segments.prefix(depth))
    return address
  }

  /// Makes one collection.
  /// - Returns: `false` if what it would be made in is missing.
  private func make(
    _ collection: HTTPAddress, _ directory: FolderDirectory
  ) throws(FolderError) -> Bool {
    var request = HTTPRequest(method: "MKCOL", address: collection)
    request.isUnauthorizedFinal = false
    let response = try client.send(request)
    switch response.status {
    case 201: return true
    case 200, 301, 302, 307, 308, 400, 401, 403, 404, 405, 409, 423, 500:
      // Servers say all of these of a collection, or of a file, that is there already.
      if try isCollection(collection, directory) { return true }
      if response.status == 404 || response.status == 409 { return false }
      throw files.failure(response, .write, directory.description)
    default: throw files.failure(response, .write, directory.description)
    }
  }

  /// Looks what is in the place of a collection.
  /// - Returns: `false` if nothing is.
  /// - Throws: `FolderError.conflict` if something else is.
  private func isCollection(
    _ collection: HTTPAddress, _ directory: FolderDirectory
  ) throws(FolderError) -> Bool {
    var place = collection
    var failure: FolderError?
    // With the slash, some servers know nothing of a file that is there without it, or refuse to
    // speak of it.
    for hasSlash in [true, false] {
      place.hasTrailingSlash = hasSlash
      do throws(FolderError) {
        let answer = try find(place, depth: "0", subject: directory.description)
        if try own(place, answer, subject: directory.description).isCollection { return true }
        throw FolderError(
          .conflict,
          "A file stands where \(directory) should be a directory on \(client.host);"
            + " move it away or choose another folder.")
      } catch {
        if error.code == .notFound { continue }
        guard hasSlash, [.refused, .forbidden, .busy, .notDAV].contains(error.code) else {
          throw error.code == .conflict ? error : failure ?? error
        }
        failure = error
      }
    }
    if let failure { throw failure }
    return false
  }
}
