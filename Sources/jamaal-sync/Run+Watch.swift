import CommandLineKit
import FolderSync
import Glibc
import JamaalHome
import ReplicaStore

extension Run {
  /// Keeps syncing until it is asked to stop.
  func watch() throws -> Int32 {
    _ = try FolderSettings.load(home)
    let watch = try ReplicaWatch(home)
    let store = OpenReplica(home, clock)
    _ = try store.replica()
    var lastOutcome: SyncOutcome?
    let world = Watcher.Surroundings(
      now: Self.steadyMillis, wait: watch.wait,
      hasChanges: { try store.replica().hasUnsealed() },
      sync: {
        // Another sync of this replica is no failure.
        guard let lock = try SyncLock.ifFree(home) else { return nil }
        defer { withExtendedLifetime(lock) {} }
        return try syncForWatching(store, watch)
      },
      note: { report in
        let isNews =
          report.pulledRecordCount > 0 || report.pushedChangeSetCount > 0
          || !report.notes.isEmpty || report.outcome != lastOutcome
        lastOutcome = report.outcome
        if isNews || wantsJSON { tell(report) }
      },
      alert: { report in
        desktop.notify("Jamaal cannot sync", report.message ?? "")
      },
      random: Run.random)
    try Watcher(world).run()
    return 0
  }

  private func syncForWatching(
    _ store: OpenReplica, _ watch: ReplicaWatch
  ) throws -> SyncReport {
    do {
      return try sync(try store.replica(), isStopped: watch.isAskedToStop)
    } catch let error as ReplicaError {
      throw error
    } catch let error as HomeError where error.status == .damaged {
      throw error
    } catch {
      // A password command that fails, settings that cannot be read: a person has to look.
      var report = SyncReport()
      report.outcome = .credentials
      report.message = Refusal(error, replicaPath: home.replicaPath).message
      return report
    }
  }

  /// A clock that only goes forward, also while the machine sleeps.
  private static func steadyMillis() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

/// The replica, kept open as long as the file is the same.
///
/// Opening and closing it would touch its files, which a watcher takes for a change.
private final class OpenReplica {
  private let home: Home
  private let clock: HomeClock
  private var open: (replica: Replica, file: ino_t)?

  init(_ home: Home, _ clock: HomeClock) {
    self.home = home
    self.clock = clock
  }

  /// The replica; opened anew if a backup was put in its place.
  func replica() throws -> Replica {
    var status = stat()
    let isThere = stat(home.replicaPath, &status) == 0
    if let open, isThere, open.file == status.st_ino { return open.replica }
    open = nil
    let replica = try home.openReplica(clock)
    open = (replica, status.st_ino)
    return replica
  }
}
