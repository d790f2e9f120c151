/// A note and what is selected in it, before or after an edit.
public struct NoteEdit: Hashable, Sendable {
  /// The note.
  public let text: String
  /// The characters selected, counted from 0; empty for a caret.
  public let selection: Range<Int>

  /// Makes a value from its parts.
  ///
  /// - Parameters:
  ///   - text: The note.
  ///   - selection: The characters selected; what lies outside the note is cut off.
  public init(text: String, selection: Range<Int>) {
    self.text = text
    self.selection = selection.clamped(to: 0..<text.count)
  }

  /// A note with a caret in it.
  ///
  /// - Parameters:
  ///   - text: The note.
  ///   - caret: The number of characters before it.
  public init(text: String, caret: Int) {
    self.init(text: text, selection: caret..<caret)
  }
}

extension NoteEdit {
  /// The note as the rules work on it.
  var note: NoteText { NoteText(text) }

  /// Where the selection lies among the note's scalars.
  var places: Range<Int> {
    let start = text.index(text.startIndex, offsetBy: selection.lowerBound)
    let end = text.index(start, offsetBy: selection.count)
    let lower = text.unicodeScalars.distance(from: text.startIndex, to: start)
    return lower..<lower + text.unicodeScalars.distance(from: start, to: end)
  }

  /// A note with the scalars of `middle` selected.
  init(
    _ before: some Sequence<Unicode.Scalar>, selecting middle: some Sequence<Unicode.Scalar>,
    _ after: some Sequence<Unicode.Scalar>
  ) {
    let start = String(scalars: before)
    let end = String(scalars: Array(before) + Array(middle))
    self.init(
      text: String(scalars: Array(end.unicodeScalars) + Array(after)),
      selection: start.count..<max(start.count, end.count))
  }
}

/// What can be put around a piece of a note.
public enum NoteMark: Hashable, Sendable, CaseIterable {
  /// `**`
  case bold
  /// `*`
  case italic
  /// A backtick on either side.
  case code

  /// The character it is made of.
  var scalar: Unicode.Scalar { self == .code ? "`" : "*" }

  /// How many of them there are on either side.
  var count: Int { self == .bold ? 2 : 1 }

  /// Whether a run of its character on one side holds the mark.
  ///
  /// One asterisk is italic, two are bold and three are both, so an asterisk beside another is part
  /// of bold.
  func isHeld(byRunOf length: Int) -> Bool {
    switch self {
    case .bold: length >= 2
    case .italic: length % 2 == 1
    case .code: length >= 1
    }
  }
}
