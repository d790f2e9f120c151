import ReplicaStore

/// Where the logs of other devices end, as far as they were read here: what has to stay in the
/// folder.
///
/// A folder can go back in time, and so can a device with it. It then writes other change sets under
/// numbers that were read here before, and what was read exists nowhere but in the replicas that did.
/// So whoever has read something looks, at every sync, whether the folder still holds it, and if it
/// stays away hands on what it has. A log has one end, the last number read of it, and where it was
/// forked one more for each branch that does not go on.
struct LogEnds {
  /// What is known of an end that is not simply where a log goes on.
  struct State: Equatable {
    /// Since when the folder does not hold it, in Unix milliseconds; `nil` if it does.
    var missingSince: Int64?
    /// Whether this device or another one has put everything it holds into the folder since.
    var isHandedOn = false
  }

  private(set) var known: [LogPlace: State] = [:]
  private var saved: [LogPlace: State] = [:]

  /// How long the folder is left alone with it: files can be late, and a log's owner, who knows best,
  /// puts what the folder has lost again.
  static let patienceMillis: Int64 = 60 * 60 * 1000

  init() {}

  /// Reads what is remembered.
  init(_ store: SyncStore) throws {
    known = try store.logEnds()
    saved = known
  }

  /// Takes notice of a file before it is applied.
  ///
  /// - Parameters:
  ///   - segment: The file.
  ///   - ends: What was applied of its device at the largest number so far: one place, or those of
  ///     several branches.
  ///   - before: What was applied at the number at which the file ends.
  mutating func follow(_ segment: Segment, from ends: [LogPlace], before: [LogPlace]) {
    guard let number = ends.first?.number else { return }
    let header = segment.header
    let end = LogPlace(endOf: header.fileName)
    if number > header.last {
      // A file inside of what was read: of that very log, or of another branch.
      guard !before.isEmpty, !before.contains(where: segment.passes) else { return }
      add(end)
    } else if number + 1 >= header.first {
      for place in ends where !segment.passes(place) { add(place) }
    }
  }

  /// Takes notice of a file that was applied: what it leads through is in the folder.
  ///
  /// One that is fetched again and again, since something in it cannot be applied yet, holds nothing
  /// that a newcomer could have.
  mutating func pass(_ segment: Segment) {
    let end = LogPlace(endOf: segment.header.fileName)
    for place in known.keys where place != end && segment.passes(place) { known[place] = nil }
  }

  /// Looks after a place besides the ends of logs: what was read there is no longer whole.
  mutating func add(_ place: LogPlace) {
    known[place] = known[place] ?? State()
  }

  /// Looks which ends the folder holds.
  ///
  /// - Parameters:
  ///   - ends: What was applied at the largest number of each device.
  ///   - listed: Where files end.
  ///   - unread: Devices of which not everything could be read.
  ///   - nowMillis: The wall clock.
  mutating func look(
    at ends: [LogPlace], in listed: Set<LogPlace>, unread: Set<DeviceID>, nowMillis: Int64
  ) {
    for place in Set(ends).union(known.keys) where !unread.contains(place.device) {
      if !listed.contains(place) {
        var state = known[place] ?? State()
        // A clock that was ahead when it was noted says nothing.
        state.missingSince = min(state.missingSince ?? nowMillis, nowMillis)
        known[place] = state
      } else if ends.contains(place), known[place]?.isHandedOn == false {
        // Where a log goes on, nothing has to be remembered.
        let isForked = ends.contains { $0.device == place.device && $0 != place }
        known[place] = isForked ? State() : nil
      } else {
        known[place]?.missingSince = nil
      }
    }
  }

  /// What has been missing for long enough, and was not handed on.
  func due(nowMillis: Int64) -> [LogPlace] {
    known.filter { place, state in
      guard let since = state.missingSince, !state.isHandedOn else { return false }
      return nowMillis - since >= Self.patienceMillis
    }.map(\.key)
  }

  /// What is missing, however short, and was not handed on.
  var missing: [LogPlace] {
    known.filter { $0.value.missingSince != nil && !$0.value.isHandedOn }.map(\.key)
  }

  /// Notes that somebody has put what it holds into the folder, this among it.
  mutating func handOn(_ place: LogPlace) {
    known[place, default: State()].isHandedOn = true
  }

  mutating func save(_ store: SyncStore) throws {
    guard known != saved else { return }
    try store.replaceLogEnds(with: known)
    saved = known
  }
}
