// What a Nextcloud answers.
extension FakeCloud.State {
  typealias Request = FakeCloud.Request
  typealias Reply = FakeCloud.Reply

  private static let nameBytesMax = 250

  mutating func answer(_ request: Request) -> Reply {
    var reply = undated(request)
    if let date = manners.date, !reply.bytes.isEmpty,
      let end = reply.bytes.firstRange(of: [13, 10])
    {
      reply.bytes.insert(contentsOf: Array("Date: \(date)\r\n".utf8), at: end.upperBound)
    }
    return reply
  }

  private mutating func undated(_ request: Request) -> Reply {
    if manners.isInMaintenance {
      return Reply(
        503, ["Content-Type: application/xml"],
        #"<d:error xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns">"#
          + "<s:exception>Sabre\\DAV\\Exception\\ServiceUnavailable</s:exception>"
          + "<s:message>ServerMaintenanceMode</s:message></d:error>")
    }
    guard wrongPasswords <= manners.wrongPasswordsMax else { return Reply(429) }
    guard isLoggedIn(request) else {
      wrongPasswords += 1
      return Reply(401, [#"WWW-Authenticate: Basic realm="Nextcloud""#])
    }
    let path = normalized(FakeCloud.decoded(request.path))
    guard path.hasPrefix(account.home) else {
      // Under a wrong user id everything looks empty, and nothing can be written.
      guard request.method == "PROPFIND", path.hasPrefix("/remote.php/dav/files/") else {
        return Reply(request.method == "GET" ? 404 : 403)
      }
      return listing(request, path, entries: [(path, nil)])
    }
    switch request.method {
    case "PUT", "DELETE", "MKCOL":
      return manners.isReadOnly ? Reply(403) : changed(request, path)
    case "GET": return content(request, path)
    case "PROPFIND": return found(request, path)
    default: return Reply(405)
    }
  }

  /// Whether a request comes with the right password.
  func isLoggedIn(_ request: Request) -> Bool {
    let login = Array("\(account.loginName):\(account.password)".utf8)
    return request.headers["authorization"] == "Basic \(base64(login))"
  }

  /// Names are kept in the composed form, whatever form they came in.
  private func normalized(_ path: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in path.unicodeScalars {
      if scalar == "\u{301}", scalars.last == "e" {
        scalars.removeLast()
        scalars.append("\u{e9}")
      } else {
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  private func parent(_ path: String) -> String {
    path.split(separator: "/").dropLast().reduce("/") { "\($0)\($1)/" }
  }

  private func isRefused(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return name.utf8.count > Self.nameBytesMax || name == ".htaccess" || name.contains("\\")
      || name.hasSuffix(".part") || name.hasSuffix(".filepart")
      || name.unicodeScalars.contains { $0.value < 0x20 }
  }

  private mutating func changed(_ request: Request, _ path: String) -> Reply {
    switch request.method {
    case "MKCOL":
      let path = path.hasSuffix("/") ? path : path + "/"
      if kept.collections.contains(path) || kept.files[String(path.dropLast())] != nil {
        return Reply(manners.existingCollectionStatus)
      }
      guard kept.collections.contains(parent(path)) else { return Reply(409) }
      guard !isRefused(path) else { return Reply(400) }
      kept.collections.insert(path)
    case "PUT": return put(request, path)
    default:
      guard kept.files.removeValue(forKey: path) != nil else { return Reply(404) }
      revision += 1
      return Reply(204)
    }
    revision += 1
    return Reply(201)
  }

  private mutating func put(_ request: Request, _ path: String) -> Reply {
    if manners.needsLength, request.headers["content-length"] == nil { return Reply(411) }
    guard kept.collections.contains(parent(path)) else {
      return Reply(manners.missingParentStatus)
    }
    guard !isRefused(path) else { return Reply(400) }
    let isNew = kept.files[path] == nil
    if !isNew, request.headers["if-none-match"] == "*", !manners.ignoresConditions {
      return Reply(412)
    }
    let used = kept.files.values.reduce(0) { $0 + $1.count } - (kept.files[path]?.count ?? 0)
    guard request.body.count <= manners.quotaBytes - used else {
      return Reply(
        507, ["Content-Type: application/xml"],
        "<s:message>Insufficient space in \(used), \(request.body.count) required</s:message>")
    }
    kept.files[path] = request.body
    revision += 1
    return Reply(isNew ? 201 : 204, tag(path).map { ["ETag: \($0)", "OC-ETag: \($0)"] } ?? [])
  }

  mutating func cut(_ request: Request, after byteCount: Int) {
    let path = normalized(FakeCloud.decoded(request.path))
    let isNew = kept.files[path] == nil
    guard kept.collections.contains(parent(path)), isNew ? manners.keepsStumps : true else {
      return
    }
    if !isNew, request.headers["if-none-match"] == "*", !manners.ignoresConditions { return }
    guard isNew || manners.cutsOverwrites else { return }
    kept.files[path] = Array(request.body.prefix(byteCount))
    revision += 1
  }

  private func content(_ request: Request, _ path: String) -> Reply {
    guard let bytes = kept.files[path] else {
      // For a directory, Nextcloud gives a short text.
      return kept.collections.contains(path.hasSuffix("/") ? path : path + "/")
        ? Reply(405) : Reply(404)
    }
    var head = ["HTTP/1.1 200 OK", "Content-Length: \(bytes.count)"]
    if let tag = tag(path) { head.append("ETag: \(tag)") }
    return Reply(
      raw: Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + bytes, closes: false)
  }

  /// The tag of a file.
  func tag(_ path: String) -> String? {
    let plain = "\(path.utf8.count)-\(kept.files[path]?.count ?? 0)"
    return switch manners.tags {
    case .sameSecond: "\"\(plain)\""
    case .none: nil
    case .weak: "W/\"\(plain)\""
    case .compressed: "\"\(plain)-gzip\""
    }
  }
}

/// Source: RFC 4648, section 4.
private func base64(_ bytes: [UInt8]) -> String {
  let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  var result = ""
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
    for place in 0..<4 {
      result.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : "=")
    }
  }
  return result
}
