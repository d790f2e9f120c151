import ReplicaStore
import TestSupport
import Testing

/// Cases from bug reports against other products: values.
@Suite struct ValueCaseTests {
  @Test(arguments: SampleValues.all)
  func `a value round-trips and converges bit for bit`(value: Value) throws {
    let one = try Replica.test(1)
    let two = try Replica.test(2)
    func put(_ replica: Replica, _ value: Value, in sample: Sample) throws {
      var sample = sample
      try replica.write { tx in
        switch value {
        case .null:
          sample.notes = nil
          try tx.write(sample, \.notes)
        case .integer(let number):
          sample.due = Int(number)
          try tx.write(sample, \.due)
        case .real(let number):
          sample.score = number
          try tx.write(sample, \.score)
        case .text(let text):
          sample.notes = text
          sample.title = text
          try tx.write(sample, \.notes, \.title)
        case .blob(let bytes):
          sample.data = bytes
          try tx.write(sample, \.data)
        }
      }
    }
    var before = Sample(id: first)
    before.notes = "before"
    before.score = 3
    before.due = 3
    before.data = [3]
    try one.write { try $0.insert(before) }
    try one.push(to: two)
    try put(one, value, in: before)
    try one.push(to: two)
    for replica in [one, two] {
      let sample = try #require(try replica.sample(first))
      switch value {
      case .null: #expect(sample.notes.storedValue == value)
      case .integer: #expect(sample.due.storedValue == value)
      case .real: #expect(sample.score.storedValue == value)
      case .text:
        #expect(sample.notes.storedValue == value)
        #expect(sample.title.storedValue == value)
      case .blob: #expect(sample.data.storedValue == value)
      }
    }
    #expect(try one.contentDigest() == two.contentDigest())
    // Writing the same value is no difference; writing one that looks alike is.
    let sample = try #require(try two.sample(first))
    try two.write { try $0.save(sample) }
    #expect(try two.seal() == nil)
  }

  @Test func `values that look alike are told apart by a save`() throws {
    let pairs: [(String, String)] = [("\u{65}\u{301}", "\u{E9}"), ("", "\0"), ("a", "a ")]
    for (old, new) in pairs {
      let one = try Replica.test(1)
      var sample = Sample(id: first)
      sample.notes = old
      sample.title = old
      sample.score = -0.0
      try one.write { try $0.insert(sample) }
      #expect(try one.read { try $0.stamp(of: \Sample.score, first) } != nil)
      sample.notes = new
      sample.title = new
      sample.score = 0.0
      try one.write { try $0.save(sample) }
      let read = try #require(try one.sample(first))
      #expect(Array(read.title.utf8) == Array(new.utf8))
      #expect(read.notes.map { Array($0.utf8) } == Array(new.utf8))
      #expect(read.score.bitPattern == 0)
    }
  }

  @Test func `a number that is none is refused`() throws {
    let one = try Replica.test(1)
    var sample = Sample(id: first)
    sample.score = .nan
    let error = #expect(throws: ReplicaError.self) { try one.write { try $0.insert(sample) } }
    #expect(error?.code == .badValue)
    #expect(error?.message.contains("'score'") == true)
    #expect(try one.seal() == nil)
  }

  @Test func `what is not plausible is refused at the write`() throws {
    let one = try Replica.test(1)
    for born in [-1, 10_000_000] {
      var sample = Sample(id: first)
      sample.born = born
      let error = #expect(throws: ReplicaError.self) { try one.write { try $0.insert(sample) } }
      #expect(error?.code == .badValue)
    }
    #expect(try one.sample(first) == nil)
  }

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func `what is not plausible is ignored in a merge, in every order`(order: [Int]) throws {
    let lax = Schema(version: 1, types: [LaxSample.recordType.erased])
    var sets: [[UInt8]] = []
    for (index, born) in [-5, 7, 3].enumerated() {
      let writer = try Replica.test(UInt64(index) + 20, schema: lax)
      try writer.write { tx in
        var sample = LaxSample(id: first)
        sample.born = born
        try tx.insert(sample)
      }
      sets.append(try #require(try writer.seal()).bytes)
    }
    let reference = try Replica.test(1)
    for set in sets { try reference.apply(set) }
    let replica = try Replica.test(2)
    for index in order { try replica.apply(sets[index]) }
    #expect(try replica.sample(first)?.born == 3)
    #expect(replica.digest == reference.digest)
    #expect(try replica.contentDigest() == reference.contentDigest())
    #expect(try replica.recomputedDigest() == replica.digest)
  }
}

/// A sample whose writer checks nothing.
struct LaxSample: Record {
  let id: RecordID
  var born: Int?
  init(id: RecordID) { self.id = id }
  static let recordType = RecordType<LaxSample>(
    "sample", [Field("born", \.born, merge: .minimum)])
}
