/// A folder on a WebDAV server.
///
/// Only what every server does is relied upon: no locks, no moves, no entity tags. A put is made
/// conditional on the name being free, not for exclusion (many servers ignore it) but because a
/// server that obeys then cannot damage a good file when a repeated put is cut off.
public final class WebDAVFolder: Folder {
  /// The most pages of one listing.
  private static let pagesMax = 100

  let root: HTTPAddress
  let client: HTTPClient
  let options: HTTPOptions

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
    root = address.appending([], isCollection: true)
    client = try HTTPClient(origin: address, credentials: credentials, options: options)
    self.options = options
  }

  /// Lists a directory, following the pages of a long listing.
  /// - Parameter directory: The directory to list.
  /// - Returns: The files in it, sorted, and the tag of the directory if it is strong.
  /// - Throws: `FolderError`: `.notFound` if it is missing, `.notDAV` if the answer is not one
  ///   whole listing of this directory.
  public func list(_ directory: FolderDirectory) throws(FolderError) -> FolderListing {
    let collection = address(directory)
    var files: [FolderPath: FolderEntry] = [:]
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
        files[path] = FolderEntry(path: path, byteCount: entry.byteCount, tag: entry.tag)
      }
      page = answer.next
    }
    guard page == nil else {
      throw FolderError(
        .notDAV, "The listing of \(directory) on \(client.host) goes on without end.")
    }
    return FolderListing(
      entries: files.values.sorted { $0.path < $1.path }, tag: strong(tag))
  }

  /// Asks for the tag of a directory.
  /// - Parameter directory: The directory.
  /// - Returns: A strong tag, or `nil`.
  /// - Throws: `FolderError`: `.notFound` if it is missing.
  public func directoryTag(_ directory: FolderDirectory) throws(FolderError) -> String? {
    let address = address(directory)
    let answer = try find(address, depth: "0", subject: directory.description)
    return strong(try own(address, answer, subject: directory.description).tag)
  }

  /// Looks whether a file is there.
  /// - Parameter path: The file.
  /// - Returns: The file, or `nil` if it is missing.
  /// - Throws: `FolderError`.
  public func look(at path: FolderPath) throws(FolderError) -> FolderEntry? {
    do {
      let address = address(path)
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
    try body(client.send(fetch(path, byteCountMax)), path)
  }

  /// Fetches several whole files side by side.
  /// - Parameters:
  ///   - paths: The files.
  ///   - byteCountMax: The most bytes to accept for each.
  /// - Returns: One result for each path, in the order of `paths`.
  public func get(
    _ paths: [FolderPath], byteCountMax: Int
  ) -> [Result<[UInt8], FolderError>] {
    let results = client.send(paths.map { fetch($0, byteCountMax) })
    return zip(paths, results).map { path, result in
      do throws(FolderError) {
        return .success(try body(try result.get(), path))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Fetches a part of a file.
  /// - Parameters:
  ///   - path: The file.
  ///   - range: The bytes wanted.
  /// - Returns: Those bytes, or `nil` if the server sends whole files only.
  /// - Throws: `FolderError`: `.notFound`, `.damaged` if another part comes.
  public func get(_ path: FolderPath, range: Range<Int>) throws(FolderError) -> [UInt8]? {
    precondition(!range.isEmpty, "a part has bytes")
    var request = fetch(path, range.count)
    request.headers.append("Range: bytes=\(range.lowerBound)-\(range.upperBound - 1)")
    let response: HTTPResponse
    do {
      response = try client.send(request)
    } catch  where error.code == .tooLarge {
      // More than the part: the range was passed over.
      return nil
    }
    guard response.status == 206 else {
      if response.status == 416 {
        throw FolderError(.damaged, "\(path) is shorter than expected; it will be read again.")
      }
      let whole = try body(response, path)
      return range.lowerBound == 0 && whole.count == range.count ? whole : nil
    }
    let place = response.header("content-range") ?? ""
    let bytes = try body(response, path)
    guard place.hasPrefix("bytes \(range.lowerBound)-\(range.upperBound - 1)/"),
      bytes.count == range.count
    else {
      throw FolderError(.damaged, "\(client.host) sent another part of \(path) than was asked for.")
    }
    return bytes
  }

  /// Stores a file.
  /// - Parameters:
  ///   - path: The file.
  ///   - bytes: The whole content.
  /// - Throws: `FolderError`: `.full`, `.readOnly`, `.forbidden`, `.notFound` if the folder itself
  ///   is missing, `.interrupted` if the outcome is unknown.
  public func put(_ path: FolderPath, _ bytes: [UInt8]) throws(FolderError) {
    var request = HTTPRequest(method: "PUT", address: address(path), body: bytes)
    request.headers = ["Content-Type: application/octet-stream"]
    var careful = request
    careful.headers.append("If-None-Match: *")
    var response = try client.send(careful)
    if [404, 409, 500].contains(response.status), path.directory != .root {
      // The directory is missing, which one server calls an internal error.
      try makeDirectory(path.directory)
      response = try client.send(careful)
    }
    if response.status == 412 {
      // Something has the name: what an earlier try left, whole if only its answer was lost.
      if try content(path, is: bytes) { return }
      response = try client.send(request)
    }
    guard (200..<300).contains(response.status), response.status != 207 else {
      throw failure(response, .write, path.description)
    }
  }

  /// Deletes a file.
  /// - Parameter path: The file.
  /// - Throws: `FolderError`.
  public func delete(_ path: FolderPath) throws(FolderError) {
    let response = try client.send(HTTPRequest(method: "DELETE", address: address(path)))
    if [404, 410].contains(response.status) { return }
    guard (200..<300).contains(response.status), response.status != 207 else {
      throw failure(response, .write, path.description)
    }
  }

  /// Makes a directory, or the folder itself and whatever directories it needs around it.
  /// - Parameter directory: The directory.
  /// - Throws: `FolderError`: `.notFound` if the folder itself is missing, `.conflict` if a file
  ///   has the name.
  public func makeDirectory(_ directory: FolderDirectory) throws(FolderError) {
    let collection = address(directory)
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

  private func address(_ directory: FolderDirectory) -> HTTPAddress {
    root.appending(directory == .root ? [] : [directory.name], isCollection: true)
  }

  private func address(_ path: FolderPath) -> HTTPAddress {
    let names = path.directory == .root ? [path.name] : [path.directory.name, path.name]
    return root.appending(names, isCollection: false)
  }

  private func ancestor(_ address: HTTPAddress, _ depth: Int) -> HTTPAddress {
    var address = address
    address.segments = Array(address.segments.prefix(depth))
    return address
  }

  private func fetch(_ path: FolderPath, _ byteCountMax: Int) -> HTTPRequest {
    var request = HTTPRequest(method: "GET", address: address(path))
    request.byteCountMax = byteCountMax
    return request
  }

  private func body(_ response: HTTPResponse, _ path: FolderPath) throws(FolderError) -> [UInt8] {
    guard response.status == 200 || response.status == 206 else {
      if let target = redirection(response, root), target.isSamePlace(as: address(path)) {
        // The same place with a slash: a directory has the name, so there is no such file.
        throw FolderError(.notFound, "\(path) is a directory on \(client.host), not a file.")
      }
      throw failure(response, .read, path.description)
    }
    let encoding = response.header("content-encoding")?.lowercased() ?? "identity"
    guard encoding == "identity" || encoding.isEmpty else {
      throw FolderError(
        .damaged,
        "\(client.host) sent \(path) compressed though it was asked not to; it was refused."
          + " Turn compression off for this folder on the server or the proxy.")
    }
    // Only a page that looks like one: some servers call every unknown file a web page.
    let start = response.body.first { $0 != 0x20 && !(0x09...0x0d).contains($0) }
    guard !response.isWebPage || start != UInt8(ascii: "<") else {
      throw webPage(path.description)
    }
    return response.body
  }

  /// Whether a file holds exactly these bytes now.
  private func content(_ path: FolderPath, is bytes: [UInt8]) throws(FolderError) -> Bool {
    do {
      return try get(path, byteCountMax: bytes.count) == bytes
    } catch  where [.tooLarge, .damaged, .notFound].contains(error.code) {
      return false
    }
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
    case 200, 301, 302, 307, 308, 400, 401, 403, 404, 405, 409, 423:
      // Servers say all of these of a collection, or of a file, that is there already.
      if try isCollection(collection, directory) { return true }
      if response.status == 404 || response.status == 409 { return false }
      throw failure(response, .write, directory.description)
    default: throw failure(response, .write, directory.description)
    }
  }

  /// Looks what is in the place of a collection.
  /// - Returns: `false` if nothing is.
  /// - Throws: `FolderError.conflict` if something else is.
  private func isCollection(
    _ collection: HTTPAddress, _ directory: FolderDirectory
  ) throws(FolderError) -> Bool {
    var place = collection
    // With the slash, some servers know nothing of a file that is there without it.
    for hasSlash in [true, false] {
      place.hasTrailingSlash = hasSlash
      do throws(FolderError) {
        let answer = try find(place, depth: "0", subject: directory.description)
        if try own(place, answer, subject: directory.description).isCollection { return true }
        throw FolderError(
          .conflict,
          "A file stands where \(directory) should be a directory on \(client.host);"
            + " move it away or choose another folder.")
      } catch  where error.code == .notFound || (hasSlash && error.code == .refused) {
        continue
      }
    }
    return false
  }
}
