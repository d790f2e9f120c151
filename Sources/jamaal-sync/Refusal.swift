import FolderSync
import JamaalHome
import ReplicaStore

/// A command that ends without having done what it was asked.
struct Refusal: Error {
  let status: Int32
  /// What, why and what to do next.
  let message: String

  init(_ message: String, status: Int32 = 1) {
    self.message = message
    self.status = status
  }

  /// Puts any error in words.
  init(_ error: any Error, replicaPath: String) {
    switch error {
    case let refusal as Refusal: self = refusal
    case let error as HomeError: self.init(error.message, status: error.status.rawValue)
    case let error as FolderError: self.init(error.message, status: Self.status(of: error))
    case let error as ReplicaError:
      let homeError = HomeError(error, path: replicaPath)
      self.init(homeError.message, status: homeError.status.rawValue)
    default: self.init("Something unexpected happened: \(error)")
    }
  }

  /// The status of a sync that the same failure would have ended.
  private static func status(of error: FolderError) -> Int32 {
    switch error.code {
    case .offline, .interrupted: SyncOutcome.offline.exitStatus
    case .unauthorized, .forbidden, .locked: SyncOutcome.credentials.exitStatus
    case .full: SyncOutcome.storageFull.exitStatus
    case .busy: SyncOutcome.busy(retryAfterSeconds: nil).exitStatus
    case .badAddress: 2
    case .notFound, .conflict: 1
    default: SyncOutcome.unusable.exitStatus
    }
  }
}

extension SyncOutcome {
  /// The status with which a sync that ended so ends the program.
  var exitStatus: Int32 {
    switch self {
    case .synced: 0
    case .heldBack: 10
    case .offline: 11
    case .credentials: 12
    case .storageFull: 13
    case .otherFolder: 14
    case .busy: 15
    case .readOnly, .unusable: 18
    }
  }
}
