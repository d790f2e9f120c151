import SQLite
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
}
