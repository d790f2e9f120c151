import JamaalCore
import TestSupport
import Testing

@Suite struct TaskNotesTests {
  @Test(
    arguments: [
      ("- [ ] milk", .box(isTicked: false, text: "milk")),
      ("* [x] milk", .box(isTicked: true, text: "milk")),
      ("+ [X] milk", .box(isTicked: true, text: "milk")),
      ("  - [ ] indented", .box(isTicked: false, text: "indented")),
      ("\t- [x]\ttabs", .box(isTicked: true, text: "tabs")),
      ("-  [ ]   wide", .box(isTicked: false, text: "wide")),
      ("- [ ]", .box(isTicked: false, text: "")), ("- [ ] ", .box(isTicked: false, text: "")),
      ("- [ ] [x] twice", .box(isTicked: false, text: "[x] twice")),
      ("- milk", .text("- milk")), ("-[ ] milk", .text("-[ ] milk")),
      ("- [ ]milk", .text("- [ ]milk")), ("- [y] milk", .text("- [y] milk")),
      ("- [] milk", .text("- [] milk")), ("- [  ] milk", .text("- [  ] milk")),
      ("[ ] milk", .text("[ ] milk")), ("1. [ ] milk", .text("1. [ ] milk")),
      ("say - [ ] milk", .text("say - [ ] milk")), ("- [ ", .text("- [ ")), ("-", .text("-")),
      ("  some text ", .text("  some text ")),
      // A mark on top of a blank or a bracket makes it another character.
      ("- [ \u{301}] milk", .text("- [ \u{301}] milk")),
      ("- [x]\u{301} milk", .text("- [x]\u{301} milk")),
    ] as [(String, TaskNotes.Content)])
  func `a line is a box or text`(line: String, content: TaskNotes.Content) {
    #expect(TaskNotes.lines(of: line) == [.init(number: 0, content: content)])
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `blank lines are passed over and counted`(lineBreak: String) {
    let note = ["", "a", " \t", "- [x] b", ""].joined(separator: lineBreak)
    #expect(
      TaskNotes.lines(of: note) == [
        .init(number: 1, content: .text("a")),
        .init(number: 3, content: .box(isTicked: true, text: "b")),
      ])
  }

  @Test(
    arguments: [
      ("- [ ] a", 0, "- [x] a"), ("- [x] a", 0, "- [ ] a"), ("+ [X] a", 0, "+ [ ] a"),
      ("a\r\n\r\n  * [ ] b\r\nc", 2, "a\r\n\r\n  * [x] b\r\nc"),
      ("- [ ] [ ] a", 0, "- [x] [ ] a"), ("- [ ]", 0, "- [x]"),
      ("- [ ] a\n- [ ] b", 1, "- [ ] a\n- [x] b"),
      ("a", 0, nil), ("- a", 0, nil), ("- [ ] a", 1, nil), ("- [ ] a", -1, nil), ("", 0, nil),
    ] as [(String, Int, String?)])
  func `ticking changes the box of one line`(note: String, line: Int, found: String?) {
    #expect(TaskNotes.toggled(note, line: line) == found)
  }

  @Test(
    arguments: [
      ("- [ ] a\n* [x] b\n+ [X] c\ntext", 2, 3), ("- [ ] a", 0, 1), ("text\n\n- item", nil, nil),
      ("", nil, nil),
    ] as [(String, Int?, Int?)])
  func `progress counts boxes only`(note: String, ticked: Int?, total: Int?) {
    #expect(TaskNotes.progress(of: note)?.ticked == ticked)
    #expect(TaskNotes.progress(of: note)?.total == total)
  }

  @Test func `ticking changes exactly one character, and twice changes nothing`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    var ticks = 0
    for _ in 0..<1000 {
      let note = randomNote(&random)
      for line in TaskNotes.lines(of: note) {
        guard case .box(let isTicked, let text) = line.content else {
          #expect(TaskNotes.toggled(note, line: line.number) == nil, "seed \(seed)")
          continue
        }
        guard let once = TaskNotes.toggled(note, line: line.number) else {
          Issue.record("a box that cannot be ticked, seed \(seed)")
          continue
        }
        ticks += 1
        let before = Array(note.unicodeScalars)
        let after = Array(once.unicodeScalars)
        #expect(before.count == after.count, "seed \(seed)")
        #expect(zip(before, after).count { $0 != $1 } == 1, "seed \(seed)")
        let box = TaskNotes.lines(of: once).first { $0.number == line.number }
        #expect(box?.content == .box(isTicked: !isTicked, text: text), "seed \(seed)")
        // A capital X comes back as a small one.
        let twice = TaskNotes.toggled(once, line: line.number)
        #expect(
          twice?.lowercased() == note.lowercased() && (isTicked || twice == note), "seed \(seed)")
      }
    }
    #expect(ticks > 100, "seed \(seed)")
  }
}

/// A note of pieces that rules about notes may stumble over.
///
/// - Parameters:
///   - random: Where it comes from.
///   - hasLoneReturns: Whether `\r` is among its breaks. Taken apart from an `\n`, or put beside
///     one, it makes two breaks of one, which no edit of a single line can help.
/// - Returns: The note.
func randomNote(_ random: inout SeededGenerator, hasLoneReturns: Bool = true) -> String {
  let pieces = [
    "- [ ] ", "* [x] ", "+ [X] ", "- ", "* ", "  ", "\t", "\n", "\n", "\r\n",
    hasLoneReturns ? "\r" : "", "milk", "bread",
    "*", "**", "`", "[", "]", " ", "e\u{301}", "\u{301}", "👩‍👩‍👧", "x", "-", "",
  ]
  return (0..<Int.random(in: 0...16, using: &random))
    .compactMap { _ in pieces.randomElement(using: &random) }.joined()
}
