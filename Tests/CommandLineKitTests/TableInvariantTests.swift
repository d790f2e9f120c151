import CommandLineKit
import Testing

@Suite("A command table")
struct TableInvariantTests {
  @Test func `without contradictions has no problems`() {
    #expect(sampleTable.problems.isEmpty)
  }

  private static let flag = Option.flag("json", help: "Write JSON.")

  @Test(
    arguments: [
      ([Command("a", summary: "A."), Command("a", summary: "B.")], "t: “a” is there twice"),
      ([Command("help", summary: "A.")], "t: “help” is there twice"),
      ([Command("a", summary: "A.", options: [flag, flag])], "t a: “json” is there twice"),
      (
        [Command("a", summary: "A.", options: [.flag("help", help: "H.")])],
        "t a: “help” is there twice"
      ),
      (
        [Command("a", summary: "A.", options: [.flag("x", letter: "h", help: "H.")])],
        "t a: “h” is there twice"
      ),
      (
        [Command("a", summary: "A.", options: [.flag("x", letter: "5", help: "H.")])],
        "t a: -5 is no letter"
      ),
      ([Command("a b", summary: "A.")], "t a b: the name needs quoting"),
      ([Command("a", summary: "")], "t a: there is no summary"),
      ([Command("a", summary: "A.", options: [.flag("é", help: "H.")])], "t a: --é needs quoting"),
      ([Command("a", summary: "A.", options: [.flag("x", help: "")])], "t a: --x has no help"),
      ([Command("a", summary: "A.", isRunnable: false)], "t a: it does nothing by itself"),
      (
        [
          Command(
            "a", summary: "A.", positionals: [Positional("X", help: "")])
        ], "t a: X has no help"
      ),
      (
        [
          Command(
            "a", summary: "A.",
            positionals: [Positional("X", .many, help: "H."), Positional("Y", .any, help: "H.")])
        ], "t a: more than one positional repeats"
      ),
      (
        [
          Command(
            "a", summary: "A.",
            positionals: [Positional("X", help: "H.", hint: .words(["it's"]))])
        ], "t a: “it's” of X needs quoting"
      ),
      (
        [Command("a", summary: "A.", subcommands: [Command("b", summary: "")])],
        "t a b: there is no summary"
      ),
    ] as [([Command], String)])
  func `that contradicts itself says where`(commands: [Command], problem: String) {
    let table = CommandTable(name: "t", version: "1", summary: "T.", commands: commands)
    #expect(table.problems.first == problem)
  }
}
