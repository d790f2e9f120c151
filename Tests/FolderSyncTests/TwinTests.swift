import FolderSync
import Glibc
import ReplicaStore
import TestSupport
import Testing

/// Replicas that were copied to another machine, or came back from a backup.
@Suite struct TwinTests {
  private func copy(_ from: String, _ to: String) throws {
    for suffix in ["", "-wal", "-shm"] {
      unlink(to + suffix)
      guard let source = fopen(from + suffix, "rb") else { continue }
      defer { fclose(source) }
      guard let target = fopen(to + suffix, "wb") else { continue }
      defer { fclose(target) }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = fread(&buffer, 1, buffer.count, source)
        if count == 0 { break }
        fwrite(buffer, 1, count, target)
      }
    }
  }

  @Test func `both branches of a copied replica survive, each with its own identity`() throws {
    let directory = try TemporaryDirectory()
    let storage = MemoryFolder.Storage()
    let first = try Device(1, MemoryFolder(storage), path: "\(directory.path)/a.db")
    try first.membership.create()
    try first.add("before")
    try first.sync()
    try copy("\(directory.path)/a.db", "\(directory.path)/b.db")
    let second = try Device(2, MemoryFolder(storage), path: "\(directory.path)/b.db")
    #expect(first.replica.device == second.replica.device)
    try first.add("from the first")
    try second.add("from the second")
    try first.sync()
    let report = try second.sync()
    #expect(report.notes.contains { if case .newIdentity = $0 { true } else { false } })
    #expect(first.replica.device != second.replica.device)
    try first.sync()
    try second.sync()
    let third = try Device(3, MemoryFolder(storage))
    try third.membership.join()
    try third.sync()
    let all = ["before", "from the first", "from the second"]
    for device in [first, second, third] { #expect(try device.names == all) }
    #expect(first.replica.digest == second.replica.digest)
    #expect(first.replica.digest == third.replica.digest)
  }

  @Test func `two copies that push at the same moment both go on under new names`() throws {
    let directory = try TemporaryDirectory()
    let storage = MemoryFolder.Storage()
    let first = try Device(1, MemoryFolder(storage), path: "\(directory.path)/a.db")
    try first.membership.create()
    try first.add("before")
    try first.sync()
    try copy("\(directory.path)/a.db", "\(directory.path)/b.db")
    let second = try Device(2, MemoryFolder(storage), path: "\(directory.path)/b.db")
    try first.add("from the first")
    try second.add("from the second")
    // The second one pushes while the first one's file is not listed yet.
    let folder = try #require(second.folder as? MemoryFolder)
    try first.sync()
    folder.faults = { $0.operation == .list ? [.stale(changes: 1)] : [] }
    try second.sync()
    folder.faults = { _ in [] }
    for _ in 0..<3 {
      try first.sync()
      try second.sync()
    }
    let third = try Device(3, MemoryFolder(storage))
    try third.membership.join()
    try third.sync()
    try third.sync()
    let all = ["before", "from the first", "from the second"]
    for device in [first, second, third] {
      let names = try device.names
      #expect(names == all)
    }
    #expect(first.replica.device != second.replica.device)
  }

  @Test func `a replica put back from a backup loses nothing and becomes quiet`() throws {
    let directory = try TemporaryDirectory()
    let storage = MemoryFolder.Storage()
    let path = "\(directory.path)/a.db"
    var first: Device? = try Device(1, MemoryFolder(storage), path: path)
    try first?.membership.create()
    try first?.add("before")
    try first?.sync()
    try copy(path, "\(directory.path)/backup.db")
    try first?.add("after the backup")
    try first?.sync()
    let peer = try Device(2, MemoryFolder(storage))
    try peer.membership.join()
    try peer.sync()
    first = nil
    try copy("\(directory.path)/backup.db", path)
    let restored = try Device(3, MemoryFolder(storage), path: path)
    try restored.add("written after the restore")
    let report = try restored.sync()
    #expect(report.notes.contains { if case .newIdentity = $0 { true } else { false } })
    let all = ["after the backup", "before", "written after the restore"]
    #expect(try restored.names == all)
    try peer.sync()
    #expect(try peer.names == all)
    let quiet = try restored.sync()
    #expect(quiet.pushedChangeSetCount == 0 && quiet.pulledSegmentCount == 0)
  }

  @Test func `replica and folder both from one old backup are known by a peer's news`() throws {
    let directory = try TemporaryDirectory()
    let storage = MemoryFolder.Storage()
    let path = "\(directory.path)/a.db"
    var first: Device? = try Device(1, MemoryFolder(storage), path: path)
    try first?.membership.create()
    try first?.add("before")
    try first?.sync()
    let peer = try Device(2, MemoryFolder(storage))
    try peer.membership.join()
    try peer.sync()
    try copy(path, "\(directory.path)/backup.db")
    let backup = storage.snapshot
    try first?.add("lost to the backup")
    try first?.sync()
    try peer.sync()
    first = nil
    try copy("\(directory.path)/backup.db", path)
    storage.restore(backup)
    try peer.add("from the peer")
    try peer.sync()
    let restored = try Device(3, MemoryFolder(storage), path: path)
    try restored.add("new work")
    for _ in 0..<2 {
      try restored.sync()
      try peer.sync()
    }
    #expect(try peer.names.contains("new work"))
    #expect(try restored.names.contains("from the peer"))
  }
}
