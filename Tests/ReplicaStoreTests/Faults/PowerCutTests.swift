import ReplicaStore
import SQLite
import TestSupport
import Testing
import WorldDisk

/// A day of one replica, with the power cut, the disk full or an operation failing at every point.
@Suite struct PowerCutTests {
  /// One thing that happens whole or not at all.
  private struct Step {
    let name: String
    let run: (Replica) throws -> Void
  }

  /// What must be as it was after some step.
  private struct State: Equatable {
    var content: [UInt8]
    var digest: StateDigest
    var sealedNumber: UInt64
    var chain: Chain
    var appliedCount: Int

    init(_ replica: Replica) throws {
      content = try replica.contentDigest()
      digest = replica.digest
      sealedNumber = replica.sealedNumber
      chain = replica.chain
      appliedCount = try replica.applied().count
    }
  }

  private let peerSets: [[UInt8]]
  private let steps: [Step]
  /// How it goes without a fault: the state before each step and after the last, and the number
  /// of the first operation after the replica was made.
  private let states: [State]
  private let operations: Range<Int>

  init() throws {
    let peer = try Replica.test(2)
    var sets: [[UInt8]] = []
    for round in 0..<2 {
      try peer.write(tag: Tag(bytes: [9])) { tx in
        for number in 0..<(round == 0 ? 3 : 40) {
          var sample = Sample(id: RecordID(high: 7, low: UInt64(round * 3 + number)))
          sample.title = "from elsewhere \(number)"
          sample.due = number
          try tx.save(sample)
          try tx.increment(\Sample.glasses, of: first, by: 1)
        }
      }
      sets.append(try peer.seal()?.bytes ?? [])
    }
    peerSets = sets
    steps = Self.day(sets)
    let disk = SimulatedDisk(seed: 1)
    let replica = try Self.open(disk)
    let start = disk.operationCount
    var states = [try State(replica)]
    for step in steps {
      try step.run(replica)
      states.append(try State(replica))
    }
    self.states = states
    operations = start..<disk.operationCount
  }

