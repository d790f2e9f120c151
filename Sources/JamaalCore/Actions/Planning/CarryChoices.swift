import ReplicaStore
import SQLite

/// What each choice of Carry wrote, on this device, so that it can be taken back exactly, also after
/// the program was closed; until the plan is confirmed.
///
/// Not a consequence: a rebuild leaves it alone, and no other device ever hears of it.
struct CarryChoices {
  let database: Database
  let forDate: LogicalDate

  static let table = "local_choice"
  static let sql = """
    CREATE TABLE IF NOT EXISTS local_choice (
      position INTEGER PRIMARY KEY,
      for_date INTEGER NOT NULL,
      task BLOB NOT NULL,
      confirmed_at INTEGER,
      versions TEXT NOT NULL
    ) STRICT;
    """

  /// The choices of the planning of a day.
  init(_ transaction: ReadTransaction, for date: LogicalDate) {
    database = transaction.database
    forDate = date
  }

  /// Remembers a choice.
  ///
  /// - Parameters:
  ///   - receipt: What it wrote.
  ///   - session: The session as it stands: a later close ends the undo.
  /// - Throws: `SQLiteError`.
  func remember(_ receipt: ActionReceipt, _ session: PlanningSession) throws {
    try database.run(
      "INSERT INTO local_choice(for_date, task, confirmed_at, versions) VALUES(?, ?, ?, ?)"
    ) { (statement) throws(SQLiteError) in
      try statement.bind(forDate.dayNumber, at: 1)
      try statement.bind(high: receipt.task.high, low: receipt.task.low, at: 2)
      try statement.bindIfAny(session.completedAt.map { Int($0.millis) }, at: 3)
      try statement.bind(receipt.versions.map(\.line).joined(separator: "\n"), at: 4)
    }
  }

  /// The tasks whose latest choice can be taken back.
  func undoable(_ session: PlanningSession) throws -> Set<RecordID> {
    Set(
      try database.rows(
        "SELECT task FROM local_choice WHERE for_date = ? AND confirmed_at IS ?"
      ) { (statement) throws(SQLiteError) in
        try statement.bind(forDate.dayNumber, at: 1)
        try statement.bindIfAny(session.completedAt.map { Int($0.millis) }, at: 2)
      } row: {
        $0.recordID(0)
      })
  }

  /// Forgets the latest choice about a task and gives what it wrote; `nil` if there is none left
  /// that can be taken back.
  func takeLatest(
    _ task: RecordID, _ session: PlanningSession
  ) throws -> [VersionReference]? {
    let latest = try database.first(
      """
      SELECT position, versions FROM local_choice
      WHERE for_date = ? AND task = ? AND confirmed_at IS ? ORDER BY position DESC LIMIT 1
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(forDate.dayNumber, at: 1)
      try statement.bind(high: task.high, low: task.low, at: 2)
      try statement.bindIfAny(session.completedAt.map { Int($0.millis) }, at: 3)
    } row: {
      ($0.int64(0), $0.text(1))
    }
    guard let (position, lines) = latest else { return nil }
    try remove(position)
    return VersionReference.references(lines: lines)
  }

  /// Forgets choices that were taken back in another way than by ``takeLatest(_:_:)``.
  ///
  /// - Parameters:
  ///   - versions: Everything that was taken back.
  ///   - transaction: Where it is.
  /// - Throws: `SQLiteError`.
  static func forget(
    _ versions: Set<VersionReference>, _ transaction: WriteTransaction
  ) throws {
    let choices = CarryChoices(transaction, for: LogicalDate(dayNumber: 0))
    guard !versions.isEmpty else { return }
    let all = try choices.database.rows("SELECT position, versions FROM local_choice") { _ in
    } row: {
      ($0.int64(0), $0.text(1))
    }
    for (position, lines) in all
    where versions.isSuperset(of: VersionReference.references(lines: lines)) {
      try choices.remove(position)
    }
  }

  private func remove(_ position: Int64) throws(SQLiteError) {
    try database.run("DELETE FROM local_choice WHERE position = ?") {
      (statement) throws(SQLiteError) in
      try statement.bind(position, at: 1)
    }
  }

  /// Forgets the choices of this planning and of those before it.
  func forget() throws {
    try database.run("DELETE FROM local_choice WHERE for_date <= ?") {
      (statement) throws(SQLiteError) in
      try statement.bind(forDate.dayNumber, at: 1)
    }
  }
}

extension VersionReference {
  /// Its parts with spaces between them; names have none.
  fileprivate var line: String {
    "\(type) \(id) \(group) \(stamp.clock.rawValue) \(stamp.device.rawValue)"
  }

  /// Reads what several lines say.
  fileprivate static func references(lines: String) -> [VersionReference] {
    lines.split(separator: "\n").compactMap { VersionReference(line: $0) }
  }

  /// Reads what `line` says.
  fileprivate init?(line: some StringProtocol) {
    let parts = line.split(separator: " ")
    guard parts.count == 5, let id = RecordID(parts[1]), let clock = UInt64(parts[3]),
      let device = UInt64(parts[4])
    else { return nil }
    self.init(
      type: String(parts[0]), id: id, group: String(parts[2]),
      stamp: Stamp(
        clock: HybridTime(rawValue: clock), device: DeviceID(rawValue: device)))
  }
}
