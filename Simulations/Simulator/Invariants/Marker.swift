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
  /// A device was held back for good, since it lives on under another name, and was retired.
  case lostDeviceRetired
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

  // Tasks.

  /// Two devices gave one task different words.
  case retitledTwice
  /// One device took back a completion while another one completed again.
  case doneAndUndone
  /// A completion, its taking back and another completion of one task.
  case doneUndoneDone
  /// An act on a task arrived after another device had ended it.
  case editOfEndedTask
  /// A deferral was taken back after its day had ended.
  case deferralUndoneAfterMidnight
  /// Two devices put one task off to different days from the same day.
  case deferredToTwoDays
  /// A fact arrived for a day that had ended two days ago or more.
  case lateFactForOldDay
  /// Three devices or more acted on one task.
  case threeActedOnOne
  /// Three acts within two minutes on one device.
  case burst
  /// Two devices chose a level for one day.
  case levelChosenTwice
  /// Two devices moved the day's end.
  case rolloverMovedTwice
  /// Two devices renamed one label.
  case labelRenamedTwice
  /// One device parked what another one put off to a day.
  case parkedAndDeferred
  /// A task was deferred five times or more.
  case suggestsRemoval

  // Repeats.

  /// Two devices completed one instance of a repeat.
  case repeatDoneTwice
  /// One device completed an instance that another one dropped.
  case repeatDoneAndDropped
  /// One device put an instance off that another one completed.
  case repeatDeferredAndDone
  /// A completion could not be taken back, since the next instance had begun.
  case undoneAfterNextBegan
  /// A repeat was stopped on one device and completed on another.
  case stoppedWhileDone
  /// A repeat on the 31st came to a month that has none.
  case shortMonth
  /// A repeat came to four instances or more.
  case longSeries

  // Other modules.

  /// Two devices began timers.
  case timersOnTwoDevices
  /// A session began while another one ran elsewhere.
  case timersMerged
  /// A timer still ran when its day ended.
  case timerOverDayEnd
  /// A habit's day was put right later.
  case habitCorrected
  /// Two devices counted for one day of a habit.
  case countedTwice
  /// Two devices said something about one Anchor.
  case anchorDecidedTwice
  /// Two devices said different things about one Anchor.
  case anchorDecidedDifferently
  /// A rule was changed, and somebody had said something about an Anchor of it meanwhile.
  case ruleChangedWhileDecided
  /// A rule rested for a day, and somebody had said something about an Anchor of it meanwhile.
  case restedWhileDecided
  /// A rule was off for whole days and then on again.
  case ruleOffAndOn
  /// The prayers of two nights began on one date.
  case twoNightsOnOneDate
  /// A day's plan was closed.
  case planClosed
  /// Two devices deleted everything.
  case deletedTwice
  /// A device said something without having heard that everything was deleted.
  case deletedWhileAway

  // Clocks and journeys.

  /// A device was taken west.
  case travelledWest
  /// A device was taken east.
  case travelledEast
  /// A journey made a day come back.
  case dayCameBack
  /// A journey left a day out.
  case dayLeftOut
  /// Somebody acted while the clock stood still.
  case actedWhileFrozen
  /// Somebody acted while the clock showed a day long gone.
  case actedInThePast
  /// Values from the far future were set aside.
  case futureSetAside
  /// A clock that had been far ahead was put right.
  case clockRecovered
  /// A clock was put right while everybody went on, and the time that the server told confirmed it.
  case clockRecoveredInPassing
  /// Acts of a far future were left behind under a name that nobody has any more.
  case strandedInFuture
  /// What ran past today's working day was moved to tomorrow with one tap.
  case overflowMoved
  /// Two devices moved the overflow of the same day.
  case overflowMovedTwice
  /// A task was moved into the day being planned, or out of it.
  case movedInBuild
  /// Planning carried a task.
  case carried
  /// Planning carried a task when the day under review had ended.
  case carriedAfterMidnight
  /// An Anchor was made while planning.
  case anchorPlanned
  /// An Anchor that was planned on one device was removed on another.
  case plannedAnchorRemovedElsewhere
  /// Days that a wrong clock had ended were given back.
  case daysGivenBack
  /// A device slept for most of a year.
  case yearSleeper

  // Folders and versions.

  /// A device was installed anew and joined again.
  case reinstalledAndJoined
  /// A folder went back to its server's backup.
  case folderWentBack
  /// An emptied folder was filled again.
  case folderFilledAgain
  /// A folder no longer held anything of a device, and its owner said that it is the right one.
  case joinedAgain
  /// A folder had lost what a device had read of others, which handed it on.
  case handedOn
  /// Another folder stood in the place of the own one, and nothing was touched.
  case otherFolderRefused
  /// Copies that another program left were passed over.
  case copiesPassedOver
  /// One small request told that there was nothing to do.
  case nothingNewInOneRequest
  /// There was no room in the folder.
  case folderFull
  /// There was no room in the folder, and what others had put there was read all the same.
  case fullButPulled
  /// The folder took no changes.
  case folderReadOnly
  /// The folder asked for credentials.
  case credentialsAsked
  /// The folder was busy, or did not show at once what it took.
  case folderBusy
  /// The folder could not be used as it was.
  case folderUnusable
  /// A replica kept what it did not know, until its version did.
  case upgradedWithUnknown

  // Disks.

  /// A write was refused by the disk, and nothing of it was kept.
  case diskRefusedWrite
  /// Power was cut in the middle of a write.
  case powerCutInWrite
  /// Two processes wrote one replica in turn.
  case twoProcesses
}
