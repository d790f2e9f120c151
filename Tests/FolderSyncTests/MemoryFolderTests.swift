import FolderSync
import TestSupport
import Testing

/// Faults of the folder in memory.
@Suite("A folder in memory fails exactly as it is told")
struct MemoryFolderTests {
  let storage = MemoryFolder.Storage()
  let folder: MemoryFolder

  private static let lost = FolderError(.interrupted, "lost")

  init() throws {
    folder = MemoryFolder(storage)
    for name in ["a", "b", "c", "d"] {
      try folder.put(#require(FolderPath("log", name)), Array(name.utf8))
    }
  }

  private var names: [String] {
    get throws { try folder.list("log").entries.map(\.path.name) }
  }

  @Test func `any error on the call that was chosen, and on no other`() throws {
    folder.faults = { $0.number == 6 ? [.fail(MemoryFolderTests.lost)] : [] }
    try folder.put("log/e", [1])
    #expect(error { try folder.put("log/f", [1]) } == MemoryFolderTests.lost)
    try folder.put("log/g", [1])
    #expect(try names == ["a", "b", "c", "d", "e", "g"])
    #expect(folder.requestCount == 8)
  }

  @Test func `a call is described to whoever decides`() throws {
    let seen = MemoryFolder.Storage()
    let other = MemoryFolder(seen)
    var calls: [MemoryFolder.Call] = []
    other.faults = {
      calls.append($0)
      return []
    }
    try other.put("log/a", [1])
    _ = try other.list("log")
    _ = other.get(["log/a", "b"], byteCountMax: 1)
    #expect(calls.map(\.operation) == [.put, .list, .get, .get])
    #expect(calls.map(\.number) == [1, 2, 3, 4])
    #expect(calls.map(\.path) == ["log/a", nil, "log/a", "b"])
    #expect(calls.map(\.directory) == ["log", "log", "log", .root])
  }

  @Test func `a lost answer comes after the deed`() throws {
    folder.faults = { $0.operation == .list ? [] : [.answerLost(MemoryFolderTests.lost)] }
    #expect(code { try folder.put("log/e", [5]) } == .interrupted)
    #expect(code { try folder.delete("log/a") } == .interrupted)
    #expect(code { try folder.makeDirectory("keys") } == .interrupted)
    #expect(try names == ["b", "c", "d", "e"])
    #expect(try folder.list("keys").entries.isEmpty)
  }

  @Test func `a stump is there for all to see`() throws {
    folder.faults = { $0.operation == .put ? [.seenHalf(byteCount: 2)] : [] }
    #expect(code { try folder.put("log/e", [1, 2, 3]) } == .interrupted)
    #expect(try MemoryFolder(storage).get("log/e", byteCountMax: 9) == [1, 2])
  }

  @Test func `a listing can be stale, cut and shuffled at once`() throws {
    try folder.delete("log/a")
    try folder.put("log/e", [1])
    folder.faults = { _ in [.stale(changes: 2)] }
    #expect(try names == ["a", "b", "c", "d"])
    folder.faults = { _ in [.stale(changes: 1)] }
    #expect(try names == ["b", "c", "d"])
    folder.faults = { _ in [.cut(count: 3)] }
    #expect(try names == ["b", "c", "d"])
    folder.faults = { _ in [.shuffled(seed: 3)] }
    let shuffled = try names
    #expect(shuffled != shuffled.sorted())
    #expect(shuffled.sorted() == ["b", "c", "d", "e"])
    #expect(try names == shuffled, "the same seed gives the same order")
    folder.faults = { _ in [.shuffled(seed: 3), .cut(count: 2)] }
    #expect(try names == Array(shuffled.prefix(2)))
    folder.faults = { _ in [.stale(changes: 1_000_000)] }
    #expect(try names == [])
  }

  @Test func `a file can be gone, cut or flipped for one call`() throws {
    try folder.put("log/e", [0, 0, 0])
    folder.faults = { _ in [.gone] }
    #expect(code { try folder.get("log/e", byteCountMax: 3) } == .notFound)
    #expect(try folder.look(at: "log/e") == nil)
    folder.faults = { _ in [.cut(count: 1)] }
    #expect(try folder.get("log/e", byteCountMax: 3) == [0])
    folder.faults = { _ in [.flipped(bit: 25)] }
    #expect(try folder.get("log/e", byteCountMax: 3) == [2, 0, 0])
    folder.faults = { _ in [] }
    #expect(try folder.get("log/e", byteCountMax: 3) == [0, 0, 0])
  }

  @Test func `tags follow changes, or not, as is set`() throws {
    let first = try folder.list("log")
    #expect(first.tag != nil)
    #expect(try folder.directoryTag("log") == first.tag)
    try folder.put("log/a", [9])
    let second = try folder.list("log")
    #expect(second.tag != first.tag)
    #expect(second.entries[0].tag != first.entries[0].tag)
    #expect(second.entries[1] == first.entries[1])
    try folder.delete("log/a")
    #expect(try folder.directoryTag("log") != second.tag)
    folder.tags = .absent
    #expect(try folder.list("log").tag == nil)
    folder.tags = .stuck
    let stuck = try folder.directoryTag("log")
    try folder.put("log/a", [1])
    #expect(try folder.directoryTag("log") == stuck)
  }

  @Test func `a folder can be put back to an earlier day, and its tags go on`() throws {
    let monday = storage.snapshot
    let tag = try folder.directoryTag("log")
    try folder.put("log/e", [1])
    try folder.put("keys/k", [1])
    storage.restore(monday)
    #expect(try names == ["a", "b", "c", "d"])
    #expect(code { try folder.list("keys") } == .notFound)
    #expect(try folder.directoryTag("log") != tag)
    storage.restore(MemoryFolder.Storage(exists: false).snapshot)
    #expect(code { try folder.list(.root) } == .notFound)
  }

  @Test func `room and rights run out`() throws {
    folder.byteCountMax = 6
    try folder.put("log/e", [1, 2])
    #expect(code { try folder.put("log/f", [1]) } == .full)
    try folder.put("log/e", [3, 4])
    try folder.delete("log/a")
    try folder.put("log/f", [1])
    folder.isReadOnly = true
    #expect(code { try folder.put("log/g", []) } == .readOnly)
    #expect(code { try folder.delete("log/f") } == .readOnly)
    try folder.makeDirectory("log")
    #expect(code { try folder.makeDirectory("keys") } == .readOnly)
    #expect(try folder.get("log/f", byteCountMax: 1) == [1])
  }

  @Test func `the same seed makes the same weather`() throws {
    func run(_ seed: UInt64) throws -> [String] {
      let folder = MemoryFolder()
      var rates = MemoryFolder.FaultRates()
      (rates.fail, rates.answerLost, rates.seenHalf, rates.gone) = (0.1, 0.1, 0.1, 0.1)
      (rates.stale, rates.cut, rates.shuffled, rates.flipped) = (0.2, 0.2, 0.2, 0.2)
      rates.failures = [FolderError(.busy, "busy"), FolderError(.full, "full")]
      var chance = SeededGenerator(seed: seed)
      folder.faults = { [rates] in rates.faults(for: $0, using: &chance) }
      return try (0..<200).map { index in
        let path = try #require(FolderPath("log", "f-\(index % 17)"))
        do {
          try folder.put(path, [UInt8](repeating: UInt8(index), count: index))
          return "\(try folder.list("log")) \(try folder.get(path, byteCountMax: 999))"
        } catch let error as FolderError {
          return error.code.rawValue
        }
      }
    }
    let first = try run(1)
    #expect(try run(1) == first)
    #expect(try run(2) != first)
    #expect(first.contains("busy") && first.contains("full") && first.contains("interrupted"))
  }
}
