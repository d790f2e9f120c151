/// The files of a folder on a web server: what WebDAV and plain HTTP have in common.
///
/// Getting and putting is the same in both; they differ in how a directory is listed and made.
struct HTTPFiles {
  /// How the server is spoken to beyond getting and putting.
  enum Kind {
    case webDAV, plain
  }

  /// Where the folder is; it ends in a slash.
  let root: HTTPAddress

  /// The connection.
  let client: HTTPClient

  /// How to speak HTTP.
  let options: HTTPOptions

  /// How the server is spoken to beyond getting and putting.
  let kind: Kind

  /// Opens a folder; nothing is sent yet.
  /// - Parameters:
  ///   - address: Where it is.
  ///   - credentials: What to log in with, if anything.
  ///   - options: How to speak HTTP.
  ///   - kind: How the server is spoken to.
  /// - Throws: `FolderError.badAddress` if an option cannot be used.
  init(
    _ address: HTTPAddress, credentials: FolderCredentials?, options: HTTPOptions, kind: Kind
  ) throws(FolderError) {
    root = address.appending([], isCollection: true)
    client = try HTTPClient(origin: address, credentials: credentials, options: options)
    self.options = options
    self.kind = kind
  }

  // MARK: - Addresses

  /// Where a directory is.
  func address(_ directory: FolderDirectory) -> HTTPAddress {
    root.appending(directory == .root ? [] : [directory.name], isCollection: true)
  }

  /// Where a file is.
  func address(_ path: FolderPath) -> HTTPAddress {
    let names = path.directory == .root ? [path.name] : [path.directory.name, path.name]
    return root.appending(names, isCollection: false)
  }

  /// Where a redirect points to.
  /// - Parameters:
  ///   - response: The answer.
  ///   - base: The address that was asked.
  /// - Returns: `nil` if it is no redirect, or points to nothing of ours to know.
  func redirection(_ response: HTTPResponse, _ base: HTTPAddress) -> HTTPAddress? {
    guard [301, 302, 307, 308].contains(response.status), let link = response.header("location")
    else { return nil }
    return HTTPAddress(link: link, base: base, hasQuery: true)
  }

  /// The `Link` with `rel="next"` (RFC 8288), which some servers end a page of a listing with.
  func nextPage(_ response: HTTPResponse, _ base: HTTPAddress) throws(FolderError) -> HTTPAddress? {
    for field in response.headers where field.name == "link" {
      for link in field.value.split(separator: ",") {
        let parts = link.split(separator: ";").map { String($0).filter { $0 != " " && $0 != "\"" } }
        guard let first = parts.first, parts.dropFirst().contains("rel=next"),
          first.hasPrefix("<"), first.hasSuffix(">")
        else { continue }
        return try nextPage(String(first.dropFirst().dropLast()), base)
      }
    }
    return nil
  }

  /// The address of a next page; it must be on our server.
  func nextPage(_ link: String, _ base: HTTPAddress) throws(FolderError) -> HTTPAddress {
    guard let target = HTTPAddress(link: link, base: base, hasQuery: true),
      target.origin == base.origin
    else { throw foreign() }
    return target
  }

  // MARK: - Getting

  /// A request for a file.
  func fetch(_ path: FolderPath, _ byteCountMax: Int) -> HTTPRequest {
    var request = HTTPRequest(method: "GET", address: address(path))
    request.byteCountMax = byteCountMax
    return request
  }

  /// Fetches a whole file.
  func get(_ path: FolderPath, byteCountMax: Int) throws(FolderError) -> [UInt8] {
    try body(client.send(fetch(path, byteCountMax)), path)
  }

  /// Fetches several whole files side by side.
  func get(
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
  func get(_ path: FolderPath, range: Range<Int>) throws(FolderError) -> [UInt8]? {
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

  /// The content of a file, if that is what came.
  func body(_ response: HTTPResponse, _ path: FolderPath) throws(FolderError) -> [UInt8] {
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
    // Only a page that looks like one, or an empty one, which a server gave for a directory: some
    // servers call every unknown file a web page.
    let start = response.body.first { $0 != 0x20 && !(0x09...0x0d).contains($0) }
    guard !response.isWebPage || (start != nil && start != UInt8(ascii: "<")) else {
      throw webPage(path.description)
    }
    return response.body
  }

  /// Whether a file holds exactly these bytes now.
  func content(_ path: FolderPath, is bytes: [UInt8]) throws(FolderError) -> Bool {
    do {
      return try get(path, byteCountMax: bytes.count) == bytes
    } catch  where error.isAboutContent || error.code == .notFound {
      return false
    }
  }

  // MARK: - Putting

  /// Stores a file.
  ///
  /// The put is made conditional on the name being free, not for exclusion (many servers ignore it)
  /// but because a server that obeys then cannot damage a good file when a repeated put is cut off.
  /// - Parameters:
  ///   - path: The file.
  ///   - bytes: The whole content.
  ///   - prepare: Makes a directory that seems to be missing, or makes sure that the folder is not.
  /// - Throws: `FolderError`.
  func put(
    _ path: FolderPath, _ bytes: [UInt8],
    prepare: (FolderDirectory) throws(FolderError) -> Void
  ) throws(FolderError) {
    var request = HTTPRequest(method: "PUT", address: address(path), body: bytes)
    request.headers = ["Content-Type: application/octet-stream"]
    var careful = request
    careful.headers.append("If-None-Match: *")
    careful.isRepeatable = false
    var response: HTTPResponse
    do throws(FolderError) {
      response = try client.send(careful)
    } catch {
      guard error.code == .unanswered else { throw error }
      // A kept connection was closed, before the request or after it: only a look can tell.
      if try content(path, is: bytes) { return }
      careful.needsNewConnection = true
      response = try client.send(careful)
      careful.needsNewConnection = false
    }
    // The directory is missing, which one server calls an internal error.
    if [404, 409, 500].contains(response.status), path.directory != .root {
      try prepare(path.directory)
      response = try client.send(careful)
    } else if response.status == 500 {
      try prepare(.root)
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

  /// Deletes a file; one that is missing counts as deleted.
  func delete(_ path: FolderPath) throws(FolderError) {
    let response = try client.send(HTTPRequest(method: "DELETE", address: address(path)))
    if [404, 410].contains(response.status) { return }
    guard (200..<300).contains(response.status), response.status != 207 else {
      throw failure(response, .write, path.description)
    }
  }
}
