package import ReplicaStore

/// Why a home cannot be used: with words for a person and the status to end with.
package struct HomeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The status with which a program ends.
  package enum Status: Int32, Hashable, Sendable {
    /// Something was refused, or is not there.
    case refused = 1
    /// The program was called wrongly; a variable of the environment counts as part of the call.
    case usage = 2
    /// The replica is damaged.
    case damaged = 4
  }

  /// The status to end with.
  package let status: Status
  /// What, why and what to do next.
  package let message: String

  /// Makes a value from its parts.
  package init(_ status: Status, _ message: String) {
    self.status = status
    self.message = message
  }

  /// Puts a failure of the replica in the words of the command line.
  ///
  /// - Parameters:
  ///   - error: What the replica said.
  ///   - path: The replica's file.
  package init(_ error: ReplicaError, path: String) {
    switch error.code {
    case .damaged:
      self.init(
        .damaged,
        "The replica \(path) is damaged. Keep a copy of it, then run “jamaal doctor” to see how"
          + " much.")
    case .notAReplica where error.underlying != nil:
      self.init(
        .damaged,
        "\(path) is not a replica, or its beginning is damaged. Nothing was changed. Put back a"
          + " copy of it, or use another place with --home DIR.")
    case .notAReplica:
      self.init(
        .refused,
        "\(path) is a database of something else. Nothing was changed. Use another place with"
          + " --home DIR.")
    case .missing:
      self.init(
        .refused, "The replica \(path) cannot be opened. Check that it may be read and written.")
    default:
      self.init(.refused, "\(error.message) It is \(path).")
    }
  }

  /// The message.
  package var description: String { message }
}
