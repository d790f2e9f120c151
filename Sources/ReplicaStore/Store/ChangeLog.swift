import SQLite

/// Which groups of which records one transaction touched.
///
/// Row `seq` of the table `change` is one transaction. It holds the clock and the digest as they
/// stood at its end, so that a small write touches one page beside its record's; the rows that are
/// not sealed yet are the journal of what has to be sent; and readers such as the planner's fold
/// follow the log by number to learn what to look at again.
struct ChangeEntries {
  struct Run: Equatable {
    var row: Int64
    var count: Int64
    var mask: UInt64
  }

  /// For each type's name, runs of rows in the order they were touched.
  private(set) var runs: [String: [Run]] = [:]

  var isEmpty: Bool { runs.isEmpty }

  mutating func append(_ type: String, _ added: [Run]) {
    guard !added.isEmpty else { return }
    runs[type, default: []].append(contentsOf: added)
  }

  /// The runs of a type in order of rows, without overlaps, masks joined.
  func normalized(_ type: String) -> [Run] {
    guard let runs = runs[type] else { return [] }
    let sorted = runs.sorted { $0.row < $1.row }
    var result: [Run] = []
    for run in sorted { Self.add(run, to: &result) }
    return result
  }

  private static func add(_ run: Run, to result: inout [Run]) {
    guard var last = result.last, run.row < last.row + last.count else {
      if let last = result.last, last.row + last.count == run.row, last.mask == run.mask {
        result[result.count - 1].count += run.count
      } else {
        result.append(run)
      }
      return
    }
    // An overlap: cut the last run where the new one starts, then join row by row.
    result.removeLast()
    let before = run.row - last.row
    if before > 0 { result.append(Run(row: last.row, count: before, mask: last.mask)) }
    last = Run(row: run.row, count: last.count - before, mask: last.mask)
    let shared = min(last.count, run.count)
    result.append(Run(row: run.row, count: shared, mask: last.mask | run.mask))
    let rest =
      last.count > shared
      ? Run(row: run.row + shared, count: last.count - shared, mask: last.mask)
      : Run(row: run.row + shared, count: run.count - shared, mask: run.mask)
    if rest.count > 0 { result.append(rest) }
  }

  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.count(runs.count)
    for (name, list) in runs.sorted(by: { $0.key < $1.key }) {
      writer.text(name)
      writer.count(list.count)
      var previous: Int64 = 0
      for run in list {
        writer.zigzag(run.row - previous)
        writer.varint(UInt64(run.count))
        writer.varint(run.mask)
        previous = run.row
      }
    }
    return writer.bytes
  }

  mutating func add(encoded bytes: [UInt8]) throws {
    do {
      try bytes.withUnsafeBytes { buffer in
        var reader = ByteReader(buffer)
        for _ in 0..<(try reader.count()) {
          let name = try reader.text()
          var list: [Run] = []
          var previous: Int64 = 0
          for _ in 0..<(try reader.count(leastByteCount: 3)) {
            previous &+= try reader.zigzag()
            let count = Int64(truncatingIfNeeded: try reader.varint())
            list.append(Run(row: previous, count: max(count, 0), mask: try reader.varint()))
          }
          append(name, list)
        }
      }
    } catch is DecodingFailure {
      throw ReplicaError(.damaged, "The change log is damaged. Run the doctor command.")
    }
  }
}

extension [ChangeEntries.Run] {
  @inline(__always)
  mutating func note(row: Int64, mask: UInt64) {
    let end = count - 1
    if end >= 0, self[end].mask == mask, self[end].row + self[end].count == row {
      self[end].count += 1
    } else if end >= 0, self[end].row == row, self[end].count == 1 {
      self[end].mask |= mask
    } else {
      append(ChangeEntries.Run(row: row, count: 1, mask: mask))
    }
  }
}

enum ChangeLog {
  static let sql = """
    CREATE TABLE change (
      seq INTEGER PRIMARY KEY,
      clock INTEGER NOT NULL,
      digest BLOB NOT NULL,
      is_local INTEGER NOT NULL,
      entries BLOB NOT NULL
    ) STRICT;
    CREATE TABLE reader (
      name TEXT PRIMARY KEY,
      seq INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// The most transactions kept for a reader that has stopped reading.
  static let rowsMax: Int64 = 100_000
}
