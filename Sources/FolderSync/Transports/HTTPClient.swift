import CCurl

/// Sends HTTP requests to one server, on connections that are kept open and shared.
///
/// Redirects are never followed here. Once the server has refused the credentials, nothing more is
/// sent: repeated wrong passwords lock accounts. Until it has accepted them, one request at a time
/// is under way, so that a wrong password is tried once and not four times. Its handle is freed in
/// `deinit` and nowhere else, which makes it safe to use.
@safe final class HTTPClient {
  let origin: HTTPAddress
  let credentials: FolderCredentials?
  let options: HTTPOptions
  private let multi: UnsafeMutableRawPointer
  private var idle: [HTTPTransfer] = []
  private var running: [Int: HTTPTransfer] = [:]
  private(set) var scheme: HTTPTransfer.Scheme
  private var isProven: Bool
  private var refusal: FolderError?

  /// The number of requests answered, or sent in vain.
  private(set) var requestCount = 0

  /// The server's clock at its last answer.
  private(set) var serverSeconds: Int64?

  /// Makes a client; nothing is sent yet.
  /// - Parameters:
  ///   - origin: Any address on the server.
  ///   - credentials: What to log in with, if anything.
  ///   - options: How to speak HTTP.
  /// - Throws: `FolderError.badAddress` if an option cannot be used.
  init(
    origin: HTTPAddress, credentials: FolderCredentials?, options: HTTPOptions
  ) throws(FolderError) {
    self.origin = origin
    self.credentials = credentials
    self.options = options
    isProven = credentials == nil
    let isPrivate = origin.isEncrypted || origin.isLoopback
    scheme =
      switch options.logIn {
      case _ where credentials == nil: .none
      case .automatic: isPrivate ? .basic : .digest
      case .basic: .basic
      case .digest: .digest
      }
    // The first handle also sees to it that the library is ready and the options are good.
    let first = try HTTPTransfer(
      options: options, credentials: credentials,
      idle: HTTPRequest(method: "GET", address: origin))
    guard let multi = unsafe curl_multi_init() else {
      throw FolderError(.busy, "There is not enough memory to connect. Try again.")
    }
    unsafe self.multi = unsafe multi
    idle = [first]
    unsafe jc_curl_multi_set_long(
      multi, CURLMOPT_MAX_HOST_CONNECTIONS, max(options.parallelMax, 1))
  }

  deinit {
    for transfer in running.values { unsafe curl_multi_remove_handle(multi, transfer.handle) }
    running = [:]
    idle = []
    unsafe curl_multi_cleanup(multi)
  }

  /// Sends one request and waits for the answer.
  /// - Parameter request: The request.
  /// - Returns: The whole answer, whatever its status but 401.
  /// - Throws: `FolderError` if there is no whole answer, or the credentials are refused.
  func send(_ request: HTTPRequest) throws(FolderError) -> HTTPResponse {
    guard let result = send([request]).first else { preconditionFailure("one result each") }
    return try result.get()
  }

  /// Sends requests side by side and waits for all answers.
  /// - Parameter requests: The requests.
  /// - Returns: One result each, in the same order.
  func send(_ requests: [HTTPRequest]) -> [Result<HTTPResponse, FolderError>] {
    var results = [Result<HTTPResponse, FolderError>?](repeating: nil, count: requests.count)
    var next = 0
    var stop = refusal
    while next < requests.count || !running.isEmpty {
      let slots = isProven ? max(options.parallelMax, 1) : 1
      while stop == nil, next < requests.count, running.count < slots {
        do throws(FolderError) {
          try start(requests[next], index: next)
        } catch {
          results[next] = .failure(error)
        }
        next += 1
      }
      if stop != nil { next = requests.count }
      guard !running.isEmpty else { continue }
      for (transfer, code) in wait() {
        guard let result = finish(transfer, code) else { continue }
        results[transfer.index] = result
        if case .failure(let error) = result, error.stopsEverything { stop = stop ?? error }
      }
    }
    let missing = stop ?? FolderError(.interrupted, "The request was not sent. Try again.")
    return results.map { $0 ?? .failure(missing) }
  }

  // MARK: - One request

