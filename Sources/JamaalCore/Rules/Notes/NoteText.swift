/// A note as Unicode scalars and lines: what reading, ticking and editing all work on.
///
/// One way of looking at a note, so that they never disagree about what is a box. Scalars and not
/// characters, since a mark put in front of a letter's accent would otherwise change what is beside
/// it.
struct NoteText {
  /// What it says.
  var scalars: [Unicode.Scalar]
  /// Where its lines lie, without their breaks; at least one line, also in an empty note.
  let lines: [Range<Int>]

  init(_ scalars: some Sequence<Unicode.Scalar>) {
    let scalars = Array(scalars)
    var lines: [Range<Int>] = []
    var start = 0
    for (index, scalar) in scalars.enumerated() where scalar == "\n" || scalar == "\r" {
      // The second half of a break.
      let isSecond = scalar == "\n" && index > 0 && scalars[index - 1] == "\r"
      if !isSecond { lines.append(start..<index) }
      start = index + 1
    }
    self.scalars = scalars
    self.lines = lines + [start..<scalars.count]
  }

  init(_ note: String) {
    self.init(note.unicodeScalars)
  }

  /// The number of the line that a place lies on; a line's break belongs to it.
  func line(at place: Int) -> Int {
    // The last line that starts at the place or before it, found by halving.
    var low = 0
    var high = lines.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if lines[middle].lowerBound <= place { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// What a line is.
  enum Kind: Hashable {
    case plain
    /// `- `, `* ` or `+ ` before an item.
    case bullet
    /// The same with `[ ]`, or with `[x]` or `[X]` when it is ticked.
    case box(isTicked: Bool)
  }

  /// The beginning of a line.
  struct Head: Hashable {
    var kind: Kind
    /// Where the indentation ends.
    var indent: Int
    /// Where what the line says begins.
    var content: Int
    /// The one place that ticking changes; `nil` unless there is a box.
    var tick: Int?
  }

  /// The beginning of the line with a number.
  func head(ofLine number: Int) -> Head {
    let line = scalars[lines[number]]
    let indent = Self.skippingBlanks(in: line, from: line.startIndex)
    let plain = Head(kind: .plain, indent: indent, content: indent, tick: nil)
    guard indent < line.endIndex, Self.markers.contains(line[indent]) else { return plain }
    let afterMarker = Self.skippingBlanks(in: line, from: indent + 1)
    guard afterMarker > indent + 1 else { return plain }
    // Further blanks belong to what a bullet says.
    let bullet = Head(kind: .bullet, indent: indent, content: indent + 2, tick: nil)
    let box = line[afterMarker...].prefix(3)
    guard box.count == 3, box.first == "[", box.last == "]",
      let isTicked = Self.states[box[afterMarker + 1]]
    else { return bullet }
    var content = afterMarker + 3
    if content < line.endIndex {
      guard Self.isBlank(line[content]) else { return bullet }
      content += 1
    }
    return Head(
      kind: .box(isTicked: isTicked), indent: indent, content: content, tick: afterMarker + 1)
  }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  private static func skippingBlanks(
    in line: ArraySlice<Unicode.Scalar>, from start: Int
  ) -> Int {
    line[start...].firstIndex { !isBlank($0) } ?? line.endIndex
  }

  private static let markers: Set<Unicode.Scalar> = ["-", "*", "+"]
  private static let states: [Unicode.Scalar: Bool] = [" ": false, "x": true, "X": true]
}

extension String {
  /// The text of some scalars.
  init(scalars: some Sequence<Unicode.Scalar>) {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    self.init(view)
  }
}
