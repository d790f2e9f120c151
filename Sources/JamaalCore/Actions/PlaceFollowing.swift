public import ReplicaStore
import SQLite

/// What telling where this device is amounted to.
public struct PlaceFollowing: Hashable, Sendable {
  /// The rules whose place was written.
  public var moved: [RecordID]
  /// Where this device remembers to be.
  public var mark: Coordinates
  /// The versions it wrote.
  public var versions: [VersionReference]

  /// The same, as what `Planner.undo` and `Planner.remember` take.
  public var acts: [ActionReceipt] {
    moved.map { id in ActionReceipt(task: id, versions: versions.filter { $0.id == id }) }
  }
}

extension Planner {
  /// Lets places that follow a device follow this one, if it has moved far enough itself.
  ///
  /// Where it was is remembered here and sent nowhere: a computer that stays at home never fetches
  /// back the place of a phone that has travelled.
  ///
  /// - Parameters:
  ///   - position: Where the device is.
  ///   - name: What is known of the new place's name.
  ///   - context: The moment and the place.
  /// - Returns: The rules whose place was written.
  /// - Throws: `ReplicaError`.
  public func followDevice(
    to position: Coordinates, named name: String = "", _ context: DayContext
  ) throws -> PlaceFollowing {
    let mark = try replica.read { try DeviceMark.load($0.database) }
    let following = try followDevice(to: position, from: mark, named: name, context)
    try replica.writeLocally { try DeviceMark.save(following.mark, in: $0.database) }
    return following
  }

  /// The same for a device that remembers by itself where it was.
  ///
  /// - Parameters:
  ///   - position: Where the device is.
  ///   - mark: What this device remembers of where it was; never shared.
  ///   - name: What is known of the new place's name.
  ///   - context: The moment and the place.
  /// - Returns: The rules whose place was written, and what the device is to remember.
  /// - Throws: `ReplicaError`.
  public func followDevice(
    to position: Coordinates, from mark: Coordinates?, named name: String = "",
    _ context: DayContext
  ) throws -> PlaceFollowing {
    let moment = try tick(context)
    let moves = try replica.read { transaction in
      try transaction.allIDs(AnchorRule.self).compactMap { id in
        try transaction.record(AnchorRule.self, id)
      }.filter { !$0.isArchived && $0.place != nil }.compactMap { rule in
        rule.place?.following(position, from: mark, named: name).place.map { (rule, $0) }
      }
    }
    // Every place says the same of the mark, also one that does not follow, and no place at all.
    let here = PrayerPlace(mode: .manual, coordinates: position, name: name)
    let remembered = here.following(position, from: mark).mark
    guard !moves.isEmpty else {
      return PlaceFollowing(moved: [], mark: remembered, versions: [])
    }
    return try replica.write(tag: moment.tag.tag) { transaction in
      for (rule, place) in moves {
        var rule = rule
        rule.place = place
        try transaction.write(rule, \.latitude)
      }
      return PlaceFollowing(
        moved: moves.map(\.0.id), mark: remembered, versions: transaction.authored)
    }
  }
}

/// Where this device was when it last told: nobody else's business, never sent.
enum DeviceMark {
  static let table = "local_device_mark"
  static let sql = """
    CREATE TABLE IF NOT EXISTS \(table) (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      latitude INTEGER NOT NULL,
      longitude INTEGER NOT NULL
    ) STRICT
    """

  /// Where it was; `nil` if it never told.
  static func load(_ database: Database) throws(SQLiteError) -> Coordinates? {
    let mark = try database.first("SELECT latitude, longitude FROM \(table)") { _ in
    } row: {
      Coordinates(latitude: Double($0.int(0)) / 100, longitude: Double($0.int(1)) / 100)
    }
    return mark ?? nil
  }

  /// Remembers where it is, to two decimals.
  static func save(_ mark: Coordinates, in database: Database) throws(SQLiteError) {
    try database.run("INSERT OR REPLACE INTO \(table) VALUES(1, ?, ?)") {
      (statement) throws(SQLiteError) in
      try statement.bind(Int((mark.latitude * 100).rounded()), at: 1)
      try statement.bind(Int((mark.longitude * 100).rounded()), at: 2)
    }
  }
}
