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
  /// Whether its author went back to before it, so that this one's syncs say nothing of it.
  var isForgotten = false
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
