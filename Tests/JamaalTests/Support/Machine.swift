import Glibc
import TestSupport
import Testing

/// A machine to type commands on: a home of its own, a clock that stands still, a zone.
final class Machine {
  let directory: String
  /// What `JAMAAL_NOW` says.
  var now = "2026-06-10T09:12:00+02:00"
  /// Variables beside the usual ones; an empty value takes one away.
  var variables: [String: String] = [:]

  /// A machine with a replica, or without.
  init(hasReplica: Bool = true) throws {
    var template = Array("/tmp/jamaal-test-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if hasReplica { try expect(0, "init", "--name", "LAPTOP") }
  }

  deinit {
    _ = try? ChildProcess([Array("/bin/rm".utf8), Array("-rf".utf8), Array(directory.utf8)], [:])
      .wait()
  }

  var home: String { "\(directory)/home" }
  var replica: String { "\(home)/replica.db" }

  /// The programs under test, which lie beside the tests.
  static let programDirectory: String = {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = max(readlink("/proc/self/exe", &buffer, buffer.count - 1), 0)
    let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }()
  static let program = "\(programDirectory)/jamaal"

  var environment: [String: String] {
    var result = [
      "JAMAAL_HOME": home, "JAMAAL_NOW": now, "TZ": "Europe/Paris", "PATH": "/usr/bin:/bin",
      "HOME": directory,
    ]
    result.merge(variables) { _, new in new }
    return result.filter { !$0.value.isEmpty }
  }

  /// Types a command.
  @discardableResult
  func run(_ words: String...) throws -> Ended {
    try run(bytes: words.map { Array($0.utf8) })
  }

  /// Types a command byte for byte.
  func run(bytes words: [[UInt8]], program: String = Machine.program) throws -> Ended {
    try ended([Array(program.utf8)] + words)
  }

  /// Runs a line of the shell in which `$jamaal` is the program.
  @discardableResult
  func shell(_ line: String) throws -> Ended {
    var variables = environment
    variables["jamaal"] = Self.program
    return try ended(["/bin/sh", "-c", line].map { Array($0.utf8) }, variables)
  }

  private func ended(_ words: [[UInt8]], _ variables: [String: String]? = nil) throws -> Ended {
    let files = [try temporaryFile(), try temporaryFile()]
    defer { for file in files { close(file) } }
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(nothing) }
    let child = try ChildProcess(words, variables ?? environment, .descriptors([nothing] + files))
    let status = child.wait()
    for file in files { lseek(file, 0, SEEK_SET) }
    return Ended(
      status: status, output: String(decoding: readToEnd(files[0]), as: UTF8.self),
      errors: String(decoding: readToEnd(files[1]), as: UTF8.self))
  }

  /// Types a command and expects its status; a success says nothing on stderr.
  @discardableResult
  func expect(
    _ status: Int32, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Ended {
    try expect(status, words: words, sourceLocation: sourceLocation)
  }

  /// The same, with the words in a list.
  @discardableResult
  func expect(
    _ status: Int32, words: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Ended {
    let ended = try run(bytes: words.map { Array($0.utf8) })
    #expect(
      ended.status == status, "\(words): \(ended.output)\(ended.errors)",
      sourceLocation: sourceLocation)
    #expect(
      ended.errors.isEmpty == (status == 0), "\(ended.errors)", sourceLocation: sourceLocation)
    return ended
  }

  /// Types a command with `--json` and reads what it says.
  func json(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> Value {
    let ended = try run(bytes: (words + ["--json"]).map { Array($0.utf8) })
    #expect(ended.status == 0, "\(ended.errors)", sourceLocation: sourceLocation)
    return try #require(Value(ended.output), "\(ended.output)", sourceLocation: sourceLocation)
  }

  /// The titles that Today lists to be done.
  func todayTitles() throws -> [String] {
    try json("today")["shown"].elements.map { $0["title"].text ?? "" }
  }
}
