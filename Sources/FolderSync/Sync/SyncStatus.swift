public import ReplicaStore

/// What a device remembers of its syncs, without asking anybody.
public struct SyncStatus: Sendable {
  /// Another device, as it was when last heard of.
  public struct Device: Sendable {
    /// Its id.
    public var id: DeviceID
    /// What people call it.
    public var name: String
    /// The last of its change sets applied here.
    public var number: UInt64
    /// Whether it had then exactly what this replica has now.
    public var isEqual: Bool
    /// Its clock then, in Unix milliseconds.
    public var heardMillis: Int64
    /// Why its log cannot be read any further for now.
    public var heldBackReason: String?
    /// Whether a person has retired it, and nothing came from it since.
    public var isRetired: Bool
  }

  /// When the last complete sync was, in Unix milliseconds; `nil` if there was none.
  public var syncedAtMillis: Int64?
  /// The words of the failure of the last sync, if it failed.
  public var failure: String?
  /// Every other device heard of, in order of ids.
  public var devices: [Device]

  /// Reads it.
  ///
  /// - Parameter replica: The replica.
  /// - Throws: `ReplicaError`.
  public init(_ replica: Replica) throws {
    let store = try SyncStore(replica)
    let last = try store.lastSync()
    syncedAtMillis = last.at
    failure = last.failure
    // One that is only known by name, from what others have seen, matters while it is missed.
    let heard = try store.peers().filter { $0.number > 0 || $0.heldBackReason != nil }
    let retired = try store.retired()
    devices = heard.map {
      Device(
        id: $0.device, name: $0.name, number: $0.number, isEqual: $0.digest == replica.digest,
        heardMillis: $0.clock.millis, heldBackReason: $0.heldBackReason,
        isRetired: $0.heldBackReason == nil && $0.number <= retired[$0.device] ?? 0)
    }.sorted { $0.id < $1.id }
  }
}
