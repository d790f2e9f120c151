import CommandLineKit
import JamaalCore
import JamaalHome
import ReplicaStore

/// The statuses that a command ends with; part of what scripts rely on.
enum ExitStatus {
  static let done: Int32 = 0
  static let refused: Int32 = 1
  static let usage: Int32 = UsageError.exitStatus
  static let damaged: Int32 = 4
}

/// A command that ends without having done what it was asked.
struct Refusal: Error, CustomStringConvertible {
  let status: Int32
  /// What, why and what to do next.
  let message: String

  init(_ message: String, status: Int32 = ExitStatus.refused) {
    self.status = status
    self.message = message
  }

  /// Puts any error in words.
  init(_ error: any Error, replicaPath: String?) {
    switch error {
    case let refusal as Refusal: self = refusal
    case let error as HomeError: self.init(error.message, status: error.status.rawValue)
    case let error as PlannerError: self.init(error.message)
    case let error as ReplicaError:
      let homeError = HomeError(error, path: replicaPath ?? "the replica")
      self.init(homeError.message, status: homeError.status.rawValue)
    default: self.init("Something unexpected happened: \(error)")
    }
  }

  var description: String { message }
}
