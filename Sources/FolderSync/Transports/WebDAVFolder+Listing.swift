// Asking for listings, and reading them.
extension WebDAVFolder {
  /// A listing, and where it goes on.
  struct Answer {
    var entries: [Multistatus.Entry]
    var next: HTTPAddress?
  }

  private static let question = Array(
    """
    <?xml version="1.0" encoding="utf-8"?>
    <propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getetag/></prop></propfind>
    """.utf8)

  /// Sends a `PROPFIND`.
  /// - Parameters:
  ///   - address: What to ask about.
  ///   - depth: `0` for the resource alone, `1` for what is in it too.
  ///   - subject: Its name in an error.
  /// - Returns: Every entry of the answer.
  /// - Throws: `FolderError`.
  func find(
    _ address: HTTPAddress, depth: String, subject: String
  ) throws(FolderError) -> Answer {
    var request = HTTPRequest(method: "PROPFIND", address: address, body: WebDAVFolder.question)
    request.headers = [
      "Depth: \(depth)", "Content-Type: application/xml; charset=utf-8", "Prefer: return=minimal",
    ]
    request.byteCountMax = files.options.listingBytesMax
    request.isCompressible = true
    var response = try client.send(request)
    if let target = files.redirection(response, address), target.isSamePlace(as: address) {
      // The same place, but for the slash at its end.
      request.address = target
      response = try client.send(request)
    }
    guard response.status == 207 else { throw files.failure(response, .list, subject) }
    let answer = try Multistatus(response.body)
    return Answer(entries: answer.entries, next: try files.nextPage(response, address))
  }

  /// The entry of the resource that was asked about; an answer without one answers nothing.
  func own(
    _ address: HTTPAddress, _ answer: Answer, subject: String
  ) throws(FolderError) -> Multistatus.Entry {
    for entry in answer.entries where try place(entry, address).isSamePlace(as: address) {
      guard let status = entry.status, !(200..<300).contains(status) else { return entry }
      throw files.failure(
        HTTPResponse(status: status, headers: [], body: []), .list, subject)
    }
    throw FolderError(
      .notDAV,
      "The listing that \(client.host) sent is not that of \(subject), so nothing was taken from"
        + " it. Check the address of the folder.")
  }

  /// The name of an entry that is directly inside a collection; `nil` for any other.
  func childName(
    _ entry: Multistatus.Entry, in collection: HTTPAddress
  ) throws(FolderError) -> String? {
    let place = try place(entry, collection)
    guard place.segments.count == collection.segments.count + 1, let name = place.segments.last,
      zip(place.segments, collection.segments).allSatisfy(HTTPAddress.isSameName)
    else { return nil }
    return String(validating: name, as: UTF8.self)
  }

  /// Where an entry is; it must be on our server.
  private func place(
    _ entry: Multistatus.Entry, _ base: HTTPAddress
  ) throws(FolderError) -> HTTPAddress {
    guard let place = HTTPAddress(link: entry.href, base: base, hasQuery: false) else {
      throw FolderError(
        .notDAV, "The listing that \(client.host) sent holds a link that cannot be read.")
    }
    // Behind a proxy that speaks TLS for it, a server can believe that it speaks plain HTTP.
    let isUsual = place.port == (place.isEncrypted ? 443 : 80)
    let isBaseUsual = base.port == (base.isEncrypted ? 443 : 80)
    guard place.host == base.host, place.port == base.port || (isUsual && isBaseUsual) else {
      throw files.foreign()
    }
    var result = place
    (result.isEncrypted, result.port) = (base.isEncrypted, base.port)
    return result
  }
}
