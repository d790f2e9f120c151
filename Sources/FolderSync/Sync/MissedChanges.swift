import ReplicaStore

/// Change sets that a peer has seen and that the folder does not hold.
///
/// A file can be late, but whoever hosts the folder can also put back an older state of it. What
/// peers say they have applied shows that, until the change sets turn up, or are here all the
/// same because somebody who had them put everything into the folder anew.
struct MissedChanges {
  /// A change set that somebody has seen, and who.
  struct Missing: Equatable {
    var place: LogPlace
    var peer: DeviceID
  }

  private var open: [LogPlace: DeviceID] = [:]
  private var settled: [DeviceID: UInt64] = [:]

  /// Reads what is remembered.
  init(_ store: SyncStore) throws {
    for text in try store.names(.missed) {
      guard let end = text.lastIndex(of: "-"), let place = LogPlace(text[..<end]),
        let peer = DeviceID(text[text.index(after: end)...])
      else { continue }
      open[place] = peer
    }
    for text in try store.names(.settled) {
      let parts = text.split(separator: "-")
      guard parts.count == 2, let device = DeviceID(parts[0]), let number = UInt64(parts[1])
      else { continue }
      settled[device] = number
    }
  }

  /// What is missed, in order of devices, then numbers.
  var all: [Missing] {
    open.map { Missing(place: $0.key, peer: $0.value) }
      .sorted { ($0.place.device, $0.place.number) < ($1.place.device, $1.place.number) }
  }

  /// Takes notice of what a peer has seen of another device.
  mutating func note(_ place: LogPlace, seenBy peer: DeviceID) {
    guard place.number > settled[place.device] ?? 0 else { return }
    open[place] = peer
  }

  /// Lets go of what somebody who had it has put into the folder anew.
  mutating func settle(_ place: LogPlace) {
    settled[place.device] = max(settled[place.device] ?? 0, place.number)
    for other in open.keys where other.device == place.device && other.number <= place.number {
      open[other] = nil
    }
  }

  /// Lets go of what has turned up, or is known to be here.
  ///
  /// - Parameters:
  ///   - equal: The peers that had exactly what this replica has now.
  ///   - isApplied: Whether a change set was applied here.
  /// - Throws: What `isApplied` throws.
  mutating func settle(
    equal: Set<DeviceID>, isApplied: (LogPlace) throws -> Bool
  ) throws {
    for (place, peer) in open {
      if try isApplied(place) {
        open[place] = nil
      } else if equal.contains(peer) {
        settle(place)
      }
    }
  }

  func save(_ store: SyncStore) throws {
    try store.replace(.missed, with: Set(open.map { "\($0.key)-\($0.value)" }))
    try store.replace(.settled, with: Set(settled.map { "\($0.key)-\($0.value)" }))
  }

  static func reason(_ missing: Missing, peer: String) -> String {
    "\(peer) has seen its change set \(missing.place.number), which is not in the folder: the folder"
      + " went back in time, or not everything has arrived yet. \(peer) hands on what it has an hour"
      + " after it finds that out. If it stays so, run there: jamaal folder republish"
  }
}
