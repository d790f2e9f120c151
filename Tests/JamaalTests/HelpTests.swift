import CommandLineKit
import Testing

@testable import jamaal

@Suite("Help and completions")
struct HelpTests {
  @Test func `the table contradicts itself nowhere`() {
    #expect(CommandTable.jamaal.problems == [])
  }

  @Test func `every command has examples that can be typed`() throws {
    for (path, command) in CommandTable.jamaal.everyCommand where path != ["help"] {
      #expect(!command.examples.isEmpty || path.count > 1, "\(path)")
      for example in command.examples {
        #expect(example.line.hasPrefix("jamaal "), "\(example.line)")
        guard !example.line.contains("\"") else { continue }
        let words = example.line.prefix { $0 != ">" }.split(separator: " ").dropFirst()
        #expect(throws: Never.self, "\(example.line)") {
          try CommandTable.jamaal.parse(words.map(String.init))
        }
      }
    }
  }

  @Test(arguments: [["--help"], ["help"], []])
  func `help lists every command`(words: [String]) throws {
    let machine = try Machine(hasReplica: false)
    let ended = try machine.run(bytes: words.map { Array($0.utf8) })
    #expect(ended.status == 0)
    for command in CommandTable.jamaal.commands {
      #expect(ended.output.contains("\n  \(command.name) "), "\(command.name)")
    }
  }

  @Test func `every command has help of its own, and needs no replica for it`() throws {
    let machine = try Machine(hasReplica: false)
    for (path, command) in CommandTable.jamaal.everyCommand {
      let ended = try machine.run(bytes: (path + ["--help"]).map { Array($0.utf8) })
      #expect(ended.status == 0 && ended.errors.isEmpty)
      #expect(ended.output.contains(command.summary))
    }
  }

  @Test func `what another program does is in the help too, and that program knows it`() throws {
    let machine = try Machine(hasReplica: false)
    let help = try machine.expect(0, "--help").output
    for command in SyncProgram.commands {
      #expect(help.contains("\n  \(command.name) "), "\(command.name)")
      let own = try machine.expect(0, command.name, "--help").output
      #expect(own.contains(command.summary))
    }
  }

  @Test func `the version is told`() throws {
    #expect(try Machine(hasReplica: false).expect(0, "--version").output == "jamaal 0.1.0\n")
  }

  @Test(arguments: [(["toady"], "today"), (["settings", "gte", "x"], "get"), (["hlep"], "help")])
  func `a mistyped command is guessed`(words: [String], meant: String) throws {
    let ended = try Machine(hasReplica: false).run(bytes: words.map { Array($0.utf8) })
    #expect(ended.status == 2 && ended.errors.contains("Did you mean \(meant)?"), "\(ended.errors)")
  }

  @Test func `bash learns to complete commands, options and values`() throws {
    let machine = try Machine(hasReplica: false)
    let ended = try machine.shell(
      """
      exec bash --norc -c 'source <($jamaal completions bash); compopt() { :; }
      try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _jamaal; echo "${COMPREPLY[*]}"; }
      try jamaal ta; try jamaal add --imp; try jamaal add --importance h
      try jamaal settings ge; try jamaal completions f
      try jamaal quar; try jamaal device ret; try jamaal folder set --cert; try jamaal logi'
      """)
    #expect(
      ended.lines == [
        "tasks", "--importance", "high", "get", "fish", "quarantine", "retire", "--certificate",
        "login",
      ], "\(ended.errors)")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `each shell gets a script`(shell: String) throws {
    let ended = try Machine(hasReplica: false).expect(0, "completions", shell)
    #expect(ended.output.contains("jamaal") && ended.output.contains("capacity"))
  }
}
