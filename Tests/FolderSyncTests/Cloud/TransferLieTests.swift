import FolderSync
import ReplicaStore
import TestSupport
import Testing

/// Files that do not come, or go, as it is said of them.
@Suite struct TransferLieTests {
  typealias Reply = FakeCloud.Reply

  /// Where a segment is cut, by what is there: whole numbers from its start, others from its end.
  static let places: [(what: String, byteCount: @Sendable (Int) -> Int)] = [
    ("nothing", { _ in 0 }), ("inside the magic", { _ in 2 }), ("before the version", { _ in 3 }),
    ("inside the folder's id", { _ in 12 }), ("inside the device", { _ in 24 }),
    ("inside the chain", { _ in 40 }), ("inside the name and the vector", { _ in 90 }),
    ("inside the payload", { $0 - 60 }), ("before the checksum", { $0 - 32 }),
    ("inside the checksum", { $0 - 10 }), ("all but one byte", { $0 - 1 }),
  ]

  private static func bare(_ bytes: some Collection<UInt8>, declared: Int? = nil) -> Reply {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: \(declared ?? bytes.count)\r\n\r\n"
    return Reply(raw: Array(head.utf8) + bytes, closes: declared != nil)
  }

  // MARK: Downloads

  @Test(arguments: places.indices, [true, false])
  func `a download cut anywhere is refused by name, whether it looks whole or not`(
    _ place: Int, _ looksWhole: Bool
  ) throws {
    let fleet = try CloudFleet(2)
    try fleet.devices[0].replica.rename("laptop")
    try fleet.devices[0].add("bread")
    try fleet.devices[0].sync()
    let bytes = try #require(fleet.segments.first?.value)
    let kept = bytes.prefix(Self.places[place].byteCount(bytes.count))
    fleet.cloud.lie { request, honest in
      guard request.method == "GET", request.path.hasSuffix(".jcs") else { return honest() }
      return Self.bare(kept, declared: looksWhole ? nil : bytes.count)
    }
    let report = try fleet.devices[1].sync()
    #expect(report.outcome == .heldBack, "\(report.message ?? "")")
    #expect(report.heldBack.map(\.device) == [fleet.devices[0].replica.device])
    #expect(try fleet.devices[1].names.isEmpty)
    fleet.cloud.beHonest()
    try fleet.expectConvergence()
    #expect(try fleet.devices[1].names == ["bread"])
  }

  @Test(arguments: ["gzip", "br", "deflate"])
  func `a body compressed though identity was asked for is refused, and the reason told`(
    _ encoding: String
  ) throws {
    let fleet = try CloudFleet(2)
    try fleet.devices[0].add("bread")
    try fleet.devices[0].sync()
    fleet.cloud.lie { request, honest in
      guard request.method == "GET", request.path.hasSuffix(".jcs") else { return honest() }
      return Reply(200, ["Content-Encoding: \(encoding)"], "\u{1f}squeezed")
    }
    let report = try fleet.devices[1].sync()
    #expect(report.outcome == .heldBack)
    #expect(report.heldBack.first?.reason.contains("compress") == true)
    let gets = fleet.cloud.requests.filter { $0.method == "GET" }
    #expect(gets.allSatisfy { $0.headers["accept-encoding"] == "identity" })
    fleet.cloud.beHonest()
    try fleet.expectConvergence()
  }

  @Test func `bytes after the end of a file refuse it`() throws {
    let fleet = try CloudFleet(2)
    try fleet.devices[0].add("bread")
    try fleet.devices[0].sync()
    let bytes = try #require(fleet.segments.first?.value)
    fleet.cloud.lie { request, honest in
      guard request.method == "GET", request.path.hasSuffix(".jcs") else { return honest() }
      return Self.bare(bytes + Array("<br />Warning".utf8))
    }
    #expect(try fleet.devices[1].sync().outcome == .heldBack)
    fleet.cloud.beHonest()
    try fleet.expectConvergence()
  }

  @Test func `a log-in page in place of every file is not a DAV answer, and nothing changes`()
    throws
  {
    let fleet = try CloudFleet(2)
    try fleet.devices[0].add("bread")
    try fleet.devices[0].sync()
    fleet.cloud.lie { request, honest in
      guard request.method == "GET" else { return honest() }
      return Reply(200, ["Content-Type: text/html"], "<!doctype html><form>Log in</form>")
    }
    let report = try fleet.devices[1].sync()
    #expect(report.outcome == .unusable)
    #expect(report.message?.contains("web page") == true)
    #expect(try fleet.devices[1].names.isEmpty)
    fleet.cloud.beHonest()
    try fleet.expectConvergence()
  }

