import Glibc
import JamaalCore
package import ReplicaStore
import SQLite

extension Home {
  /// Opens the replica that is here.
  ///
  /// - Parameter clock: Where the replica gets the time from.
  /// - Returns: The replica.
  /// - Throws: `HomeError`: there is none, it is damaged, or it cannot be read or written.
  package func openReplica(_ clock: HomeClock) throws(HomeError) -> Replica {
    var status = stat()
    if lstat(replicaPath, &status) != 0 {
      let reason = errno
      guard reason == ENOENT || reason == ENOTDIR else {
        throw HomeError(
          .refused, "\(replicaPath) cannot be looked at: \(PrivateFile.words(of: reason)).")
      }
      throw missingReplica
    }
    do {
      return try Replica(
        path: replicaPath, schema: .planner, mode: .readWrite, environment: environment(clock))
    } catch let error as ReplicaError {
      if error.code == .missing, PrivateFile.byteCount(replicaPath) == 0 {
        throw HomeError(
          .damaged,
          "\(replicaPath) is empty: what it held is gone. Put back a copy of it. If it never held"
            + " anything, remove it and run “jamaal init”.")
      }
      throw HomeError(error, path: replicaPath)
    } catch {
      throw HomeError(.refused, "\(replicaPath) cannot be opened: \(error).")
    }
  }

  /// Makes a replica here, as a whole or not at all; of several at once one succeeds.
  ///
  /// - Parameters:
  ///   - name: What people call this device.
  ///   - clock: Where the replica gets the time from.
  /// - Throws: `HomeError`: there is one already, or the place cannot be written.
  package func makeReplica(name: String, _ clock: HomeClock) throws(HomeError) {
    try PrivateFile.makeDirectory(dataDirectory)
    try refuseExisting()
    // SQLite makes the files beside the replica with the rights of the replica itself.
    let oldMask = umask(0o077)
    defer { umask(oldMask) }
    let draft = "\(dataDirectory)/.replica-\(getpid()).db"
    defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(draft + suffix) } }
    do {
      let replica = try Replica(
        path: draft, schema: .planner, mode: .create, environment: environment(clock))
      try replica.rename(name)
    } catch let error as ReplicaError {
      throw HomeError(
        .refused,
        "No replica could be made in \(dataDirectory). \(error.message)")
    } catch {
      throw HomeError(.refused, "No replica could be made in \(dataDirectory): \(error).")
    }
    // The file is closed and complete: a link gives it its name, unless the name is taken.
    if link(draft, replicaPath) == 0 { return }
    let reason = errno
    try refuseExisting()
    // Some file systems have no links.
    guard reason == EPERM || reason == EOPNOTSUPP || reason == ENOSYS,
      rename(draft, replicaPath) == 0
    else {
      throw HomeError(
        .refused, "\(replicaPath) could not be made: \(PrivateFile.words(of: reason)).")
    }
  }

  private func refuseExisting() throws(HomeError) {
    if PrivateFile.exists(replicaPath) {
      throw HomeError(
        .refused,
        "There is a replica already: \(replicaPath). Nothing was changed. To try a second device,"
          + " use another place: “jamaal --home DIR init”.")
    }
    // SQLite would take what such a file holds for work on the new replica.
    let log = replicaPath + "-wal"
    if PrivateFile.exists(log) {
      throw HomeError(
        .refused,
        "\(log) is left over from a replica that is not here. It may hold work: put the replica"
          + " back beside it, or move it away, then try again.")
    }
  }

  private var missingReplica: HomeError {
    HomeError(
      .refused,
      "There is no replica in \(dataDirectory) yet. Run “jamaal init” to make one.")
  }

  private func environment(_ clock: HomeClock) -> ReplicaEnvironment {
    ReplicaEnvironment(
      nowMillis: { clock.nowMillis },
      random: {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
      })
  }
}
