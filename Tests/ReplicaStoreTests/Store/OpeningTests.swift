import Glibc
import ReplicaStore
import SQLite
import TestSupport
import Testing

@Suite struct OpeningTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private var path: String { directory.file("replica.db") }

  private func make() throws {
    let replica = try Replica.test(1, path: path)
    try replica.write { tx in
      var sample = Sample(id: first)
      sample.title = "kept"
      sample.due = 1
      try tx.insert(sample)
      try tx.increment(\Sample.glasses, of: first, by: 1)
    }
  }

  @Test func `somebody else's database is refused and left as it is`() throws {
    do {
      let other = try Database(path: path)
      try other.execute("CREATE TABLE replica (format INTEGER, only_mine TEXT)")
    }
    let before = fileBytes(path)
    let error = #expect(throws: ReplicaError.self) { try Replica.test(1, path: path) }
    #expect(error?.code == .notAReplica)
    #expect(fileBytes(path) == before)
    #expect(directory.names() == ["replica.db"])
  }

  @Test(arguments: [1, 15, 100, 5000])
  func `a file that is no database is refused and left as it is`(byteCount: Int) throws {
    let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: byteCount)
    writeFile(bytes, path)
    let error = #expect(throws: ReplicaError.self) { try Replica.test(1, path: path) }
    #expect(error?.code == .notAReplica)
    #expect(fileBytes(path) == bytes)
  }

  @Test func `an empty file becomes a replica`() throws {
    writeFile([], path)
    try make()
    #expect(try Replica.test(2, path: path).sample(first)?.title == "kept")
  }

  @Test func `a directory is no replica`() {
    #expect(throws: ReplicaError.self) { try Replica.test(1, path: directory.path) }
  }

  @Test func `what is not there is missing, unless it may be made`() throws {
    for mode in [Database.Mode.readOnly, .readWrite] {
      let error = #expect(throws: ReplicaError.self) {
        try Replica.test(1, path: path, mode: mode)
      }
      #expect(error?.code == .missing)
    }
    #expect(directory.names().isEmpty)
  }

  @Test func `a newer layout is refused and left as it is`() throws {
    try make()
    try Database(path: path).execute("UPDATE replica SET format = 2")
    let before = fileBytes(path)
    let error = #expect(throws: ReplicaError.self) { try Replica.test(1, path: path) }
    #expect(error?.code == .newerVersion)
    #expect(error?.message.contains("layout 2") == true)
    #expect(fileBytes(path) == before)
  }

  @Test func `a schema that lost a field or a type is refused`() throws {
    do { _ = try Replica.test(1, schema: .newer, path: path) }
    for schema in [
      Schema(
        version: 3,
        types: [Sample.recordType.erased, Page.recordType.erased, Extra.recordType.erased]
      ),
      Schema(version: 3, types: [NewerSample.recordType.erased, Page.recordType.erased]),
    ] {
      let error = #expect(throws: ReplicaError.self) {
        try Replica.test(1, schema: schema, path: path)
      }
      #expect(error?.code == .schemaShrank)
      #expect(
        error?.message.contains("'color'") == true || error?.message.contains("'extra'") == true)
    }
    #expect(try Replica.test(1, schema: .newer, path: path).seal() == nil)
  }

  @Test func `a schema that changed a released field is refused`() throws {
    try make()
    let schema = Schema(version: 2, types: [Sample.recordType.erased, OddPage.recordType.erased])
    let error = #expect(throws: ReplicaError.self) {
      try Replica.test(1, schema: schema, path: path)
    }
    #expect(error?.code == .schemaShrank)
  }

  @Test func `a replica that is open while another program upgrades it says so`() throws {
    try make()
    let old = try Replica.test(1, path: path)
    _ = try Replica.test(1, schema: .newer, path: path)
    for attempt in [
      { _ = try old.sample(first) },
      { try old.write { try $0.increment(\Sample.glasses, of: first, by: 1) } },
    ] {
      let error = #expect(throws: ReplicaError.self) { try attempt() }
      #expect(error?.code == .newerVersion)
    }
  }

  @Test func `a replica opened for reading reads, and refuses writes`() throws {
    try make()
    let replica = try Replica.test(1, path: path, mode: .readOnly)
    #expect(try replica.sample(first)?.title == "kept")
    let error = #expect(throws: ReplicaError.self) {
      try replica.write { try $0.increment(\Sample.glasses, of: first, by: 1) }
    }
    #expect(error?.code == .readOnly)
    #expect(try replica.sample(first)?.glasses == 1)
    let older = #expect(throws: ReplicaError.self) {
      try Replica.test(1, schema: .newer, path: path, mode: .readOnly)
    }
    #expect(older?.code == .readOnly)
  }

  @Test func `a closed replica leaves no open files and no log behind`() throws {
    weak var database: Database?
    do {
      let replica = try Replica.test(1, path: path)
      try replica.write { try $0.increment(\Sample.glasses, of: first, by: 1) }
      database = replica.database
    }
    #expect(database == nil)
    #expect(directory.names() == ["replica.db"])
  }

  @Test func `a busy replica says so after its time is up, and the next try succeeds`() throws {
    try make()
    let replica = try Replica.test(1, path: path, busyTimeoutMillis: 1)
    let other = try Database(path: path)
    try other.execute("BEGIN IMMEDIATE")
    let error = #expect(throws: ReplicaError.self) {
      try replica.write { try $0.increment(\Sample.glasses, of: first, by: 1) }
    }
    #expect(error?.code == .busy)
    #expect(try replica.sample(first)?.glasses == 1)
    let peer = try Replica.test(5)
    try peer.write { try $0.increment(\Sample.glasses, of: first, by: 5) }
    let set = try #require(try peer.seal()).bytes
    #expect(throws: ReplicaError.self) { try replica.apply(set) }
    #expect(try replica.applied().isEmpty)
    try other.execute("ROLLBACK")
    try replica.write { try $0.increment(\Sample.glasses, of: first, by: 1) }
    try replica.apply(set)
    #expect(try replica.sample(first)?.glasses == 7)
  }

  @Test func `another process's writes are seen, and stamps go on above them`() throws {
    let one = try Replica.test(1, path: path)
    let two = try Replica.test(2, path: path)
    #expect(one.device == two.device)
    var stamps: [Stamp] = []
    for round in 0..<20 {
      let replica = round % 2 == 0 ? one : two
      try replica.write(tag: Tag(bytes: [UInt8(round)])) { tx in
        try tx.increment(\Sample.glasses, of: first, by: 1)
        var sample = try #require(try tx.record(Sample.self, first))
        #expect(sample.glasses == round + 1)
        sample.due = round
        try tx.write(sample, \.due)
        stamps.append(tx.stamp)
      }
      if round % 5 == 4 { #expect(try replica.seal()?.number == UInt64(round / 5 + 1)) }
    }
    #expect(stamps == stamps.sorted())
    #expect(Set(stamps).count == stamps.count)
    #expect(try one.recomputedDigest() == two.recomputedDigest())
    #expect(try one.read { _ in one.digest } == one.recomputedDigest())
  }

  // MARK: What other programs do to the file

  @Test(arguments: [
    "UPDATE sample SET title = 'edited'", "INSERT INTO sample SELECT * FROM sample",
    "DELETE FROM sample", "UPDATE \"sample.version\" SET clock = 1",
    "UPDATE \"sample.counter\" SET amount = 9",
    "REPLACE INTO sample SELECT * FROM sample", "UPDATE sample SET clock = clock + 1",
    "UPDATE sample SET hidden = 1", "UPDATE \"sample.version\" SET payload = x'00'",
  ])
  func `a row cannot be changed by another program`(sql: String) throws {
    try make()
    let error = #expect(throws: SQLiteError.self) { try Database(path: path).execute(sql) }
    #expect(error?.message.contains("only_the_replica_store_may_write_here") == true)
    let replica = try Replica.test(1, path: path)
    #expect(try replica.sample(first)?.title == "kept")
    #expect(try replica.recomputedDigest() == replica.digest)
  }

  @Test func `another program may look around, and check the file`() throws {
    try make()
    let other = try Database(path: path)
    let titles = try other.rows("SELECT title FROM sample WHERE id IS NOT NULL ORDER BY title") {
      _ in
    } row: {
      $0.text(0)
    }
    #expect(titles == ["kept"])
    try other.execute("PRAGMA ignore_check_constraints = ON")
    let check = try other.first("PRAGMA integrity_check") { _ in
    } row: {
      $0.text(0)
    }
    #expect(check == "ok")
  }

  @Test(arguments: [
    "UPDATE sample SET clock = clock + 1", "UPDATE sample SET covered = covered & ~1",
    "DELETE FROM \"sample.version\"", "DELETE FROM \"sample.counter\"",
    "DROP TRIGGER \"sample.kept\"; DELETE FROM sample",
  ])
  func `who forces a change is found out by the digest`(sql: String) throws {
    try make()
    let sealed = try Replica.test(1, path: path).seal()
    #expect(sealed != nil)
    try Database(path: path).execute("PRAGMA ignore_check_constraints = ON; \(sql)")
    let replica = try Replica.test(1, path: path)
    #expect(try replica.recomputedDigest() != replica.digest)
    try replica.rebuildLog()
    #expect(try replica.recomputedDigest() == replica.digest)
    // What stands now is sent whole, so that the difference is not silent.
    let peer = try Replica.test(9)
    if let again = try replica.seal() { try peer.apply(again.bytes) }
    #expect(try peer.sample(first) == replica.sample(first))
    #expect(peer.digest == replica.digest)
  }

  @Test func `who forces a value is found out by comparing contents`() throws {
    try make()
    let peer = try Replica.test(9)
    try Replica.test(1, path: path).push(to: peer)
    try Database(path: path).execute(
      "PRAGMA ignore_check_constraints = ON; UPDATE sample SET title = 'forced'")
    let replica = try Replica.test(1, path: path)
    #expect(replica.digest == peer.digest)
    #expect(try replica.contentDigest() != peer.contentDigest())
  }

  @Test func `the clock is found again when the log and the stored clock are lost`() throws {
    let clock = TestClock()
    do {
      let replica = try Replica.test(1, clock: clock, path: path)
      for number in 1...3 {
        clock.millis += 1000
        try replica.write { tx in
          var sample = Sample(id: RecordID(high: 1, low: UInt64(number)))
          sample.due = number
          try tx.insert(sample)
          try tx.increment(\Sample.glasses, of: sample.id, by: 1)
        }
      }
      try replica.write { try $0.delete(Sample.self, RecordID(high: 1, low: 3)) }
      _ = try replica.seal()
      try replica.advance(reader: "fold", to: replica.latestChange)
    }
    let before = try Replica.test(1, clock: clock, path: path)
    let (digest, latest, seq) = (before.digest, before.clock, before.latestChange)
    try Database(path: path).execute("DELETE FROM change; UPDATE replica SET clock = 0")
    clock.millis -= 3_600_000
    let replica = try Replica.test(1, clock: clock, path: path)
    #expect(replica.digest == digest)
    #expect(replica.clock == latest)
    #expect(replica.latestChange > seq)
    try replica.write { #expect($0.stamp.clock > latest) }
    let touched = try replica.read { try $0.touched(after: seq) }
    #expect(touched?["sample"]?.count == 3)
    let peer = try Replica.test(9, clock: clock)
    try replica.push(to: peer)
    #expect(peer.digest == replica.digest)
    #expect(try peer.contentDigest() == replica.contentDigest())
  }
}