  @Test(arguments: [423, 403, 500])
  func `one file that the server never gives holds back its owner, and nobody else`(
    _ status: Int
  ) throws {
    let fleet = try CloudFleet(3)
    for device in fleet.devices.dropLast() {
      try device.add("from \(device.replica.device)")
      try device.sync()
    }
    let stuck = try #require(fleet.segments(of: fleet.devices[0]).first)
    fleet.cloud.lie { request, honest in
      guard request.method == "GET", FakeCloud.decoded(request.path) == stuck else {
        return honest()
      }
      return Reply(status)
    }
    let reader = fleet.devices[2]
    try reader.add("its own")
    let report = try reader.sync()
    #expect(report.outcome == .heldBack, "\(report.message ?? "")")
    #expect(report.heldBack.map(\.device) == [fleet.devices[0].replica.device])
    #expect(try reader.names.count == 2)
    #expect(fleet.segments(of: reader).count == 1, "what it wrote is sent all the same")
    fleet.cloud.beHonest()
    try fleet.expectConvergence()
  }

  @Test func `a segment that is merged away between the listing and the get is found again`() throws
  {
    let fleet = try CloudFleet(2)
    for number in 0..<7 {
      try fleet.devices[0].add("item \(number)")
      try fleet.devices[0].sync()
    }
    let before = fleet.cloud.kept
    for number in 7..<10 {
      try fleet.devices[0].add("item \(number)")
      try fleet.devices[0].sync()
    }
    let after = fleet.cloud.kept
    #expect(fleet.segments.count < 7)
    fleet.cloud.kept = before
    let isFirst = Lock(true)
    fleet.cloud.lie { [cloud = fleet.cloud] request, honest in
      if request.method == "GET", request.path.hasSuffix(".jcs"),
        isFirst.withLock({ $0 ? ($0 = false, true).1 : false })
      {
        cloud.kept = after
      }
      return honest()
    }
    let report = try fleet.devices[1].sync()
    #expect(report.outcome == .synced)
    #expect(try fleet.devices[1].names.count == 10)
    try fleet.expectConvergence()
  }

  // MARK: Uploads

  @Test(arguments: places.indices, [0, 1, 2])
  func `an upload cut anywhere is made whole, at once or at the next sync`(
    _ place: Int, _ kind: Int
  ) throws {
    let fleet = try CloudFleet(2) { manners in
      // Nextcloud; those that keep stumps; those that also know no condition.
      (manners.keepsStumps, manners.ignoresConditions) = (kind > 0, kind > 1)
    }
    try fleet.devices[0].add("bread")
    let identity = fleet.devices[0].replica.device
    let cut = Self.places[place].byteCount
    let cutsLeft = Lock(1)
    fleet.cloud.lie { [cloud = fleet.cloud] request, honest in
      guard request.method == "PUT", request.path.contains("/log/\(identity)"),
        cutsLeft.withLock({
          $0 -= 1; return $0 >= 0
        })
      else { return honest() }
      return cloud.cutUpload(request, after: cut(request.body.count))
    }
    #expect(try fleet.devices[0].sync().outcome == .synced, "looked at, then put again")
    // And one that is cut whenever it is tried.
    try fleet.devices[0].add("milk")
    cutsLeft.withLock { $0 = 100 }
    #expect(try fleet.devices[0].sync().outcome == .offline)
    let report = try fleet.devices[1].sync()
    if kind > 0 {
      #expect(report.outcome == .heldBack)
      #expect(report.heldBack.map(\.device) == [identity])
    }
    #expect(try fleet.devices[1].names == ["bread"])
    cutsLeft.withLock { $0 = 0 }
    try fleet.expectConvergence()
    #expect(try fleet.devices[1].names == ["bread", "milk"])
    #expect(fleet.devices[0].replica.device == identity)
  }

