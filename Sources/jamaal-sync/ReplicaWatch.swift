import FolderSync
import Glibc
import JamaalHome

/// Waits for whatever a watching sync has to know: writes to the replica's files by anybody, writes
/// to this device's settings, and the wish that it stops.
final class ReplicaWatch {
  /// The longest sleep: after the machine itself slept, its clock is looked at again.
  private static let sleepMillisMax: Int64 = 60_000
  private static let wishes = [SIGTERM, SIGINT, SIGHUP]

  private let notices: Int32
  private let signals: Int32
  private var isStopped = false

  /// Begins to watch; from now on the signals that end a program only ask it to stop.
  init(_ home: Home) throws {
    signals = try Self.readableSignals()
    notices = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard notices >= 0 else {
      throw Refusal("The system cannot watch files now: \(PrivateFile.words(of: errno)).")
    }
    let kinds = UInt32(IN_MODIFY | IN_MOVED_TO | IN_CREATE | IN_CLOSE_WRITE)
    for directory in Set([home.dataDirectory, home.configDirectory]) {
      guard inotify_add_watch(notices, directory, kinds) >= 0 else {
        if directory != home.dataDirectory, errno == ENOENT { continue }
        throw Refusal("\(directory) cannot be watched: \(PrivateFile.words(of: errno)).")
      }
    }
  }

  deinit {
    close(notices)
    close(signals)
  }

  /// Makes signals readable as bytes of a pipe; no thread is interrupted by them any more.
  ///
  /// - Returns: The end to read from.
  private static func readableSignals() throws -> Int32 {
    var mask = wishSet()
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw Refusal("The system is out of pipes: \(PrivateFile.words(of: errno)).")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var thread = pthread_t()
    // The thread needs nothing but the number of the other end, and waits until the program ends.
    let code = pthread_create(
      &thread, nil,
      { end in
        var mask = ReplicaWatch.wishSet()
        var signal: Int32 = 0
        while sigwait(&mask, &signal) == 0 {
          _ = PrivateFile.writeAll([UInt8(1)], to: Int32(Int(bitPattern: end)))
        }
        return nil
      }, UnsafeMutableRawPointer(bitPattern: Int(ends[1])))
    guard code == 0 else {
      throw Refusal("The system cannot start a thread: \(PrivateFile.words(of: code)).")
    }
    return ends[0]
  }

  private static func wishSet() -> sigset_t {
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in wishes { sigaddset(&mask, signal) }
    return mask
  }

  /// Whether somebody asked to stop; asks without waiting.
  func isAskedToStop() -> Bool {
    if !isStopped {
      var state = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
      isStopped = poll(&state, 1, 0) > 0
    }
    return isStopped
  }

  /// Waits so many milliseconds at most.
  func wait(_ millis: Int64) -> Watcher.Event {
    var states = [
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      pollfd(fd: notices, events: Int16(POLLIN), revents: 0),
    ]
    let left = Int32(max(0, min(millis, Self.sleepMillisMax)))
    guard poll(&states, 2, left) > 0 else { return .timeOut }
    if states[0].revents != 0 {
      isStopped = true
      return .stop
    }
    return read()
  }

  /// Takes all notices that have come, and tells the one that matters most.
  private func read() -> Watcher.Event {
    var event = Watcher.Event.timeOut
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      let count = Glibc.read(notices, &buffer, buffer.count)
      guard count > 0 else { return event }
      for name in Self.names(buffer[..<count]) {
        switch name {
        case "folder.json", "secrets.json": event = .settings
        case _ where name.hasPrefix("replica.db") || name.isEmpty:
          // A lost notice has no name.
          if event == .timeOut { event = .change }
        default: continue
        }
      }
    }
  }

  /// The names in a run of notices.
  ///
  /// A head of 16 bytes, the last four of which tell the length of the name that follows, padded
  /// with zeros. Source: inotify(7).
  static func names(_ bytes: ArraySlice<UInt8>) -> [String] {
    var names: [String] = []
    var rest = bytes
    while rest.count >= 16 {
      let start = rest.startIndex
      let length = (0..<4).reduce(0) { $0 | Int(rest[start + 12 + $1]) << (8 * $1) }
      let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
      names.append(String(decoding: name, as: UTF8.self))
      rest = rest.dropFirst(16 + length)
    }
    return names
  }
}
