import JamaalCore
import TestSupport
import Testing

/// A note with its selection between two bars, or its caret at one.
private func edit(_ text: String) -> NoteEdit {
  let parts = text.split(separator: "|", omittingEmptySubsequences: false)
  let start = parts[0].count
  return NoteEdit(
    text: parts.joined(), selection: start..<start + (parts.count == 3 ? parts[1].count : 0))
}

/// The same the other way round.
private func shown(_ edit: NoteEdit) -> String {
  var characters = edit.text.map(String.init)
  if !edit.selection.isEmpty { characters.insert("|", at: edit.selection.upperBound) }
  characters.insert("|", at: edit.selection.lowerBound)
  return characters.joined()
}

@Suite struct NoteEditingTests {
  @Test(arguments: [
    ("mi|lk", "- [ ] mi|lk"), ("|milk", "- [ ] |milk"), ("milk|", "- [ ] milk|"),
    ("|milk|", "- [ ] |milk|"), ("  mi|lk", "  - [ ] mi|lk"), ("| milk", "| - [ ] milk"),
    // A bullet becomes a box, whatever its marker was.
    ("- mi|lk", "- [ ] mi|lk"), ("* mi|lk", "- [ ] mi|lk"), ("|+ milk", "- [ ] |milk"),
    // If every line is one already, they turn back.
    ("- [ ] mi|lk", "mi|lk"), ("* [x] mi|lk", "mi|lk"), ("-| [ ] milk", "|milk"),
    ("- [ ] m|ilk\n  + [X] bre|ad", "m|ilk\n  bre|ad"),
    // Else those that are stay.
    ("m|ilk\n- [x] bread\n* tea|", "- [ ] m|ilk\n- [x] bread\n- [ ] tea|"),
    // Only the lines touched change; a break that ends the selection is not the next line.
    ("tea\n|milk\n|bread", "tea\n- [ ] |milk\n|bread"),
    ("tea\nmilk|\nbread", "tea\n- [ ] milk|\nbread"),
    ("tea\n|\nbread", "tea\n- [ ] |\nbread"),
    // Blank lines are passed over, unless there is nothing else.
    ("m|ilk\n\n \nbrea|d", "- [ ] m|ilk\n\n \n- [ ] brea|d"), ("|", "- [ ] |"),
    ("- [ ] |", "|"), ("|\n\n|", "- [ ] |\n\n|"),
    ("m|ilk\r\nbrea|d", "- [ ] m|ilk\r\n- [ ] brea|d"),
    ("1. mi|lk", "- [ ] 1. mi|lk"),
  ])
  func `lines become a check list and turn back`(before: String, after: String) {
    #expect(shown(NoteEditing.togglingChecklist(edit(before))) == after)
  }

