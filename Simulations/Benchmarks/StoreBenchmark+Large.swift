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
    for _ in 0..<10 {
      let part = (0..<count).map { _ in generator.next() }
      ids += part.map(\.id)
      try writer.write { tx in for record in part { try tx.insert(record) } }
      _ = try writer.seal()
    }
    let reader = try replica("million", 2)
    for set in try writer.sealed(1...UInt64.max) { try reader.apply(set.bytes) }
    try checkpoint(reader)
    var random = SplitMix(state: 45)
    for _ in 0..<rounds {
      ids.shuffle(using: &random)
      try writer.write { tx in
        for id in ids.prefix(count) {
          var record = generator.next()
          record = BenchmarkRecord(id: id, values: record)
          try tx.write(
            record, \.title, \.notes, \.place, \.created, \.due, \.effort, \.rank, \.weight)
        }
      }
      guard let set = try writer.seal() else { continue }
      let before = peakMemory(resetting: true)
      try report.time("changes into a million") {
        try reader.apply(set.bytes)
        try checkpoint(reader)
      }
      report.note("memory", Double(peakMemory(resetting: false) - before) / 1_048_576)
      try report.time("opening a million") {
        let opened = try replica("million", 3)
        _ = try opened.read { try $0.record(BenchmarkRecord.self, ids[0]) }
      }
    }
    precondition(reader.digest == writer.digest, "the replicas differ")
    report.rate(
      "\(count) shuffled changes into a million",
      Double(count * BenchmarkRecord.fieldCount), of: "changes into a million",
      unit: "million field changes a second", goal: "at least 1")
    report.line(
      "opening it and reading one", report.median("opening a million") * 1000, "ms", "under 2")
    report.line("memory of that merge", report.median("memory"), "MiB more", "under 64")
    for name in ["million", "million-writer"] { try remove(name) }
  }

  /// The most memory that this process held since the last reset, in bytes.
  ///
  /// From `/proc`, where 5 in `clear_refs` sets the mark to what is held now (proc(5)).
  private func peakMemory(resetting: Bool) -> Int {
    if resetting, let file = fopen("/proc/self/clear_refs", "w") {
      fputs("5", file)
      fclose(file)
    }
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard text.hasPrefix("VmHWM:") else { continue }
      return (Int(text.filter(\.isNumber)) ?? 0) * 1024
    }
    return 0
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
