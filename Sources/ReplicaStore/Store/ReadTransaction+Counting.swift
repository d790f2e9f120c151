/// One part of what a counter amounts to.
public struct CounterStep: Hashable, Sendable {
  /// When and where it was counted.
  public var stamp: Stamp
  /// What was added, or what it was set to.
  public var amount: Int
  /// Whether the counter was set to the amount; only ever the first.
  public var isSetting: Bool
}

extension ReadTransaction {
  /// What a counter is made of: the latest setting, then every increment on top of it.
  ///
  /// - Parameters:
  ///   - path: A counter field.
  ///   - id: The record.
  /// - Returns: In order of stamps; increments set aside by a later setting are not among them.
  /// - Throws: `ReplicaError`.
  public func steps<Model: Record>(
    of path: WritableKeyPath<Model, Int>, _ id: RecordID
  ) throws -> [CounterStep] {
    try translatingErrors {
      let type = Model.recordType
      let table = table(Model.self)
      let group = type.shape.groupOfField[type.index(of: path)]
      precondition(type.shape.groups[group].merge == .counter, "\(path) is no counter")
      guard let row = try table.rows(of: [id]).first, row != 0 else { return [] }
      let increments = try replica.increments(table, row: row, group: group)
      let epoch = replica.epoch(increments)
      return increments.filter {
        $0.epochClock == epoch.clock && $0.epochDevice == epoch.device
      }.map {
        CounterStep(
          stamp: replica.stamp($0.clock, $0.device), amount: Int(clamping: $0.amount),
          isSetting: $0.nonce == 0)
      }.sorted { left, right in
        if left.isSetting != right.isSetting { return left.isSetting }
        return (left.stamp, left.amount) < (right.stamp, right.amount)
      }
    }
  }
}
