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
    }
  }
}
