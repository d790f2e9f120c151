import CFaultDisk

/// A disk in memory for SQLite that loses power, fills up and fails where it is told to.
///
/// Belongs to one thread at a time, as the databases on it do. Every database on it must be closed
/// before `restart` and before it goes.
package final class FaultDisk {
  /// What can happen at an operation that changes the disk.
  package enum Fault: Hashable, Sendable, CaseIterable {
    /// The power goes; a write under way may have got anywhere. Everything fails until `restart`.
    case powerCut
    /// There is no room for this write and every later one, until `relieve`.
    case full
    /// This one operation fails.
    case failure
  }

  /// The name that SQLite knows the disk by.
  package let name: String
  private let disk: OpaquePointer

  /// Makes an empty disk.
  ///
  /// - Parameters:
  ///   - name: A name that no other disk of this process has.
  ///   - seed: Chooses what a power cut leaves of what was not synced.
  package init(name: String, seed: UInt64) {
    guard let made = fault_disk_create(name, seed) else {
      preconditionFailure("SQLite takes no disk named \(name)")
    }
    self.name = name
    disk = made
  }

  deinit {
    fault_disk_destroy(disk)
  }

  /// The operations so far that changed the disk, or tried to: writes, syncs, cuts and removals.
  package var operationCount: Int64 { fault_disk_operations(disk) }

  /// Has something happen at one operation.
  ///
  /// - Parameters:
  ///   - fault: What.
  ///   - operation: The number of the operation, from 0 since the disk was made.
  package func arm(_ fault: Fault, at operation: Int64) {
    let kind =
      switch fault {
      case .powerCut: FAULT_POWER_CUT
      case .full: FAULT_FULL
      case .failure: FAULT_IO_ERROR
      }
    fault_disk_fail(disk, kind, operation)
  }

  /// Makes room again; nothing is armed any more.
  package func relieve() {
    fault_disk_fail(disk, FAULT_NONE, 0)
  }

  /// Puts the power on again: what was not synced is there or not, as chance has it.
  package func restart() {
    fault_disk_restart(disk)
  }
}
