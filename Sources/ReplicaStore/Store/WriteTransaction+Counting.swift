import SQLite

extension WriteTransaction {
  /// Adds to a counter; what two devices add, offline, adds up.
  ///
  /// - Parameters:
  ///   - path: A counter field.
  ///   - id: The record, made if it is missing.
  ///   - amount: What to add; may be negative.
  /// - Throws: `ReplicaError`.
  public func increment<Model: Record>(
    _ path: WritableKeyPath<Model, Int>, of id: RecordID, by amount: Int
  ) throws {
    let (table, group) = counter(path)
    try count(group, table, id) { time, epoch in
      StoredIncrement(
        nonce: drawnNonce(), clock: time, device: localDevice, amount: Int64(amount),
        epochClock: epoch.clock, epochDevice: epoch.device)
    }
  }

  /// Sets a counter: increments made before this one is known are set aside.
  ///
  /// - Parameters:
  ///   - path: A counter field.
  ///   - id: The record, made if it is missing.
  ///   - amount: The new value.
  /// - Throws: `ReplicaError`.
  public func set<Model: Record>(
    _ path: WritableKeyPath<Model, Int>, of id: RecordID, to amount: Int
  ) throws {
    let (table, group) = counter(path)
    try setCounter(group, table, of: id, to: Int64(amount))
  }

  func setCounter(
    _ group: Int, _ table: RecordTable, of id: RecordID, to amount: Int64
  ) throws {
    // A stamp of its own, since it begins an epoch: what this transaction counted before it must
    // not count on top of it.
    endStamp()
    try count(group, table, id) { time, _ in
      StoredIncrement(
        nonce: 0, clock: time, device: localDevice, amount: amount, epochClock: time,
        epochDevice: localDevice)
    }
  }

  private func counter<Model: Record>(
    _ path: WritableKeyPath<Model, Int>
  ) -> (RecordTable, group: Int) {
    let type = Model.recordType
    let group = type.shape.groupOfField[type.index(of: path)]
    precondition(type.shape.groups[group].merge == .counter, "\(path) is no counter")
    return (table(Model.self), group)
  }

  private func count(
    _ group: Int, _ table: RecordTable, _ id: RecordID,
    _ made: (UInt64, (clock: UInt64, device: UInt16)) -> StoredIncrement
  ) throws {
    try attempt {
      let time = clock().rawValue
      let row = try authorRow(id, table, mask: 1 << UInt64(group), clock: time, device: localDevice)
      let settings = try replica.increments(table, row: row, group: group, settingsOnly: true)
      let added = made(time, replica.epoch(settings))
      var increment = added
      if let before = try replica.amount(of: increment, table, row: row, group: group) {
        // The same transaction counts again: one row holds both.
        increment.amount = Int64(clamping: Int128(increment.amount) + Int128(before))
        try replica.remove(increment, table, row: row, group: group)
      } else {
        replica.state.digest.add(
          id, salt: replica.incrementSalt(table, group) ^ increment.nonce, clock: time,
          device: replica.state.device.rawValue)
      }
      _ = try replica.store(increment, table, row: row, group: group)
      let field = table.shape.groups[group].fields[0]
      let total = try replica.total(
        after: added, table, row: row, group: group, field: field)
      try replica.setValue(.integer(total), table, row: row, field: field)
    }
  }
}
