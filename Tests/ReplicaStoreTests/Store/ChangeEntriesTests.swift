import ReplicaStore
import TestSupport
import Testing

/// What a transaction touched, joined over transactions, against a dictionary of rows.
@Suite struct ChangeEntriesTests {
  private func naive(_ runs: [ChangeEntries.Run]) -> [Int64: UInt64] {
    var masks: [Int64: UInt64] = [:]
    for run in runs {
      for row in run.row..<run.row + run.count { masks[row, default: 0] |= run.mask }
    }
    return masks
  }

  private func normalized(_ runs: [ChangeEntries.Run]) -> [ChangeEntries.Run] {
    var entries = ChangeEntries()
    entries.append("type", runs)
    return entries.normalized("type")
  }

  private func check(_ runs: [ChangeEntries.Run], _ comment: Comment) {
    let result = normalized(runs)
    #expect(naive(result) == naive(runs), comment)
    for (left, right) in zip(result, result.dropFirst()) {
      #expect(left.row + left.count <= right.row, comment)
      let couldBeOne = left.row + left.count == right.row && left.mask == right.mask
      #expect(!couldBeOne, comment)
    }
    #expect(result.allSatisfy { $0.count > 0 }, comment)
  }

  @Test(arguments: 0..<300)
  func `overlapping runs are joined row by row`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let runs = (0..<Int.random(in: 0...12, using: &random)).map { _ in
      ChangeEntries.Run(
        row: Int64.random(in: 1...20, using: &random),
        count: Int64.random(in: 1...10, using: &random),
        mask: UInt64.random(in: 1...7, using: &random) | (Bool.random(using: &random) ? 1 << 63 : 0)
      )
    }
    check(runs, "seed \(seed): \(runs)")
  }

  @Test func `one row of a long run touched twice stays one row`() {
    let runs: [ChangeEntries.Run] = [
      .init(row: 1, count: 10, mask: 1), .init(row: 3, count: 1, mask: 2),
      .init(row: 3, count: 1, mask: 4),
    ]
    check(runs, "the run of an import, then two edits")
  }

  @Test(arguments: 0..<100)
  func `entries come back from their bytes`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var entries = ChangeEntries()
    for name in ["a", "b", "c"].prefix(Int.random(in: 0...3, using: &random)) {
      let runs = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        ChangeEntries.Run(
          row: Int64.random(in: 1...Int64(1) << 40, using: &random),
          count: Int64.random(in: 1...1000, using: &random), mask: random.next())
      }
      entries.append(name, runs)
    }
    var read = ChangeEntries()
    try read.add(encoded: entries.encoded())
    #expect(read.runs == entries.runs, "seed \(seed)")
  }

  @Test(arguments: 0..<200)
  func `damaged entries are refused or name possible rows`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var entries = ChangeEntries()
    entries.append("a", [.init(row: 5, count: 3, mask: 7), .init(row: 2, count: 1, mask: .max)])
    var bytes = entries.encoded()
    let place = Int.random(in: 0..<bytes.count, using: &random)
    bytes[place] = UInt8.random(in: 0...255, using: &random)
    if Bool.random(using: &random) { bytes.insert(contentsOf: [0xFF, 0xFF, 0x7F], at: place) }
    var read = ChangeEntries()
    do {
      try read.add(encoded: bytes)
    } catch {
      #expect((error as? ReplicaError)?.code == .damaged, "seed \(seed)")
      return
    }
    for runs in read.runs.values {
      for run in runs {
        #expect(run.row > 0 && run.count > 0 && run.row <= .max - run.count, "seed \(seed)")
      }
    }
    for name in read.runs.keys { _ = read.normalized(name) }
  }
}
