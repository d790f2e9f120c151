import ReplicaStore

/// What was done to rules, read once for as long as nothing is written: Today alone asks five times.
final class AnchorLogs: @unchecked Sendable {
  // Sendable: belongs to one planner, which is in one place at a time with all its transactions.
  private let replica: Replica
  private var change: Int64 = -1
  private var logs: [RecordID: EditLog<AnchorRuleState>] = [:]

  init(_ replica: Replica) {
    self.replica = replica
  }

  /// Everything that was done to a rule, its slots and its breaks.
  func log(
    _ id: RecordID, _ transaction: ReadTransaction
  ) throws -> EditLog<AnchorRuleState> {
    // What is just being written has no number yet.
    if transaction is WriteTransaction { return try transaction.anchorEdits(id) }
    if change != replica.latestChange {
      logs = [:]
      change = replica.latestChange
    }
    if let known = logs[id] { return known }
    let log = try transaction.anchorEdits(id)
    logs[id] = log
    return log
  }
}