  private static func day(_ sets: [[UInt8]]) -> [Step] {
    func write(_ name: String, _ body: @escaping (WriteTransaction) throws -> Void) -> Step {
      Step(name: name) { try $0.write(tag: Tag(bytes: [1]), body) }
    }
    let seal = Step(name: "seal") { _ = try $0.seal() }
    let checkpoint = Step(name: "checkpoint") {
      try translated($0) { try $0.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
    }
    var days = [
      write("insert") { tx in
        for id in [first, second] {
          var sample = Sample(id: id)
          sample.title = "one"
          sample.notes = String(repeating: "a long note ", count: 900)
          sample.due = 5
          try tx.insert(sample)
        }
      },
      write("count") { try $0.increment(\Sample.glasses, of: first, by: 2) },
      seal,
      Step(name: "apply a little") { try $0.apply(sets[0]) },
      checkpoint,
      write("edit") { tx in
        guard var sample = try tx.record(Sample.self, first) else { return }
        sample.title = "two"
        sample.due = 6
        sample.best = 3
        try tx.save(sample)
      },
      write("delete") { try $0.delete(Sample.self, second) },
      Step(name: "apply much") { try $0.apply(sets[1]) },
      seal,
      checkpoint,
    ]
    days.append(
      write("write again") { tx in
        for number in 0..<12 {
          var page = Page(address: "page \(number)", text: "text")
          page.text = String(repeating: "\(number) ", count: 50)
          try tx.save(page)
        }
      })
    return days + [Step(name: "rename") { try $0.rename("LAPTOP") }, seal]
  }

  private static func translated(
    _ replica: Replica, _ work: (Database) throws -> Void
  ) throws {
    do {
      try work(replica.database)
    } catch let error as SQLiteError {
      throw ReplicaError(error.code.primary == .full ? .full : .io, error.message)
    }
  }

  private static func open(_ disk: SimulatedDisk) throws -> Replica {
    try Replica.test(1, path: "replica.db", fileLayer: disk.name)
  }

  /// Runs steps until one fails; what it throws must be the replica's own error.
  private func run(_ steps: some Collection<Step>, _ replica: Replica) -> (done: Int, ReplicaError?)
  {
    var done = 0
    for step in steps {
      do {
        try step.run(replica)
      } catch {
        guard let error = error as? ReplicaError else {
          Issue.record("\(step.name): \(error)")
          return (done, ReplicaError(.failed, "\(error)"))
        }
        return (done, error)
      }
      done += 1
    }
    return (done, nil)
  }

  /// The replica fits together, can go on, and another one can follow it from nothing.
  private func finish(_ replica: Replica, from done: Int, _ point: String) throws {
    let (_, error) = run(steps[done...], replica)
    #expect(error == nil, "\(point): \(error?.message ?? "")")
    #expect(try replica.recomputedDigest() == replica.digest, "\(point)")
    let problems = try replica.database.rows("PRAGMA integrity_check") { _ in
    } row: {
      $0.text(0)
    }
    #expect(problems == ["ok"], "\(point)")
    let reader = try Replica.test(3)
    var chain = Chain.zero
    for set in try replica.sealed(1...UInt64.max) {
      try reader.apply(set.bytes)
      chain = set.chain
    }
    #expect(chain == replica.chain, "\(point)")
    for set in peerSets { try reader.apply(set) }
    #expect(reader.digest == replica.digest, "\(point)")
    #expect(try reader.contentDigest() == replica.contentDigest(), "\(point)")
  }

  private static let parts = 6

  private func points(_ part: Int) -> [Int] {
    operations.filter { $0 % Self.parts == part }
  }

  @Test(arguments: 0..<Self.parts)
  func `a power cut at any write loses nothing that was acknowledged`(part: Int) throws {
    for point in points(part) {
      let disk = SimulatedDisk(seed: UInt64(point))
      var done = 0
      do {
        let replica = try Self.open(disk)
        disk.arm(.powerCut, at: point)
        (done, _) = run(steps, replica)
      }
      disk.cutPower()
      // And once more while it finds its feet, at every third point.
      if point % 3 == 0 {
        disk.arm(.powerCut, at: disk.operationCount + point % 5)
        do {
          let replica = try Self.open(disk)
          _ = try replica.read { try $0.records(Sample.self) }
        } catch {
          #expect(error is ReplicaError, "operation \(point): \(error)")
        }
        disk.cutPower()
      }
      let replica = try Self.open(disk)
      let state = try State(replica)
      let found = states.indices.filter { states[$0] == state }
      // The step under way when the power went may have been kept, though nobody was told.
      let isRight = found.contains(done) || found.contains(done + 1)
      #expect(isRight, "operation \(point), after \(done) steps: found as after \(found)")
      guard isRight else { continue }
      try finish(replica, from: found.contains(done) ? done : done + 1, "operation \(point)")
    }
  }

  @Test(arguments: 0..<Self.parts)
  func `a power cut while a replica is made leaves none, or a whole one`(part: Int) throws {
    for point in 0..<operations.lowerBound where point % Int(Self.parts) == Int(part) {
      let disk = SimulatedDisk(seed: UInt64(point))
      disk.arm(.powerCut, at: point)
      do {
        _ = try Self.open(disk)
      } catch {
        #expect(error is ReplicaError, "operation \(point): \(error)")
      }
      disk.cutPower()
      try finish(try Self.open(disk), from: 0, "operation \(point)")
    }
  }

  @Test(arguments: [true, false])
  func `the disk loses what was not synced, and nothing else`(isSynced: Bool) throws {
    var lostCount = 0
    for seed in 0..<16 as Range<UInt64> {
      let disk = SimulatedDisk(seed: seed)
      do {
        let replica = try Self.open(disk)
        if !isSynced { try replica.database.execute("PRAGMA synchronous = OFF") }
        for step in steps.prefix(2) { try step.run(replica) }
      }
      disk.cutPower()
      // A replica that cannot be opened any more is lost, too.
      let isThere = (try? Self.open(disk).contentDigest()) == states[2].content
      if !isThere { lostCount += 1 }
    }
    #expect(isSynced == (lostCount == 0), "\(lostCount) of 16 lost something")
  }

  @Test(arguments: 0..<Self.parts, [SimulatedDisk.Failure.full, .once])
  func `a disk that is full or fails at any write refuses, and goes on afterwards`(
    part: Int, fault: SimulatedDisk.Failure
  ) throws {
    for point in points(part) {
      let disk = SimulatedDisk(seed: UInt64(point))
      let replica = try Self.open(disk)
      disk.arm(fault, at: point)
      let (done, error) = run(steps, replica)
      if let error {
        #expect([.full, .io].contains(error.code), "operation \(point): \(error)")
        // It can still be read, and holds what was acknowledged.
        let state = try State(replica)
        #expect(
          state == states[done] || state == states[done + 1], "operation \(point): \(error)")
        disk.mend()
        try finish(replica, from: state == states[done] ? done : done + 1, "operation \(point)")
      } else {
        disk.mend()
        try finish(replica, from: done, "operation \(point)")
      }
    }
  }
}
