import CommandLineKit
import TestSupport
import Testing

@Suite("A command line")
struct ParsingTests {
  /// A line as the shell splits it, in a form that is easy to compare.
  private func parsed(_ words: [String]) throws -> String {
    switch try sampleTable.parse(words) {
    case .help(let path): return "help \(path.joined(separator: " "))"
    case .version: return "version"
    case .run(let invocation):
      var parts = [invocation.path.joined(separator: " ")]
      for name in ["NAME", "DATE", "LEVEL", "WHY", "DEVICE"]
      where sampleTable.command(at: invocation.path)?.positionals.contains(where: {
        $0.name == name
      })
        == true
      {
        parts.append("\(name)=\(invocation.arguments(name).joined(separator: "|"))")
      }
      let options = (sampleTable.command(at: invocation.path)?.options ?? []) + sampleTable.options
      for option in options where invocation.has(option.name) {
        parts.append("\(option.name)=\(invocation.values(option.name).joined(separator: "|"))")
      }
      return parts.joined(separator: " ")
    }
  }

  @Test(
    arguments: [
      (["add", "sheep"], "add NAME=sheep"), (["add", "black", "sheep"], "add NAME=black|sheep"),
      (["add", "sheep", "--by", "3"], "add NAME=sheep by=3"),
      (["add", "--by=3", "sheep"], "add NAME=sheep by=3"),
      (["add", "--by", "3", "black", "--quiet", "sheep"], "add NAME=black|sheep by=3 quiet="),
      // Values that look like options.
      (["add", "sheep", "--by", "-3"], "add NAME=sheep by=-3"),
      (["add", "sheep", "--by=-3"], "add NAME=sheep by=-3"),
      (["add", "sheep", "-n", "-3"], "add NAME=sheep by=-3"),
      (["add", "sheep", "-n-3"], "add NAME=sheep by=-3"),
      (["add", "sheep", "-n=-3"], "add NAME=sheep by=-3"),
      (["add", "-5"], "add NAME=-5"), (["add", "-"], "add NAME=-"),
      (["add", "-.5"], "add NAME=-.5"),
      (["add", "--", "--by", "-q"], "add NAME=--by|-q"), (["add", "--", "--"], "add NAME=--"),
      (["add", "sheep", "--tag=--by"], "add NAME=sheep tag=--by"),
      (["add", "sheep", "--tag", "-x"], "add NAME=sheep tag=-x"),
      (["add", "sheep", "--tag", "--unheard-of"], "add NAME=sheep tag=--unheard-of"),
      (["add", "sheep", "--tag="], "add NAME=sheep tag="),
      (["add", "sheep", "--tag=a=b"], "add NAME=sheep tag=a=b"),
      (["add", ""], "add NAME="),
      // Letters together, options more than once.
      (["add", "sheep", "-qv"], "add NAME=sheep quiet= verbose="),
      (["add", "sheep", "-qn3"], "add NAME=sheep by=3 quiet="),
      (["add", "sheep", "-qn", "3"], "add NAME=sheep by=3 quiet="),
      (["add", "sheep", "-t", "a", "--tag", "b", "-tc"], "add NAME=sheep tag=a|b|c"),
      (["add", "sheep", "-q", "-q"], "add NAME=sheep quiet="),
      (["add", "sheep", "--size", "huge"], "add NAME=sheep size=huge"),
      // Options of every command, before and after.
      (["--home", "/tmp/a", "add", "sheep"], "add NAME=sheep home=/tmp/a"),
      (["add", "sheep", "--json", "--home=/tmp/a"], "add NAME=sheep home=/tmp/a json="),
      // Values by their place.
      (["move", "black", "sheep", "fri"], "move NAME=black|sheep DATE=fri"),
      (["move", "sheep", "next week"], "move NAME=sheep DATE=next week"),
      (["level", "low"], "level LEVEL=low WHY="),
      (["level", "low", "tired"], "level LEVEL=low WHY=tired"),
      (["list"], "list NAME="), (["list", "a", "b"], "list NAME=a|b"),
      // Commands below commands.
      (["held"], "held"), (["held", "--json"], "held json="),
      (["held", "accept", "laptop"], "held accept DEVICE=laptop"),
      (["held", "--json", "accept", "laptop"], "held accept DEVICE=laptop json="),
      (["held", "accept", "accept"], "held accept DEVICE=accept"),
      (["key", "change", "later"], "key change later"),
      // A value with the name of a command.
      (["add", "list"], "add NAME=list"), (["add", "add"], "add NAME=add"),
    ] as [([String], String)])
  func `is understood`(words: [String], expected: String) throws {
    #expect(try parsed(words) == expected)
  }

