import Glibc
import Testing

/// What a program that has ended said, and with which status.
struct Ended {
  let status: Int32
  let output: String
  let errors: String

  var lines: [String] { output.split(separator: "\n").map(String.init) }
}

/// Reads a descriptor to its end.
func readToEnd(_ descriptor: Int32) -> [UInt8] {
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = read(descriptor, &chunk, chunk.count)
    if count < 0, errno == EINTR { continue }
    // A terminal whose other end was closed says so by an error.
    if count <= 0 { return bytes }
    bytes += chunk[..<count]
  }
}

/// A file without a name that can be written and then read from its beginning.
func temporaryFile() throws -> Int32 {
  var template = Array("/tmp/jamaal-output-XXXXXX".utf8CString)
  let file = mkstemp(&template)
  try #require(file >= 0)
  unlink(template)
  _ = fcntl(file, F_SETFD, FD_CLOEXEC)
  return file
}
