import Glibc
import ReplicaStore
import TestSupport
import Testing

@Suite struct ChangeSetTests {
  @Test(arguments: 0..<24)
  func `what is encoded is decoded, by either version and through either`(seed: Int) throws {
    var history = try RandomHistory(seed: UInt64(seed), devices: 3)
    try history.run(30)
    let newer = try Replica.test(1, schema: .newer)
    let older = try Replica.test(2)
    for set in history.sets {
      try newer.apply(set)
      try older.apply(set)
    }
    #expect(newer.digest == older.digest, "seed \(seed)")
    #expect(try older.recomputedDigest() == older.digest, "seed \(seed)")
    #expect(try newer.recomputedDigest() == newer.digest, "seed \(seed)")
    let through = try Replica.test(3, schema: .newer)
    for set in history.sets.shuffled(using: &history.random) {
      if Bool.random(using: &history.random) {
        try through.apply(set)
      } else {
        try through.apply(try older.merged([set]))
      }
    }
    #expect(through.digest == newer.digest, "seed \(seed)")
    #expect(try through.contentDigest() == newer.contentDigest(), "seed \(seed)")
    let again = try Replica.test(4, schema: .newer)
    try again.apply(try older.everything())
    #expect(try again.contentDigest() == newer.contentDigest(), "seed \(seed)")
  }

  @Test func `the same state has the same bytes on every device`() throws {
    var history = try RandomHistory(seed: 5, devices: 3)
    try history.run(20)
    let replica = try Replica.test(1, schema: .newer)
    for set in history.sets { try replica.apply(set) }
    #expect(try replica.everything() == replica.everything())
    let header = try Replica.header(of: history.sets[0])
    #expect(header.first == 1 && header.last == 1 && header.chainBefore == .zero)
    #expect(!header.isState)
  }

  @Test func `an empty change set can be applied`() throws {
    let replica = try Replica.test(1)
    let other = try Replica.test(2)
    #expect(try replica.apply(try other.everything()) == AppliedChanges())
    #expect(try replica.apply(try other.merged([])) == AppliedChanges())
  }

  /// Keeps a record of a hundred optional fields from asking for a hundred cells in every record.
  @Test func `a small file cannot ask for much memory`() async {
    await #expect(processExitsWith: .success) {
      let bytes = ChangeSetTests.bomb()
      #expect(bytes.count < 1_000_000)
      // What is left of the address space would not hold twelve million cells.
      var limit = rlimit()
      let room: UInt = 150_000_000
      limit.rlim_cur = memoryByteCount("VmSize:") + room
      limit.rlim_max = limit.rlim_cur
      setrlimit(__rlimit_resource_t(9), &limit)
      // Asking for the header alone decodes everything.
      let header = try Replica.header(of: bytes)
      #expect(header.first == 1)
    }
  }

  /// Fifty thousand records of 240 fields, all null: two bytes a column.
  private static func bomb() -> [UInt8] {
    let bomb = HostileSet()
    let count = 50_000
    bomb.block("bomb") { writer in
      writer.count(60)
      for group in 0..<60 {
        writer.text("g\(group)")
        writer.byte(MergeKind.lastWriterWins.rawValue)
        writer.byte(0)
        writer.count(4)
        for field in 0..<4 {
          writer.text("f\(group)x\(field)")
          writer.byte(Storage.integer.rawValue)
        }
      }
      writer.count(count)
      for number in 0..<count { writer.id(RecordID(high: 9, low: UInt64(number))) }
      HostileSet.run(&writer, (1 << 60) - 1, count)
      writer.blob([2] + [UInt8](repeating: 0, count: count - 1))
      HostileSet.run(&writer, 0, count)
      for _ in 0..<4 { writer.count(0) }
      for _ in 0..<240 {
        writer.count(1)
        writer.byte(0)
        writer.count(count)
        for _ in 0..<3 { writer.count(0) }
      }
    }
    return bomb.bytes()
  }

  @Test(arguments: HostileSet.cases)
  func `an impossible change set is refused by name`(name: String) throws {
    let set = HostileSet.named(name)
    let replica = try Replica.test(1)
    let error = #expect(throws: ReplicaError.self, "\(name)") { try replica.apply(set) }
    #expect(error?.code == .badChangeSet, "\(name)")
    #expect(replica.digest == .empty)
    #expect(try replica.applied().isEmpty)
  }
}
