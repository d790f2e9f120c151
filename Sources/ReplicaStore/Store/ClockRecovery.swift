import SQLite

/// What a device gave up when its clock was put right.
public struct ClockRecovery: Hashable, Sendable {
  /// Who it was: peers let go of what they have in quarantine from it.
  public let formerDevice: DeviceID
  /// The first clock that was not to be believed: from here on the former device is void.
  public let voidSince: HybridTime
  /// How many stamps were given out anew.
  public let stampCount: Int
}

extension Replica {
  /// Whether this device's clock is further ahead of the wall clock than anybody believes.
  public var isClockAhead: Bool {
    clock > environment.driftGuard.limit(nowMillis: environment.nowMillis())
  }

  /// Comes back from a clock that was far ahead, now that the wall clock can be trusted again.
  ///
  /// Whatever has a stamp ahead of the drift guard is written again, in the order it had, under a
  /// new device id with a clock at the largest stamp that can be believed. Everything is sealed
  /// again under the new id; what the old one had sealed counts as applied from a peer. Every
  /// change set tells from now on that the old id is void from its first future stamp on.
  ///
  /// - Returns: What to tell the peers; `nil` if this device's clock is not ahead.
  /// - Throws: `ReplicaError`; nothing is changed then.
  public func recoverClock() throws -> ClockRecovery? {
    try writing {
      let now = environment.nowMillis()
      let limit = environment.driftGuard.limit(nowMillis: now).rawValue
      guard state.clock.rawValue > limit else { return nil }
      var stamps = FutureStamps(limit: limit)
      for table in tables { try collect(table, into: &stamps) }
      let former = state.device
      try database.run(
        "INSERT OR IGNORE INTO applied SELECT ?, number, chain FROM change_set"
      ) { (statement) throws(SQLiteError) in
        try statement.bind(Int64(bitPattern: former.rawValue), at: 1)
      }
      try becomeAnother()
      state.clock = HybridTime(rawValue: stamps.largestBelieved)
      let device = try devices.number(state.device.rawValue)
      let order = stamps.ahead.sorted {
        ($0.clock, devices.id($0.device)) < ($1.clock, devices.id($1.device))
      }
      var clock = HybridLogicalClock(latest: state.clock)
      var renewed: [FutureStamps.Key: UInt64] = [:]
      for stamp in order { renewed[stamp] = clock.tick(nowMillis: now).rawValue }
      try renewLists(renewed, device)
      for table in tables { try renewRows(of: table, renewed, device) }
      if state.generation.clock.rawValue > limit {
        state.generation = Stamp(clock: clock.tick(nowMillis: now), device: state.device)
        state.clock = clock.latest
      }
      let since = HybridTime(rawValue: order.first?.clock ?? limit + 1)
      try note([VoidedDevice(device: former, since: since)])
      try rebuild()
      // What was kept under the wrong clock ages from now on.
      try database.run("UPDATE change SET clock = min(clock, ?)") {
        (statement) throws(SQLiteError) in
        try statement.bind(Int64(bitPattern: state.clock.rawValue), at: 1)
      }
      return ClockRecovery(
        formerDevice: former,
        voidSince: since,
        stampCount: order.count)
    }
  }

  private func collect(_ table: RecordTable, into stamps: inout FutureStamps) throws {
    try forEachRow(of: table) { _, _, row, _ in
      if row.covered != 0 { stamps.note(row.clock, row.device) }
      for exception in row.exceptions { stamps.note(exception.clock, exception.device) }
    }
    for list in table.lists {
      let found = try database.rows("SELECT DISTINCT clock, device FROM \"\(list)\"") { _ in
      } row: {
        (UInt64(bitPattern: $0.int64(0)), UInt16(truncatingIfNeeded: $0.int64(1)))
      }
      for (clock, device) in found { stamps.note(clock, device) }
    }
  }

