import ReplicaStore

/// Something that was done on a day: what most records of a long life are.
struct LogEntry: Record {
  let id: RecordID
  var day = 0
  var habit = 0
  var value = 0.0
  var note = ""

  init(id: RecordID) {
    self.id = id
  }

  static let recordType = RecordType<LogEntry>(
    "entry",
    [Field("day", \.day), Field("habit", \.habit), Field("value", \.value), Field("note", \.note)])
}

/// Ten years of somebody who writes everything down: 140,000 records, a change set every day.
///
/// 30,000 of them are tasks of 8 fields, half of which are changed once later; 110,000 are entries.
/// Every fortieth record is deleted again.
struct HeavyUser {
  static let dayCount = 3650
  static let recordCount = 140_000
  static let taskCount = 30_000

  static let schema = Schema(
    version: 1, types: [BenchmarkRecord.recordType.erased, LogEntry.recordType.erased])

  private let replica: Replica
  private let setNow: (Int64) -> Void
  private var generator = RecordGenerator(seed: 5)
  private var random = SplitMix(state: 6)
  private var open: [BenchmarkRecord] = []
  private var written = 0

  /// - Parameters:
  ///   - replica: An empty replica of `schema`.
  ///   - setNow: Sets its clock.
  init(_ replica: Replica, setNow: @escaping (Int64) -> Void) {
    self.replica = replica
    self.setNow = setNow
  }

  /// Lives through one day.
  mutating func live(day: Int) throws {
    setNow(1_500_000_000_000 + Int64(day) * 86_400_000)
    let end = Self.recordCount * (day + 1) / Self.dayCount
    let tasksEnd = Self.taskCount * (day + 1) / Self.dayCount
    var tasks = tasksEnd - Self.taskCount * day / Self.dayCount
    var (generator, random, open, written) = (generator, random, open, written)
    try replica.write { transaction in
      // What was open yesterday is changed today, half of it.
      for var task in open where random.next() % 2 == 0 {
        task.rank += 1
        try transaction.write(task, \.rank)
      }
      open = []
      while written < end {
        written += 1
        if tasks > 0 {
          tasks -= 1
          let task = generator.next()
          try transaction.insert(task)
          if written % 40 == 0 {
            try transaction.delete(BenchmarkRecord.self, task.id)
          } else {
            open.append(task)
          }
          continue
        }
        var entry = LogEntry(id: .random(using: &random))
        (entry.day, entry.habit) = (day, Int(random.next() % 30))
        entry.value = Double(random.next() % 100) / 4
        if random.next() % 10 == 0 { entry.note = generator.next().title }
        try transaction.insert(entry)
        if written % 40 == 0 { try transaction.delete(LogEntry.self, entry.id) }
      }
    }
    (self.generator, self.random, self.open, self.written) = (generator, random, open, written)
  }
}
