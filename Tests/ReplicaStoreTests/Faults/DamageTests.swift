import ReplicaStore
import SQLite
import TestSupport
import Testing

/// Files whose bytes have changed, and disks that fill up in the middle of anything.
@Suite struct DamageTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private var path: String { directory.file("replica.db") }

  private func make() throws -> [UInt8] {
    do {
      let replica = try Replica.test(1, path: path)
      for number in 1...30 {
        try replica.write(tag: Tag(bytes: [UInt8(number)])) { tx in
          var sample = Sample(id: RecordID(high: 1, low: UInt64(number)))
          sample.title = String(repeating: "title ", count: number)
          sample.due = number
          try tx.insert(sample)
          sample.due = number + 1
          sample.best = number
          try tx.increment(\Sample.glasses, of: sample.id, by: number)
        }
        if number % 10 == 0 { _ = try replica.seal() }
      }
      let newer = try Replica.test(2, schema: .newer)
      try newer.write { tx in
        var extra = Extra(id: first)
        extra.name = "unknown"
        try tx.insert(extra)
      }
      try replica.apply(try newer.everything())
    }
    return fileBytes(path)
  }

  /// Reads and writes everything there is; what it meets is thrown.
  private func exercise(_ replica: Replica) throws {
    _ = try replica.read { tx in
      for sample in try tx.records(Sample.self) {
        _ = try tx.history(Sample.self, sample.id).versions(of: \Sample.due)
        _ = try tx.stamp(of: \Sample.title, sample.id)
      }
      _ = try tx.touched(after: 0)
    }
    _ = try replica.recomputedDigest()
    _ = try replica.contentDigest()
    _ = try replica.quarantined()
    _ = try replica.applied()
    let everything = try replica.everything()
    try replica.write { tx in
      for number in 1...30 {
        let id = RecordID(high: 1, low: UInt64(number))
        if var sample = try tx.record(Sample.self, id) {
          sample.title = "again"
          try tx.save(sample)
          try tx.increment(\Sample.glasses, of: id, by: 1)
        }
      }
    }
    _ = try replica.seal()
    try replica.apply(everything)
    try replica.rebuildLog()
  }

  @Test(arguments: 0..<40)
  func `damaged pages give errors and never a crash`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var bytes = try make()
    for _ in 0..<Int.random(in: 1...60, using: &random) {
      // The first page's header is what tells the file from any other.
      let place = Int.random(in: 100..<bytes.count, using: &random)
      bytes[place] = UInt8.random(in: 0...255, using: &random)
    }
    writeFile(bytes, path)
    do {
      let replica = try Replica.test(1, path: path)
      try exercise(replica)
    } catch {
      #expect(error is ReplicaError, "seed \(seed): \(error)")
    }
  }

  @Test(arguments: 0..<12)
  func `a file cut short gives errors and never a crash`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let bytes = try make()
    writeFile(Array(bytes.prefix(Int.random(in: 600..<bytes.count, using: &random))), path)
    do {
      try exercise(try Replica.test(1, path: path))
    } catch {
      #expect(error is ReplicaError, "seed \(seed): \(error)")
    }
  }

  /// Values that SQLite finds in order and the store must not.
  @Test(arguments: [
    "UPDATE sample SET stamps = x'00' WHERE row = 3", "UPDATE sample SET covered = -1",
    "UPDATE sample SET stamps = zeroblob(11)",
    "UPDATE sample SET stamps = x'C800000000000000000000'",
    "UPDATE sample SET device = 999", "UPDATE sample SET id = x'0102' WHERE row = 3",
    "UPDATE \"sample.version\" SET payload = x'FF'", "UPDATE \"sample.version\" SET tag = 999",
    "UPDATE \"sample.version\" SET field = 77", "UPDATE \"sample.counter\" SET field = 77",
    "UPDATE change SET entries = x'FFFFFF'", "UPDATE change SET digest = x'00'",
    "UPDATE change SET clock = -1", "UPDATE replica SET device = 0", "DELETE FROM replica",
    "UPDATE replica SET chain = x'00'", "UPDATE schema_type SET shape = x'FF'",
    "DELETE FROM schema_type", "UPDATE device SET number = number + 5", "DELETE FROM tag",
    "UPDATE tag SET bytes = zeroblob(100) WHERE number = 1",
    "UPDATE foreign_cell SET payload = x'FF'", "UPDATE foreign_group SET shape = x'FF'",
    "DELETE FROM foreign_group", "UPDATE foreign_cell SET kind = 9",
    "UPDATE change_set SET bytes = x'00'", "UPDATE change_set SET chain = x'00'",
    "DROP TABLE change", "DROP TABLE applied", "UPDATE replica SET sealed_seq = -5",
    "UPDATE applied SET chain = x'00'", "UPDATE reader SET seq = 99999",
    "UPDATE \"sample.counter\" SET amount = 9223372036854775807",
  ])
  func `values that cannot be are an error and never a crash`(sql: String) throws {
    _ = try make()
    try Database(path: path).execute("PRAGMA ignore_check_constraints = ON; \(sql)")
    do {
      try exercise(try Replica.test(1, path: path))
    } catch {
      #expect(error is ReplicaError, "\(sql): \(error)")
    }
  }

  @Test(arguments: 0..<30)
  func `a disk that fills up in the middle of anything loses nothing`(room: Int) throws {
    let replica = try Replica.test(1, path: path)
    let count = try replica.database.first("PRAGMA page_count") { _ in
    } row: {
      $0.int(0)
    }
    try replica.database.execute("PRAGMA max_page_count = \((count ?? 0) + room)")
    var kept = 0
    var sealed: [Chain] = []
    var failure: ReplicaError?
    while failure == nil {
      do {
        try replica.write(tag: Tag(bytes: [UInt8(kept % 200)])) { tx in
          var sample = Sample(id: RecordID(high: 1, low: UInt64(kept)))
          sample.title = String(repeating: "title ", count: 60)
          sample.due = kept
          try tx.insert(sample)
          try tx.increment(\Sample.glasses, of: first, by: 1)
        }
        kept += 1
        if kept % 3 == 0, let set = try replica.seal() { sealed.append(set.chain) }
      } catch let error as ReplicaError {
        failure = error
      }
    }
    #expect(failure?.code == .full)
    func check(_ replica: Replica) throws {
      #expect(try replica.read { try $0.records(Sample.self).count } == (kept > 0 ? kept + 1 : 0))
      #expect((try replica.sample(first)?.glasses ?? 0) == kept)
      #expect(Int(replica.sealedNumber) == sealed.count)
      #expect(replica.chain == sealed.last ?? .zero)
      #expect(try replica.recomputedDigest() == replica.digest)
    }
    try check(replica)
    try check(try Replica.test(1, path: path))
    try replica.database.execute("PRAGMA max_page_count = 1000000")
    try replica.write { try $0.increment(\Sample.glasses, of: first, by: 1) }
    #expect(try replica.sample(first)?.glasses == kept + 1)
    #expect(try replica.recomputedDigest() == replica.digest)
    #expect(try replica.seal()?.number == UInt64(sealed.count + 1))
  }

  @Test func `going on after a caught failure keeps nothing by halves`() throws {
    let replica = try Replica.test(1, path: path)
    try replica.write { try $0.increment(\Sample.glasses, of: first, by: 1) }
    try replica.database.execute("PRAGMA max_page_count = 1")
    // Whether SQLite undid one statement or the whole transaction, what follows is kept whole.
    try? replica.write { tx in
      for number in 0..<200 {
        var sample = Sample(id: RecordID(high: 2, low: UInt64(number)))
        sample.title = String(repeating: "title ", count: 60)
        sample.due = number
        // The failure is caught on purpose.
        try? tx.insert(sample)
      }
    }
    try replica.database.execute("PRAGMA max_page_count = 1000000")
    #expect(try replica.recomputedDigest() == replica.digest)
    let peer = try Replica.test(2)
    try replica.push(to: peer)
    #expect(peer.digest == replica.digest)
    #expect(try peer.contentDigest() == replica.contentDigest())
  }
}
