import TestSupport
import Testing

@Suite("Looking into change sets")
struct ChangesTests {
  @Test func `a file of the folder reads as lines of JSON`() throws {
    let directory = try TemporaryDirectory()
    let machine = try Machine()
    try directory.makeDirectory("Jamaal")
    try machine.expect(0, "folder", "set", directory.file("Jamaal"), "--create")
    try machine.expect(0, "add", "Bread", "-d", "tomorrow", "--note", "rye\u{1B}[31m")
    try machine.expect(0, "done", "Bread")
    try machine.expect(0, "undo")
    try machine.expect(0, "sync")
    let name = try #require(directory.names(in: "Jamaal/log").first { $0.hasSuffix(".jcs") })
    let path = directory.file("Jamaal/log/\(name)")
    let dump = try machine.expect(0, "changes", "dump", path)
    #expect(!dump.output.contains("\u{1B}"))
    let lines = try dump.lines.map { try #require(Value($0)) }
    #expect(lines[0]["kind"] == .string("changeSet") && lines[0]["first"] == .string("1"))
    #expect(lines[0]["device"] == (try machine.json("status")["device"]["id"]))
    let title = lines.first { $0["group"] == .string("title") }
    #expect(title?["values"]["title"] == .string("Bread") && title?["type"] == .string("task"))
    let due = try #require(lines.first { $0["group"] == .string("dueDate") })
    #expect(due["kind"] == .string("version") && due["day"] == .string("2026-06-10"))
    #expect(lines.contains { $0["kind"] == .string("undoing") })
  }

  @Test func `what is no change set, and one that is damaged, is refused`() throws {
    let directory = try TemporaryDirectory()
    let machine = try Machine()
    let cases: [(name: String, bytes: [UInt8], reason: String)] = [
      ("empty", [], "does not begin"), ("text", Array("JSON".utf8), "does not begin"),
      ("cut", Array("JCS\u{1}".utf8), "too short"),
      ("broken", Array("JCS\u{1}".utf8) + [UInt8](repeating: 7, count: 40), "checksum"),
      ("segment", Array("JSG\u{1}".utf8) + [UInt8](repeating: 7, count: 40), "checksum"),
    ]
    for (name, bytes, reason) in cases {
      try directory.write(name, bytes)
      let ended = try machine.expect(1, "changes", "dump", directory.file(name))
      #expect(ended.output.isEmpty && ended.errors.contains(reason), "\(ended.errors)")
    }
    try machine.expect(1, "changes", "dump", directory.file("nothing"))
    try machine.expect(1, "changes", "dump", directory.path)
    try machine.expect(2, "changes", "dump")
  }
}