  @Test(arguments: [
    (NoteMark.bold, "a |milk| b", "a **|milk|** b"), (.italic, "a |milk| b", "a *|milk|* b"),
    (.code, "a |milk| b", "a `|milk|` b"),
    // Marks right outside the selection or inside it are taken off.
    (.bold, "a **|milk|** b", "a |milk| b"), (.bold, "a |**milk**| b", "a |milk| b"),
    (.bold, "a *|*milk*|* b", "a |milk| b"),
    (.italic, "*|milk|*", "|milk|"), (.italic, "|*milk*|", "|milk|"), (.code, "|`a`|", "|a|"),
    // An asterisk beside another is part of bold.
    (.italic, "**|milk|**", "***|milk|***"), (.italic, "***|milk|***", "**|milk|**"),
    (.bold, "***|milk|***", "*|milk|*"), (.bold, "*|milk|*", "***|milk|***"),
    (.italic, "|**milk**|", "*|**milk**|*"), (.italic, "*|**milk**|*", "|**milk**|"),
    (.italic, "|***milk***|", "|**milk**|"),
    // One side alone is no mark.
    (.italic, "*|milk|", "**|milk|*"), (.code, "`|a|", "``|a|`"), (.bold, "**|a|*", "****|a|***"),
    // With nothing selected the caret comes to lie between, and an empty pair is taken out.
    (.bold, "a | b", "a **|** b"), (.bold, "a **|** b", "a | b"), (.italic, "|", "*|*"),
    (.italic, "*|*", "|"), (.italic, "**|**", "***|***"), (.italic, "***|***", "**|**"),
    (.bold, "*|*", "***|***"), (.code, "`|`", "|"), (.code, "|", "`|`"),
    // Blanks at the edges and the beginning of a list line stay outside.
    (.bold, "a| milk |b", "a **|milk|** b"), (.bold, "|- [ ] milk|", "- [ ] **|milk|**"),
    (.bold, "|- [ ] **milk**|", "- [ ] |milk|"), (.italic, "|* milk|\n", "* *|milk|*\n"),
    (.bold, "|-   milk|", "-   **|milk|**"), (.bold, "a|  \n |b", "a|  \n |b"),
    (.bold, "|- |milk", "|- |milk"),
    // Nothing but marks has no words in it.
    (.bold, "|**|", "**|**|**"), (.italic, "|*|", "*|*|*"),
  ])
  func `a mark is put around the words or taken off`(
    mark: NoteMark, before: String, after: String
  ) {
    #expect(shown(NoteEditing.toggling(mark, in: edit(before))) == after)
  }

  @Test(arguments: [
    ("see |here| now", "see [here](|https://|) now"), ("|", "[](|https://|)"),
    ("a|b", "a[](|https://|)b"), ("|👩‍👩‍👧|", "[👩‍👩‍👧](|https://|)"),
  ])
  func `a link waits for its address`(before: String, after: String) {
    #expect(shown(NoteEditing.linking(edit(before))) == after)
  }

  @Test(arguments: [
    ("milk|", "milk\n|"), ("mi|lk", "mi\n|lk"), ("", "\n|"), ("a|b|c", "a\n|c"),
    ("- [ ] milk|", "- [ ] milk\n- [ ] |"), ("- [ ] mi|lk", "- [ ] mi\n- [ ] |lk"),
    ("- [ ] |milk", "- [ ] \n- [ ] |milk"),
    // The next item is never ticked, and keeps marker and indentation.
    ("  * [x] milk|", "  * [x] milk\n  * [ ] |"), ("+ milk|", "+ milk\n+ |"),
    ("\t- milk|\nbread", "\t- milk\n\t- |\nbread"),
    ("- [ ] mi|l|k", "- [ ] mi\n- [ ] |k"),
    // An item that says nothing ends the list.
    ("- [ ] milk\n- [ ] |", "- [ ] milk\n|"), ("- [ ]|", "|"), ("- |", "|"), ("  * [x]  |", "|"),
    ("- |\nbread", "|\nbread"), ("- [ ] |milk|", "|"),
    // Before the item it is a line break like any other.
    ("|- [ ] milk", "\n|- [ ] milk"), ("- [| ] milk", "- [\n| ] milk"), ("-|", "-\n|"),
    ("a\r\n- milk|", "a\r\n- milk\n- |"),
  ])
  func `Return goes on with a list or ends it`(before: String, after: String) {
    #expect(shown(NoteEditing.breakingLine(edit(before))) == after)
  }

  @Test func `a selection outside the note is cut off`() {
    #expect(NoteEdit(text: "abc", selection: 2..<9).selection == 2..<3)
    #expect(NoteEdit(text: "abc", selection: -4 ..< -1).selection == 0..<0)
    #expect(NoteEdit(text: "", caret: 5).selection == 0..<0)
  }
}

