import SQLite
import Testing

@Suite struct WorkTests {
  @Test func `the same work takes the same steps, and more rows take more`() throws {
    let database = try Database(path: ":memory:")
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT")
    func steps() throws -> Int {
      let before = database.stepCount
      _ = try database.rows("SELECT id FROM t") { _ in
      } row: {
        $0.int(0)
      }
      return database.stepCount - before
    }
    _ = try steps()
    let empty = try steps()
    #expect(empty > 0)
    #expect(try steps() == empty)
    for id in 1...100 {
      try database.run("INSERT INTO t VALUES(?)") { (row) throws(SQLiteError) in
        try row.bind(id, at: 1)
      }
    }
    #expect(try steps() >= empty + 100)
  }
}
