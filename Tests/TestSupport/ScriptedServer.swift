import Glibc

/// An HTTP server on this machine that says exactly what a test tells it to, lies included.
///
/// Each connection has a thread of its own. The answers come from one closure, one request at a
/// time, in the order in which the requests arrive.
public final class ScriptedServer: Sendable {
  /// A request as it arrived.
  public struct Request: Sendable {
    /// The number of the request, from 1.
    public var number = 0
    /// The number of the connection it came on, from 1.
    public var connection = 0
    /// The method.
    public var method = ""
    /// The path as it was sent, encoded.
    public var path = ""
    /// The header fields, with names in lower case.
    public var headers: [String: String] = [:]
    /// The body.
    public var body: [UInt8] = []
  }

  /// What a request is answered with.
  public struct Reply: Sendable {
    /// The bytes to send, from the status line on.
    public var bytes: [UInt8]
    /// Whether to close the connection afterwards.
    public var closes: Bool

    /// Sends exactly these bytes.
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - closes: Whether to close the connection afterwards.
    public init(raw bytes: [UInt8], closes: Bool = true) {
      self.bytes = bytes
      self.closes = closes
    }

    /// Sends an ordinary answer with its length.
    /// - Parameters:
    ///   - status: The status.
    ///   - headers: Header lines.
    ///   - body: The body.
    ///   - closes: Whether to close the connection afterwards.
    public init(
      _ status: Int, _ headers: [String] = [], _ body: String = "", closes: Bool = false
    ) {
      let lines = ["HTTP/1.1 \(status) Scripted", "Content-Length: \(body.utf8.count)"] + headers
      bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
      self.closes = closes
    }

    /// Closes the connection without a word.
    public static let silence = Reply(raw: [])
  }

  /// Decides what a request is answered with.
  public typealias Script = @Sendable (Request) -> Reply

  /// The port on 127.0.0.1.
  public let port: Int

  private struct State {
    var requests: [Request] = []
    var connections: [CInt] = []
    var threads: [pthread_t] = []
    var isStopped = false
  }

  private let listener: CInt
  private let script: Script
  private let state = Lock(State())

  /// Everything that was asked so far.
  public var requests: [Request] { state.withLock { $0.requests } }

  /// Starts a server; stop it with `stop()`.
  /// - Parameter script: Decides about each request.
  /// - Throws: `SystemFailure`.
  public init(_ script: @escaping Script) throws {
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    listener = socket(AF_INET, kind, 0)
    guard listener >= 0 else { throw SystemFailure("socket") }
    port = try LoopbackSocket.bind(listener)
    guard listen(listener, 16) == 0 else { throw SystemFailure("listen") }
    self.script = script
    state.withLock { state in
      state.threads.append(LoopbackSocket.thread { [self] in accept() })
    }
  }

  /// Closes all connections and waits for the threads; call it once.
  public func stop() {
    let threads = state.withLock { state in
      state.isStopped = true
      for connection in state.connections { shutdown(connection, CInt(SHUT_RDWR)) }
      return state.threads
    }
    shutdown(listener, CInt(SHUT_RDWR))
    if let first = threads.first { pthread_join(first, nil) }
    // After the first thread has ended no more are made.
    for thread in state.withLock({ $0.threads.dropFirst() }) { pthread_join(thread, nil) }
    close(listener)
  }

  private func accept() {
    while true {
      let connection = Glibc.accept(listener, nil, nil)
      guard connection >= 0 else {
        if errno == EINTR { continue }
        return
      }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      let isOpen = state.withLock { state in
        guard !state.isStopped else { return false }
        state.connections.append(connection)
        let number = state.connections.count
        state.threads.append(LoopbackSocket.thread { [self] in serve(connection, number) })
        return true
      }
      if !isOpen { close(connection) }
    }
  }

  private func serve(_ connection: CInt, _ number: Int) {
    var pending: [UInt8] = []
    while var request = ScriptedServer.read(connection, &pending) {
      request.connection = number
      let reply = state.withLock { state in
        request.number = state.requests.count + 1
        state.requests.append(request)
        return script(request)
      }
      var sent = 0
      while sent < reply.bytes.count {
        let count = reply.bytes[sent...].withUnsafeBytes {
          send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
        }
        guard count > 0 else { break }
        sent += count
      }
      if reply.closes { break }
    }
    // The number stays taken until `stop`, which would otherwise shut down somebody else's.
    shutdown(connection, CInt(SHUT_RDWR))
    state.withLock { state in
      state.connections[number - 1] = -1
    }
    close(connection)
  }

  /// Reads one request with a body of known length.
  private static func read(_ connection: CInt, _ pending: inout [UInt8]) -> Request? {
    let end = Array("\r\n\r\n".utf8)
    func more() -> Bool {
      var buffer = [UInt8](repeating: 0, count: 16_384)
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return false }
      pending += buffer.prefix(count)
      return true
    }
    var headEnd = pending.firstRange(of: end)
    while headEnd == nil {
      guard more() else { return nil }
      headEnd = pending.firstRange(of: end)
    }
    guard let headEnd else { return nil }
    let lines = String(decoding: pending[..<headEnd.lowerBound], as: UTF8.self)
      .split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count == 3 else { return nil }
    var request = Request()
    request.method = String(words[0])
    request.path = String(words[1])
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      request.headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
    }
    pending.removeFirst(headEnd.upperBound)
    let length = Int(request.headers["content-length"] ?? "0") ?? 0
    while pending.count < length { guard more() else { return nil } }
    request.body = Array(pending.prefix(length))
    pending.removeFirst(length)
    return request
  }
}
