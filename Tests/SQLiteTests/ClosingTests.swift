import Glibc
import SQLite
import Testing

@Suite struct ClosingTests {
  @Test func `a connection is closed with its last reference, its statements used or not`() throws {
    var template = Array("/tmp/jamaal-sqlite-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let directory = String(
      decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let path = "\(directory)/test.db"
    defer {
      unlink(path)
      rmdir(directory)
    }
    do {
      let database = try Database(path: path)
      try database.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (a)")
      try database.run("INSERT INTO t VALUES(1)")
      #expect(access("\(path)-wal", F_OK) == 0)
    }
    // SQLite folds its log into the file and removes it when the last connection closes.
    #expect(access("\(path)-wal", F_OK) != 0)
  }
}
