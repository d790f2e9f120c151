import Glibc
import Testing

@Suite("Handing over to the sync program")
struct HandOverTests {
  /// A machine with a copy of the program, and beside it a stand-in that says how it was called.
  private func machine(script: String?) throws -> (machine: Machine, program: String) {
    let machine = try Machine()
    let directory = "\(machine.directory)/bin"
    try machine.shell("mkdir \(directory) && cp $jamaal \(directory)/")
    if let script {
      try machine.shell(
        """
        cat > \(directory)/jamaal-sync <<'END'
        #!/bin/sh
        \(script)
        END
        chmod 755 \(directory)/jamaal-sync
        """)
    }
    return (machine, "\(directory)/jamaal")
  }

  private let echo = "printf '%s|' \"$@\"; echo \"$JAMAAL_NOW\"; exit 11"

  @Test(arguments: [
    ["sync"], ["sync", "--watch", "--json"], ["--home", "/x", "folder", "set", "a b", ""],
    ["--json", "sync", "--help"], ["--home=/x", "sync"], ["help", "folder"],
  ])
  func `words and environment are passed on as they are`(words: [String]) throws {
    let (machine, program) = try machine(script: echo)
    let ended = try machine.run(bytes: words.map { Array($0.utf8) }, program: program)
    #expect(ended.status == 11)
    #expect(ended.output == words.map { "\($0)|" }.joined() + "\(machine.now)\n")
  }

  @Test func `bytes that are no text are passed on too`() throws {
    let (machine, program) = try machine(script: "printf '%s' \"$2\" | od -An -tx1")
    let ended = try machine.run(bytes: [Array("sync".utf8), [0xFF, 0x61]], program: program)
    #expect(ended.output.split(separator: " ").joined().hasPrefix("ff61"))
  }

  @Test(arguments: [
    ["today"], ["add", "sync"], ["--home", "sync", "today"], ["add", "--", "sync"],
  ])
  func `other commands are not`(words: [String]) throws {
    let (machine, program) = try machine(script: echo)
    let ended = try machine.run(bytes: words.map { Array($0.utf8) }, program: program)
    #expect(ended.status != 11)
  }

  @Test func `a program that is missing is told`() throws {
    let (machine, program) = try machine(script: nil)
    let ended = try machine.run(bytes: [Array("sync".utf8)], program: program)
    #expect(ended.status == 1)
    #expect(ended.errors.contains("jamaal-sync is missing: it belongs beside jamaal"))
    let help = try machine.run(bytes: ["help", "sync"].map { Array($0.utf8) }, program: program)
    #expect(help.status == 0 && help.output.contains("Exchange changes"))
  }

  @Test func `a link to the program finds what lies beside the program itself`() throws {
    let (machine, program) = try machine(script: echo)
    let link = "\(machine.directory)/linked"
    try machine.shell("ln -s \(program) \(link)")
    #expect(try machine.run(bytes: [Array("sync".utf8)], program: link).status == 11)
  }

  @Test func `status tells the folder's half where there is a folder`() throws {
    let (machine, program) = try machine(
      script: "case \"$*\" in *--json*) echo '{\"words\": \"'$*'\"}';; *) echo Folder of $*;; esac")
    let alone = try machine.json("status")
    #expect(alone["folder"] == .null)
    #expect(
      alone["replica"].names == [
        "path", "byteCount", "digest", "unsealedChanges", "today", "lastEndedDay",
      ])
    #expect(alone["replica"]["lastEndedDay"] == .string("2026-06-09"))
    #expect(try machine.expect(0, "status").output.contains("none yet"))
    try machine.shell("echo '{}' > \(machine.home)/folder.json")
    let text = try machine.run(bytes: [Array("status".utf8)], program: program)
    #expect(text.status == 0 && text.lines.first?.hasPrefix("Replica") == true)
    #expect(text.lines.last == "Folder of status")
    let words = ["--home", machine.home, "status", "--json"]
    let json = try machine.run(bytes: words.map { Array($0.utf8) }, program: program)
    #expect(json.status == 0, "\(json.errors)")
    let value = try #require(Value(json.output), "\(json.output)")
    #expect(value["folder"]["words"] == .string("--home \(machine.home) status --json"))
    #expect(value["device"]["name"] == .string("LAPTOP"))
  }
}
