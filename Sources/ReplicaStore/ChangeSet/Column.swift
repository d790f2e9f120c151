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

  private let cells: CellBuffer
  private var cellCount = 0
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
    cells = CellBuffer(isDense ? count : count - nullCount)
  }

  mutating func appendNulls(_ count: Int) {
    if isDense { for _ in 0..<count { append(Self.null) } }
  }

  /// Says that values follow, up to the next nulls.
  ///
  /// - Parameters:
  ///   - start: The place of the first.
  ///   - count: How many.
  mutating func beginRun(at start: Int, count: Int) {
    if !isDense { runs.append(Run(start: start, end: start + count, cell: cellCount)) }
  }

  /// Adds a value; there are as many as were announced.
  @inline(__always)
  mutating func append(_ cell: Cell) {
    precondition(cellCount < cells.capacity, "a column has more values than it was made for")
    (cells.start + cellCount).initialize(to: cell)
    cellCount += 1
  }

  /// Every cell that is not null, and in a dense column the null ones too.
  var kept: UnsafeBufferPointer<Cell> {
    UnsafeBufferPointer(start: cells.start, count: cellCount)
  }

  /// Where the cells lie, one for each place, for as long as the column is there; `nil` if there is
  /// none for a null.
  var dense: UnsafePointer<Cell>? { isDense ? UnsafePointer(cells.start) : nil }

  @inline(__always)
  subscript(position: Int) -> Cell {
    guard isDense else { return sparse(position) }
    precondition(position >= 0 && position < cellCount, "a column has no such place")
    return cells.start[position]
  }

  private func sparse(_ position: Int) -> Cell {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].end <= position { low = middle + 1 } else { high = middle }
    }
    guard low < runs.count, runs[low].start <= position else { return Self.null }
    return cells.start[runs[low].cell + position - runs[low].start]
  }
}

/// Room for cells that never moves.
private final class CellBuffer {
  let start: UnsafeMutablePointer<Cell>
  let capacity: Int

  init(_ capacity: Int) {
    self.capacity = capacity
    start = .allocate(capacity: capacity)
  }

  // A cell is numbers alone, so that none has to be taken apart.
  deinit { start.deallocate() }
}
