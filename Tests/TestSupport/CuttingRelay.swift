import Glibc

/// A wire between a client and a server on this machine that can be cut after any byte.
///
/// It knows nothing of what it carries, so it cuts through heads, bodies and TLS records alike.
public final class CuttingRelay: Sendable {
  /// Which way bytes go.
  public enum Direction: Sendable {
    /// From the client to the server.
    case up
    /// From the server to the client.
    case down
  }

  private struct State {
    var carried: (up: Int, down: Int) = (0, 0)
    /// The wire breaks once so many bytes have been carried that way.
    var cut: (direction: Direction, byteCount: Int, isOnce: Bool)?
    var isStopped = false
  }

  /// The port on 127.0.0.1.
  public let port: Int

  private let server: Int
  private let listener: CInt
  private let state = Lock(State())
  private let thread = Lock<pthread_t?>(nil)

  /// Starts a relay; stop it with `stop()`.
  /// - Parameter server: The port of the server on 127.0.0.1.
  /// - Throws: `SystemFailure`.
  public init(to server: Int) throws {
    self.server = server
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    listener = socket(AF_INET, kind, 0)
    guard listener >= 0 else { throw SystemFailure("socket") }
    port = try LoopbackSocket.bind(listener)
    guard listen(listener, 16) == 0 else { throw SystemFailure("listen") }
    thread.withLock { $0 = LoopbackSocket.thread { [self] in run() } }
  }

  /// Ends the relay and closes all connections; call it once.
  public func stop() {
    state.withLock { $0.isStopped = true }
    shutdown(listener, CInt(SHUT_RDWR))
    if let id = thread.withLock({ $0 }) { pthread_join(id, nil) }
    close(listener)
  }

  /// How many bytes were carried since the last call of `mend`.
  public var carried: (up: Int, down: Int) { state.withLock { $0.carried } }

  /// Carries so many more bytes one way, then breaks the connection they came on.
  /// - Parameters:
  ///   - direction: Which way.
  ///   - byteCount: How many bytes get through.
  ///   - isOnce: Whether the next connection is a good one; else none is until `mend` is called.
  public func cut(_ direction: Direction, after byteCount: Int, isOnce: Bool = false) {
    state.withLock {
      $0.carried = (0, 0)
      $0.cut = (direction, byteCount, isOnce)
    }
  }

  /// Lets everything through again, and counts from nothing.
  public func mend() {
    state.withLock {
      $0.carried = (0, 0)
      $0.cut = nil
    }
  }

  // MARK: - The one thread

  private struct Wire {
    var client: CInt
    var server: CInt
  }

  private func run() {
    var wires: [Wire] = []
    defer { for wire in wires { end(wire) } }
    while !state.withLock({ $0.isStopped }) {
      var polled = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
      for wire in wires {
        polled.append(pollfd(fd: wire.client, events: Int16(POLLIN), revents: 0))
        polled.append(pollfd(fd: wire.server, events: Int16(POLLIN), revents: 0))
      }
      // Woken by traffic, by a new client, or by `stop`, which shuts the listener down.
      guard poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
      var broken: Set<Int> = []
      for index in wires.indices {
        let wire = wires[index]
        let isOpen =
          (polled[1 + 2 * index].revents == 0 || carry(.up, wire.client, wire.server))
          && (polled[2 + 2 * index].revents == 0 || carry(.down, wire.server, wire.client))
        if !isOpen { broken.insert(index) }
      }
      for index in broken.sorted(by: >) { end(wires.remove(at: index)) }
      if polled[0].revents != 0, let wire = accept() { wires.append(wire) }
    }
  }

  /// Takes a client in; while the wire is cut, what it sends or is sent ends the connection.
  private func accept() -> Wire? {
    let client = Glibc.accept(listener, nil, nil)
    guard client >= 0 else { return nil }
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let server = socket(AF_INET, kind, 0)
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    guard server >= 0, LoopbackSocket.connect(server, port: self.server) else {
      close(client)
      if server >= 0 { close(server) }
      return nil
    }
    return Wire(client: client, server: server)
  }

  private func end(_ wire: Wire) {
    for end in [wire.client, wire.server] {
      shutdown(end, CInt(SHUT_RDWR))
      close(end)
    }
  }

  /// Carries what there is.
  /// - Returns: `false` if the connection is over.
  private func carry(_ direction: Direction, _ from: CInt, _ to: CInt) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = recv(from, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    let (allowed, isCut) = state.withLock { state -> (Int, Bool) in
      let before = direction == .up ? state.carried.up : state.carried.down
      var allowed = count
      var isCut = false
      if let cut = state.cut, cut.direction == direction, before + count >= cut.byteCount {
        allowed = max(0, cut.byteCount - before)
        isCut = true
        if cut.isOnce { state.cut = nil }
      }
      if direction == .up { state.carried.up += allowed } else { state.carried.down += allowed }
      return (allowed, isCut)
    }
    var sent = 0
    while sent < allowed {
      let done = buffer[sent..<allowed].withUnsafeBytes {
        send(to, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard done > 0 else { return false }
      sent += done
    }
    return !isCut
  }
}
