import Glibc
import ReplicaStore
import SQLite

extension StoreBenchmark {
  /// One write a transaction against plain SQLite, with each of the two settings of `synchronous`.
  ///
  /// - Parameter report: Gets the ratios, and prints them.
  /// - Throws: What the stores throw.
  func writeSingly(_ report: inout Report) throws {
    var generator = RecordGenerator(seed: 43)
    let records = (0..<2000).map { _ in generator.next() }
    for (synchronous, goal) in [("FULL", "at most 1.1"), ("NORMAL", "at most 1.5")] {
      for round in 0..<rounds {
        let plain = "\(directory)/single-plain-\(round).db"
        try report.time("plain, single, \(synchronous)") {
          try PlainSQLite.write(records, to: plain, synchronous: synchronous, isBulk: false)
        }
        let replica = try replica("single-\(round)", 5)
        try replica.database.execute("PRAGMA synchronous = \(synchronous)")
        try report.time("replica, single, \(synchronous)") {
          for record in records { try replica.write { try $0.insert(record) } }
          try checkpoint(replica)
        }
        for name in ["single-plain-\(round)", "single-\(round)"] { try remove(name) }
      }
      report.ratio(
        "one write a transaction, \(synchronous)", "replica, single, \(synchronous)",
        "plain, single, \(synchronous)", goal: goal)
    }
  }

  /// 100,000 shuffled changes into ten times as many records; opening that, and reading one; and
  /// the memory that it takes.
  ///
  /// - Parameter report: Gets the figures, and prints them.
  /// - Throws: What the replica throws.
  func mergeIntoMillion(_ report: inout Report) throws {
    var generator = RecordGenerator(seed: 44)
    var ids: [RecordID] = []
    let writer = try replica("million-writer", 1)
    let plain = try PlainSQLite("\(directory)/million-plain.db")
    for _ in 0..<10 {
      let part = (0..<count).map { _ in generator.next() }
      ids += part.map(\.id)
      try writer.write { tx in for record in part { try tx.insert(record) } }
      _ = try writer.seal()
      try plain.write(part.sorted { $0.id < $1.id })
    }
    let reader = try replica("million", 2)
    for set in try writer.sealed(1...UInt64.max) { try reader.apply(set.bytes) }
    try checkpoint(reader)
    var random = SplitMix(state: 45)
    for _ in 0..<rounds {
      let changed = try change(&ids, on: writer, &generator, &random)
      try report.time("plain, changes into a million") { try plain.overwrite(changed) }
      guard let set = try writer.seal()?.bytes else { continue }
      try report.time("changes into a million") {
        try reader.apply(set)
        try checkpoint(reader)
      }
      try report.time("opening a million") {
        let opened = try replica("million", 3)
        _ = try opened.read { try $0.record(BenchmarkRecord.self, ids[0]) }
      }
    }
    _ = try change(&ids, on: writer, &generator, &random)
    if let set = try writer.seal()?.bytes {
      report.note("memory", try memory(ofMerging: set))
    }
    let digest = try reader.read { _ in reader.digest }
    precondition(digest == writer.digest, "the replicas differ")
    report.rate(
      "\(count) shuffled changes into a million",
      Double(count * BenchmarkRecord.fieldCount), of: "changes into a million",
      unit: "million field changes a second", goal: "at least 1")
    report.ratio(
      "the same against plain SQLite", "changes into a million", "plain, changes into a million",
      goal: "none: what the way through SQLite costs")
    report.line(
      "opening it and reading one", report.median("opening a million") * 1000, "ms", "under 2")
    report.line(
      "memory of that merge, 64 MiB of cache included", report.median("memory"), "MiB",
      "under 128")
    for name in ["million", "million-writer", "million-plain"] { try remove(name) }
  }

  /// Opening with a schema that has gained a field.
  ///
  /// - Parameter report: Gets the time, and prints it.
  /// - Throws: What the replica throws.
  func growSchema(_ report: inout Report) throws {
    var generator = RecordGenerator(seed: 46)
    for round in 0..<rounds {
      let name = "growing-\(round)"
      let replica = try replica(name, 6)
      try replica.write { tx in for _ in 0..<count { try tx.insert(generator.next()) } }
      try checkpoint(replica)
      try report.time("a new field") {
        _ = try Replica(
          path: "\(directory)/\(name).db", schema: GrownRecord.schema,
          environment: ReplicaEnvironment(nowMillis: { 1_800_000_000_000 }, random: { 7 }))
      }
      try remove(name)
    }
    report.line(
      "a field added to \(count) records", report.median("a new field"), "s", "under 1")
  }

  /// Writes new values to `count` records chosen at random.
  private func change(
    _ ids: inout [RecordID], on writer: Replica, _ generator: inout RecordGenerator,
    _ random: inout SplitMix
  ) throws -> [BenchmarkRecord] {
    ids.shuffle(using: &random)
    let records = ids.prefix(count).map { BenchmarkRecord(id: $0, values: generator.next()) }
    try writer.write { tx in
      for record in records {
        try tx.write(
          record, \.title, \.notes, \.place, \.created, \.due, \.effort, \.rank, \.weight)
      }
    }
    return records
  }

  /// How much memory a process of its own needs more at its peak than before it merged, in MiB.
  private func memory(ofMerging set: [UInt8]) throws -> Double {
    let path = "\(directory)/set"
    guard let file = fopen(path, "w") else { throw FileFailure(path: path, code: errno) }
    fwrite(set, 1, set.count, file)
    fclose(file)
    defer { removeFile(path) }
    var link = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &link, link.count)
    let program = String(
      decoding: link.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let output = popen("'\(program)' merge '\(directory)'", "r") else {
      throw FileFailure(path: "/proc/self/exe", code: errno)
    }
    defer { pclose(output) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, 64, output) != nil else { return .nan }
    return strtod(line, nil)
  }

  /// What the process of its own does: merges, and prints by how much its peak rose.
  ///
  /// - Throws: What the replica throws.
  func mergeAlone() throws {
    let path = "\(directory)/set"
    var bytes = [UInt8](repeating: 0, count: try fileByteCount(path))
    guard let file = fopen(path, "r") else { throw FileFailure(path: path, code: errno) }
    fread(&bytes, 1, bytes.count, file)
    fclose(file)
    let reader = try replica("million", 4)
    let before = try peakMemory()
    try reader.apply(bytes)
    print(Double(try peakMemory() - before) / 1024)
  }

  /// The most memory that this process held so far, in KiB (getrusage(2)).
  private func peakMemory() throws -> Int {
    var usage = rusage()
    guard getrusage(RUSAGE_SELF.rawValue, &usage) == 0 else {
      throw FileFailure(path: "getrusage", code: errno)
    }
    return usage.ru_maxrss
  }
}

extension BenchmarkRecord {
  /// The values of one record under the id of another.
  fileprivate init(id: RecordID, values: BenchmarkRecord) {
    self.init(id: id)
    title = values.title
    notes = values.notes
    place = values.place
    created = values.created
    due = values.due
    effort = values.effort
    rank = values.rank
    weight = values.weight
  }
}
