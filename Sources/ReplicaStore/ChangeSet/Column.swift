/// The values of one field in a decoded change set.
///
/// A run of nulls takes two bytes in a file however long it is, so a column of hardly anything else
/// keeps only its values: otherwise a small file could ask for any amount of memory.
struct Column {
  private struct Run {
    var start: Int
    var end: Int
    /// Where the values of the run begin in `cells`.
    var cell: Int
  }

  private var cells: [Cell] = []
  /// The runs of values between nulls; empty if every place has a cell of its own.
  private var runs: [Run] = []
  private let isDense: Bool

  private static let null = Cell(kind: .null, bits: 0)

  /// Starts a column.
  ///
  /// - Parameters:
  ///   - count: How many places it has.
  ///   - nullCount: How many of them are null.
  init(count: Int, nullCount: Int) {
    isDense = nullCount <= 256 + 4 * (count - nullCount)
    cells.reserveCapacity(isDense ? count : count - nullCount)
  }

  mutating func appendNulls(_ count: Int) {
    if isDense { cells.append(contentsOf: repeatElement(Self.null, count: count)) }
  }

  /// Says that values follow, up to the next nulls.
  ///
  /// - Parameters:
  ///   - start: The place of the first.
  ///   - count: How many.
  mutating func beginRun(at start: Int, count: Int) {
    if !isDense { runs.append(Run(start: start, end: start + count, cell: cells.count)) }
  }

  @inline(__always)
  mutating func append(_ cell: Cell) {
    cells.append(cell)
  }

  /// Every cell that is not null, and in a dense column the null ones too.
  var kept: [Cell] { cells }

  @inline(__always)
  subscript(position: Int) -> Cell {
    isDense ? cells[position] : sparse(position)
  }

  private func sparse(_ position: Int) -> Cell {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].end <= position { low = middle + 1 } else { high = middle }
    }
    guard low < runs.count, runs[low].start <= position else { return Self.null }
    return cells[runs[low].cell + position - runs[low].start]
  }
}
