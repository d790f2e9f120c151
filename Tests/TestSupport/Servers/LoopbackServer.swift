import Glibc

/// A server program on free ports of 127.0.0.1 that never outlives this process.
///
/// A small shell beside it waits for the end of this process, however it comes, then stops the
/// server with everything it has started and removes its files, so that nothing is left behind.
public final class LoopbackServer: Sendable {
  /// The directory of the server: settings, logs, and `files`, which it serves.
  public let directory: TemporaryDirectory

  /// The ports, in the order in which the settings were given them.
  public let ports: [Int]

  /// The directory that is served.
  public var filesPath: String { "\(directory.path)/files" }

  private let watchdog: ChildProcess

  /// Starts a server and waits until all its ports take connections.
  /// - Parameters:
  ///   - portCount: How many ports it needs.
  ///   - configure: Writes its settings for a directory and ports, and gives the command to run.
  /// - Throws: `SystemFailure` if the program is missing or does not start.
  public init(
    portCount: Int = 1, _ configure: (TemporaryDirectory, [Int]) throws -> [String]
  ) throws {
    directory = try TemporaryDirectory()
    for name in ["files", "run"] { try directory.makeDirectory(name) }
    // Some servers change to another user when root starts them.
    guard chmod(directory.path, 0o755) == 0 else { throw SystemFailure("chmod") }
    var last = ""
    for _ in 0..<5 {
      // Another process can take a port between the look and the start; then the start fails.
      let ports = try (0..<portCount).map { _ in try LoopbackServer.freePort() }
      let command = try configure(directory, ports)
      let list = ports.map(String.init).joined(separator: " ")
      let watchdog = try ChildProcess(
        ["/bin/bash", "-c", LoopbackServer.script, "watchdog", directory.path, list] + command)
      last = watchdog.readLine()
      if last == "ready" {
        self.ports = ports
        self.watchdog = watchdog
        return
      }
      watchdog.finish()
      guard last.lowercased().contains("in use") else { break }
    }
    throw SystemFailure(reason: "a server does not start: \(last)")
  }

  /// Stops the server and waits until it is gone; call it once, and not on a shared one.
  public func stop() {
    watchdog.finish()
  }

  /// Starts the server in a process group of its own, says so, and ends it when nobody holds the
  /// other end of the input.
  ///
  /// A key that interrupts the tests reaches this shell too, which must stay to tidy up. A signal
  /// that is caught, unlike one that is ignored, is as usual again in the server.
  private static let script = """
    trap : INT TERM HUP
    set -m
    PATH=$PATH:/usr/sbin
    directory=$1 ports=$2
    shift 2
    cd "$directory" || exit 1
    "$@" >server.log 2>&1 </dev/null &
    server=$!
    fail() {
      kill -KILL -- "-$server" 2>/dev/null
      tail -c 2000 server.log | tr '\\n' ' '
      exit 1
    }
    for port in $ports; do
      tries=0
      until (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do
        tries=$((tries + 1))
        if ! kill -0 "$server" 2>/dev/null || [ $tries -gt 600 ]; then fail; fi
        sleep 0.05
      done
    done
    kill -0 "$server" 2>/dev/null || fail
    echo ready
    while read -r _ || [ $? -gt 128 ]; do :; done
    kill -TERM "$server" 2>/dev/null
    tries=0
    while kill -0 "$server" 2>/dev/null && [ $tries -lt 200 ]; do
      tries=$((tries + 1))
      sleep 0.05
    done
    # Whatever the first process has left behind is killed, and gone once its ports are.
    kill -KILL -- "-$server" 2>/dev/null
    wait "$server" 2>/dev/null
    for port in $ports; do
      tries=0
      while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && [ $tries -lt 20 ]; do
        tries=$((tries + 1))
        sleep 0.05
      done
    done
    rm -rf "$directory"
    """

  private static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw SystemFailure("socket") }
    defer { close(descriptor) }
    return try LoopbackSocket.bind(descriptor)
  }

  /// A program of the Python environment that `make test-servers` fills.
  /// - Parameter name: The name of the program.
  /// - Returns: Its path.
  static func python(_ name: String) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    // Servers run in directories of their own, so the path has to be a whole one.
    guard getcwd(&buffer, buffer.count) != nil else { return name }
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return "\(String(decoding: bytes, as: UTF8.self))/.build/servers/bin/\(name)"
  }
}

/// A folder-to-be on a server: where it is, and how to get in.
public struct ServerSite: Sendable {
  /// The address that names of folders are appended to, without a slash at the end.
  public let address: String

  /// The directory behind that address.
  public let path: String

  /// A user name, if the server asks for one.
  public let user: String?

  /// The password that goes with it.
  public let password: String?

  /// The certificate to trust, in PEM form, if it is not one that everybody knows.
  public let certificateFile: String?

  /// Describes a place on a server.
  /// - Parameters:
  ///   - address: The address, without a slash at the end.
  ///   - path: The directory behind it.
  ///   - user: A user name, if needed.
  ///   - password: The password.
  ///   - certificateFile: The certificate to trust.
  public init(
    _ address: String, path: String, user: String? = nil, password: String? = nil,
    certificateFile: String? = nil
  ) {
    self.address = address
    self.path = path
    self.user = user
    self.password = password
    self.certificateFile = certificateFile
  }
}
