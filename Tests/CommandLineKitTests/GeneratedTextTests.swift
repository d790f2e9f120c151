import CommandLineKit
import Glibc
import Testing

@Suite("What is generated from a command table")
struct GeneratedTextTests {
  private let plain = Terminal(isTerminal: false)

  @Test func `help is as it was last read`() throws {
    try expectGolden(sampleTable.helpText(terminal: plain), "help.txt")
    let paths = [["add"], ["move"], ["held"], ["held", "discard"], ["key"], ["help"]]
    for path in paths {
      let text = sampleTable.helpText(for: path, terminal: plain)
      try expectGolden(text, "help-\(path.joined(separator: "-")).txt")
    }
    let narrow = Terminal(isTerminal: true, columns: 40, term: "xterm")
    try expectGolden(sampleTable.helpText(for: ["add"], terminal: narrow), "help-add-narrow.txt")
    #expect(sampleTable.versionText == "tally 1.2.3\n")
  }

  @Test(arguments: [40, 60, 80, 120])
  func `help stays within the terminal`(columns: Int) {
    let terminal = Terminal(isTerminal: true, columns: columns, noColor: "1")
    for path in [[]] + sampleTable.everyCommand.map(\.path) {
      let text = sampleTable.helpText(for: path, terminal: terminal)
      // Usage lines and examples are copied from, and are never broken.
      for line in text.split(separator: "\n")
      where !line.contains("Usage:") && !line.contains("  tally ") {
        #expect(String(line).columnCount <= columns, "\(line)")
      }
    }
  }

  @Test func `completions and the manual page are as they were last read`() throws {
    try expectGolden(sampleTable.bashCompletions, "completions.bash")
    try expectGolden(sampleTable.zshCompletions, "completions.zsh")
    try expectGolden(sampleTable.fishCompletions, "completions.fish")
    try expectGolden(sampleTable.manualPage(date: "2026-06-10"), "tally.1")
  }

  /// What is typed, the last word being completed, and what the shell offers.
  static let completions: [([String], [String])] = [
    (["a"], ["add"]), (["l"], ["level", "list"]), (["he"], ["held", "help"]),
    (["held", ""], ["accept", "discard"]), (["key", "change", ""], ["later", "now"]),
    (["help", "mo"], ["move"]), (["level", ""], ["high", "low", "medium"]),
    (["add", "--size", ""], ["huge", "large", "small"]), (["add", "--size", "h"], ["huge"]),
    (["move", "sheep", "to"], ["today", "tomorrow"]),
    (["add", "--ver"], ["--verbose", "--version"]),
    (["--home", "/x", "lis"], ["list"]), (["--json", "held", "acc"], ["accept"]),
    // The value of an option is not a command.
    (["--home", "held", "acc"], []), (["held", "discard", "--re"], ["--really"]),
    (["add", "--re"], []), (["list", "--to", "/etc/hostn"], ["/etc/hostname"]),
    (["--home", "/usr/sha"], ["/usr/share"]),
  ]

  @Test(arguments: completions)
  func `bash completes`(words: [String], expected: [String]) throws {
    let all = ["tally"] + words
    let quoted = all.map { "'\($0)'" }.joined(separator: " ")
    let driver = """
      compopt() { :; }
      COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count); _tally
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let found = try run(sampleTable.bashCompletions + driver, with: "bash --norc")
    #expect(found.sorted() == expected)
  }

  @Test func `bash completes a value after an equals sign`() throws {
    let driver = """
      COMP_WORDS=(tally add --size = l); COMP_CWORD=4; _tally; printf '%s\\n' "${COMPREPLY[@]}"
      COMP_WORDS=(tally add --size =); COMP_CWORD=3; _tally; printf '%s\\n' "${COMPREPLY[@]}"
      COMP_WORDS=(tally --home = held l); COMP_CWORD=4; _tally; printf '%s\\n' "${COMPREPLY[@]}"
      """
    let found = try run(sampleTable.bashCompletions + driver, with: "bash --norc")
    #expect(found == ["large", "small", "large", "huge", "level", "list"])
  }

  @Test(.enabled(if: isInstalled("fish")), arguments: completions)
  func `fish completes`(words: [String], expected: [String]) throws {
    let line = (["tally"] + words).joined(separator: " ")
    let driver = "complete -C '\(line)' | string split -f1 \\t"
    let found = try run(sampleTable.fishCompletions + driver, with: "fish --no-config")
    #expect(found.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }.sorted() == expected)
  }

  @Test(.enabled(if: isInstalled("zsh")))
  func `zsh reads its script`() throws {
    #expect(try run(sampleTable.zshCompletions, with: "zsh -n 2>&1").isEmpty)
  }

  @Test(.enabled(if: isInstalled("mandoc")))
  func `the manual page is without faults`() throws {
    let page = sampleTable.manualPage(date: "2026-06-10")
    #expect(try run(page, with: "mandoc -T lint -W warning").isEmpty)
  }

  /// The lines that a program writes for a script.
  private func run(_ script: String, with program: String) throws -> [String] {
    var template = Array("/tmp/tally-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    try #require(descriptor >= 0)
    close(descriptor)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(path) }
    try writeFile(script, to: path)
    return try output(of: "\(program) \(path)").split(separator: "\n").map(String.init)
  }
}