  private func start(_ request: HTTPRequest, index: Int) throws(FolderError) {
    let transfer: HTTPTransfer
    if let kept = idle.popLast() {
      transfer = kept
    } else {
      transfer = try HTTPTransfer(options: options, credentials: credentials, idle: request)
    }
    transfer.prepare(
      request, index: index, scheme: scheme, isRepeat: request.needsNewConnection)
    run(transfer)
  }

  private func run(_ transfer: HTTPTransfer) {
    running[transfer.id] = transfer
    let code = unsafe curl_multi_add_handle(multi, transfer.handle)
    precondition(code == CURLM_OK, "a handle is added once")
  }

  /// Drives all transfers until at least one is done.
  private func wait() -> [(HTTPTransfer, CURLcode)] {
    var done: [(HTTPTransfer, CURLcode)] = []
    var left: CInt = 0
    while true {
      // Also after handles were added or removed: libcurl 7.88 can otherwise sleep through the
      // start of the next one.
      unsafe curl_multi_perform(multi, &left)
      while let message = unsafe curl_multi_info_read(multi, &left) {
        guard unsafe message.pointee.msg == CURLMSG_DONE,
          let handle = unsafe message.pointee.easy_handle,
          let transfer = running.removeValue(forKey: Int(bitPattern: handle))
        else { continue }
        let code = unsafe jc_curl_message_result(message)
        unsafe curl_multi_remove_handle(multi, handle)
        done.append((transfer, code))
      }
      if !done.isEmpty || running.isEmpty { return done }
      unsafe curl_multi_poll(multi, nil, 0, 1_000, nil)
    }
  }

  /// Judges what libcurl brought back.
  /// - Returns: `nil` if the request is on its way again.
  private func finish(
    _ transfer: HTTPTransfer, _ code: CURLcode
  ) -> Result<HTTPResponse, FolderError>? {
    requestCount += max(transfer.answerCount, 1)
    if isStale(transfer, code) {
      guard transfer.request.isRepeatable else {
        idle.append(transfer)
        return .failure(
          FolderError(.unanswered, "\(host) closed the connection without an answer. Try again."))
      }
      transfer.prepare(
        transfer.request, index: transfer.index, scheme: transfer.scheme, isRepeat: true)
      run(transfer)
      return nil
    }
    // A refusal that came whole counts, even if the connection broke over the rest of the body:
    // over HTTP/2, servers cut off what they have no use for.
    guard code == CURLE_OK || transfer.response.status >= 400 else {
      defer { idle.append(transfer) }
      return .failure(failure(transfer, code))
    }
    guard transfer.isHeadWhole else {
      defer { idle.append(transfer) }
      return .failure(cutShort)
    }
    let response = transfer.response
    serverSeconds = response.serverSeconds ?? serverSeconds
    if response.status == 401, transfer.scheme == .basic, options.logIn == .automatic,
      response.challenges.contains("digest"), !response.challenges.contains("basic")
    {
      // The password was not wrong; this server just takes no Basic.
      scheme = .digest
      transfer.prepare(
        transfer.request, index: transfer.index, scheme: scheme, isRepeat: transfer.isRepeat)
      run(transfer)
      return nil
    }
    idle.append(transfer)
    if response.status == 407 {
      refusal = proxyRefusal(407)
      return .failure(proxyRefusal(407))
    }
    guard response.status == 401 else {
      isProven = true
      return .success(response)
    }
    let error = unauthorized(response)
    guard transfer.request.isUnauthorizedFinal else { return .success(response) }
    refusal = error
    return .failure(error)
  }

  /// Whether the request may go out again, once: as far as can be told, nobody has answered it.
  ///
  /// Either a kept connection turned out to be closed, or libcurl 7.88 lost an answer: a server
  /// that refuses an upload early over HTTP/2 answers and resets the stream, and if both arrive
  /// together the answer is dropped. The repeat goes over HTTP/1.1 on a new connection.
  private func isStale(_ transfer: HTTPTransfer, _ code: CURLcode) -> Bool {
    guard transfer.answerCount == 0, !transfer.isRepeat else { return false }
    switch code {
    case CURLE_HTTP2, CURLE_HTTP2_STREAM:
      return true
    case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR:
      return unsafe jc_curl_info_long(transfer.handle, CURLINFO_NUM_CONNECTS) == 0
    default:
      return false
    }
  }
}
