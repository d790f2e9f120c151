import SQLite

extension WriteTransaction {
  /// Undoes versions as if they had never been written; later versions stay.
  ///
  /// - Parameter references: Versions that some transaction wrote; ones that are gone are passed.
  /// - Throws: `ReplicaError`.
  public func void(_ references: [VersionReference]) throws {
    try attempt {
      for reference in references {
        guard let table = replica.tableOfName[reference.type],
          let group = table.shape.groups.firstIndex(where: { $0.name == reference.group }),
          table.shape.groups[group].merge.keepsVersions,
          let row = try table.rows(of: [reference.id]).first, row != 0
        else { continue }
        // Each undoing needs a stamp of its own: two in one group would be one, and a write that
        // follows it in this transaction would take its place.
        endStamp()
        defer { endStamp() }
        let time = clock().rawValue
        _ = try authorRow(
          reference.id, table, mask: 1 << UInt64(group), clock: time, device: localDevice)
        let target = reference.stamp
        let version = StoredVersion(
          clock: time, device: localDevice, tag: try replica.tags.number(tag),
          voids: (
            target.clock.rawValue, try replica.devices.number(target.device.rawValue)
          ), values: [])
        _ = try replica.store(version, table, row: row, group: group)
        replica.state.digest.add(
          reference.id, salt: replica.versionSalt(table, group), clock: time,
          device: replica.state.device.rawValue)
        try replica.resolveVersions(table, row: row, group: group)
      }
    }
  }
}
