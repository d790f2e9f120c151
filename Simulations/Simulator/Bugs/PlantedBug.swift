/// Wrong behaviour that can be given to every device of a world, to see whether anything notices.
///
/// Each is what one line of wrong code would do. They sit around the production code, in the
/// simulator alone: no switch exists in the code that people run.
public enum PlantedBug: String, CaseIterable, Hashable, Codable, Sendable {
  /// A day's end writes its deferrals as facts stamped now, and sends them.
  case deferralWrittenAsFact
  /// Days end at the rollover time of UTC.
  case boundaryInUTC
  /// A day has 86,400 seconds: the offset of the first day holds for ever.
  case dayOf86400
  /// The clock does not pass the stamps it receives.
  case clockNotAdvanced
  /// Of two values with equal clocks the device's own stays.
  case tieKeepsOwn
  /// A file that cannot be read counts as read.
  case damagedFileSkipped
  /// A listing is trusted as complete: what has no file in it is deleted.
  case listingIsComplete
  /// A file counts as applied before it has arrived.
  case cursorBeforeApply
  /// A deferral once counted stays counted.
  case countByArrival
  /// An act is acknowledged before it is on disk.
  case acknowledgedBeforeDurable
  /// An undo writes what was there before, instead of voiding.
  case undoWritesOldValue
  /// A replica never looks whether somebody else writes under its name.
  case forkUnnoticed
  /// The last ended day is worked out from the clock alone.
  case endedDaysGoBack
  /// A clock that is far ahead is believed.
  case farFutureAccepted
  /// How far one device has come is taken over by another.
  case endedDayReplicated
  /// An act is done by the moment of the latest look.
  case staleMoment
  /// Every look writes a setting.
  case lookWrites
  /// Defaults are seeded with the stamp of now.
  case seedStampedNow
  /// Letting a task go deletes its record.
  case dropDeletes
  /// Old versions are thrown away.
  case historyTrimmed
  /// The next instance of a repeat has a random id.
  case randomSuccessor
  /// Of two values the one that arrived last stays.
  case arrivalWins
  /// What this version does not know is thrown away.
  case unknownDropped
  /// A value that this version does not know is replaced by a default.
  case unknownRewritten
  /// A level is chosen for tomorrow.
  case levelForTomorrow
  /// An undo takes back everything since on the same task.
  case undoTakesMore
  /// Of several ended days only the last one is folded in.
  case onlyLastDayFolded
  /// Days end at midnight, whatever people chose.
  case rolloverIgnored
  /// Stamps follow the wall clock back.
  case stampFollowsWall
  /// A drop beats a completion.
  case dropBeatsDone
  /// An upload that is tried again is applied as a new act.
  case retryAppliedAsNew
  /// Deferrals never ease an importance.
  case neverEased
  /// The reading of the clock is not kept over a restart.
  case clockForgotten
  /// What was there before everything was deleted is written again.
  case deletedComesBack
  /// What several devices count comes to the largest of it.
  case countedByMaximum
  /// An Anchor that nobody has said anything about is written down as missed.
  case missedWritten
  /// A change of a rule takes back what was said about its Anchors.
  case ruleTakesBack

  /// What it does, in a sentence.
  public var summary: String {
    switch self {
    case .deferralWrittenAsFact: "a day's end writes its deferrals as facts stamped now"
    case .boundaryInUTC: "days end at the rollover time of UTC"
    case .dayOf86400: "a day has 86,400 seconds whatever clocks do"
    case .clockNotAdvanced: "the clock does not pass the stamps it receives"
    case .tieKeepsOwn: "of two values with equal clocks a device keeps its own"
    case .damagedFileSkipped: "a file that cannot be read is skipped for good"
    case .listingIsComplete: "what has no file in a listing is deleted"
    case .cursorBeforeApply: "a file counts as applied before it has arrived"
    case .countByArrival: "a deferral once counted stays counted"
    case .acknowledgedBeforeDurable: "an act is acknowledged before it is on disk"
    case .undoWritesOldValue: "an undo writes what was there before"
    case .forkUnnoticed: "a copied replica goes on under the same name"
    case .endedDaysGoBack: "the last ended day follows the clock back"
    case .farFutureAccepted: "a clock that is far ahead is believed"
    case .endedDayReplicated: "the last ended day of another device is taken over"
    case .staleMoment: "an act is done by the moment of the latest look"
    case .lookWrites: "every look writes a setting"
    case .seedStampedNow: "defaults are seeded with the stamp of now"
    case .dropDeletes: "letting a task go deletes its record"
    case .historyTrimmed: "old versions are thrown away"
    case .randomSuccessor: "the next instance of a repeat has a random id"
    case .arrivalWins: "of two values the one that arrived last stays"
    case .unknownDropped: "what a version does not know is thrown away"
    case .unknownRewritten: "an unknown value is replaced by a default"
    case .levelForTomorrow: "a level is chosen for tomorrow"
    case .undoTakesMore: "an undo takes back everything since on the same task"
    case .onlyLastDayFolded: "of several ended days only the last one is folded in"
    case .rolloverIgnored: "days end at midnight, whatever people chose"
    case .stampFollowsWall: "stamps follow the wall clock back"
    case .dropBeatsDone: "a drop beats a completion"
    case .retryAppliedAsNew: "an upload that is tried again is applied as a new act"
    case .neverEased: "deferrals never ease an importance"
    case .clockForgotten: "the reading of the clock is lost over a restart"
    case .deletedComesBack: "what was there before everything was deleted is written again"
    case .countedByMaximum: "what several count comes to the largest of it"
    case .missedWritten: "what nobody has said anything about is written down as missed"
    case .ruleTakesBack: "a change of a rule takes back what was said about its Anchors"
    }
  }
}
