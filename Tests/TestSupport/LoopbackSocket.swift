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
}
