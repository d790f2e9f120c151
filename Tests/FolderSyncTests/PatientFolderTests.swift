import FolderSync
import TestSupport
import Testing

/// Waiting inside a sync: how long, how often, and for what.
@Suite struct PatientFolderTests {
  private final class World {
    let storage = MemoryFolder.Storage()
    let base: MemoryFolder
    var pauses: [Int64] = []
    var goesOn = true
    private(set) lazy var folder = PatientFolder(base, random: { 0 }) { [unowned self] millis in
      pauses.append(millis)
      return goesOn
    }

    init() throws {
      base = MemoryFolder(storage)
      try base.put("log/a", [1])
    }

    /// Fails so many calls of an operation, then none.
    func fail(_ count: Int, _ error: FolderError, _ operation: MemoryFolder.Operation? = nil) {
      var left = count
      base.faults = { call in
        guard operation == nil || call.operation == operation, left > 0 else { return [] }
        left -= 1
        return [.fail(error)]
      }
    }
  }

  private static let busy = FolderError(.busy, "busy")

  @Test func `every call is made again after a bad moment, twice as long after each`() throws {
    let calls: [(MemoryFolder.Operation, (any Folder) throws -> Bool)] = [
      (.list, { try $0.list("log").entries.count == 1 }),
      (.directoryTag, { try $0.directoryTag("log") != nil }),
      (.look, { try $0.look(at: "log/a") != nil }),
      (.get, { try $0.get("log/a", byteCountMax: 1) == [1] }),
      (.getRange, { try $0.get("log/a", range: 0..<1) == [1] }),
      (.put, { try $0.put("log/b", [2]) == () }), (.delete, { try $0.delete("log/b") == () }),
      (.makeDirectory, { try $0.makeDirectory("keys") == () }),
    ]
    for (operation, call) in calls {
      let world = try World()
      world.fail(3, Self.busy, operation)
      #expect(try call(world.folder))
      #expect(world.pauses == [500, 1000, 2000], "\(operation)")
      let worse = try World()
      worse.fail(4, Self.busy, operation)
      #expect(throws: Self.busy, "\(operation)") { _ = try call(worse.folder) }
    }
  }

  @Test(arguments: [
    FolderError.Code.unauthorized, .forbidden, .offline, .full, .readOnly, .notFound, .conflict,
    .notDAV, .redirect, .untrusted, .damaged, .refused,
  ])
  func `what does not pass by itself is not waited for`(_ code: FolderError.Code) throws {
    let world = try World()
    world.fail(9, FolderError(code, "no"))
    #expect(throws: FolderError(code, "no")) { try world.folder.put("log/b", [1]) }
    #expect(world.pauses.isEmpty && world.base.requestCount == 2)
  }

  @Test func `of many files only those in trouble are asked for again`() throws {
    let world = try World()
    let paths: [FolderPath] = ["log/a", "log/b", "log/c", "log/d"]
    for (index, path) in paths.enumerated() { world.storage.set(path, to: [UInt8(index)]) }
    var asked: [FolderPath] = []
    var bad: Set<FolderPath> = ["log/b", "log/d"]
    world.base.faults = { call in
      guard let path = call.path else { return [] }
      asked.append(path)
      return bad.remove(path) == nil ? [] : [.fail(FolderError(.busy, "", retryAfterSeconds: 3))]
    }
    let results = world.folder.get(paths, byteCountMax: 1)
    let contents = try results.map { try $0.get() }
    #expect(contents == [[0], [1], [2], [3]])
    #expect(asked == paths + ["log/b", "log/d"])
    #expect(world.pauses == [3000])
  }

  @Test func `files that are asked for side by side stop at a refused log-in`() throws {
    let world = try World()
    world.base.faults = { $0.operation == .get ? [.fail(FolderError(.unauthorized, ""))] : [] }
    let results = world.folder.get(["log/a", "log/b"], byteCountMax: 1)
    #expect(results.count == 2 && world.pauses.isEmpty && world.base.requestCount == 2)
  }

  @Test func `a put that arrived is not made again; one that left a stump is`() throws {
    let lost = FolderError(.interrupted, "lost")
    let world = try World()
    var puts = 0
    world.base.faults = { call in
      guard call.operation == .put else { return [] }
      puts += 1
      return puts == 1 ? [.answerLost(lost)] : puts == 2 ? [.seenHalf(byteCount: 1)] : []
    }
    try world.folder.put("log/b", [1, 2])
    #expect(puts == 1)
    try world.folder.put("log/c", [1, 2])
    #expect(puts == 3)
    #expect(try world.base.get("log/c", byteCountMax: 2) == [1, 2])
  }

  @Test func `a stump of the right length is not taken for the file`() throws {
    let world = try World()
    var isFirst = true
    world.base.faults = { [storage = world.storage] call in
      guard call.operation == .put, isFirst else { return [] }
      isFirst = false
      storage.set("log/b", to: [0, 0])
      return [.fail(FolderError(.interrupted, "lost"))]
    }
    try world.folder.put("log/b", [1, 2])
    #expect(try world.base.get("log/b", byteCountMax: 2) == [1, 2])
  }

  @Test func `whoever is asked to stop stops waiting`() throws {
    let world = try World()
    world.goesOn = false
    world.fail(1, Self.busy)
    #expect(throws: Self.busy) { try world.folder.list("log") }
    #expect(world.pauses.count == 1)
  }

  @Test func `pauses are spread over half as long again`() throws {
    var random = SeededGenerator(seed: 4)
    var pauses: [Int64] = []
    for _ in 0..<100 {
      let base = MemoryFolder()
      base.faults = { $0.number == 1 ? [.fail(Self.busy)] : [] }
      let folder = PatientFolder(base, random: { random.next() }) {
        pauses.append($0)
        return true
      }
      try folder.makeDirectory("log")
    }
    #expect(pauses.allSatisfy { (500...750).contains($0) })
    #expect(Set(pauses).count > 50)
  }
}
