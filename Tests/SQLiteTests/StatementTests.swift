import SQLite
import TestSupport
import Testing

@Suite struct StatementTests {
  private func database() throws -> Database {
    let database = try Database(path: ":memory:")
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, value ANY) STRICT")
    return database
  }

  @Test(arguments: [
    "", "plain", "NUL \0 inside", "\u{65}\u{301}", "\u{E9}", "👩‍👩‍👧‍👦",
    String(repeating: "long ", count: 4000),
  ])
  func `a text comes back with every byte`(text: String) throws {
    let database = try database()
    try database.run("INSERT INTO t(value) VALUES(?)") { (row) throws(SQLiteError) in
      try row.bind(text, at: 1)
    }
    let read = try database.first("SELECT value FROM t") { _ in
    } row: {
      $0.text(0)
    }
    #expect(read.map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test(arguments: [
    0.0, -0.0, 1.0, 0.1, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
  ])
  func `a real number keeps every bit`(number: Double) throws {
    let database = try database()
    try database.run("INSERT INTO t(value) VALUES(?)") { (row) throws(SQLiteError) in
      try row.bind(number, at: 1)
    }
    let read = try database.first("SELECT value FROM t") { _ in
    } row: {
      $0.double(0)
    }
    #expect(read?.bitPattern == number.bitPattern)
  }

  @Test(arguments: [Int64.min, -1, 0, 1, 9_007_199_254_740_993, Int64.max])
  func `an integer keeps every bit`(number: Int64) throws {
    let database = try database()
    try database.run("INSERT INTO t(value) VALUES(?)") { (row) throws(SQLiteError) in
      try row.bind(number, at: 1)
    }
    #expect(
      try database.first("SELECT value FROM t") { _ in
      } row: {
        $0.int64(0)
      } == number)
  }

  @Test func `an empty blob is not null`() throws {
    let database = try database()
    try database.run("INSERT INTO t(value) VALUES(?)") { (row) throws(SQLiteError) in
      try row.bind([UInt8](), at: 1)
    }
    let isNull = try database.first("SELECT value FROM t") { _ in
    } row: {
      $0.isNull(0)
    }
    #expect(isNull == false)
  }

  @Test func `a transaction that fails leaves nothing behind`() throws {
    struct Stop: Error {}
    let database = try database()
    #expect(throws: Stop.self) {
      try database.transaction {
        try database.run("INSERT INTO t(value) VALUES(1)")
        throw Stop()
      }
    }
    #expect(
      try database.first("SELECT count(*) FROM t") { _ in
      } row: {
        $0.int(0)
      } == 0)
    #expect(!database.isInTransaction)
  }

  @Test func `a bad statement says what is wrong without its values`() throws {
    let database = try database()
    let error = #expect(throws: SQLiteError.self) {
      try database.run("INSERT INTO nowhere VALUES(?)") { (row) throws(SQLiteError) in
        try row.bind("secret", at: 1)
      }
    }
    #expect(error?.description.contains("nowhere") == true)
    #expect(error?.description.contains("secret") == false)
  }

  @Test func `the same text can be open twice at once`() throws {
    let database = try database()
    try database.execute("INSERT INTO t(value) VALUES(1), (2), (3)")
    var pairs = 0
    let outer = try database.prepare("SELECT value FROM t")
    while try outer.step() {
      let inner = try database.prepare("SELECT value FROM t")
      while try inner.step() { pairs += 1 }
    }
    #expect(pairs == 9)
  }

  @Test func `a full disk is told apart`() throws {
    let database = try database()
    try database.execute("PRAGMA max_page_count = 4")
    let error = #expect(throws: SQLiteError.self) {
      try database.run("INSERT INTO t(value) VALUES(zeroblob(100000))")
    }
    #expect(error?.code.primary == .full)
  }

  @Test func `a binding that fails leaves nothing bound for the next use`() throws {
    let database = try database()
    let statement = try database.prepare("INSERT INTO t(value) VALUES(?)")
    try statement.bind("left over", at: 1)
    #expect(throws: SQLiteError.self) { try statement.bind(1, at: 9) }
    try statement.run()
    let isNull = try database.first("SELECT value FROM t") { _ in
    } row: {
      $0.isNull(0)
    }
    #expect(isNull == true)
  }

  @Test func `a connection with cached statements is closed with its last reference`() throws {
    weak var closed: Database?
    do {
      let database = try database()
      try database.run("INSERT INTO t(value) VALUES(1)")
      closed = database
    }
    #expect(closed == nil)
  }

  @Test func `a statement outlives its connection without harm`() throws {
    var statement: Statement?
    do {
      let database = try database()
      statement = try database.prepare("SELECT 1")
    }
    #expect(try statement?.step() == true)
    #expect(statement?.int(0) == 1)
  }

  @Test func `a table guarded by a collation is written only where the name is known`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("guarded #1 ?.db")
    let known = try Database(path: path)
    try known.addCollation("ours")
    try known.execute(
      "CREATE TABLE t (a INTEGER, b TEXT, CHECK (a COLLATE ours IS a OR b IS 0)) STRICT")
    try known.execute("INSERT INTO t VALUES(1, 'x')")
    let other = try Database(path: path)
    for sql in ["INSERT INTO t VALUES(2, 'y')", "UPDATE t SET b = 'y'", "UPDATE t SET a = 2"] {
      let error = #expect(throws: SQLiteError.self) { try other.execute(sql) }
      #expect(error?.message == "no such collation sequence: ours")
    }
    let frozen = try Database(path: path, mode: .frozen)
    #expect(frozen.isReadOnly && !other.isReadOnly)
    for database in [known, other, frozen] {
      let values = try database.rows("SELECT b FROM t ORDER BY b COLLATE BINARY") { _ in
      } row: {
        $0.text(0)
      }
      #expect(values == ["x"])
    }
    try known.run("UPDATE t SET b = ? WHERE b < ? COLLATE ours") { (row) throws(SQLiteError) in
      try row.bind("longer", at: 1)
      try row.bind("xx", at: 2)
    }
    #expect(known.changedRowCount == 1)
  }
}
