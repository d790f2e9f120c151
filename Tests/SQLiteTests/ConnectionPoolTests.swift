import Testing

@testable import SQLite

/// What databases in memory hand on to the next one, and what they must not.
@Suite struct ConnectionPoolTests {
  private static let tables =
    "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT); CREATE INDEX i ON t(a)"

  private func image(_ sql: String) throws -> [UInt8] {
    let database = try Database(path: ":memory:")
    try database.execute(sql)
    return try database.image()
  }

  private func texts(_ database: Database, _ sql: String = "SELECT a FROM t ORDER BY a")
    throws -> [String]
  {
    try database.rows(sql) { _ in
    } row: {
      $0.text(0)
    }
  }

  @Test func `the next database has its own content and the statements of the one before`() throws {
    let pool = ConnectionPool()
    let many = try image(
      Self.tables
        + "; WITH c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 5000)"
        + " INSERT INTO t SELECT n, 'row ' || n FROM c")
    let few = try image(Self.tables + "; INSERT INTO t VALUES(1, 'x')")
    let none = try image(Self.tables)
    var connections: [Connection] = []
    var statements: [Statement] = []
    for (content, count) in [(few, 1), (many, 5000), (none, 0), (few, 1), (many, 5000)] {
      let database = try Database(image: content, pool: pool)
      connections.append(database.connection)
      statements.append(try database.prepare("SELECT a FROM t ORDER BY a"))
      #expect(try texts(database).count == count)
      // What one leaves behind, the next one does not see.
      try database.run("INSERT INTO t VALUES(NULL, 'left behind')")
      #expect(try texts(database).count == count + 1)
      #expect(try texts(database, "PRAGMA integrity_check") == ["ok"])
    }
    #expect(connections.allSatisfy { $0 === connections[0] })
    #expect(statements.allSatisfy { $0 === statements[0] })
  }

  @Test func `other tables get another connection, also where they changed as often`() throws {
    let pool = ConnectionPool()
    let one = try image("CREATE TABLE t (a); INSERT INTO t VALUES('one')")
    let other = try image("CREATE TABLE t (b, a); INSERT INTO t VALUES('wrong', 'other')")
    let later = try image("CREATE TABLE u (c); CREATE TABLE t (a); INSERT INTO t VALUES('later')")
    for (content, text) in [(one, "one"), (other, "other"), (later, "later"), (one, "one")] {
      let database = try Database(image: content, pool: pool)
      #expect(try texts(database, "SELECT a FROM t") == [text])
    }
  }

  @Test func `tables that changed meanwhile are not taken for those of the image`() throws {
    let pool = ConnectionPool()
    let content = try image(Self.tables + "; INSERT INTO t VALUES(1, 'x')")
    for _ in 0..<3 {
      let database = try Database(image: content, pool: pool)
      #expect(try texts(database, "SELECT * FROM t") == ["1"])
      try database.execute("ALTER TABLE t ADD COLUMN b; DROP INDEX i; CREATE TABLE more (z)")
    }
  }

  @Test func `what was going on ends with the database`() throws {
    let pool = ConnectionPool()
    let content = try image(Self.tables + "; INSERT INTO t VALUES(1, 'x'), (2, 'y')")
    do {
      let database = try Database(image: content, pool: pool)
      let reading = try database.prepare("SELECT a FROM t")
      _ = try reading.step()
    }
    do {
      let database = try Database(image: content, pool: pool)
      try database.execute("BEGIN; DELETE FROM t")
    }
    let database = try Database(image: content, pool: pool)
    #expect(!database.isInTransaction)
    #expect(try texts(database) == ["x", "y"])
  }

  @Test func `several at a time have a connection each`() throws {
    let pool = ConnectionPool()
    let content = try image(Self.tables)
    func some() throws -> [Database] {
      try (0..<40).map { number in
        let database = try Database(image: content, pool: pool)
        try database.run("INSERT INTO t VALUES(NULL, '\(number)')")
        return database
      }
    }
    for _ in 0..<2 {
      let databases = try some()
      for (number, database) in databases.enumerated() {
        #expect(try texts(database) == ["\(number)"])
      }
    }
  }

  @Test func `what is no database is refused, with a pool as without`() throws {
    let pool = ConnectionPool()
    _ = try texts(try Database(image: try image(Self.tables), pool: pool))
    var broken = try image(Self.tables)
    broken.replaceSubrange(0..<16, with: [UInt8](repeating: 7, count: 16))
    for content in [broken, [1, 2, 3]] {
      #expect(throws: SQLiteError.self) {
        try texts(try Database(image: content, pool: pool))
      }
    }
    #expect(try texts(try Database(image: try image(Self.tables), pool: pool)) == [])
  }
}
