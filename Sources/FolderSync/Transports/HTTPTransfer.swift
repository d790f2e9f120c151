import CCurl

/// One libcurl handle and the request it is busy with.
///
/// A handle is used again for later requests and never reset, because it remembers the server's
/// nonce for Digest; so every option that differs between requests is set each time. Its pointers
/// are freed in `deinit` and nowhere else, which makes it safe to use.
@safe final class HTTPTransfer {
  /// The most header fields to keep of an answer.
  private static let headersMax = 200

  /// How the credentials of a request travel.
  enum Scheme {
    case none, basic, digest
  }

  /// The handle.
  let handle: UnsafeMutableRawPointer

  /// A number that tells the handle from others.
  var id: Int { unsafe Int(bitPattern: handle) }

  /// What is being sent.
  private(set) var request: HTTPRequest

  /// The place of the request in the batch it came with.
  private(set) var index = 0

  /// Whether the request was sent before, on a connection that failed.
  private(set) var isRepeat = false

  /// How the credentials travel.
  private(set) var scheme = Scheme.none

  private let credentials: FolderCredentials?
  private var list: UnsafeMutablePointer<curl_slist>?
  private var body: UnsafeMutableBufferPointer<UInt8>?

  // What has come so far.
  private var status = 0
  private var headers: [(name: String, value: String)] = []
  private var received: [UInt8] = []
  private(set) var answerCount = 0
  /// Whether the head of the answer came to its end; libcurl takes one that did not as it is.
  private(set) var isHeadWhole = false
  private(set) var isTooLarge = false

  /// Makes a handle with the options that are the same for all requests.
  init(
    options: HTTPOptions, credentials: FolderCredentials?, idle request: HTTPRequest
  ) throws(FolderError) {
    guard HTTPTransfer.isLibraryReady, let handle = unsafe curl_easy_init() else {
      throw FolderError(.busy, "There is not enough memory to connect. Try again.")
    }
    unsafe self.handle = unsafe handle
    self.credentials = credentials
    self.request = request
    try set(options)
  }

  deinit {
    unsafe curl_easy_cleanup(handle)
    unsafe curl_slist_free_all(list)
    unsafe body?.deallocate()
  }

  private static let isLibraryReady = jc_curl_global_init() == CURLE_OK

  // MARK: - Options

