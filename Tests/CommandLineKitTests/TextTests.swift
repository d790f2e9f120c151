import CommandLineKit
import Testing

@Suite("Text for a terminal")
struct TextTests {
  @Test(arguments: [
    ("", 0), ("sheep", 5), ("Zürich", 6), ("Zu\u{308}rich", 6), ("羊", 2), ("ひつじ", 6), ("양", 2),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("خروف", 4), ("ＡＢ", 4), ("ｱ", 1), ("🐑", 2), ("☀️", 2),
    ("☀", 1), ("👩‍👩‍👧", 2), ("🇫🇷", 2), ("é́", 1), ("a\u{200B}b", 2), ("…", 1), ("₪", 1), ("क्षि", 1),
    ("\u{7}", 0), ("𠀀", 2),
  ])
  func `takes about the columns that it shows`(text: String, columns: Int) {
    #expect(text.columnCount == columns)
  }

  @Test(arguments: [
    ("sheep", 5, "sheep"), ("sheep", 4, "she…"), ("sheep", 1, "…"), ("羊羊羊", 5, "羊羊…"),
    ("羊羊羊", 4, "羊…"), ("", 1, ""), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
  ])
  func `is cut between letters`(text: String, columns: Int, expected: String) {
    let cut = text.truncated(toColumns: columns)
    #expect(cut == expected)
    #expect(cut.columnCount <= columns)
  }

  @Test func `is padded by columns, not letters`() {
    #expect("羊".padded(toColumns: 4) == "羊  ")
    #expect("羊".padded(toColumns: 4, .right) == "  羊")
    #expect("sheep".padded(toColumns: 3) == "sheep")
  }

  @Test(arguments: [
    ("one two three", 7, ["one two", "three"]), ("one two three", 80, ["one two three"]),
    ("", 10, [""]), ("  spaced   out  ", 80, ["spaced out"]),
    ("a photosynthesis b", 5, ["a", "photosynthesis", "b"]), ("羊羊 羊羊", 8, ["羊羊", "羊羊"]),
  ])
  func `is broken at spaces`(text: String, columns: Int, lines: [String]) {
    #expect(text.wrapped(toColumns: columns) == lines)
  }

  @Test(arguments: [
    ("Call the bank", "Call the bank"), ("\u{1B}[2J\u{1B}]0;owned\u{7}", "�[2J�]0;owned�"),
    ("a\tb\nc\r\nd", "a b c  d"), ("\u{9B}31m", "�31m"), ("a\u{202E}b\u{2066}c", "a�b�c"),
    ("\u{0}", "�"), ("\u{2028}", " "), ("مرحبا\u{200F}", "مرحبا\u{200F}"), ("👩‍👩‍👧", "👩‍👩‍👧"),
  ])
  func `cannot command the terminal`(text: String, expected: String) {
    #expect(text.withoutControls() == expected)
  }

  @Test func `keeps its lines where they are wanted`() {
    #expect("a\nb\u{1B}c".withoutControls(keepsLines: true) == "a\nb�c")
  }

  @Test(arguments: [
    (Terminal(isTerminal: true, term: "xterm"), true), (Terminal(isTerminal: true), true),
    (Terminal(isTerminal: true, noColor: "", term: "xterm"), true),
    (Terminal(isTerminal: true, noColor: "1", term: "xterm"), false),
    (Terminal(isTerminal: true, noColor: "0", term: "xterm"), false),
    (Terminal(isTerminal: true, term: "dumb"), false),
    (Terminal(isTerminal: false, term: "xterm"), false),
  ])
  func `is coloured only on a terminal that may`(terminal: Terminal, hasColour: Bool) {
    #expect(terminal.hasColour == hasColour)
    let expected = hasColour ? "\u{1B}[1;31mhalt\u{1B}[0m" : "halt"
    #expect(terminal.styled("halt", .bold, .red) == expected)
    #expect(terminal.styled("halt") == "halt")
    #expect(terminal.styled("", .bold).isEmpty)
  }

  @Test(
    arguments: [(nil, 80), (0, 80), (-4, 80), (10, 80), (20, 20), (100, 100), (500, 120)]
      as [(Int?, Int)])
  func `is laid out for a sensible width`(told: Int?, columns: Int) {
    #expect(Terminal(isTerminal: true, columns: told).columns == columns)
    #expect(Terminal(isTerminal: false, columns: told).columns == 80)
  }

  private func sampleRows() -> TextTable {
    var table = TextTable(columns: [.init(.right), .init(isFlexible: true), .init()])
    table.append(["1", "Call the bank about the new card", .init("fri", .yellow)])
    table.append(["12", .init("羊を数える", .bold), ""])
    table.append(["3", "Zürich\u{1B}[2J", "2026-12-24"])
    return table
  }

  @Test func `lines up in a table, and gives way where it may`() throws {
    let wide = Terminal(isTerminal: true, columns: 80, noColor: "1")
    let narrow = Terminal(isTerminal: true, columns: 34, noColor: "1")
    let coloured = Terminal(isTerminal: true, columns: 34, term: "xterm")
    let file = Terminal(isTerminal: false)
    let texts = [wide, narrow, coloured, file].map { terminal in
      sampleRows().lines(for: terminal).joined(separator: "\n")
    }
    try expectGolden(texts.joined(separator: "\n\n") + "\n", "table.txt")
    for line in sampleRows().lines(for: narrow) {
      #expect(line.columnCount <= 34)
      #expect(!line.hasSuffix(" "))
    }
    #expect(texts[3].contains("Call the bank about the new card"))
  }
}
