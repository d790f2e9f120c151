// Getting the list of a directory, page by page.
extension HTTPFolder {
  /// A bucket of an object store, which lists keys by their start and knows no directories.
  struct Bucket {
    /// Where the bucket is asked for lists.
    var base: HTTPAddress

    /// How the keys of the folder start: nothing, or a path that ends in a slash.
    var prefix: String

    /// Whether an answer shows that an object store gave it.
    ///
    /// All that speak S3's language name their requests so.
    static func isStore(_ response: HTTPResponse) -> Bool {
      response.header("x-amz-request-id") != nil
        || response.header("server")?.lowercased().contains("s3") == true
    }

    /// Where the keys that start with a text are listed.
    func address(_ prefix: String, _ next: IndexPage.Next?) -> HTTPAddress {
      func encoded(_ text: String) -> String { HTTPAddress.encoded(Array(text.utf8)) }
      var address = base
      address.query = "list-type=2&delimiter=%2F&prefix=\(encoded(prefix))"
      if case .query(let name, let value) = next {
        // The older form does not know the type, and the newer one no marker.
        if name == "marker" { address.query?.removeFirst("list-type=2&".count) }
        address.query? += "&\(name)=\(encoded(value))"
      }
      return address
    }
  }

  /// All pages of a listing.
  func pages(_ directory: FolderDirectory) throws(FolderError) -> FolderListing {
    if let bucket { return try keys(bucket, directory) }
    let collection = files.address(directory)
    var found: [FolderPath: FolderEntry] = [:]
    var tag: String?
    var next: HTTPAddress? = collection
    for number in 0..<HTTPFolder.pagesMax {
      guard let address = next else { break }
      let response = try page(address)
      guard response.status == 200, !Bucket.isStore(response) else {
        if let listing = try findBucket(directory, response) { return listing }
        throw failure(response, directory)
      }
      guard let page = IndexPage(response.body, type: response.header("content-type")) else {
        throw noList(directory)
      }
      if page.isBucket, let listing = try findBucket(directory, response) { return listing }
      if number == 0 { tag = files.strong(response.header("etag")) }
      for entry in page.entries {
        guard let name = name(of: entry, in: collection, at: address),
          let path = FolderPath(directory, name)
        else { continue }
        let known = found[path]
        found[path] = FolderEntry(
          path: path, byteCount: known?.byteCount ?? entry.byteCount, tag: known?.tag ?? entry.tag)
      }
      next = try files.nextPage(response, address)
      if next == nil, case .link(let link) = page.next {
        next = try files.nextPage(link, address)
      }
    }
    guard next == nil else { throw endless(directory) }
    return FolderListing(entries: found.values.sorted { $0.path < $1.path }, tag: tag)
  }

  private func page(_ address: HTTPAddress) throws(FolderError) -> HTTPResponse {
    var request = HTTPRequest(method: "GET", address: address)
    // Some servers give the exact lengths only to those who ask for data.
    request.headers = ["Accept: application/json, application/xml;q=0.9, */*;q=0.5"]
    request.byteCountMax = files.options.listingBytesMax
    request.isCompressible = true
    let response = try client.send(request)
    if let target = files.redirection(response, address), target.isSamePlace(as: address) {
      request.address = target
      return try client.send(request)
    }
    return response
  }

  /// The name of what is directly inside a directory; `nil` for everything else.
  private func name(
    of entry: IndexPage.Entry, in collection: HTTPAddress, at page: HTTPAddress
  ) -> String? {
    guard entry.isLink else { return entry.text }
    guard let place = HTTPAddress(link: entry.text, base: page, hasQuery: true),
      place.origin == collection.origin, !place.hasTrailingSlash, place.query == nil,
      place.segments.count == collection.segments.count + 1, let name = place.segments.last,
      zip(place.segments, collection.segments).allSatisfy(HTTPAddress.isSameName)
    else { return nil }
    return String(validating: name, as: UTF8.self)
  }

  // MARK: - Buckets

  /// Looks for the bucket that a folder is in: its address ends somewhere in the folder's.
  /// - Returns: The listing, if there is one; the bucket is then remembered.
  private func findBucket(
    _ directory: FolderDirectory, _ response: HTTPResponse
  ) throws(FolderError) -> FolderListing? {
    guard Bucket.isStore(response) || response.status == 200 else { return nil }
    let names = files.root.segments.map { String(decoding: $0, as: UTF8.self) }
    // A bucket is named by the host or by the first part of the path; a proxy can add more.
    for depth in 0...names.count {
      var base = files.root
      base.segments = Array(base.segments.prefix(depth))
      let prefix = names[depth...].map { "\($0)/" }.joined()
      let candidate = Bucket(base: base, prefix: prefix)
      let answer = try page(candidate.address(prefix + subprefix(directory), nil))
      guard answer.status == 200,
        IndexPage(answer.body, type: answer.header("content-type"))?.isBucket == true
      else { continue }
      let listing = try keys(candidate, directory, first: answer)
      bucket = candidate
      return listing
    }
    return nil
  }

  private func subprefix(_ directory: FolderDirectory) -> String {
    directory == .root ? "" : "\(directory.name)/"
  }

  /// All keys of a bucket that are directly in a directory.
  private func keys(
    _ bucket: Bucket, _ directory: FolderDirectory, first: HTTPResponse? = nil
  ) throws(FolderError) -> FolderListing {
    let prefix = bucket.prefix + subprefix(directory)
    var found: [FolderPath: FolderEntry] = [:]
    var hasKeys = false
    var next: IndexPage.Next?
    for number in 0..<HTTPFolder.pagesMax {
      let response =
        if number == 0, let first { first } else { try page(bucket.address(prefix, next)) }
      guard response.status == 200 else { throw failure(response, directory) }
      guard let page = IndexPage(response.body, type: response.header("content-type")),
        page.isBucket
      else { throw noList(directory) }
      for entry in page.entries where entry.text.utf8.starts(with: prefix.utf8) {
        hasKeys = true
        let name = String(decoding: entry.text.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
        guard let path = FolderPath(directory, name) else { continue }
        found[path] = FolderEntry(path: path, byteCount: entry.byteCount, tag: entry.tag)
      }
      next = page.next
      guard next != nil else { break }
    }
    guard next == nil else { throw endless(directory) }
    // A directory without keys is not there; that of the folder itself may be about to fill.
    guard hasKeys || directory == .root else {
      throw FolderError(.notFound, "\(directory) is not on \(client.host) now.")
    }
    return FolderListing(entries: found.values.sorted { $0.path < $1.path })
  }

  // MARK: - Words

  private func endless(_ directory: FolderDirectory) -> FolderError {
    FolderError(.notDAV, "The listing of \(directory) on \(client.host) goes on without end.")
  }

  private func noList(_ directory: FolderDirectory) -> FolderError {
    FolderError(
      .notDAV,
      "\(client.host) shows something for \(directory) that is no list of files, perhaps a page to"
        + " log in on. Open the network's log-in page, turn on listings there (autoindex), or check"
        + " the address.")
  }

  private func failure(_ response: HTTPResponse, _ directory: FolderDirectory) -> FolderError {
    guard response.status == 403 else {
      return files.failure(response, .list, directory.description)
    }
    return FolderError(
      .forbidden,
      "\(client.host) does not show what is in \(directory). Turn on listings there (autoindex), or"
        + " check the user's rights.")
  }
}
