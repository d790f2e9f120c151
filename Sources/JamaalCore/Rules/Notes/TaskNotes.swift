/// A task's note read line by line, and the ticking of its boxes.
///
/// A note is light markdown. Lines such as `- [ ] milk`, `* [x] milk` and `+ [X] milk` are boxes;
/// everything else is text.
public enum TaskNotes {
  /// One line that says something.
  public struct Line: Hashable, Sendable {
    /// Its number, from 0; blank lines are passed over, but counted.
    public var number: Int
    /// What it is.
    public var content: Content

    /// Makes a value from its parts.
    public init(number: Int, content: Content) {
      self.number = number
      self.content = content
    }
  }

  /// What a line is.
  public enum Content: Hashable, Sendable {
    /// A box, and what stands beside it.
    case box(isTicked: Bool, text: String)
    /// Anything else, as it is written.
    case text(String)
  }

  /// How many boxes are ticked.
  public struct Progress: Hashable, Sendable {
    /// Boxes ticked.
    public var ticked: Int
    /// All boxes.
    public var total: Int

    /// Makes a value from its parts.
    public init(ticked: Int, total: Int) {
      self.ticked = ticked
      self.total = total
    }
  }

  /// Reads a note.
  ///
  /// - Parameter note: The note.
  /// - Returns: Its lines without the blank ones.
  /// - Complexity: O(n) in its length.
  public static func lines(of note: String) -> [Line] {
    let note = NoteText(note)
    return note.lines.enumerated().compactMap { number, range in
      let line = note.scalars[range]
      guard line.contains(where: { !NoteText.isBlank($0) }) else { return nil }
      let head = note.head(ofLine: number)
      guard case .box(let isTicked) = head.kind else {
        return Line(number: number, content: .text(String(scalars: line)))
      }
      let text = line[head.content...].drop(while: NoteText.isBlank)
      return Line(number: number, content: .box(isTicked: isTicked, text: String(scalars: text)))
    }
  }

  /// Ticks a box, or takes the tick back.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - line: The line's number, from 0.
  /// - Returns: The note with that one character changed and nothing else; `nil` if the line has no
  ///   box, so that a note changed in the meantime is never written over.
  /// - Complexity: O(n) in the note's length.
  public static func toggled(_ note: String, line: Int) -> String? {
    var text = NoteText(note)
    guard text.lines.indices.contains(line) else { return nil }
    let head = text.head(ofLine: line)
    guard let tick = head.tick, case .box(let isTicked) = head.kind else { return nil }
    text.scalars[tick] = isTicked ? " " : "x"
    return String(scalars: text.scalars)
  }

  /// How far the boxes of a note have got; text does not count.
  ///
  /// - Parameter note: The note.
  /// - Returns: `nil` if it has no boxes.
  public static func progress(of note: String) -> Progress? {
    var progress = Progress(ticked: 0, total: 0)
    for line in lines(of: note) {
      guard case .box(let isTicked, _) = line.content else { continue }
      progress.total += 1
      if isTicked { progress.ticked += 1 }
    }
    return progress.total == 0 ? nil : progress
  }
}
