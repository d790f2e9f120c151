import ReplicaStore
import SQLite

/// The last act of this device, so that it can be taken back after the program was closed.
///
/// Kept in the replica's own file, in a table that is never sent. It counts only as long as nothing
/// else was written on this device, so that an undo never reaches past something newer.
public struct LastAct: Hashable, Sendable {
  /// What it was, as it was told.
  public var words: String
  /// What it did.
  public var receipts: [ActionReceipt]
  /// Another way to take it back than by its receipts.
  public var exception: Exception?
  /// The seconds that a timer it began had counted, and which went with it when it was taken back.
  public var timerSeconds: Int?
  /// The number of the replica's change that it was.
  fileprivate var change: Int64

  /// How an act is taken back that has no receipts which do it.
  public enum Exception: Hashable, Sendable {
    /// The timer was finished: for a few seconds it can run on.
    case finishedTimer
    /// Not at all: why, and what to do instead.
    case refused(String)

    fileprivate var value: Value {
      switch self {
      case .finishedTimer: .null
      case .refused(let words): .text(words)
      }
    }
  }

  static let table = "local_last_act"
  static let sql = """
    CREATE TABLE IF NOT EXISTS local_last_act (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      words TEXT NOT NULL,
      change INTEGER NOT NULL,
      receipts BLOB NOT NULL
    ) STRICT;
    """

  fileprivate static func load(_ database: Database) throws(SQLiteError) -> LastAct? {
    let row = try database.first("SELECT words, change, receipts FROM local_last_act") { _ in
    } row: {
      ($0.text(0), $0.int64(1), $0.blob(2))
    }
    guard let (words, change, bytes) = row, let values = Value.decoded(bytes, atLeast: 1) else {
      return nil
    }
    var receipts: [ActionReceipt] = []
    for value in values {
      switch value {
      case .null where values.count == 1:
        return LastAct(words: words, receipts: [], exception: .finishedTimer, change: change)
      case .text(let why) where values.count == 1:
        return LastAct(words: words, receipts: [], exception: .refused(why), change: change)
      default: break
      }
      guard case .blob(let bytes) = value, let receipt = ActionReceipt(encoded: bytes) else {
        return nil
      }
      receipts.append(receipt)
    }
    return LastAct(words: words, receipts: receipts, change: change)
  }
}

extension Planner {
  /// Remembers what was just done, in the place of what was remembered before.
  ///
  /// - Parameters:
  ///   - receipts: What it did; an act that changed nothing is not remembered.
  ///   - words: What it was, as it is told.
  /// - Throws: `ReplicaError`.
  public func remember(_ receipts: [ActionReceipt], as words: String) throws {
    let done = receipts.filter(\.changedAnything)
    guard !done.isEmpty else { return }
    try remember(done.map { .blob($0.encoded) }, words)
  }

  /// Remembers what was just done and has no receipts that take it back.
  ///
  /// - Parameters:
  ///   - exception: How it is taken back, or why it is not.
  ///   - words: What it was, as it is told.
  /// - Throws: `ReplicaError`.
  public func remember(_ exception: LastAct.Exception, as words: String) throws {
    try remember([exception.value], words)
  }

  /// Does what nobody asked for, such as noting that a card was shown: the last act stays the last.
  ///
  /// - Parameter work: What writes it.
  /// - Throws: What `work` throws; `ReplicaError`.
  public func aside(_ work: () throws -> Void) throws {
    let before = replica.latestChange
    try work()
    let after = replica.latestChange
    guard after != before, try replica.read({ try LastAct.load($0.database) })?.change == before
    else { return }
    try replica.writeLocally { transaction in
      try transaction.database.run("UPDATE local_last_act SET change = ?") {
        (statement) throws(SQLiteError) in
        try statement.bind(after, at: 1)
      }
    }
  }

  private func remember(_ values: [Value], _ words: String) throws {
    let change = replica.latestChange
    try replica.writeLocally { transaction in
      try transaction.database.run("INSERT OR REPLACE INTO local_last_act VALUES(1, ?, ?, ?)") {
        (statement) throws(SQLiteError) in
        try statement.bind(words, at: 1)
        try statement.bind(change, at: 2)
        try statement.bind(Value.encoded(values), at: 3)
      }
    }
  }

  /// Takes back the last act of this device, as if it had never been.
  ///
  /// - Parameter context: The moment and the place.
  /// - Returns: The act.
  /// - Throws: `PlannerError` with `notFound` if there is none, `changedSince` if something else was
  ///   written here since, or what `undo` throws; nothing is written then; `ReplicaError`.
  public func undoLastAct(_ context: DayContext) throws -> LastAct {
    guard var act = try replica.read({ try LastAct.load($0.database) }) else {
      throw PlannerError(
        .notFound, "There is nothing to take back: nothing was done here since the last undo.")
    }
    if try hasWritten(since: act.change) {
      throw PlannerError(
        .changedSince,
        "Something else was written on this device since, so this stays: \(act.words)")
    }
    switch act.exception {
    case nil:
      let now = try tick(context).now
      act.timerSeconds = try replica.read { transaction in
        try transaction.timerSeconds(begunBy: act.receipts, at: now)
      }
      try undo(act.receipts, context)
    case .finishedTimer: _ = try undoFocus(context)
    case .refused(let why):
      throw PlannerError(.tooLate, "This stays: \(act.words) \(why)")
    }
    try replica.writeLocally { try $0.database.run("DELETE FROM local_last_act") }
    return act
  }

  /// Whether anything was written on this device after a change.
  private func hasWritten(since change: Int64) throws -> Bool {
    try replica.read { transaction in
      try transaction.database.first(
        "SELECT 1 FROM change WHERE seq > ? AND is_local = 1 LIMIT 1"
      ) { (statement) throws(SQLiteError) in
        try statement.bind(change, at: 1)
      } row: { _ in
        true
      } ?? false
    }
  }
}
