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
      var stored = try replica.increments(table, row: row, group: group)
      var increment = made(time, replica.epoch(stored))
      if let index = stored.firstIndex(where: {
        $0.nonce == increment.nonce && $0.clock == time && $0.device == localDevice
      }) {
        // The same transaction counts again: one row holds both.
        let sum = Int128(increment.amount) + Int128(stored[index].amount)
        increment.amount = Int64(clamping: sum)
        stored[index] = increment
        try replica.remove(increment, table, row: row, group: group)
      } else {
        stored.append(increment)
        replica.state.digest.add(
          id, salt: replica.incrementSalt(table, group) ^ increment.nonce, clock: time,
          device: replica.state.device.rawValue)
      }
      _ = try replica.store(increment, table, row: row, group: group)
      try replica.setValue(
        .integer(replica.total(stored)), table, row: row,
        field: table.shape.groups[group].fields[0])
    }
  }
}
