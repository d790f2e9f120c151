import SQLite

/// The values of one field over many records: kinds run by run, then numbers, lengths and bytes.
struct ColumnBuilder {
  /// The runs before the one that grows.
  private var fullRuns: [(kind: CellKind, count: Int)] = []
  private var run: (kind: CellKind, count: Int) = (.null, 0)
  private var numbers = ByteWriter()
  private var lengths = ByteWriter()
  private var bytes = ByteWriter()

  @inline(__always)
  private mutating func note(_ kind: CellKind) {
    if run.kind != kind {
      if run.count > 0 { fullRuns.append(run) }
      run = (kind, 0)
    }
    run.count += 1
  }

  mutating func append(_ value: Value) {
    switch value {
    case .null: note(.null)
    case .integer(let number):
      note(.integer)
      numbers.zigzag(number)
    case .real(let number):
      note(.real)
      numbers.fixed64(number.bitPattern)
    case .text(let text):
      note(.text)
      lengths.count(text.utf8.count)
      bytes.raw(Array(text.utf8))
    case .blob(let blob):
      note(.blob)
      lengths.count(blob.count)
      bytes.raw(blob)
    }
  }

  /// Appends the value in a column of the row a statement stands on, without making a `Value`.
  mutating func append(_ statement: Statement, _ column: Int32) {
    guard let value = statement.value(at: column) else { return note(.null) }
    switch value.kind {
    case .null: note(.null)
    case .integer:
      note(.integer)
      numbers.zigzag(value.int64)
    case .real:
      note(.real)
      numbers.fixed64(value.double.bitPattern)
    case .text: append(value.bytes, .text)
    case .blob: append(value.bytes, .blob)
    }
  }

  private mutating func append(_ value: UnsafeRawBufferPointer, _ kind: CellKind) {
    note(kind)
    lengths.count(value.count)
    bytes.raw(value)
  }

  var byteCount: Int { numbers.bytes.count + lengths.bytes.count + bytes.bytes.count }

  func write(to writer: inout ByteWriter) {
    let runs = run.count > 0 ? fullRuns + [run] : fullRuns
    writer.count(runs.count)
    for run in runs {
      writer.byte(run.kind.rawValue)
      writer.count(run.count)
    }
    let isReal = runs.contains { $0.kind == .real }
    writer.blob(isReal ? BytePlanes.split(numbers.bytes) : numbers.bytes)
    writer.blob(lengths.bytes)
    writer.blob(bytes.bytes)
  }
}

/// Runs of equal numbers: each number, then how often it stands in a row.
struct RunBuilder {
  private var runs: [(value: UInt64, count: Int)] = []

  @inline(__always)
  mutating func append(_ value: UInt64) {
    let end = runs.count - 1
    if end >= 0, runs[end].value == value {
      runs[end].count += 1
    } else {
      runs.append((value, 1))
    }
  }

  func write(to writer: inout ByteWriter) {
    writer.count(runs.count)
    for run in runs {
      writer.varint(run.value)
      writer.count(run.count)
    }
  }
}
