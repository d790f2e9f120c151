import SQLite

/// Which groups of which records one transaction touched.
///
/// Row `seq` of the table `change` is one transaction. It holds the clock and the digest as they
/// stood at its end, so that a small write touches one page beside its record's; the rows that are
/// not sealed yet are the journal of what has to be sent; and readers such as the planner's fold
/// follow the log by number to learn what to look at again.
package struct ChangeEntries {
  /// Neighbouring rows in which the same groups were touched.
  package struct Run: Equatable {
    /// The first row.
    package var row: Int64
    /// How many rows.
    package var count: Int64
    /// The groups, and bit 63 for deletion.
    package var mask: UInt64

    package init(row: Int64, count: Int64, mask: UInt64) {
      self.row = row
      self.count = count
      self.mask = mask
    }
  }

  package init() {}

  /// For each type's name, runs of rows in the order they were touched.
  package private(set) var runs: [String: [Run]] = [:]

  var isEmpty: Bool { runs.isEmpty }

  package mutating func append(_ type: String, _ added: [Run]) {
    guard !added.isEmpty else { return }
    runs[type, default: []].append(contentsOf: added)
  }

  /// The runs of a type in order of rows, without overlaps, masks joined.
  ///
  /// A sweep over the ends of the runs that counts, for each bit, the runs it is open in.
  package func normalized(_ type: String) -> [Run] {
    guard let runs = runs[type] else { return [] }
    if zip(runs, runs.dropFirst()).allSatisfy({ $0.row + $0.count < $1.row }) { return runs }
    var edges: [(row: Int64, mask: UInt64, step: Int)] = []
    edges.reserveCapacity(runs.count * 2)
    for run in runs {
      edges.append((run.row, run.mask, 1))
      edges.append((run.row + run.count, run.mask, -1))
    }
    edges.sort { $0.row < $1.row }
    var result: [Run] = []
    var openCounts = [Int](repeating: 0, count: 64)
    var openRuns = 0
    var mask: UInt64 = 0
    var start: Int64 = 0
    for edge in edges {
      if openRuns > 0 {
        Self.append(Run(row: start, count: edge.row - start, mask: mask), to: &result)
      }
      start = edge.row
      openRuns += edge.step
      forEachBit(of: edge.mask) { bit in
        openCounts[bit] += edge.step
        if openCounts[bit] > 0 { mask |= 1 << UInt64(bit) } else { mask &= ~(1 << UInt64(bit)) }
      }
    }
    return result
  }

  private static func append(_ run: Run, to result: inout [Run]) {
    guard run.count > 0 else { return }
    if let last = result.last, last.mask == run.mask, last.row + last.count == run.row {
      result[result.count - 1].count += run.count
    } else {
      result.append(run)
    }
  }

  package func encoded() -> [UInt8] {
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

  package mutating func add(encoded bytes: [UInt8]) throws {
    do {
      try bytes.withUnsafeBytes { buffer in
        var reader = ByteReader(buffer)
        for _ in 0..<(try reader.count()) {
          let name = try reader.text()
          var list: [Run] = []
          var previous: Int64 = 0
          for _ in 0..<(try reader.count(leastByteCount: 3)) {
            previous &+= try reader.zigzag()
            let count = Int64(bitPattern: try reader.varint())
            guard previous > 0, count > 0, count <= Int64.max - previous else {
              throw DecodingFailure(reason: "a run of rows is impossible")
            }
            list.append(Run(row: previous, count: count, mask: try reader.varint()))
          }
          append(name, list)
        }
        try reader.finish()
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
      entries BLOB NOT NULL,
      lost BLOB
    ) STRICT;
    CREATE TABLE reader (
      name TEXT PRIMARY KEY,
      seq INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// How long the values that lost are kept, by the replica's own clock.
  static let keptMillis: Int64 = 90 * 24 * 60 * 60 * 1000

  /// The most transactions kept for a reader that has stopped reading.
  static let rowsMax: Int64 = 100_000
}

extension Replica {
  /// How many transactions lie between two looks for values that have been kept long enough.
  package static let agingInterval: Int64 = 1024

  /// Values that lost in transactions before this reading are not kept any more.
  var keptSince: HybridTime {
    HybridTime(millis: state.clock.millis - ChangeLog.keptMillis)
  }

  /// Lets go of values that have been kept long enough, also on a device that never seals.
  func forgetOldValues() throws(SQLiteError) {
    // What was passed over when the log was shortened is there for its values alone.
    for sql in [
      "DELETE FROM change WHERE clock < ?1 AND seq <= ?2",
      "UPDATE change SET lost = NULL WHERE clock < ?1 AND seq > ?2 AND lost IS NOT NULL",
    ] {
      try database.run(sql) { (statement) throws(SQLiteError) in
        try statement.bind(Int64(bitPattern: keptSince.rawValue), at: 1)
        try statement.bind(state.prunedSeq, at: 2)
      }
    }
  }
}