  @Test(
    arguments: [
      ([], "help "), (["--help"], "help "), (["-h"], "help "), (["help"], "help "),
      (["help", "add"], "help add"), (["help", "key", "change"], "help key change"),
      (["add", "--help"], "help add"), (["add", "-h", "sheep"], "help add"),
      (["key", "--help"], "help key"), (["key", "change", "-h"], "help key change"),
      (["--json"], "help "), (["--version"], "version"), (["add", "--version"], "version"),
      // Help wins over mistakes.
      (["add", "--bogus", "--help"], "help add"), (["add", "--help", "--bogus"], "help add"),
      (["add", "--by", "--help"], "help add"), (["bogus", "--help"], "help "),
      // Unless it is a value.
      (["add", "--", "--help"], "add NAME=--help"),
      (["add", "x", "--tag=-h"], "add NAME=x tag=-h"),
    ] as [([String], String)])
  func `asks for help`(words: [String], expected: String) throws {
    #expect(try parsed(words) == expected)
  }

  @Test(
    arguments: [
      (["ad"], "tally: there is no command “ad”. Did you mean add? See “tally help”."),
      (["lst"], "tally: there is no command “lst”. Did you mean list? See “tally help”."),
      (["lsit"], "tally: there is no command “lsit”. Did you mean list? See “tally help”."),
      (["ADD"], "tally: there is no command “ADD”. Did you mean add? See “tally help”."),
      (["le"], "tally: there is no command “le”. Did you mean level? See “tally help”."),
      (["x"], "tally: there is no command “x”. See “tally help”."),
      (["photosynthesis"], "tally: there is no command “photosynthesis”. See “tally help”."),
      (["help", "ad"], "tally: there is no command “ad”. Did you mean add? See “tally help”."),
      (["--", "add"], "tally: there is no command “add”. Did you mean add? See “tally help”."),
      (["key"], "tally key: a command is missing. See “tally help key”."),
      (
        ["key", "lits"],
        "tally key: there is no command “lits”. Did you mean list? See “tally help key”."
      ),
      (["key", "change"], "tally key change: a command is missing. See “tally help key change”."),
      (["add"], "tally add: NAME is missing. See “tally help add”."),
      (["move", "sheep"], "tally move: DATE is missing. See “tally help move”."),
      (["level"], "tally level: LEVEL is missing. See “tally help level”."),
      (
        ["level", "low", "a", "b"],
        "tally level: “b” is one value too many. See “tally help level”."
      ),
      (
        ["held", "acept", "x"],
        "tally held: there is no command “acept”. Did you mean accept? See “tally help held”."
      ),
      (
        ["add", "x", "--sizes", "huge"],
        "tally add: there is no option --sizes. Did you mean --size? See “tally help add”."
      ),
      (
        ["add", "x", "--jsno"],
        "tally add: there is no option --jsno. Did you mean --json? See “tally help add”."
      ),
      (["add", "x", "--="], "tally add: there is no option --. See “tally help add”."),
      (["add", "x", "-z"], "tally add: there is no option -z. See “tally help add”."),
      (["add", "x", "-qz"], "tally add: there is no option -z. See “tally help add”."),
      (["--by", "3", "add"], "tally: there is no option --by. See “tally help”."),
      (["add", "x", "--by"], "tally add: --by needs its N. See “tally help add”."),
      (["add", "x", "--by", "--quiet"], "tally add: --by needs its N. See “tally help add”."),
      (["add", "x", "--by", "--size=huge"], "tally add: --by needs its N. See “tally help add”."),
      (["add", "x", "--by", "-q"], "tally add: --by needs its N. See “tally help add”."),
      (["add", "x", "--by", "--", "3"], "tally add: --by needs its N. See “tally help add”."),
      (["add", "x", "-n"], "tally add: --by needs its N. See “tally help add”."),
      (["add", "x", "--quiet=yes"], "tally add: --quiet takes no value. See “tally help add”."),
      (["add", "x", "--by", "1", "-n2"], "tally add: --by was given twice. See “tally help add”."),
      (
        ["add", "x", "--size", "hug"],
        "tally add: --size cannot be “hug”: it takes small, large, huge. Did you mean huge? "
          + "See “tally help add”."
      ),
      (
        ["level", "hihg"],
        "tally level: LEVEL cannot be “hihg”: it takes low, medium, high. Did you mean high? "
          + "See “tally help level”."
      ),
      (
        ["add", "x", "--\u{1B}[31m"],
        "tally add: there is no option --\u{FFFD}[31m. See “tally help add”."
      ),
    ] as [([String], String)])
  func `that is wrong says what, and what was perhaps meant`(
    words: [String], message: String
  ) throws {
    #expect {
      try sampleTable.parse(words)
    } throws: { error in
      #expect("\(error)" == message)
      return error is UsageError
    }
    #expect(UsageError.exitStatus == 2)
  }

  @Test func `of any words at all is understood or refused`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "add", "held", "accept", "--", "-", "--by", "-n", "--by=", "=", "-q", "-qn", "--json",
      "--home",
      "-5", "", "\u{0}", "🐑", "--size", "huge", "list", "key", "--=", "-=", "help", "-nq",
      "--tag=x",
    ]
    var understood = 0
    for _ in 0..<5000 {
      let words = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        pieces[Int.random(in: pieces.indices, using: &random)]
      }
      do {
        _ = try sampleTable.parse(words)
        understood += 1
      } catch {
        #expect(!error.description.isEmpty, "\(words), seed \(seed)")
      }
    }
    #expect(understood > 0, "seed \(seed)")
  }

  @Test func `gives numbers in their range only`() throws {
    func number(_ text: String) throws -> Int? {
      guard case .run(let invocation) = try sampleTable.parse(["add", "x", "--by=\(text)"]) else {
        return nil
      }
      return try invocation.integer("by", in: -10...10)
    }
    #expect(try number("-10") == -10)
    #expect(try number("10") == 10)
    for text in ["11", "-11", "3x", "", "1.5", "99999999999999999999"] {
      #expect {
        try number(text)
      } throws: { error in
        "\(error)" == "tally add: --by cannot be “\(text)”: it takes a number from -10 to 10. "
          + "See “tally help add”."
      }
    }
  }

  @Test func `with an option of the command's own does not go on to one below it`() throws {
    let table = CommandTable(
      name: "t", version: "1", summary: "T.",
      commands: [
        Command(
          "show", summary: "Show.", positionals: [Positional("WORD", .any, help: "A word.")],
          options: [.flag("all", help: "All of it.")],
          subcommands: [Command("last", summary: "The last.")], isRunnable: true)
      ])
    func path(_ words: [String]) throws -> [String] {
      guard case .run(let invocation) = try table.parse(words) else { return [] }
      return invocation.path
    }
    #expect(try path(["show", "last"]) == ["show", "last"])
    #expect(try path(["show", "--all", "last"]) == ["show"])
    #expect(try path(["show", "word", "last"]) == ["show"])
  }

  @Test func `traps when the program asks for what its table does not have`() async {
    await #expect(processExitsWith: .failure) {
      if case .run(let invocation) = try sampleTable.parse(["add", "x"]) {
        _ = invocation.has("due")
      }
    }
  }
}
