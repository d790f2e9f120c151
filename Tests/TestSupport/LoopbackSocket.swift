import Glibc

/// The few calls on sockets that servers of tests need.
enum LoopbackSocket {
  /// Binds a socket to a free port of 127.0.0.1.
  /// - Parameter descriptor: The socket.
  /// - Returns: The port.
  /// - Throws: `SystemFailure`.
  static func bind(_ descriptor: CInt) throws -> Int {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
        Glibc.bind(descriptor, general, length) | getsockname(descriptor, general, &length)
      }
    }
    guard code == 0 else { throw SystemFailure("bind") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// Connects a socket to a port of 127.0.0.1.
  /// - Returns: Whether somebody is there.
  static func connect(_ descriptor: CInt, port: Int) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    address.sin_port = UInt16(port).bigEndian
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
        Glibc.connect(descriptor, general, length) == 0
      }
    }
  }

  /// Starts a thread.
  /// - Parameter body: What it does.
  /// - Returns: The thread, to be joined.
  static func thread(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    final class Box {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var id = pthread_t()
    let context = Unmanaged.passRetained(Box(body)).toOpaque()
    let code = pthread_create(
      &id, nil,
      { context in
        if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      }, context)
    precondition(code == 0, "a thread can be made")
    return id
  }
}
