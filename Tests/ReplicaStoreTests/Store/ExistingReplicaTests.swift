import Glibc
import ReplicaStore
import SQLite
import Testing

@Suite("Opening a replica that must exist")
struct ExistingReplicaTests {
  private let environment = ReplicaEnvironment(nowMillis: { 1_800_000_000_000 }, random: { 42 })
  private let schema = Schema(version: 1, types: [Page.recordType.erased])

  private func withPath(_ body: (String) throws -> Void) throws {
    var template = Array("/tmp/jamaal-replica-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let directory = String(
      decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer {
      for suffix in ["", "-wal", "-shm"] { unlink("\(directory)/r.db\(suffix)") }
      rmdir(directory)
    }
    try body("\(directory)/r.db")
  }

  private func code(_ path: String, _ mode: Database.Mode) -> ReplicaError.Code? {
    do {
      _ = try Replica(path: path, schema: schema, mode: mode, environment: environment)
      return nil
    } catch {
      return (error as? ReplicaError)?.code
    }
  }

  @Test func `an empty file is not made into one`() throws {
    try withPath { path in
      close(open(path, O_CREAT | O_WRONLY, 0o600))
      #expect(code(path, .readWrite) == .missing)
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_size == 0)
      #expect(code(path, .create) == nil)
      #expect(code(path, .readWrite) == nil)
    }
  }

  @Test func `a database of something else keeps its journal mode`() throws {
    try withPath { path in
      try Database(path: path).execute("CREATE TABLE t (a)")
      #expect(code(path, .readWrite) == .notAReplica)
      #expect(code(path, .create) == .notAReplica)
      let mode = try Database(path: path).first("PRAGMA journal_mode") { _ in
      } row: {
        $0.text(0)
      }
      #expect(mode == "delete")
    }
  }
}
