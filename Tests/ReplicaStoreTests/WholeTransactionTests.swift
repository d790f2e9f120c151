import ReplicaStore
import TestSupport
import Testing

/// A transaction of one device shows on another as a whole, through whichever device it came.
@Suite struct WholeTransactionTests {
  /// What a third device knows of a transaction over two records, after hearing only of somebody
  /// who wrote one of them later.
  private func hearsay(afterOwnSeal: Bool) throws -> (due: Int, completion: Int) {
    let clock = TestClock()
    let author = try Replica.test(1, clock: clock)
    let editor = try Replica.test(2, clock: clock)
    let reader = try Replica.test(3, clock: clock)
    if afterOwnSeal {
      try editor.write { try $0.insert(Page(address: "own", text: "")) }
      try editor.push(to: reader)
    }
    clock.millis += 1000
    let both = try author.write { transaction in
      var left = Sample(id: first)
      left.due = 5
      try transaction.write(left, \.due)
      var right = Sample(id: second)
      right.isDone = true
      try transaction.write(right, \.isDone)
      return transaction.stamp
    }
    try author.push(to: editor)
    clock.millis += 1000
    try editor.write { transaction in
      var left = Sample(id: first)
      left.due = 6
      try transaction.write(left, \.due)
    }
    try editor.push(to: reader)
    func count(_ id: RecordID) throws -> Int {
      try reader.read { transaction in
        try transaction.history(Sample.self, id).marks().count { $0.stamp == both }
      }
    }
    #expect(try reader.sample(first)?.due == 6)
    return (try count(first), try count(second))
  }

  @Test(arguments: [false, true])
  func `a change set brings no part of somebody else's transaction`(afterOwnSeal: Bool) throws {
    let known = try hearsay(afterOwnSeal: afterOwnSeal)
    #expect(known.due == 0)
    #expect(known.completion == 0)
  }
}
