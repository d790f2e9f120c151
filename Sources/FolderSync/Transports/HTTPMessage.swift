import CCurl

/// One HTTP request.
struct HTTPRequest {
  /// The method.
  var method: String

  /// Where it goes.
  var address: HTTPAddress

  /// Header lines of this request alone.
  var headers: [String] = []

  /// The body; it is always sent with its length.
  var body: [UInt8]?

  /// The most bytes to accept in a good answer, after decompression.
  var byteCountMax = 64 << 10

  /// Whether the answer may come compressed.
  ///
  /// Never for files: servers change their tags along with the encoding.
  var isCompressible = false

  /// Whether a 401 means that the credentials are wrong.
  ///
  /// Some servers give it for a `MKCOL` on something that exists.
  var isUnauthorizedFinal = true

  /// Whether it may be sent again unseen if a kept connection turns out to be closed.
  ///
  /// Not so a put: it may have arrived, and a second one that is cut off would spoil the file.
  var isRepeatable = true

  /// Whether it goes over a connection of its own.
  var needsNewConnection = false
}

/// One whole HTTP answer.
struct HTTPResponse {
  /// The status.
  var status: Int

  /// The header fields, with names in lower case.
  var headers: [(name: String, value: String)]

  /// The body; that of a failure is dropped.
  var body: [UInt8]

  /// The first header field of a name.
  /// - Parameter name: The name in lower case.
  /// - Returns: Its value, or `nil`.
  func header(_ name: String) -> String? {
    headers.first { $0.name == name }?.value
  }

  /// Whether the server calls the body a web page.
  var isWebPage: Bool {
    let type = header("content-type")?.lowercased() ?? ""
    return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml")
  }

  /// The schemes of authentication the server offers, in lower case.
  var challenges: Set<String> {
    Set(
      headers.filter { $0.name == "www-authenticate" }.flatMap { field in
        // Several challenges may share a field: a scheme is a word that no "=" follows.
        field.value.split(separator: ",").compactMap { part -> String? in
          let words = part.split(separator: " ")
          guard let word = words.first, !word.contains("=") else { return nil }
          return word.lowercased()
        }
      })
  }

  /// The server's clock, in seconds since 1970.
  var serverSeconds: Int64? {
    header("date").flatMap(HTTPResponse.seconds)
  }

  /// How long the server asks to wait, in seconds; `nil` if it does not say, or makes no sense.
  ///
  /// A date is read against the server's own clock, since ours may be wrong; without that it says
  /// nothing.
  var retryAfterSeconds: Int? {
    guard let text = header("retry-after") else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    {
      // More digits than an integer holds is a long time all the same.
      return Int(text) ?? FolderError.retryAfterSecondsMax
    }
    guard let then = HTTPResponse.seconds(text), let now = serverSeconds else { return nil }
    return Int(clamping: max(then - now, 0))
  }

  /// Reads a date in any of the three forms of RFC 9110, section 5.6.7.
  /// - Parameter text: The date.
  /// - Returns: Seconds since 1970.
  private static func seconds(_ text: String) -> Int64? {
    let time = unsafe curl_getdate(text, nil)
    return time < 0 ? nil : Int64(time)
  }
}
