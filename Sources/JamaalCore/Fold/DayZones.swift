import ReplicaStore
import SQLite

/// Which zone each day was lived in: what a day's end and its minutes are reckoned by.
struct DayZones: ConsequencePart {
  static let tables = [ConsequenceTable("local_day_zone", order: "day")]

  static let sql = """
    CREATE TABLE local_day_zone (
      day INTEGER PRIMARY KEY,
      clock INTEGER NOT NULL,
      device INTEGER NOT NULL,
      zone TEXT NOT NULL
    ) STRICT;
    """

  private let transaction: ReadTransaction

  init(_ planner: Planner, _ transaction: ReadTransaction, _ moment: PlannerMoment) {
    self.transaction = transaction
  }

  // Tasks and others whose histories are read anyway note their zones themselves.
  func catchUp(_ touched: inout TouchedRecords) throws {
    try note(DeferralRecord.self, touched.ids(DeferralRecord.self))
    try note(UserSettings.self, touched.ids(UserSettings.self))
    try note(DayPlan.self, touched.ids(DayPlan.self))
    try note(NightPlanningSession.self, touched.ids(NightPlanningSession.self))
  }

  func rebuild() throws {
    try note(DeferralRecord.self, try transaction.allIDs(DeferralRecord.self))
    try note(UserSettings.self, try transaction.allIDs(UserSettings.self))
    try note(DayPlan.self, try transaction.allIDs(DayPlan.self))
    try note(NightPlanningSession.self, try transaction.allIDs(NightPlanningSession.self))
  }

  private func note<Model: Record>(_ model: Model.Type, _ ids: [RecordID]) throws {
    for id in ids {
      try Self.note(try transaction.history(model, id).marks(), in: transaction.database)
    }
  }

  /// Remembers the zone of the largest-stamped fact of each day; undone facts count too, since
  /// an undoing must not move a day's end.
  static func note(
    _ marks: [(stamp: Stamp, tag: Tag)], in database: Database
  ) throws(SQLiteError) {
    // Of one tag only the largest stamp can count: most of a record's marks share a few tags.
    var newest: [Tag: Stamp] = [:]
    for mark in marks where newest[mark.tag].map({ $0 < mark.stamp }) ?? true {
      newest[mark.tag] = mark.stamp
    }
    for mark in newest {
      guard let tag = DayTag(mark.key) else { continue }
      try database.run(
        """
        INSERT INTO local_day_zone VALUES(?1, ?2, ?3, ?4)
        ON CONFLICT(day) DO UPDATE SET clock = ?2, device = ?3, zone = ?4
        WHERE ?2 > clock OR (?2 = clock AND ?3 > device)
        """
      ) { (statement) throws(SQLiteError) in
        try statement.bind(tag.day.dayNumber, at: 1)
        try statement.bind(Int64(bitPattern: mark.value.clock.rawValue), at: 2)
        // Shifted so that SQL's signed order is the unsigned order of ids.
        let device = mark.value.device.rawValue ^ (1 << 63)
        try statement.bind(Int64(bitPattern: device), at: 3)
        try statement.bind(tag.zone, at: 4)
      }
    }
  }

  /// The zones in which days ended, asked for in their order: one look-up for each stretch of days
  /// in which nothing is noted, so that a year of sleep is one.
  struct Walk {
    private let database: Database
    private var stretch: (days: Range<Int>, zone: String?) = (0..<0, nil)

    init(in database: Database) {
      self.database = database
    }

    mutating func zone(of day: LogicalDate) throws(SQLiteError) -> String? {
      if stretch.days.contains(day.dayNumber) { return stretch.zone }
      let next = try database.first(
        "SELECT day FROM local_day_zone WHERE day > ? ORDER BY day LIMIT 1"
      ) { (statement) throws(SQLiteError) in
        try statement.bind(day.dayNumber, at: 1)
      } row: {
        $0.int(0)
      }
      let zone = try DayZones.zone(of: day, in: database)
      stretch = (day.dayNumber..<(next ?? Int.max), zone)
      return zone
    }
  }

  /// The zone in which a day ended: that of the largest-stamped fact of it or of an earlier day.
  static func zone(
    of day: LogicalDate, in database: Database
  ) throws(SQLiteError) -> String? {
    try database.first(
      "SELECT zone FROM local_day_zone WHERE day <= ? ORDER BY day DESC LIMIT 1"
    ) { (statement) throws(SQLiteError) in
      try statement.bind(day.dayNumber, at: 1)
    } row: {
      $0.text(0)
    }
  }
}