  @Test func `a put that arrived though its answer was lost is sent once in effect`() throws {
    let fleet = try CloudFleet(2)
    try fleet.devices[0].add("bread")
    fleet.cloud.lie { request, honest in
      let reply = honest()
      return request.method == "PUT" && request.path.hasSuffix(".jcs") ? .silence : reply
    }
    let identity = fleet.devices[0].replica.device
    #expect(try fleet.devices[0].sync().outcome == .synced)
    // libcurl itself repeats what a kept connection swallowed; the condition makes that harmless.
    let puts = fleet.cloud.requests.filter { $0.method == "PUT" && $0.path.hasSuffix(".jcs") }
    #expect(Set(puts.map(\.path)).count == 1 && puts.count <= 2)
    #expect(puts.allSatisfy { $0.headers["if-none-match"] == "*" })
    fleet.cloud.beHonest()
    try fleet.expectConvergence()
    #expect(fleet.devices[0].replica.device == identity)
  }

  @Test func `the writer's own stump does not stop it with 412, sync after sync`() throws {
    let fleet = try CloudFleet(2) { $0.keepsStumps = true }
    try fleet.devices[0].add("bread")
    fleet.cloud.lie { [cloud = fleet.cloud] request, honest in
      request.method == "PUT" && request.path.hasSuffix(".jcs")
        ? cloud.cutUpload(request, after: 50) : honest()
    }
    #expect(try fleet.devices[0].sync().outcome == .offline)
    #expect(fleet.segments.first?.value.count == 50)
    let before = fleet.cloud.requests.count
    fleet.cloud.beHonest()
    #expect(try fleet.devices[0].sync().outcome == .synced)
    let puts = fleet.requests(since: before).filter { $0.method == "PUT" }
    #expect(puts.map { $0.headers["if-none-match"] } == ["*", nil], "compared, then overwritten")
    try fleet.expectConvergence()
  }

  @Test(arguments: [true, false])
  func `a put that is confirmed and turned into an empty file, or none, is found out`(
    _ isEmpty: Bool
  ) throws {
    for listsLengths in [true, false] {
      let fleet = try CloudFleet(2) { $0.listsLengths = listsLengths }
      try fleet.devices[0].add("bread")
      fleet.cloud.lie { [cloud = fleet.cloud] request, honest in
        guard request.method == "PUT", request.path.hasSuffix(".jcs") else { return honest() }
        if isEmpty { cloud.kept.files[FakeCloud.decoded(request.path)] = [] }
        return Reply(201)
      }
      let report = try fleet.devices[0].sync()
      #expect(report.outcome == .busy(retryAfterSeconds: nil))
      #expect(report.message?.contains("does not show it whole") == true)
      #expect(report.pushedChangeSetCount == 0 || report.outcome != .synced)
      fleet.cloud.beHonest()
      try fleet.expectConvergence()
      #expect(try fleet.devices[1].names == ["bread"])
    }
  }

  @Test func `a merge that was stored cut is put again before anything is deleted`() throws {
    let fleet = try CloudFleet(2)
    fleet.cloud.lie { [cloud = fleet.cloud] request, honest in
      let reply = honest()
      let name = request.path.split(separator: "/").last ?? ""
      // Only merges hold more than one number.
      if request.method == "PUT", name.hasSuffix(".jcs"),
        name.dropFirst(17).prefix(10)
          != name.dropFirst(28).prefix(10)
      {
        // The length is right, the content is not.
        cloud.kept.files[FakeCloud.decoded(request.path)]?[70] ^= 1
      }
      return reply
    }
    for number in 0..<8 {
      try fleet.devices[0].add("item \(number)")
      try fleet.devices[0].sync()
    }
    #expect(fleet.segments.count == 9, "the merge and all eight")
    try fleet.devices[0].sync()
    #expect(fleet.segments.count == 9, "read back, found wrong, put again")
    fleet.cloud.beHonest()
    try fleet.devices[0].sync()
    try fleet.devices[0].sync()
    #expect(fleet.segments.count == 1)
    try fleet.expectConvergence()
    #expect(try fleet.devices[1].names.count == 8)
  }

  @Test func `connections that close after every answer go unnoticed`() throws {
    let fleet = try CloudFleet(2)
    fleet.cloud.lie { _, honest in
      var reply = honest()
      reply.closes = true
      return reply
    }
    for number in 0..<10 {
      try fleet.devices[number % 2].add("item \(number)")
      #expect(try fleet.devices[number % 2].sync().outcome == .synced)
    }
    try fleet.expectConvergence()
    #expect(fleet.pauses.millis.isEmpty)
  }
}
