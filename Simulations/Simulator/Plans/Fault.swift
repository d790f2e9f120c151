import FolderSync

/// Everything that can befall a fleet, in the order of the fault table.
public enum Fault: String, CaseIterable, Hashable, Codable, Sendable {
  // Clocks.
  case skewedClock, clockBack, clockAhead, clockFrozen, clockFast, year1970, year2099
  // Zones.
  case eastOverDateLine, westOverDateLine, clocksChange, midnightMissing, oddOffset, missingDay
  case travelAsleep
  // Life.
  case killedAtRest, killedAtWrite, killedInSync, killedAfterPut, asleep, asleepForAYear
  case twoProcesses, cloned, restored, reinstalled, downgraded
  // Folder.
  case putSeenHalf, answerLost, putTwice, staleListing, cutListing, shuffledListing, fileGone
  case offline, busy, credentials, locked, full, readOnlyFolder, refusedByServer
  case tagsMissing, tagsStuck, cutBody, flippedBody, conflictedCopy
  case folderRestored, folderEmptied, otherFolder
  // Disk.
  case diskFull, diskBusy, tornPage, lyingSync, readOnlyDisk
  // People.
  case burst, undoAfterSync, editOfEnded, settingsWhileAway, sameRepeatTwice, labelsOfOneName
  case everythingDeleted
  // Versions.
  case unknownValue, unknownField, unknownType, olderVersion

  /// The group of the fault table.
  public var group: String {
    switch self {
    case .skewedClock, .clockBack, .clockAhead, .clockFrozen, .clockFast, .year1970, .year2099:
      "clock"
    case .eastOverDateLine, .westOverDateLine, .clocksChange, .midnightMissing, .oddOffset,
      .missingDay, .travelAsleep:
      "zone"
    case .killedAtRest, .killedAtWrite, .killedInSync, .killedAfterPut, .asleep,
      .asleepForAYear, .twoProcesses, .cloned, .restored, .reinstalled, .downgraded:
      "life"
    case .diskFull, .diskBusy, .tornPage, .lyingSync, .readOnlyDisk: "disk"
    case .burst, .undoAfterSync, .editOfEnded, .settingsWhileAway, .sameRepeatTwice,
      .labelsOfOneName, .everythingDeleted:
      "people"
    case .unknownValue, .unknownField, .unknownType, .olderVersion: "versions"
    default: "folder"
    }
  }

  /// The fault as pictures and tables call it.
  public var words: String { HTML.words(rawValue) }

  /// The fault of the table that a fault of a call is.
  init?(_ fault: MemoryFolder.Fault, _ operation: MemoryFolder.Operation) {
    switch (fault, operation) {
    case (.fail(let error), _), (.answerLost(let error), .list), (.answerLost(let error), .get):
      self = Fault(error)
    case (.answerLost, _): self = .answerLost
    case (.seenHalf, .put): self = .putSeenHalf
    case (.gone, _): self = .fileGone
    case (.stale, .list): self = .staleListing
    case (.cut, .list): self = .cutListing
    case (.cut, .get), (.cut, .getRange): self = .cutBody
    case (.shuffled, .list): self = .shuffledListing
    case (.flipped, .get), (.flipped, .getRange): self = .flippedBody
    default: return nil
    }
  }

  private init(_ error: FolderError) {
    switch error.code {
    case .busy: self = .busy
    case .unauthorized, .forbidden: self = .credentials
    case .locked: self = .locked
    case .full: self = .full
    case .readOnly: self = .readOnlyFolder
    case .offline, .interrupted: self = .offline
    default: self = .refusedByServer
    }
  }
}

extension MemoryFolder.Call {
  /// The call as pictures tell it.
  var words: String {
    switch operation {
    case .list: "list"
    case .directoryTag: "ask"
    case .look: "look"
    case .get, .getRange: "get"
    case .put: "put"
    case .delete: "delete"
    case .makeDirectory: "make"
    }
  }
}