  private func set(_ options: HTTPOptions) throws(FolderError) {
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_NOPROGRESS, 1)
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_USERAGENT, options.userAgent)
    set(CURLOPT_CONNECTTIMEOUT, options.connectSecondsMax)
    set(CURLOPT_TIMEOUT, options.requestSecondsMax)
    set(CURLOPT_LOW_SPEED_LIMIT, 1)
    set(CURLOPT_LOW_SPEED_TIME, options.silenceSecondsMax)
    set(CURLOPT_PIPEWAIT, 1)
    // What a proxy answers while it opens the way must not pass for an answer of the server.
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    if let proxy = options.proxy { set(CURLOPT_PROXY, proxy) }
    if let file = options.certificateFile { set(CURLOPT_CAINFO, file) }
    if let key = options.pinnedKey {
      guard key.hasPrefix("sha256//"), set(CURLOPT_PINNEDPUBLICKEY, key) else {
        throw FolderError(
          .badAddress,
          "The pinned key must be written as sha256// and the base-64 hash of the public key.")
      }
      if options.certificateFile == nil {
        set(CURLOPT_SSL_VERIFYPEER, 0)
        set(CURLOPT_SSL_VERIFYHOST, 0)
      }
    }
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe jc_curl_set_receiver(handle, CURLOPT_HEADERFUNCTION, receiveHeader)
    unsafe jc_curl_set_pointer(handle, CURLOPT_HEADERDATA, context)
    unsafe jc_curl_set_receiver(handle, CURLOPT_WRITEFUNCTION, receiveBody)
    unsafe jc_curl_set_pointer(handle, CURLOPT_WRITEDATA, context)
  }

  private func set(_ option: CURLoption, _ value: some BinaryInteger) {
    unsafe jc_curl_set_long(handle, option, Int(value))
  }

  @discardableResult
  private func set(_ option: CURLoption, _ value: String?) -> Bool {
    unsafe jc_curl_set_string(handle, option, value) == CURLE_OK
  }

  /// Prepares the handle for a request.
  /// - Parameters:
  ///   - request: What to send.
  ///   - index: Its place in the batch it came with.
  ///   - scheme: How the credentials travel.
  ///   - isRepeat: Whether to use a new connection, and HTTP/1.1, because the one before failed.
  func prepare(_ request: HTTPRequest, index: Int, scheme: Scheme, isRepeat: Bool) {
    self.request = request
    self.index = index
    self.scheme = scheme
    self.isRepeat = isRepeat
    (status, headers, received, answerCount, isTooLarge) = (0, [], [], 0, false)
    isHeadWhole = false
    set(CURLOPT_URL, request.address.text)
    set(CURLOPT_FRESH_CONNECT, isRepeat ? 1 : 0)
    set(CURLOPT_HTTP_VERSION, isRepeat ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_2TLS)
    set(CURLOPT_ACCEPT_ENCODING, request.isCompressible ? "gzip" : nil)
    setBody(request)
    setHeaders(request)
    switch credentials == nil ? .none : scheme {
    case .none: break
    case .basic: set(CURLOPT_HTTPAUTH, jc_curl_auth_basic())
    case .digest: set(CURLOPT_HTTPAUTH, jc_curl_auth_digest())
    }
    if let credentials, scheme != .none {
      set(CURLOPT_USERNAME, credentials.user)
      set(CURLOPT_PASSWORD, credentials.password)
    }
  }

  /// A body goes as a field of known length, whatever the method: never chunked, and libcurl can
  /// send it again by itself.
  private func setBody(_ request: HTTPRequest) {
    unsafe body?.deallocate()
    unsafe body = nil
    if let bytes = request.body {
      let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(bytes.count, 1))
      _ = unsafe copy.initialize(from: bytes)
      unsafe body = unsafe copy
      set(CURLOPT_POST, 1)
      unsafe jc_curl_set_offset(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count))
      unsafe jc_curl_set_pointer(handle, CURLOPT_POSTFIELDS, copy.baseAddress)
    } else {
      // In this order: setting the field, to whatever, makes the request one with a body.
      unsafe jc_curl_set_pointer(handle, CURLOPT_POSTFIELDS, nil)
      set(CURLOPT_HTTPGET, 1)
      // After a HEAD no body is waited for; the line above turned that off again for the others.
      if request.method == "HEAD" { set(CURLOPT_NOBODY, 1) }
    }
    set(CURLOPT_CUSTOMREQUEST, request.method)
  }

  private func setHeaders(_ request: HTTPRequest) {
    unsafe curl_slist_free_all(list)
    unsafe list = nil
    // No waiting for "100 Continue", which costs a second on servers that never send it.
    var lines = ["Expect:", "Cache-Control: no-store"] + request.headers
    if !request.isCompressible { lines.append("Accept-Encoding: identity") }
    for line in lines { unsafe list = unsafe curl_slist_append(list, line) }
    unsafe jc_curl_set_list(handle, CURLOPT_HTTPHEADER, list)
  }

  // MARK: - What comes back

  /// The answer, once libcurl is done with it.
  var response: HTTPResponse {
    HTTPResponse(status: status, headers: headers, body: received)
  }

  /// Takes one header line, with its line end.
  fileprivate func take(header bytes: UnsafeRawBufferPointer) {
    let line = unsafe String(decoding: bytes, as: UTF8.self)
    if line.utf8.starts(with: "HTTP/".utf8) {
      // A new answer; those before it were interim ones, or asked for a log-in that libcurl gave.
      let words = line.split(separator: " ", maxSplits: 2)
      status = words.count > 1 ? Int(words[1].prefix { $0.isNumber }) ?? 0 : 0
      (headers, received, isTooLarge, isHeadWhole) = ([], [], false, false)
      if status >= 200 { answerCount += 1 }
    } else if line == "\r\n" || line == "\n" {
      isHeadWhole = true
    } else if let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")),
      headers.count < HTTPTransfer.headersMax
    {
      let value = line[line.utf8.index(after: colon)...]
      headers.append((line[..<colon].lowercased(), HTTPTransfer.trimmed(value)))
    }
  }

  /// Takes a piece of the body.
  /// - Returns: Whether to go on.
  fileprivate func take(body bytes: UnsafeRawBufferPointer) -> Bool {
    // The text of a failure is never shown; it is only let pass.
    guard (200..<300).contains(status) else { return true }
    guard bytes.count <= request.byteCountMax - received.count else {
      isTooLarge = true
      return false
    }
    unsafe received.append(contentsOf: bytes)
    return true
  }

  private static func trimmed(_ text: Substring) -> String {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
    let bytes = Array(text.utf8.drop(while: isSpace))
    let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}

/// Finds the transfer a callback belongs to; libcurl calls only while the client holds it.
private func transfer(_ context: UnsafeMutableRawPointer) -> HTTPTransfer {
  unsafe Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue()
}

private func receiveHeader(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context = unsafe context else { return 0 }
  let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
  unsafe transfer(context).take(header: buffer)
  return size * count
}

private func receiveBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context = unsafe context else { return 0 }
  let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
  // Any other number than that of the bytes given ends the transfer.
  return unsafe transfer(context).take(body: buffer) ? size * count : -1
}
