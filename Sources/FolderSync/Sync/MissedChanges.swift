import ReplicaStore

/// Change sets that a peer has seen and that the folder does not hold.
///
/// A file can be late, but whoever hosts the folder can also put back an older state of it. What
/// peers say they have applied shows that, until the change sets turn up, or are here all the
/// same because somebody who had them put everything into the folder anew.
struct MissedChanges {
  /// The last change set of a device that somebody has seen.
  struct Missing: Equatable {
    var number: UInt64
    /// Who has seen it.
    var peer: DeviceID
  }

  private(set) var open: [DeviceID: Missing] = [:]
  private var settled: [DeviceID: UInt64] = [:]

  /// Reads what is remembered.
  init(_ store: SyncStore) throws {
    for text in try store.names(.missed) {
      let parts = text.split(separator: "-")
      guard parts.count == 3, let device = DeviceID(parts[0]), let number = UInt64(parts[1]),
        let peer = DeviceID(parts[2])
      else { continue }
      open[device] = Missing(number: number, peer: peer)
    }
    for text in try store.names(.settled) {
      let parts = text.split(separator: "-")
      guard parts.count == 2, let device = DeviceID(parts[0]), let number = UInt64(parts[1])
      else { continue }
      settled[device] = number
    }
  }

  /// Takes notice of what a peer has seen of another device.
  mutating func note(_ device: DeviceID, _ number: UInt64, seenBy peer: DeviceID) {
    guard number > settled[device] ?? 0, number >= open[device]?.number ?? 0 else { return }
    open[device] = Missing(number: number, peer: peer)
  }

  /// Lets go of what has turned up, or is known to be here.
  ///
  /// - Parameters:
  ///   - applied: The last number applied from each device.
  ///   - equal: The peers that had exactly what this replica has now.
  mutating func settle(applied: [DeviceID: UInt64], equal: Set<DeviceID>) {
    for (device, missing) in open {
      if applied[device] ?? 0 < missing.number {
        guard equal.contains(missing.peer) else { continue }
        settled[device] = missing.number
      }
      open[device] = nil
    }
  }

  func save(_ store: SyncStore) throws {
    try store.replace(
      .missed, with: Set(open.map { "\($0.key)-\($0.value.number)-\($0.value.peer)" }))
    try store.replace(.settled, with: Set(settled.map { "\($0.key)-\($0.value)" }))
  }

  static func reason(_ missing: Missing, peer: String) -> String {
    "\(peer) has seen its change set \(missing.number), which is not in the folder: the folder went"
      + " back in time, or not everything has arrived yet. If that stays so, run on \(peer):"
      + " jamaal folder republish"
  }
}
