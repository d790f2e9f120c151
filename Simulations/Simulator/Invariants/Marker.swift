/// A situation that worlds must have reached before anything can be said about it.
///
/// A campaign reports a marker that no world reached as unknown, never as passed.
public enum Marker: String, CaseIterable, Hashable, Codable, Sendable {
  /// Two devices put off one task from one day, by hand.
  case bothDeferredSameDay
  /// A hand-made choice arrived where a day's end had already deferred the task.
  case choiceReplacedAutomaticDeferral
  /// A completion arrived that takes a deferral away.
  case lateCompletionWithdrewDeferral
  /// An importance that read low reads as chosen again.
  case easingWithdrawn
  /// Deferrals from several devices together eased an importance.
  case easingArrived
  /// One device ticked off what another one had ticked off too.
  case doneTwice
  /// One device ticked off what another one let go.
  case doneAndDropped
  /// An undo came after the folder already had what it takes back.
  case undoAfterSync
  /// Two devices wrote one task with clocks equal to the last bit.
  case equalClocks
  /// Two devices, one raising and one parking, left an important task without a day.
  case parkedAndRaised
  /// A put arrived, its answer was lost, and a later sync was told so by nobody.
  case answerLostThenRetried
  /// A process died in the middle of a sync.
  case killedInSync
  /// A process died after a put had arrived, before it knew.
  case killedAfterPut
  /// A process died at rest.
  case killedAtRest
  /// A device was asleep for ten days or more.
  case tenDaySleeper
  /// A device slept through a day's end and ticked before it synced.
  case wokeBeforeSync
  /// A device was held back by name.
  case heldBack
  /// A device was held back for good, since it lives on under another name.
  case orphanedLogHeldBack
  /// A stump or a loss in the folder was put right by its owner.
  case folderHealed
  /// A listing was older than the folder.
  case staleListing
  /// A listing was cut short.
  case cutListing
  /// A file was listed, but could not be had.
  case fileGone
  /// Segments were merged into a level above.
  case segmentsMerged
  /// A merged segment brought a part of an act whose author's log could not be read yet.
  case partKnownThroughMerge
  /// A replica came back from a backup and became another device.
  case restoredTookNewIdentity
  /// A copy of a replica lives beside its original as another device.
  case cloneTookNewIdentity
  /// Two labels of one name read as one.
  case labelsOfOneName
  /// An act within two minutes of a day's end that no clock ever showed.
  case rolloverInGap
  /// An act within two minutes of a day's end that clocks show twice.
  case rolloverInOverlap
  /// Two devices had another today at the same time.
  case twoTodays
  /// A wall clock was set back into a day that had ended.
  case clockSetBackOverRollover
  /// The day's end was changed while another device acted by the old one.
  case rolloverChangedWhileAway
  /// One task's facts, in order of stamps, do not go up in days.
  case factsOutOfDayOrder
  /// An act was refused because of what had arrived.
  case refusedAct
}
