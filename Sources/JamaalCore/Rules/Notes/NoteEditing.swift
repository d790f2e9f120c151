/// The formatting rules of the note editor, as functions on a note and a selection.
public enum NoteEditing {
  /// Makes the selected lines a check list, or takes it back.
  ///
  /// Plain lines and bullets become `- [ ] ` lines, and boxes stay as they are; if every selected
  /// line is a box already, they become plain lines again. Blank lines are passed over, unless there
  /// is nothing else. What each line says, its indentation and all other lines stay as they are.
  /// - Parameter edit: The note and the lines selected; a line whose break ends the selection is the
  ///   last.
  /// - Returns: The note with the same characters selected.
  public static func togglingChecklist(_ edit: NoteEdit) -> NoteEdit {
    let note = edit.note
    let places = edit.places
    let first = note.line(at: places.lowerBound)
    let end = places.isEmpty ? places.upperBound : places.upperBound - 1
    let selected = Array(first...max(first, note.line(at: end)))
    let filled = selected.filter {
      note.scalars[note.lines[$0]].contains { !NoteText.isBlank($0) }
    }
    let touched = filled.isEmpty ? [first] : filled
    let heads = touched.map { note.head(ofLine: $0) }
    let areBoxes = heads.allSatisfy { $0.tick != nil }
    var result = Replacements(note.scalars)
    for head in heads where areBoxes || head.tick == nil {
      result.replace(head.indent..<head.content, with: areBoxes ? "" : box)
    }
    return result.edit(selecting: places)
  }

  /// Puts a mark around the selection, or takes it off.
  ///
  /// The mark may lie inside the selection or right outside it. Blanks at the selection's edges and
  /// the beginning of a list line stay outside the mark, which would mean nothing beside them. With nothing selected the mark is put
  /// around the caret, and an empty one that is there is taken out.
  /// - Parameters:
  ///   - mark: The mark.
  ///   - edit: The note and what is selected.
  /// - Returns: The note with the same words selected.
  public static func toggling(_ mark: NoteMark, in edit: NoteEdit) -> NoteEdit {
    let note = edit.note
    let scalars = note.scalars
    guard let words = words(of: edit.places, in: note) else { return edit }
    let runs = Runs(of: mark.scalar, around: words, in: scalars)
    guard mark.isHeld(byRunOf: runs.left), mark.isHeld(byRunOf: runs.right) else {
      let marker = Array(repeating: mark.scalar, count: mark.count)
      return NoteEdit(
        scalars[..<words.lowerBound] + marker, selecting: scalars[words],
        marker + scalars[words.upperBound...])
    }
    // The outer characters go first, so that what lies inside the selection stays in it.
    let left = min(mark.count, runs.outerLeft)
    let right = min(mark.count, runs.outerRight)
    let inner = words.lowerBound + mark.count - left..<words.upperBound - mark.count + right
    return NoteEdit(
      scalars[..<(words.lowerBound - left)], selecting: scalars[inner],
      scalars[(words.upperBound + right)...])
  }

  /// Makes the selection a link, with its address selected to be typed over.
  ///
  /// - Parameter edit: The note and what is selected.
  /// - Returns: The note with `[the selection](https://)`.
  public static func linking(_ edit: NoteEdit) -> NoteEdit {
    let scalars = edit.note.scalars
    let places = edit.places
    return NoteEdit(
      scalars[..<places.lowerBound] + ["["] + scalars[places] + ["]", "("],
      selecting: address.unicodeScalars, [")"] + scalars[places.upperBound...])
  }

