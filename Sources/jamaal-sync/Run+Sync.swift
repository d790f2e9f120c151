import CommandLineKit
import FolderSync
import Glibc
import JamaalCore
import JamaalHome
import ReplicaStore

extension Run {
  /// Syncs once, or goes on syncing.
  func sync() throws -> Int32 {
    if invocation.has("install") { return try installWatch() }
    guard !invocation.has("yes") else {
      throw Refusal("--yes goes with --install.", status: 2)
    }
    return invocation.has("watch") ? try watch() : try syncOnce()
  }

  /// Syncs once and says how it went.
  private func syncOnce() throws -> Int32 {
    let replica = try home.openReplica(clock)
    let lock = try SyncLock(home)
    defer { withExtendedLifetime(lock) {} }
    let line = ProgressLine(environment, wantsJSON: wantsJSON)
    let report: SyncReport
    do {
      defer { line.clear() }
      report = try sync(replica, line)
    }
    tell(report)
    return report.exitStatus
  }

  /// Syncs once.
  ///
  /// - Parameters:
  ///   - replica: The replica, with the lock held.
  ///   - line: Where it is shown what goes on.
  ///   - isStopped: Whether somebody has asked to stop.
  /// - Returns: How it went.
  /// - Throws: `Refusal`, `HomeError`, `FolderError` or `ReplicaError`, before anything is changed.
  func sync(
    _ replica: Replica, _ line: ProgressLine = ProgressLine(isShown: false),
    isStopped: @escaping () -> Bool = { false }
  ) throws -> SyncReport {
    let settings = try FolderSettings.load(home)
    var secrets = try Secrets.load(home)
    let key = try secrets.key()
    // What a new device starts with is written before it is first sent.
    let planner = try Planner(replica: replica, zones: clock.zones)
    try planner.tick(clock.context)
    let stoppable = StoppableFolder(
      try settings.open(secrets, environment), isStopped: isStopped)
    let folder = PatientFolder(stoppable, random: Run.random) { millis in
      line.showPause(millis)
      return Self.pause(millis, isStopped)
    }
    let synchronizer = try Synchronizer(
      replica: replica, folder: folder, key: key, nowMillis: { clock.nowMillis }, note: line.show)
    var report = try synchronizer.sync()
    if let renewed = synchronizer.key, renewed != key {
      secrets.folderKey = renewed.secretText
      try secrets.save(home)
    }
    // A clock set by hand is meant to differ.
    if clock.fixed != nil {
      report.notes.removeAll { if case .clockDiffers = $0 { true } else { false } }
    }
    // What arrived is folded in now, so that the next list is quick.
    try planner.tick(clock.context)
    return report
  }

  /// Waits; in short pieces, so that whoever asks to stop does not wait too.
  ///
  /// - Returns: `false` if somebody has asked to stop.
  private static func pause(_ millis: Int64, _ isStopped: () -> Bool) -> Bool {
    var left = millis
    while left > 0, !isStopped() {
      let piece = min(left, 100)
      var time = timespec(tv_sec: 0, tv_nsec: Int(piece) * 1_000_000)
      nanosleep(&time, nil)
      left -= piece
    }
    return !isStopped()
  }

  /// Says how a sync went.
  func tell(_ report: SyncReport) {
    if wantsJSON { say(report.json) } else { say(report.lines) }
    if let message = report.message { Program.complain("jamaal: \(message)") }
  }
}

extension SyncReport {
  /// The status of the outcome; for a plain success, what was handled by itself has its own.
  var exitStatus: Int32 {
    guard outcome == .synced else { return outcome.exitStatus }
    for note in notes {
      switch note {
      case .newIdentity, .clockRecovered: return 16
      case .folderHealed, .handedOn: return 17
      case .clockDiffers, .quarantined, .setAside: continue
      }
    }
    return 0
  }

  /// What happened, for a person.
  var lines: [String] {
    var lines: [String] = []
    let traffic = Self.traffic(pulledRecordCount, pushedChangeSetCount)
    switch outcome {
    case .synced: lines.append("Synced. \(traffic)")
    case .heldBack: lines.append("Synced, but not with everybody. \(traffic)")
    case .storageFull, .readOnly: lines.append("Received only. \(traffic)")
    case .offline, .credentials, .otherFolder, .busy, .unusable: lines.append("Not synced.")
    }
    for held in heldBack {
      let name = held.name.isEmpty ? held.device.description : held.name
      let end = held.reason.hasSuffix(".") ? "" : "."
      lines.append("  \(name) is held back: \(held.reason)\(end)")
    }
    lines += notes.map(\.words)
    return lines
  }

  private static func traffic(_ pulled: Int, _ pushed: Int) -> String {
    switch (pulled, pushed) {
    case (0, 0): "Nothing new."
    case (_, 0): "\(pulled) \(pulled == 1 ? "change" : "changes") received."
    case (0, _): "Everything from here is sent."
    default:
      "\(pulled) \(pulled == 1 ? "change" : "changes") received, everything from here is sent."
    }
  }

  /// What happened, for other programs.
  var json: JSON {
    [
      "outcome": .string(outcome.name), "message": JSON(message),
      "receivedRecords": JSON(pulledRecordCount), "receivedSegments": JSON(pulledSegmentCount),
      "sentChangeSets": JSON(pushedChangeSetCount), "requests": JSON(requestCount),
      "heldBack": .array(
        heldBack.map {
          [
            "device": .string($0.device.description), "name": .string($0.name),
            "reason": .string($0.reason),
          ]
        }),
      "notes": .array(notes.map { .string($0.words) }),
    ]
  }
}

extension SyncOutcome {
  /// A stable name for other programs.
  fileprivate var name: String {
    switch self {
    case .synced: "synced"
    case .heldBack: "heldBack"
    case .offline: "offline"
    case .credentials: "credentials"
    case .storageFull: "storageFull"
    case .otherFolder: "otherFolder"
    case .busy: "busy"
    case .readOnly: "readOnly"
    case .unusable: "unusable"
    }
  }
}

extension SyncNote {
  /// What was handled by itself, in words.
  fileprivate var words: String {
    switch self {
    case .newIdentity:
      "This replica was a copy, or came back from a backup. It goes on as a device of its own; "
        + "nothing was lost."
    case .folderHealed(let count):
      "The folder had lost \(count) \(count == 1 ? "file" : "files") of this device. "
        + "They are back."
    case .handedOn:
      "The folder had lost what other devices wrote and this one had read. It is there again."
    case .clockDiffers(let seconds):
      "The clock here is \(abs(seconds) / 60) minutes \(seconds > 0 ? "ahead of" : "behind") "
        + "the server's. Check which one is right."
    case .quarantined(let count):
      "\(count) \(count == 1 ? "value" : "values") from the far future set aside: a clock "
        + "is wrong, there or here. See: jamaal quarantine"
    case .setAside(let count):
      "\(count) \(count == 1 ? "change set" : "change sets") from before everything was deleted "
        + "set aside."
    case .clockRecovered:
      "The clock here had been far ahead. What it had dated in the future is dated anew, and this "
        + "device goes on under another id; nothing was lost."
    }
  }
}
