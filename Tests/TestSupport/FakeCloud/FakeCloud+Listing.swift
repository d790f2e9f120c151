// What a listing looks like.
extension FakeCloud.State {
  /// Answers a `PROPFIND`.
  func found(_ request: Request, _ path: String) -> Reply {
    if let bytes = kept.files[path] {
      return listing(request, path, entries: [(path, bytes.count)])
    }
    let collection = path.hasSuffix("/") ? path : path + "/"
    guard kept.collections.contains(collection) else { return Reply(404) }
    var entries: [(path: String, byteCount: Int?)] = [(collection, nil)]
    if request.headers["depth"] == "1" {
      entries += kept.collections.filter { isDirectly($0.dropLast(), in: collection) }.sorted()
        .map { ($0, nil) }
      entries += kept.files.filter { isDirectly($0.key[...], in: collection) }
        .sorted { $0.key < $1.key }.map { ($0.key, $0.value.count) }
    }
    return listing(request, collection, entries: entries)
  }

  private func isDirectly(_ path: Substring, in collection: String) -> Bool {
    path.hasPrefix(collection) && path.utf8.count > collection.utf8.count
      && !path.dropFirst(collection.count).contains("/")
  }

  /// Writes the document, or a page of it.
  func listing(
    _ request: Request, _ collection: String, entries: [(path: String, byteCount: Int?)]
  ) -> Reply {
    let start =
      request.path.split(separator: "?").dropFirst().first
      .flatMap { Int($0.dropFirst("from=".count)) } ?? 0
    let page = entries.dropFirst(start).prefix(manners.listingCountMax)
    var headers = ["Content-Type: application/xml; charset=utf-8"]
    let end = start + page.count
    if end < entries.count, manners.linksPages {
      let path = request.path.prefix { $0 != "?" }
      headers.append("Link: <\(path)?from=\(end)>; rel=\"next\"")
    }
    let prefix = manners.prefix.rawValue
    let space = prefix.isEmpty ? "xmlns" : "xmlns:\(prefix.dropLast())"
    let host = request.headers["host"] ?? ""
    let body =
      #"<?xml version="1.0"?>"# + "<\(prefix)multistatus \(space)=\"DAV:\">"
      + page.map { element($0.path, $0.byteCount, host: host) }.joined()
      + "</\(prefix)multistatus>"
    return Reply(207, headers, body)
  }

  private func element(_ path: String, _ byteCount: Int?, host: String) -> String {
    let p = manners.prefix.rawValue
    var good = ""
    var missing = ""
    if let byteCount {
      good += "<\(p)resourcetype/>"
      if manners.listsLengths {
        good += "<\(p)getcontentlength>\(byteCount)</\(p)getcontentlength>"
      } else {
        missing += "<\(p)getcontentlength/>"
      }
    } else {
      good += "<\(p)resourcetype><\(p)collection/></\(p)resourcetype>"
      missing += "<\(p)getcontentlength/>"
    }
    let directoryTag = manners.hasDirectoryTags ? "\"r\(revision)\"" : nil
    if let tag = byteCount == nil ? directoryTag : tag(path) {
      good += "<\(p)getetag>\(tag.replacing("\"", with: "&quot;"))</\(p)getetag>"
    } else {
      missing += "<\(p)getetag/>"
    }
    func part(_ properties: String, _ status: String) -> String {
      "<\(p)propstat><\(p)prop>\(properties)</\(p)prop>"
        + "<\(p)status>HTTP/1.1 \(status)</\(p)status></\(p)propstat>"
    }
    let rest =
      manners.tellsMissingProperties && !missing.isEmpty ? part(missing, "404 Not Found") : ""
    return "<\(p)response><\(p)href>\(link(path, host: host))</\(p)href>"
      + part(good, "200 OK") + rest + "</\(p)response>"
  }

  private func link(_ path: String, host: String) -> String {
    let usual = "-._~@:+'()*!$,;="
    let (isUpperCase, plain) =
      switch manners.links {
      case .lowerCase: (false, usual)
      case .encodedMore: (true, "-._~")
      case .path, .absolute, .absoluteInUpperCase: (true, usual)
      }
    let text = FakeCloud.encoded(path, isUpperCase: isUpperCase, plain: "/" + plain)
      .replacing("&", with: "&amp;")
    return switch manners.links {
    case .absolute: "http://\(host)\(text)"
    case .absoluteInUpperCase: "HTTP://\(host.uppercased())\(text)"
    default: text
    }
  }
}
