/// Versions and increments, which are kept in lists beside their records.
extension RecordMerger {
  /// Whether it has versions or increments of groups that are known here.
  func hasEntries(_ record: Int) -> Bool {
    block.increments[record].contains { plan.local[$0.group] != nil }
      || block.versions.indices.contains {
        plan.local[$0] != nil && !block.versions[$0][record].isEmpty
      }
  }

  /// Stores versions and increments, and works out the values they amount to.
  func mergeLists(
    _ record: Int, row: Int64, _ resolved: inout [Int: Value]
  ) throws -> UInt64 {
    var changed: UInt64 = 0
    let id = block.ids[record]
    for source in block.groups.indices {
      let list = block.versions[source][record]
      guard !list.isEmpty, let group = plan.local[source] else { continue }
      var isChanged = false
      for version in list {
        let stored = StoredVersion(
          clock: version.clock, device: merger.devices[version.device],
          tag: merger.tags[version.tag],
          voids: version.voids.map { ($0.clock, merger.devices[$0.device]) },
          values: version.voids != nil
            ? [] : block.columns[source].map { $0[version.position].value(in: merger.bytes) },
          bases: version.bases.map { merger.changes.stamp($0.clock, $0.device) }.sorted())
        let outcome = try replica.store(stored, table, row: row, group: group)
        isChanged = isChanged || outcome.isChanged
        if outcome.isNew {
          replica.state.digest.add(
            id, salt: replica.versionSalt(table, group), clock: version.clock,
            device: merger.changes.devices[version.device])
        }
      }
      guard isChanged else { continue }
      changed |= 1 << UInt64(group)
      let values = try replica.resolved(table, row: row, group: group)
      for (field, value) in zip(shape.groups[group].fields, values) { resolved[field] = value }
    }
    var counted: UInt64 = 0
    for increment in block.increments[record] {
      guard let group = plan.local[increment.group] else { continue }
      let stored = StoredIncrement(
        nonce: increment.nonce, clock: increment.clock, device: merger.devices[increment.device],
        amount: increment.amount, epochClock: increment.epochClock,
        epochDevice: merger.devices[increment.epochDevice])
      let outcome = try replica.store(stored, table, row: row, group: group)
      if outcome.isChanged { counted |= 1 << UInt64(group) }
      if outcome.isNew {
        replica.state.digest.add(
          id, salt: replica.incrementSalt(table, group) ^ increment.nonce, clock: increment.clock,
          device: merger.changes.devices[increment.device])
      }
    }
    try forEachBit(of: counted) { group in
      let all = try replica.increments(table, row: row, group: group)
      resolved[shape.groups[group].fields[0]] = .integer(replica.total(all))
    }
    return changed | counted
  }
}