  /// What Return does.
  ///
  /// After a box or a bullet it starts the next item, with whatever stands behind the caret; on an
  /// item that says nothing it ends the list. Anywhere else it is a line break.
  /// - Parameter edit: The note and the caret; what is selected is typed over.
  /// - Returns: The note with the caret where typing goes on.
  public static func breakingLine(_ edit: NoteEdit) -> NoteEdit {
    let caret = edit.places.lowerBound
    var scalars = edit.note.scalars
    scalars.removeSubrange(edit.places)
    let note = NoteText(scalars)
    let number = note.line(at: caret)
    let head = note.head(ofLine: number)
    let line = note.lines[number]
    var item: [Unicode.Scalar] = []
    if head.kind != .plain, caret >= head.content {
      guard scalars[head.content..<line.upperBound].contains(where: { !NoteText.isBlank($0) })
      else {
        return NoteEdit(
          scalars[..<line.lowerBound], selecting: "".unicodeScalars, scalars[line.upperBound...])
      }
      item = Array(scalars[line.lowerBound...head.indent])
      item += (head.tick == nil ? " " : " [ ] ").unicodeScalars
    }
    return NoteEdit(
      scalars[..<caret] + ["\n"] + item, selecting: "".unicodeScalars, scalars[caret...])
  }

  private static let box = "- [ ] "
  private static let address = "https://"

  /// The selection without blanks and breaks at its edges and without the beginning of a list line;
  /// `nil` if there is nothing else in it.
  private static func words(of selection: Range<Int>, in note: NoteText) -> Range<Int>? {
    guard !selection.isEmpty else { return selection }
    func isWord(_ scalar: Unicode.Scalar) -> Bool { !scalar.properties.isWhitespace }
    let selected = note.scalars[selection]
    guard let first = selected.firstIndex(where: isWord),
      let last = selected.lastIndex(where: isWord)
    else { return nil }
    let head = note.head(ofLine: note.line(at: first))
    guard head.kind != .plain, first < head.content else { return first..<last + 1 }
    guard head.content <= last else { return nil }
    return selected[head.content...last].firstIndex(where: isWord).map { $0..<last + 1 }
  }
}

/// How many of one character there are on either side of where a selection's words begin and end.
private struct Runs {
  var outerLeft = 0
  var outerRight = 0
  var innerLeft = 0
  var innerRight = 0

  var left: Int { outerLeft + innerLeft }
  var right: Int { outerRight + innerRight }

  init(of mark: Unicode.Scalar, around selection: Range<Int>, in scalars: [Unicode.Scalar]) {
    outerLeft = scalars[..<selection.lowerBound].reversed().prefix { $0 == mark }.count
    outerRight = scalars[selection.upperBound...].prefix { $0 == mark }.count
    let inner = scalars[selection]
    // A selection of nothing but marks has no words for them to stand around.
    guard inner.contains(where: { $0 != mark }) else { return }
    innerLeft = inner.prefix { $0 == mark }.count
    innerRight = inner.reversed().prefix { $0 == mark }.count
  }
}

/// Pieces of a note replaced from front to back, and where its places come to lie.
private struct Replacements {
  private let scalars: [Unicode.Scalar]
  private var pieces: [(range: Range<Int>, text: [Unicode.Scalar])] = []

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  /// Replaces a piece that lies behind those replaced so far.
  mutating func replace(_ range: Range<Int>, with text: String) {
    pieces.append((range, Array(text.unicodeScalars)))
  }

  /// The note, with a selection moved along: a place at or within a replaced piece comes to lie
  /// behind what takes its place.
  func edit(selecting selection: Range<Int>) -> NoteEdit {
    var text: [Unicode.Scalar] = []
    var done = 0
    for piece in pieces {
      text += scalars[done..<piece.range.lowerBound] + piece.text
      done = piece.range.upperBound
    }
    text += scalars[done...]
    let start = moved(selection.lowerBound)
    let end = moved(selection.upperBound)
    return NoteEdit(text[..<start], selecting: text[start..<end], text[end...])
  }

  private func moved(_ place: Int) -> Int {
    pieces.reduce(place) { moved, piece in
      guard piece.range.lowerBound <= place else { return moved }
      let rest = max(0, piece.range.upperBound - place)
      return moved + piece.text.count - piece.range.count + rest
    }
  }
}
