import Glibc
import ReplicaStore
import SQLite
import TestSupport
import Testing

/// Child processes that are killed, run out of room, or write all at once.
@Suite struct ProcessTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private var path: String { directory.file("replica.db") }

  /// What a child said was kept.
  private struct Acknowledged {
    var numbers: [Int] = []
    var clocks: [UInt64] = []
    var chains: [UInt64: String] = [:]
    var failures: [String] = []
    var readCount: Int?

    init(_ lines: [String]) {
      for line in lines {
        let words = line.split(separator: " ").map(String.init)
        switch words.first {
        case "wrote":
          numbers.append(Int(words[1]) ?? 0)
          clocks.append(UInt64(words[2]) ?? 0)
        case "sealed": chains[UInt64(words[1]) ?? 0] = words[2]
        case "failed": failures.append(words.dropFirst().joined(separator: " "))
        case "read": readCount = Int(words[1])
        default: failures.append(line)
        }
      }
    }
  }

  private func open() throws -> Replica {
    var random = SeededGenerator(seed: 1)
    return try Replica(
      path: path, schema: Entry.schema,
      environment: ReplicaEnvironment(
        nowMillis: { Int64(time(nil)) * 1000 }, random: { random.next() }))
  }

  private func worker(_ arguments: String...) -> WorkerProcess {
    WorkerProcess("replica-worker", ["--path", path] + arguments)
  }

  /// Everything that must hold of a file whose writers are gone.
  private func check(_ replica: Replica, _ comment: Comment) throws {
    let entries = try replica.read { try $0.records(Entry.self) }
    let written = entries.filter { $0.id != Entry.shared }
    let byID = Dictionary(uniqueKeysWithValues: written.map { ($0.id, $0) })
    // Both halves of each transaction, or none.
    for entry in written {
      let mate = RecordID(high: entry.id.high, low: entry.id.low ^ 1)
      #expect(byID[mate]?.number == entry.number, comment)
      #expect(entry.turn == entry.number, comment)
    }
    let count = entries.first { $0.id == Entry.shared }?.count ?? 0
    #expect(count * 2 == written.count, comment)
    #expect(try replica.recomputedDigest() == replica.digest, comment)
    try checkOutbox(replica, comment)
  }

  private func checkOutbox(_ replica: Replica, _ comment: Comment) throws {
    let stored = try replica.database.rows("SELECT number FROM change_set ORDER BY number") { _ in
    } row: {
      $0.int(0)
    }
    #expect(stored == Array(0..<Int(replica.sealedNumber)).map { $0 + 1 }, comment)
    var chain = Chain.zero
    let peer = try Replica(
      path: ":memory:", schema: Entry.schema,
      environment: ReplicaEnvironment(
        nowMillis: { Int64(time(nil)) * 1000 }, random: { 77 }))
    for set in replica.sealedNumber == 0 ? [] : try replica.sealed(1...replica.sealedNumber) {
      #expect(try Replica.header(of: set.bytes).chainBefore == chain, comment)
      chain = set.chain
      try peer.apply(set.bytes)
    }
    #expect(replica.chain == chain, comment)
    if let rest = try replica.seal() { try peer.apply(rest.bytes) }
    #expect(peer.digest == replica.digest, comment)
    #expect(try peer.contentDigest() == replica.contentDigest(), comment)
  }

  @Test(arguments: 0..<6)
  func `a killed process leaves the last kept transaction and nothing else`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var first = 1
    var kept: [Int] = []
    var chains: [UInt64: String] = [:]
    for round in 0..<5 {
      let child = worker(
        "--first", "\(first)", "--count", "10000", "--seal-every", "\(1 + seed % 4)")
      // Killed after some acknowledgement; where it is by then is anybody's guess.
      var lines: [String] = []
      for _ in 0..<Int.random(in: 0..<40, using: &random) {
        if let line = child.line() { lines.append(line) }
      }
      child.kill()
      lines += child.lines()
      #expect(child.wait() == 128 + SIGKILL)
      let said = Acknowledged(lines)
      #expect(said.failures.isEmpty, "seed \(seed), round \(round)")
      kept += said.numbers
      chains.merge(said.chains) { _, new in new }
      let replica = try open()
      let written = try replica.read { try $0.records(Entry.self) }
      let numbers = Set(written.filter { $0.id != Entry.shared }.map(\.number))
      #expect(numbers.isSuperset(of: kept), "seed \(seed), round \(round)")
      // One transaction may have been kept and not yet said.
      #expect(numbers.count <= kept.count + round + 1, "seed \(seed), round \(round)")
      for (number, chain) in chains {
        #expect(try replica.chain(at: number)?.description == chain, "seed \(seed)")
      }
      try check(replica, "seed \(seed), round \(round)")
      if let sealed = try replica.chain(at: replica.sealedNumber), replica.sealedNumber > 0 {
        chains[replica.sealedNumber] = sealed.description
      }
      first = (numbers.max() ?? first) + 1
    }
  }

  @Test func `several processes make one replica and write to it at once`() throws {
    // `make soak` asks for as many as take a minute.
    let count = getenv("SOAK_WRITES").flatMap { Int(String(cString: $0)) } ?? 40
    let children = (0..<4).map { writer in
      worker("--writer", "\(writer)", "--count", "\(count)", "--seal-every", "7")
    }
    let said = children.map { Acknowledged($0.lines()) }
    for child in children { #expect(child.wait() == 0) }
    for writer in said {
      #expect(writer.failures.isEmpty)
      #expect(writer.numbers == Array(1...count))
      #expect(writer.clocks == writer.clocks.sorted())
    }
    let clocks = said.flatMap(\.clocks)
    #expect(Set(clocks).count == clocks.count)
    let numbers = said.flatMap(\.chains.keys)
    #expect(Set(numbers).count == numbers.count)
    let replica = try open()
    #expect(try replica.read { try $0.records(Entry.self).count } == 4 * count * 2 + 1)
    #expect(try replica.read { try $0.record(Entry.self, Entry.shared)?.count } == 4 * count)
    try check(replica, "four writers")
  }

  @Test(arguments: [
    1, 512, 4096, 8192, 20_000, 33_000, 70_000, 100_000, 150_000, 200_000, 300_000, 500_000,
  ])
  func `a file that may not grow is a full disk`(byteCountMax: Int) throws {
    let child = worker("--count", "400", "--seal-every", "50", "--file-bytes", "\(byteCountMax)")
    let said = Acknowledged(child.lines())
    #expect(child.wait() == 0)
    #expect(said.failures == ["full"])
    if !said.numbers.isEmpty {
      // Readable, with all that was acknowledged, in the process that met the limit.
      #expect((said.readCount ?? 0) == said.numbers.count * 2 + 1)
    }
    let replica = try open()
    let written = try replica.read { try $0.records(Entry.self) }
    let numbers = Set(written.filter { $0.id != Entry.shared }.map(\.number))
    #expect(numbers == Set(said.numbers))
    for (number, chain) in said.chains {
      #expect(try replica.chain(at: number)?.description == chain)
    }
    // With room again the next try works.
    try Entry.write(1000, of: 0, in: replica)
    try check(replica, "\(byteCountMax) bytes")
  }

  @Test func `a replica that may not be written is read, and says so`() throws {
    do {
      let replica = try open()
      for number in 1...3 { try Entry.write(number, of: 0, in: replica) }
    }
    chmod(path, 0o444)
    chmod(directory.path, 0o555)
    defer { chmod(directory.path, 0o755) }
    let child = worker("--plain-user", "--first", "10", "--count", "1")
    let said = Acknowledged(child.lines())
    #expect(child.wait() == 0)
    #expect(said.failures == ["readOnly"])
    #expect(said.readCount == 7)
    #expect(directory.names() == ["replica.db"])
  }

  @Test func `a file that may not be written in a directory that may is read`() throws {
    do {
      let replica = try open()
      for number in 1...3 { try Entry.write(number, of: 0, in: replica) }
    }
    chmod(path, 0o444)
    chmod(directory.path, 0o777)
    let child = worker("--plain-user", "--first", "10", "--count", "1")
    let said = Acknowledged(child.lines())
    #expect(child.wait() == 0)
    #expect(said.failures == ["readOnly"])
    #expect(said.readCount == 7)
  }

  @Test func `a replica that may not be read says so`() throws {
    do { try Entry.write(1, of: 0, in: try open()) }
    chmod(path, 0o000)
    chmod(directory.path, 0o755)
    let child = worker("--plain-user", "--count", "1")
    #expect(Acknowledged(child.lines()).failures == ["missing"])
    #expect(child.wait() == 0)
  }

  @Test
  func `a replica that another process left unfinished in a locked directory is not guessed at`()
    throws
  {
    let child = worker("--count", "10000")
    for _ in 0..<5 { #expect(child.line() != nil) }
    child.kill()
    #expect(child.wait() == 128 + SIGKILL)
    for name in directory.names() { chmod(directory.file(name), 0o444) }
    chmod(directory.path, 0o555)
    defer { chmod(directory.path, 0o755) }
    let reader = worker("--plain-user", "--count", "1")
    let said = Acknowledged(reader.lines())
    #expect(reader.wait() == 0)
    // Either all that was kept, or a clear refusal; never the file without its log.
    if let count = said.readCount {
      #expect(count >= 11)
    } else {
      #expect(said.failures == ["missing"] || said.failures == ["readOnly"])
    }
  }
}
