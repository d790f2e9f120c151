import SQLite

/// One increment of a counter, or the setting of one, as it is stored and sent.
struct StoredIncrement: Equatable {
  /// Random, one for each transaction; zero for a setting.
  var nonce: UInt64
  var clock: UInt64
  var device: UInt16
  /// What was added, or what it was set to.
  var amount: Int64
  /// The setting it was made on top of, zero for none; for a setting its own stamp.
  var epochClock: UInt64
  var epochDevice: UInt16
}

extension Replica {
  func increments(
    _ table: RecordTable, row: Int64, group: Int, after clock: UInt64? = nil,
    settingsOnly: Bool = false
  ) throws(SQLiteError) -> [StoredIncrement] {
    try database.rows(
      """
      SELECT nonce, clock, device, amount, epoch_clock, epoch_device
      FROM "\(table.counterTable)" WHERE row = ? AND field = ? AND clock > ?
      \(settingsOnly ? "AND nonce = 0" : "") ORDER BY clock, nonce
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(row, at: 1)
      try statement.bind(group, at: 2)
      try statement.bind(clock.map { Int64(bitPattern: $0) } ?? -1, at: 3)
    } row: { row in
      StoredIncrement(
        nonce: UInt64(bitPattern: row.int64(0)), clock: UInt64(bitPattern: row.int64(1)),
        device: UInt16(truncatingIfNeeded: row.int64(2)), amount: row.int64(3),
        epochClock: UInt64(bitPattern: row.int64(4)),
        epochDevice: UInt16(truncatingIfNeeded: row.int64(5)))
    }
  }

  /// The sum of what was added since the latest setting, plus that setting.
  ///
  /// Increments made on top of an older setting are set aside. Sums stop at the ends of 64 bits.
  func total(_ increments: [StoredIncrement]) -> Int64 {
    let epoch = epoch(increments)
    let total = increments.reduce(Int128(0)) { sum, increment in
      let counts = increment.epochClock == epoch.clock && increment.epochDevice == epoch.device
      return counts ? sum + Int128(increment.amount) : sum
    }
    return Int64(clamping: total)
  }

  /// The stamp of the latest setting; zero if there is none.
  func epoch(_ increments: [StoredIncrement]) -> (clock: UInt64, device: UInt16) {
    var epoch: (clock: UInt64, device: UInt16) = (0, 0)
    for setting in increments where setting.nonce == 0 {
      let larger =
        (setting.clock, devices.id(setting.device)) > (epoch.clock, devices.id(epoch.device))
      if larger { epoch = (setting.clock, setting.device) }
    }
    return epoch
  }

  /// What a counter amounts to with one more increment or setting on top of its latest setting.
  ///
  /// Adds to what it amounted to before, so that counting a thousand times reads no thousand
  /// increments; near the ends of 64 bits, where sums stop, all are added up again.
  func total(
    after added: StoredIncrement, _ table: RecordTable, row: Int64, group: Int, field: Int
  ) throws(SQLiteError) -> Int64 {
    if added.nonce == 0 { return added.amount }
    let before = try database.first(
      "SELECT \"\(table.shape.fields[field].name)\" FROM \"\(table.shape.name)\" WHERE row = ?"
    ) { (statement) throws(SQLiteError) in
      try statement.bind(row, at: 1)
    } row: {
      $0.int64(0)
    }
    let (total, overflowed) = (before ?? 0).addingReportingOverflow(added.amount)
    guard overflowed || before == .max || before == .min else { return total }
    return self.total(try increments(table, row: row, group: group))
  }

  /// How much is kept under the identity of an increment; `nil` if nothing is.
  func amount(
    of increment: StoredIncrement, _ table: RecordTable, row: Int64, group: Int
  ) throws(SQLiteError) -> Int64? {
    try database.first(
      """
      SELECT amount FROM "\(table.counterTable)"
      WHERE row = ? AND field = ? AND nonce = ? AND clock = ? AND device = ?
      """
    ) { (statement) throws(SQLiteError) in
      try Self.bindKey(statement, row, group, increment)
    } row: {
      $0.int64(0)
    }
  }

  /// Stores an increment; of two with one identity the larger in amount, then epoch, stays.
  ///
  /// - Returns: Whether it is new, and whether anything changed.
  func store(
    _ increment: StoredIncrement, _ table: RecordTable, row: Int64, group: Int
  ) throws(SQLiteError) -> (isNew: Bool, isChanged: Bool) {
    let existing = try database.first(
      """
      SELECT amount, epoch_clock, epoch_device FROM "\(table.counterTable)"
      WHERE row = ? AND field = ? AND nonce = ? AND clock = ? AND device = ?
      """
    ) { (statement) throws(SQLiteError) in
      try Self.bindKey(statement, row, group, increment)
    } row: {
      (
        $0.int64(0), UInt64(bitPattern: $0.int64(1)),
        devices.id(UInt16(truncatingIfNeeded: $0.int64(2)))
      )
    }
    let new = (increment.amount, increment.epochClock, devices.id(increment.epochDevice))
    if let existing, existing >= new { return (false, false) }
    try database.run(
      """
      INSERT OR REPLACE INTO "\(table.counterTable)"
        (row, field, nonce, clock, device, amount, epoch_clock, epoch_device)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?)
      """
    ) { (statement) throws(SQLiteError) in
      try Self.bindKey(statement, row, group, increment)
      try statement.bind(increment.amount, at: 6)
      try statement.bind(Int64(bitPattern: increment.epochClock), at: 7)
      try statement.bind(Int64(increment.epochDevice), at: 8)
    }
    return (existing == nil, true)
  }

  /// Takes an increment away that a larger one replaces.
  func remove(
    _ increment: StoredIncrement, _ table: RecordTable, row: Int64, group: Int
  ) throws(SQLiteError) {
    try database.run(
      """
      DELETE FROM "\(table.counterTable)"
      WHERE row = ? AND field = ? AND nonce = ? AND clock = ? AND device = ?
      """
    ) { (statement) throws(SQLiteError) in
      try Self.bindKey(statement, row, group, increment)
    }
  }

  private static func bindKey(
    _ statement: Statement, _ row: Int64, _ group: Int, _ increment: StoredIncrement
  ) throws(SQLiteError) {
    try statement.bind(row, at: 1)
    try statement.bind(group, at: 2)
    try statement.bind(Int64(bitPattern: increment.nonce), at: 3)
    try statement.bind(Int64(bitPattern: increment.clock), at: 4)
    try statement.bind(Int64(increment.device), at: 5)
  }
}
