import FolderSync
import ReplicaStore
import SQLite

/// Writing, sealing and merging 100,000 records of 8 fields, on disk, against plain SQLite.
///
/// Timed is the work with its commit and the checkpoint of its log; making the records, opening
/// the file and deleting it are not.
struct StoreBenchmark {
  let directory: String
  let count: Int
  let rounds: Int

  func replica(_ name: String, _ seed: UInt64) throws -> Replica {
    var random = SplitMix(state: seed)
    return try Replica(
      path: "\(directory)/\(name).db", schema: BenchmarkRecord.schema,
      environment: ReplicaEnvironment(
        nowMillis: { 1_800_000_000_000 }, random: { random.next() }))
  }

  func checkpoint(_ replica: Replica) throws {
    try replica.read { _ in }
    try replica.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  func run(_ report: inout Report) throws {
    var generator = RecordGenerator(seed: 42)
    let records = (0..<count).map { _ in generator.next() }
    for round in 0..<rounds {
      let plain = "\(directory)/plain-\(round).db"
      try report.time("plain SQLite, bulk write") { try PlainSQLite.write(records, to: plain) }
      let writer = try replica("writer-\(round)", 1)
      try report.time("replica, bulk write") {
        try writer.write { tx in for record in records { try tx.insert(record) } }
        try checkpoint(writer)
      }
      report.note("bytes, plain", Double(try fileByteCount(plain)))
      report.note(
        "bytes, replica", Double(try fileByteCount("\(directory)/writer-\(round).db")))
      var sealed: SealedChangeSet?
      try report.time("seal and encode") { sealed = try writer.seal() }
      guard let set = sealed else { continue }
      report.note(
        "bytes a record after zstd",
        Double(try Compression.compress(set.bytes).count) / Double(count))
      let reader = try replica("reader-\(round)", 2)
      try report.time("merge into an empty replica") {
        try reader.apply(set.bytes)
        try checkpoint(reader)
      }
      try report.time("apply a change set again") { try reader.apply(set.bytes) }
      let other = try writer.mergeEverything(
        header: ChangeSetHeader(
          device: writer.device, first: 1, last: 1, chainBefore: .zero, clock: writer.clock,
          generation: writer.generation, isState: true))
      try report.time("apply what is there already") { try reader.apply(other) }
      precondition(reader.digest == writer.digest, "the replicas differ")
      try conflict(records, writer, reader, &report)
      for name in ["plain-\(round)", "writer-\(round)", "reader-\(round)"] { try remove(name) }
    }
  }

  /// Writes records and merges them into an empty replica.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - report: Gets the seconds of `write` and `merge`.
  /// - Returns: The size of the change set that holds them all.
  /// - Throws: What the replica throws.
  func writeAndMerge(_ records: [BenchmarkRecord], _ report: inout Report) throws -> Int {
    let writer = try replica("writer", 1)
    try report.time("write") {
      try writer.write { tx in for record in records { try tx.insert(record) } }
      try checkpoint(writer)
    }
    let bytes = try writer.seal()?.bytes ?? []
    let reader = try replica("reader", 2)
    try report.time("merge") {
      try reader.apply(bytes)
      try checkpoint(reader)
    }
    precondition(reader.digest == writer.digest, "the replicas differ")
    for name in ["writer", "reader"] { try remove(name) }
    return bytes.count
  }

  /// Every field of every record is written again, and every one wins.
  private func conflict(
    _ records: [BenchmarkRecord], _ writer: Replica, _ reader: Replica, _ report: inout Report
  ) throws {
    try writer.write { tx in
      for var record in records {
        record.rank += 1
        try tx.write(
          record, \.title, \.notes, \.place, \.created, \.due, \.effort, \.rank, \.weight)
      }
    }
    guard let set = try writer.seal() else { return }
    try report.time("merge where every field wins") {
      try reader.apply(set.bytes)
      try checkpoint(reader)
    }
    precondition(reader.digest == writer.digest, "the replicas differ")
  }

  func remove(_ name: String) throws {
    for suffix in [".db", ".db-wal", ".db-shm"] { removeFile("\(directory)/\(name)\(suffix)") }
  }

  func summarize(_ report: Report) {
    let fields = Double(count * BenchmarkRecord.fieldCount)
    report.ratio(
      "bulk write against plain SQLite", "replica, bulk write",
      "plain SQLite, bulk write", goal: "at most 1.25")
    report.ratio(
      "bytes on disk against plain SQLite", "bytes, replica", "bytes, plain",
      goal: "at most 1.2")
    for (name, goal) in [
      ("seal and encode", "at least 5"), ("merge into an empty replica", "at least 3"),
      ("merge where every field wins", "at least 1.5"),
      ("apply what is there already", "at least 5"), ("apply a change set again", "at least 5"),
    ] {
      report.rate(name, fields, unit: "million field changes a second", goal: goal)
    }
    report.line(
      "bytes a record after zstd", report.median("bytes a record after zstd"), "",
      "at most 60")
  }
}
