import SQLite

/// What is remembered of the change sets of other devices: which were applied.
///
/// There can be years of them, so whoever syncs asks about the few that are in question.
extension Replica {
  /// A change set of another device, by its number and the chain at it.
  public struct Applied: Hashable, Sendable {
    /// Whose it is.
    public var device: DeviceID
    /// Its number, or the last one of a merge.
    public var number: UInt64
    /// The chain at that number, which tells apart what twins have sealed under one.
    public var chain: Chain

    /// Names a change set.
    public init(device: DeviceID, number: UInt64, chain: Chain) {
      self.device = device
      self.number = number
      self.chain = chain
    }
  }

  /// Everything that was ever applied; grows with every change set that any device seals.
  ///
  /// Of numbers inside a merge the chain has its first four bytes alone.
  ///
  /// - Returns: In order of device, then number.
  /// - Throws: `ReplicaError`.
  public func applied() throws -> [Applied] {
    try translatingErrors {
      try database.rows("SELECT device, number, chain FROM applied") { _ in
      } row: {
        Self.applied($0)
      }.sorted { ($0.device, $0.number) < ($1.device, $1.number) }
    }
  }

  /// What was applied of one device at one number: nothing, one change set, or those of twins.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - number: The number.
  /// - Returns: In no order.
  /// - Throws: `ReplicaError`.
  public func applied(of device: DeviceID, at number: UInt64) throws -> [Applied] {
    guard let stored = Int64(exactly: number) else { return [] }
    return try translatingErrors {
      try database.rows(
        "SELECT device, number, chain FROM applied WHERE device = ? AND number = ?"
      ) { (statement) throws(SQLiteError) in
        try statement.bind(Int64(bitPattern: device.rawValue), at: 1)
        try statement.bind(stored, at: 2)
      } row: {
        Self.applied($0)
      }
    }
  }

  /// The change set with the largest number that was applied of each device.
  ///
  /// Costs as much as there are devices, however many change sets they have sealed.
  ///
  /// - Returns: In order of device.
  /// - Throws: `ReplicaError`.
  public func lastApplied() throws -> [Applied] {
    try translatingErrors {
      // From one device to the next along the key: `GROUP BY` would go through every row.
      try database.rows(
        """
        WITH RECURSIVE author(device) AS (
          SELECT min(device) FROM applied
          UNION ALL
          SELECT (SELECT min(device) FROM applied WHERE device > author.device)
          FROM author WHERE device IS NOT NULL
        ), latest(device, number) AS (
          SELECT device, (SELECT max(number) FROM applied WHERE device = author.device)
          FROM author WHERE device IS NOT NULL
        )
        SELECT device, number,
          (SELECT max(chain) FROM applied
            WHERE device = latest.device AND number = latest.number)
        FROM latest
        """
      ) { _ in
      } row: {
        Self.applied($0)
      }.sorted { $0.device < $1.device }
    }
  }

  private static func applied(_ row: Statement) -> Applied {
    Applied(
      device: DeviceID(rawValue: UInt64(bitPattern: row.int64(0))),
      number: UInt64(bitPattern: row.int64(1)), chain: Chain(row.blob(2)) ?? .zero)
  }
}
