import SQLite

/// Local small numbers for tags, since a day's writes all carry the same one.
///
/// Number 0 is no tag.
final class TagTable {
  private let database: Database
  private var numbers: [Tag: Int] = [.none: 0]
  private var tags: [Int: Tag] = [0: .none]

  static let sql = """
    CREATE TABLE tag (
      number INTEGER PRIMARY KEY,
      bytes BLOB NOT NULL UNIQUE
    ) STRICT;
    """

  init(_ database: Database) {
    self.database = database
  }

  /// The tag behind a local number.
  func tag(_ number: Int) throws -> Tag {
    if let tag = tags[number] { return tag }
    let bytes = try database.first("SELECT bytes FROM tag WHERE number = ?") {
      (statement) throws(SQLiteError) in
      try statement.bind(number, at: 1)
    } row: {
      $0.blob(0)
    }
    guard let bytes, bytes.count <= Tag.byteCountMax else {
      throw ReplicaError(.damaged, "A version's tag is damaged. Run the doctor command.")
    }
    let tag = Tag(bytes: bytes)
    tags[number] = tag
    return tag
  }

  /// The local number of a tag, made if it is new; needs an open write transaction.
  func number(_ tag: Tag) throws(SQLiteError) -> Int {
    if let number = numbers[tag] { return number }
    let bind: (Statement) throws(SQLiteError) -> Void = { (statement) throws(SQLiteError) in
      try statement.bind(tag.bytes, at: 1)
    }
    try database.run("INSERT INTO tag(bytes) VALUES(?) ON CONFLICT DO NOTHING", bind)
    let number = try database.first("SELECT number FROM tag WHERE bytes = ?", bind) { $0.int(0) }
    let found = number ?? 0
    numbers[tag] = found
    tags[found] = tag
    return found
  }

  /// Forgets numbers that a transaction made and did not keep.
  func rolledBack() {
    numbers = [.none: 0]
    tags = [0: .none]
  }
}
