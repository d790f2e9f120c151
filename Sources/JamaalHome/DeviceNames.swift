package import ReplicaStore
import SQLite

/// What people call the devices that have written to a replica.
package struct DeviceNames: Sendable {
  /// This device.
  package let own: DeviceID
  private let names: [DeviceID: String]

  /// Reads the names that are known here: this device's, and those that a sync brought along.
  ///
  /// - Parameter replica: The replica.
  /// - Throws: `ReplicaError`.
  package init(_ replica: Replica) throws {
    own = replica.device
    var names: [DeviceID: String] = [:]
    try replica.read { transaction in
      let database = transaction.database
      // The table of the folder's program; a device that never synced has none.
      let hasSynced = try database.first(
        "SELECT 1 FROM sqlite_schema WHERE name = 'sync_peer'"
      ) { _ in
      } row: { _ in
        true
      }
      guard hasSynced == true else { return }
      let rows = try database.rows("SELECT device, name FROM sync_peer") { _ in
      } row: {
        (DeviceID(rawValue: UInt64(bitPattern: $0.int64(0))), $0.text(1))
      }
      for (device, name) in rows { names[device] = name }
    }
    names[own] = replica.name
    self.names = names.filter { !$0.value.isEmpty }
  }

  /// The name of a device; `nil` if none is known.
  package subscript(device: DeviceID) -> String? { names[device] }

  /// A device as a person reads it: its name, or the beginning of its id.
  ///
  /// - Parameter device: The device.
  /// - Returns: The words.
  package func words(_ device: DeviceID) -> String {
    names[device] ?? String(device.description.prefix(8))
  }
}
