import SQLite

/// The places of quarantined values, to let go of those that have landed after all.
///
/// A change set that was ahead of its time can arrive again when its time has come, merged with
/// others. What it then wins or loses is settled, and nobody needs to be asked any more.
struct QuarantinedPlaces {
  private struct Place: Hashable {
    let type: String
    let id: RecordID
    let group: String
    let clock: UInt64
    let device: UInt64
  }

  private let places: Set<Place>
  private let ids: Set<RecordID>

  /// Reads them; there are hardly ever any.
  init(_ database: Database) throws {
    let rows = try database.rows(
      "SELECT DISTINCT type, id, name, clock, device FROM foreign_cell WHERE reason = ?"
    ) { (statement) throws(SQLiteError) in
      try statement.bind(ForeignCell.Reason.quarantined.rawValue, at: 1)
    } row: { row in
      row.high128(1).map { id in
        Place(
          type: row.text(0), id: RecordID(high: id.high, low: id.low), group: row.text(2),
          clock: UInt64(bitPattern: row.int64(3)), device: UInt64(bitPattern: row.int64(4)))
      }
    }
    places = Set(rows.compactMap(\.self))
    ids = Set(places.map(\.id))
  }

  /// Lets go of quarantined values with stamps that are now among the accepted ones.
  ///
  /// - Parameters:
  ///   - block: What was accepted of a change set.
  ///   - devices: The change set's table of devices.
  ///   - database: Where the quarantine is.
  /// - Throws: The storage failures.
  func release(_ block: RecordBlock, _ devices: [UInt64], in database: Database) throws {
    guard !places.isEmpty else { return }
    for record in block.ids.indices where ids.contains(block.ids[record]) {
      for (group, clock, device) in block.stamps(of: record) {
        let place = Place(
          type: block.name, id: block.ids[record],
          group: group == RecordShape.deletion ? "" : block.groups[group].name, clock: clock,
          device: devices[device])
        if places.contains(place) { try remove(place, in: database) }
      }
    }
  }

  private func remove(_ place: Place, in database: Database) throws(SQLiteError) {
    try database.run(
      """
      DELETE FROM foreign_cell
      WHERE reason = ? AND type = ? AND id = ? AND name = ? AND clock = ? AND device = ?
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(ForeignCell.Reason.quarantined.rawValue, at: 1)
      try statement.bind(place.type, at: 2)
      try statement.bind(high: place.id.high, low: place.id.low, at: 3)
      try statement.bind(place.group, at: 4)
      try statement.bind(Int64(bitPattern: place.clock), at: 5)
      try statement.bind(Int64(bitPattern: place.device), at: 6)
    }
  }
}

extension RecordBlock {
  /// Every stamp of a record with its group: of groups, deletion, versions and increments.
  fileprivate func stamps(of record: Int) -> [(group: Int, clock: UInt64, device: Int)] {
    var stamps: [(group: Int, clock: UInt64, device: Int)] = []
    forEachBit(of: covered[record]) { stamps.append(($0, clocks[record], Int(devices[record]))) }
    stamps += exceptions[record].map { ($0.group, $0.clock, $0.device) }
    for group in groups.indices {
      stamps += versions[group][record].map { (group, $0.clock, $0.device) }
    }
    return stamps + increments[record].map { ($0.group, $0.clock, $0.device) }
  }
}
