import JamaalCore
import ReplicaStore

/// One thing that a person did and that a device acknowledged.
struct LedgerAct {
  /// What was done, with everything that its author saw and chose worked out.
  enum Kind: Hashable {
    case added(due: LogicalDate?, importance: Importance, title: String)
    case completed
    case uncompleted
    case dropped
    case deferred(to: LogicalDate?, reason: DeferralReason)
    case moved(to: LogicalDate?)
    case importance(Importance, due: LogicalDate??)
    case retitled(String)
    /// The act with this position in the ledger was taken back.
    case undone(Int)
    case categoryNamed([RecordID], String)
    case level(LogicalDate, CapacityLevel)
    case rollover(Int)
    case module(ModuleAct)
  }

  var device: Int
  /// The number that the plan gave the task.
  var task: Int?
  var stamp: Stamp
  /// The day its author was living in.
  var day: LogicalDate
  /// The author's wall clock.
  var instant: Instant
  var kind: Kind
  /// What must be found in every replica that knows of this act: all of it, or nothing.
  var evidence: [Evidence] = []
  /// The versions it wrote, for an undo.
  var versions: [VersionReference] = []
  var receipt: ActionReceipt?
  /// The day that a task was put off from, where that is not the author's own.
  var deferredFrom: LogicalDate?
  /// The task as it was just before.
  var before: TaskItem?
  /// Whether the folder has it, so that nothing that happens to the device can lose it.
  var isSafe = false
  /// Whether the device went back to an old copy before anybody else could know of it.
  var isForgiven = false
  /// Whether a picture has shown it on its way into the folder.
  var isShown = false
  /// Whether it lives on under a new stamp, since its author's clock had been far ahead.
  var isRestamped = false
  /// The position of the undo that took it back.
  var undo: Int?
  /// The deletion of everything that its author had heard of last.
  var generation = Stamp.zero
  /// Whether it was said without having heard that everything was deleted.
  var isSetAside = false
}

/// A version that an act left in a record kept with its history.
struct Evidence: Hashable {
  enum Place: Hashable {
    case task
    case deferral
    case dayPlan
    case settings
    case anchor
  }

  var place: Place
  var id: RecordID
  var stamp: Stamp

  init(_ place: Place, _ id: RecordID, _ stamp: Stamp) {
    self.place = place
    self.id = id
    self.stamp = stamp
  }

  init?(_ version: VersionReference) {
    switch version.type {
    case TaskItem.recordType.name: self.init(.task, version.id, version.stamp)
    case DeferralRecord.recordType.name: self.init(.deferral, version.id, version.stamp)
    case DayPlan.recordType.name: self.init(.dayPlan, version.id, version.stamp)
    case Anchor.recordType.name: self.init(.anchor, version.id, version.stamp)
    case UserSettings.recordType.name: self.init(.settings, version.id, version.stamp)
    default: return nil
    }
  }
}

extension Replica {
  /// The stamps and tags of everything ever authored in a record.
  func marks(_ place: Evidence.Place, _ id: RecordID) throws -> [(stamp: Stamp, tag: Tag)] {
    try read { transaction in
      switch place {
      case .task: try transaction.history(TaskItem.self, id).marks()
      case .deferral: try transaction.history(DeferralRecord.self, id).marks()
      case .dayPlan: try transaction.history(DayPlan.self, id).marks()
      case .anchor: try transaction.history(Anchor.self, id).marks()
      case .settings: try transaction.history(UserSettings.self, id).marks()
      }
    }
  }
}

/// Looks up what a replica knows of, reading each record once.
struct EvidenceReader {
  let replica: Replica
  private var known: [RecordID: Set<Stamp>] = [:]

  init(_ replica: Replica) { self.replica = replica }

  /// How many pieces of an act's evidence are there.
  mutating func count(of act: LedgerAct) throws -> Int {
    var count = 0
    for piece in act.evidence where try stamps(piece.place, piece.id).contains(piece.stamp) {
      count += 1
    }
    return count
  }

  mutating func stamps(_ place: Evidence.Place, _ id: RecordID) throws -> Set<Stamp> {
    if let found = known[id] { return found }
    let found = Set(try replica.marks(place, id).map(\.stamp))
    known[id] = found
    return found
  }
}
