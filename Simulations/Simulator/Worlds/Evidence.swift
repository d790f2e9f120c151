import JamaalCore
import ReplicaStore

/// A version that an act left in a record kept with its history.
struct Evidence: Hashable {
  /// The name of the record type.
  var type: String
  var id: RecordID
  var stamp: Stamp

  init<Model: Record>(_ model: Model.Type, _ id: RecordID, _ stamp: Stamp) {
    type = Model.recordType.name
    self.id = id
    self.stamp = stamp
  }

  /// What a version of a record proves; `nil` for one whose history is not kept.
  init?(_ version: VersionReference) {
    self.init(type: version.type, version.id, version.stamp)
  }

  fileprivate init?(type: String, _ id: RecordID, _ stamp: Stamp) {
    guard Self.readers[type] != nil else { return nil }
    self.type = type
    self.id = id
    self.stamp = stamp
  }

  fileprivate typealias Reader =
    @Sendable (ReadTransaction, RecordID) throws -> [(stamp: Stamp, tag: Tag)]

  /// How the history of each record type is read.
  fileprivate static let readers: [String: Reader] = Dictionary(
    uniqueKeysWithValues: [
      reader(TaskItem.self), reader(DeferralRecord.self), reader(DayPlan.self),
      reader(UserSettings.self), reader(NightPlanningSession.self), reader(WorkSession.self),
      reader(Anchor.self), reader(AnchorDecision.self), reader(AnchorRule.self),
      reader(AnchorSlot.self), reader(AnchorBreak.self), reader(Habit.self),
      reader(HabitTimeWindow.self), reader(HabitEntry.self), reader(HabitPause.self),
    ])

  private static func reader<Model: Record>(_ model: Model.Type) -> (String, Reader) {
    (Model.recordType.name, { try $0.history(model, $1).marks() })
  }
}

extension Replica {
  /// The stamps and tags of everything ever authored in a record that an act wrote to.
  func marks(of piece: Evidence) throws -> [(stamp: Stamp, tag: Tag)] {
    try read { try Evidence.readers[piece.type]?($0, piece.id) ?? [] }
  }

  /// What this device has written after a moment, in the order of types and records.
  func evidence(after moment: (change: Int64, clock: HybridTime)) throws -> [Evidence] {
    try read { transaction in
      guard let touched = try transaction.touched(after: moment.change) else { return [] }
      var found: [Evidence] = []
      for (type, ids) in touched.sorted(by: { $0.key < $1.key }) {
        guard let marks = Evidence.readers[type] else { continue }
        for id in ids.sorted() {
          let stamps = Set(try marks(transaction, id).map(\.stamp)).filter {
            $0.device == device && $0.clock > moment.clock
          }
          found += stamps.sorted().compactMap { Evidence(type: type, id, $0) }
        }
      }
      return found
    }
  }
}

/// Looks up what a replica knows of, reading each record once.
struct EvidenceReader {
  let replica: Replica
  // An Anchor and what was decided about it have one id.
  private var known: [Place: Set<Stamp>] = [:]

  private struct Place: Hashable {
    var type: String
    var id: RecordID
  }

  init(_ replica: Replica) { self.replica = replica }

  /// How many pieces of an act's evidence are there.
  mutating func count(of act: LedgerAct) throws -> Int { try count(of: act.evidence) }

  mutating func count(of pieces: [Evidence]) throws -> Int {
    var count = 0
    for piece in pieces where try stamps(piece).contains(piece.stamp) { count += 1 }
    return count
  }

  /// Whether anything is known of a task.
  mutating func knows(task id: RecordID) throws -> Bool {
    try !stamps(Evidence(TaskItem.self, id, .zero)).isEmpty
  }

  private mutating func stamps(_ piece: Evidence) throws -> Set<Stamp> {
    let place = Place(type: piece.type, id: piece.id)
    if let found = known[place] { return found }
    let found = Set(try replica.marks(of: piece).map(\.stamp))
    known[place] = found
    return found
  }

  /// Whether a replica has all that an act wrote.
  static func knows(_ replica: Replica, _ act: LedgerAct) throws -> Bool {
    var reader = EvidenceReader(replica)
    return try reader.count(of: act) == act.evidence.count
  }
}
