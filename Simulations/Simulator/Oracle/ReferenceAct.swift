import JamaalCore
import ReplicaStore

/// What was done to one task, as the reference models are told of it.
struct ReferenceAct: Equatable {
  enum Kind: Equatable {
    case due(LogicalDate?)
    case importance(Importance)
    case complete
    case uncomplete
    case drop
    case deferral(to: LogicalDate?, reason: DeferralReason)
  }

  var stamp: Stamp
  var day: LogicalDate
  var instant: Instant
  /// Together they are one act.
  var kinds: [Kind]
  /// The day that a deferral puts the task off from: the author's, but while planning after midnight
  /// the one under review.
  var deferredFrom: LogicalDate

  init(stamp: Stamp, day: LogicalDate, instant: Instant, kinds: [Kind]) {
    self.stamp = stamp
    self.day = day
    self.instant = instant
    self.kinds = kinds
    deferredFrom = day
  }

  /// Nothing for an act that the reference models need not know.
  init?(_ act: LedgerAct) {
    stamp = act.stamp
    day = act.day
    instant = act.instant
    deferredFrom = act.deferredFrom ?? act.day
    switch act.kind {
    case .added(let due, let importance, _): kinds = [.due(due), .importance(importance)]
    case .completed: kinds = [.complete]
    case .uncompleted: kinds = [.uncomplete]
    case .dropped: kinds = [.drop]
    case .deferred(let to, let reason): kinds = [.deferral(to: to, reason: reason)]
    case .moved(let to): kinds = [.due(to)]
    case .importance(let importance, let due):
      kinds = [.importance(importance)]
      if let due { kinds.insert(.due(due), at: 0) }
    case .retitled, .undone, .categoryNamed, .level, .rollover, .module: return nil
    }
  }
}

/// Where one task ends up, in the terms of a reference model.
struct ReferenceState: Equatable {
  var due: LogicalDate?
  /// `nil` if the model cannot say.
  var importance: Importance?
  var completedAt: Instant?
  var completedDay: LogicalDate?
  var droppedAt: Instant?
  /// The days deferred from; `true` where a day's end did it.
  var deferrals: [LogicalDate: Bool] = [:]
}