  /// Gives versions and increments their new stamps, and those that name them.
  private func renewLists(_ renewed: [FutureStamps.Key: UInt64], _ device: UInt16) throws {
    try database.execute(
      """
      DROP TABLE IF EXISTS temp.renewed;
      CREATE TEMP TABLE renewed (clock INTEGER, device INTEGER, new INTEGER,
        PRIMARY KEY (clock, device)) WITHOUT ROWID;
      """)
    for (stamp, clock) in renewed {
      try database.run("INSERT INTO temp.renewed VALUES(?, ?, ?)") {
        (statement) throws(SQLiteError) in
        try statement.bind(Int64(bitPattern: stamp.clock), at: 1)
        try statement.bind(Int(stamp.device), at: 2)
        try statement.bind(Int64(bitPattern: clock), at: 3)
      }
    }
    for table in tables {
      for list in table.lists {
        let reference = list == table.versionTable ? "voids" : "epoch"
        for prefix in ["", reference + "_"] {
          try database.execute(
            """
            UPDATE "\(list)" SET \(prefix)clock = renewed.new, \(prefix)device = \(device)
            FROM temp.renewed AS renewed WHERE "\(list)".\(prefix)clock = renewed.clock
              AND "\(list)".\(prefix)device = renewed.device
            """)
        }
      }
    }
    try database.execute("DROP TABLE temp.renewed")
    for table in tables where table.shape.versionMask != 0 { try renewBases(of: table, renewed) }
  }

  /// Gives the versions that texts build on their new stamps.
  private func renewBases(
    of table: RecordTable, _ renewed: [FutureStamps.Key: UInt64]
  ) throws {
    let kept = try database.rows(
      """
      SELECT row, field, clock, device, bases FROM "\(table.versionTable)"
      WHERE bases IS NOT NULL
      """
    ) { _ in
    } row: {
      (place: [$0.int64(0), $0.int64(1), $0.int64(2), $0.int64(3)], bases: $0.blob(4))
    }
    for (place, bytes) in kept {
      let old = try Self.bases(bytes)
      let new = old.map { base in
        let key = FutureStamps.Key(
          clock: base.clock.rawValue, device: devices.known(base.device.rawValue))
        guard let clock = renewed[key] else { return base }
        return Stamp(clock: HybridTime(rawValue: clock), device: state.device)
      }.sorted()
      guard new != old else { continue }
      try database.run(
        """
        UPDATE "\(table.versionTable)" SET bases = ?5
        WHERE row = ?1 AND field = ?2 AND clock = ?3 AND device = ?4
        """
      ) { (statement) throws(SQLiteError) in
        for (index, part) in place.enumerated() { try statement.bind(part, at: Int32(index + 1)) }
        try statement.bind(encodedStamps(new), at: 5)
      }
    }
  }

  private func renewRows(
    of table: RecordTable, _ renewed: [FutureStamps.Key: UInt64], _ device: UInt16
  ) throws {
    var changed: [(row: Int64, stamps: RowStamps)] = []
    try forEachRow(of: table) { _, row, old, _ in
      var stamps = old
      if let clock = renewed[.init(clock: old.clock, device: old.device)] {
        (stamps.clock, stamps.device) = (clock, device)
      }
      for index in old.exceptions.indices {
        let exception = old.exceptions[index]
        if let clock = renewed[.init(clock: exception.clock, device: exception.device)] {
          (stamps.exceptions[index].clock, stamps.exceptions[index].device) = (clock, device)
        }
      }
      if stamps != old { changed.append((row, stamps)) }
    }
    for (row, stamps) in changed {
      try database.run(
        """
        UPDATE "\(table.shape.name)" SET clock = ?2, device = ?3, covered = ?4, stamps = ?5,
          hidden = ?6 WHERE row = ?1
        """
      ) { (statement) throws(SQLiteError) in
        try table.bind(stamps, hidden: table.hidden(stamps, devices), to: statement)
        try statement.bind(row, at: 1)
      }
    }
  }
}

/// The stamps of a replica, told apart by whether they can be believed.
private struct FutureStamps {
  struct Key: Hashable {
    var clock: UInt64
    var device: UInt16
  }

  let limit: UInt64
  private(set) var ahead: Set<Key> = []
  private(set) var largestBelieved: UInt64 = 0

  init(limit: UInt64) {
    self.limit = limit
  }

  mutating func note(_ clock: UInt64, _ device: UInt16) {
    if clock > limit {
      ahead.insert(Key(clock: clock, device: device))
    } else {
      largestBelieved = max(largestBelieved, clock)
    }
  }
}