/// Laws over random notes and selections.
@Suite struct NoteEditingLawTests {
  private static func forRandomEdits(
    _ body: (NoteEdit, _ seed: UInt64) -> Void
  ) {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let text = randomNote(&random, hasLoneReturns: false)
      let start = Int.random(in: 0...text.count, using: &random)
      let end = Int.random(in: start...text.count, using: &random)
      body(NoteEdit(text: text, selection: start..<end), seed)
    }
  }

  @Test func `a mark put on comes off again`() {
    Self.forRandomEdits { edit, seed in
      for mark in NoteMark.allCases {
        let once = NoteEditing.toggling(mark, in: edit)
        guard once.text.utf8.count > edit.text.utf8.count else { continue }
        let twice = NoteEditing.toggling(mark, in: once)
        // Beside stray marks of its kind it can stay undecided which mark is whose, and an accent
        // without a letter joins the mark, so that no selection can begin between them.
        let isAlone =
          !edit.text.unicodeScalars.contains(mark == .code ? "`" : "*")
          && !hasLoneAccent(edit.text)
        if isAlone { #expect(twice.text == edit.text, "seed \(seed)") }
      }
    }
  }

  private func hasLoneAccent(_ text: String) -> Bool {
    text.unicodeScalars.enumerated().contains { index, scalar in
      let before = text.unicodeScalars.prefix(index).last
      return scalar == "\u{301}" && before.map { !$0.properties.isAlphabetic } ?? true
    }
  }

  @Test func `a mark changes nothing but marks`() {
    Self.forRandomEdits { edit, seed in
      for mark in NoteMark.allCases {
        let scalar: Unicode.Scalar = mark == .code ? "`" : "*"
        let once = NoteEditing.toggling(mark, in: edit)
        let before = edit.text.unicodeScalars
        let after = once.text.unicodeScalars
        #expect(
          Array(before.filter { $0 != scalar }) == Array(after.filter { $0 != scalar }),
          "seed \(seed)")
        let difference = abs(after.count - before.count)
        #expect([0, 2 * (mark == .bold ? 2 : 1)].contains(difference), "seed \(seed)")
      }
    }
  }

  @Test func `plain lines made a check list turn back into what they were`() {
    Self.forRandomEdits { edit, seed in
      // Without list lines there is nothing whose marker could be lost.
      let hasList = edit.text.split(whereSeparator: \.isNewline).contains { line in
        let rest = Array(line.unicodeScalars.drop { $0 == " " || $0 == "\t" }.prefix(2))
        return rest.count == 2 && "-*+".unicodeScalars.contains(rest[0])
          && " \t".unicodeScalars.contains(rest[1])
      }
      guard !hasList else { return }
      let once = NoteEditing.togglingChecklist(edit)
      #expect(TaskNotes.progress(of: once.text) != nil, "seed \(seed)")
      #expect(NoteEditing.togglingChecklist(once).text == edit.text, "seed \(seed)")
    }
  }

  @Test func `a check list leaves what lines say and all other lines alone`() {
    Self.forRandomEdits { edit, seed in
      let once = NoteEditing.togglingChecklist(edit)
      let before = edit.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let after = once.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      #expect(before.count == after.count, "seed \(seed)")
      let first = edit.text.prefix(edit.selection.lowerBound).count(where: \.isNewline)
      let last = edit.text.prefix(edit.selection.upperBound).count(where: \.isNewline)
      for (number, lines) in zip(before, after).enumerated()
      where number < first || number > last {
        #expect(lines.0 == lines.1, "seed \(seed)")
      }
    }
  }

  @Test func `Return never loses what a line says`() {
    Self.forRandomEdits { edit, seed in
      let once = NoteEditing.breakingLine(
        NoteEdit(text: edit.text, caret: edit.selection.lowerBound))
      let marks = Set("-*+[]xX \t\r\n".unicodeScalars)
      let said = edit.text.unicodeScalars.filter { !marks.contains($0) }
      let kept = once.text.unicodeScalars.filter { !marks.contains($0) }
      #expect(Array(said) == Array(kept), "seed \(seed)")
      #expect((0...once.text.count).contains(once.selection.lowerBound), "seed \(seed)")
    }
  }
}
