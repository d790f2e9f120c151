import FolderSync
import ReplicaStore
import TestSupport
import Testing

/// Servers that are busy, full, closed, elsewhere, or do not let one in.
@Suite struct ServerTroubleTests {
  typealias Reply = FakeCloud.Reply

  @Test func `one refused password ends a sync with one request, so that no account is locked`()
    throws
  {
    let fleet = try CloudFleet(1)
    try fleet.devices[0].sync()
    let folder = try CloudFleet.open(fleet.cloud, password: "wrong")
    let image = try fleet.devices[0].replica.image()
    let device = try Device(5, folder, image: image)
    try device.add("bread")
    for _ in 0..<3 {
      let before = fleet.cloud.requests.count
      // A new handle each time, as a new process would have.
      let again = try Device(
        5, CloudFleet.open(fleet.cloud, password: "wrong"), image: device.replica.image())
      let report = try again.sync()
      #expect(report.outcome == .credentials)
      #expect(report.message?.contains("app password") == true)
      #expect(report.message?.contains("wrong password") == true)
      #expect(fleet.cloud.requests.count == before + 1)
    }
    #expect(try fleet.devices[0].sync().outcome == .synced, "the account is not locked")
  }

  @Test func `after twelve wrong passwords of somebody else the right one waits and says so`()
    throws
  {
    let fleet = try CloudFleet(1)
    try fleet.devices[0].sync()
    for _ in 0..<12 {
      let wrong = try CloudFleet.open(fleet.cloud, password: "wrong")
      _ = code { try wrong.list("log") }
    }
    try fleet.devices[0].add("bread")
    let before = fleet.cloud.requests.count
    let report = try fleet.devices[0].sync()
    #expect(report.outcome == .busy(retryAfterSeconds: nil))
    #expect(report.message?.contains("429") == true)
    #expect(fleet.cloud.requests.count <= before + PatientFolder.attemptsMax)
  }

  @Test func `maintenance is a state of its own that passes by itself`() throws {
    let fleet = try CloudFleet(2)
    try fleet.devices[0].add("bread")
    fleet.cloud.manners.isInMaintenance = true
    let report = try fleet.devices[0].sync()
    #expect(report.outcome == .busy(retryAfterSeconds: nil))
    #expect(report.message?.contains("maintenance") == true)
    #expect(!report.outcome.needsPerson)
    fleet.cloud.manners.isInMaintenance = false
    try fleet.expectConvergence()
  }

  /// What a server says about waiting, and what comes of it.
  struct Wait: CustomTestStringConvertible, Sendable {
    var status: Int
    var field: String?
    /// The pauses that are made, each as its least and its most; none if it is given up at once.
    var pauses: [ClosedRange<Int64>]
    var retryAfterSeconds: Int?
    var testDescription: String { "\(status), Retry-After: \(field ?? "absent")" }
  }

  static let usual: [ClosedRange<Int64>] = [500...750, 1000...1500, 2000...3000]
  static let waits: [Wait] =
    [429, 503, 423, 425, 502, 504].map {
      Wait(status: $0, field: nil, pauses: usual)
    } + [
      Wait(
        status: 503, field: "2", pauses: Array(repeating: 2000...3000, count: 3),
        retryAfterSeconds: 2),
      Wait(status: 429, field: "0", pauses: usual, retryAfterSeconds: 0),
      Wait(
        status: 503, field: "Sun, 06 Nov 1994 08:49:39 GMT",
        pauses: Array(repeating: 2000...3000, count: 3), retryAfterSeconds: 2),
      Wait(
        status: 503, field: "Sun, 06 Nov 1994 08:40:00 GMT", pauses: usual, retryAfterSeconds: 0),
      Wait(status: 429, field: "120", pauses: [], retryAfterSeconds: 120),
      Wait(status: 503, field: "999999999999999999999999", pauses: [], retryAfterSeconds: 3600),
      Wait(status: 503, field: "-5", pauses: usual),
      Wait(status: 503, field: "soon", pauses: usual),
    ]

  @Test(arguments: waits)
  func `a busy server is waited for as it asks, within limits`(_ wait: Wait) throws {
    let fleet = try CloudFleet(1) { $0.date = "Sun, 06 Nov 1994 08:49:37 GMT" }
    try fleet.devices[0].add("bread")
    fleet.cloud.lie { _, honest in
      _ = honest()
      return Reply(
        wait.status,
        ["Date: Sun, 06 Nov 1994 08:49:37 GMT"] + (wait.field.map { ["Retry-After: \($0)"] } ?? []))
    }
    let report = try fleet.devices[0].sync()
    #expect(report.outcome == .busy(retryAfterSeconds: wait.retryAfterSeconds))
    #expect(fleet.pauses.millis.count == wait.pauses.count, "\(fleet.pauses.millis)")
    for (millis, range) in zip(fleet.pauses.millis, wait.pauses) { #expect(range.contains(millis)) }
    // Two bad moments, and it goes on in the same sync.
    fleet.pauses.millis = []
    let left = Lock(2)
    fleet.cloud.lie { _, honest in
      left.withLock({
        $0 -= 1; return $0 >= 0
      }) ? Reply(wait.status) : honest()
    }
    #expect(try fleet.devices[0].sync().outcome == .synced)
    #expect(fleet.pauses.millis.count == 2)
  }

  @Test func `a whole sync waits fifteen seconds at most, however many requests meet trouble`()
    throws
  {
    let fleet = try CloudFleet(1)
    try fleet.devices[0].add("bread")
    let count = Lock(0)
    // Every request is refused twice.
    fleet.cloud.lie { _, honest in
      count.withLock({
        $0 += 1; return $0 % 3 != 0
      }) ? Reply(503, ["Retry-After: 4"]) : honest()
    }
    _ = try fleet.devices[0].sync()
    #expect(fleet.pauses.millis.reduce(0, +) <= PatientFolder.pausesMillisMax + 2000)
  }

  @Test func `a file locked while it is written is put once the lock is gone`() throws {
    let fleet = try CloudFleet(2)
    try fleet.devices[0].add("bread")
    let left = Lock(3)
    fleet.cloud.lie { request, honest in
      request.method == "PUT"
        && left.withLock({
          $0 -= 1; return $0 >= 0
        }) ? Reply(423) : honest()
    }
    #expect(try fleet.devices[0].sync().outcome == .synced)
    #expect(fleet.pauses.millis.count == 3)
    fleet.cloud.beHonest()
    try fleet.expectConvergence()
  }

  @Test func `a full folder stops pushing, goes on pulling, and frees itself`() throws {
    let fleet = try CloudFleet(2)
    for _ in 0..<2 { for device in fleet.devices { try device.sync() } }
    try fleet.devices[1].add("milk")
    try fleet.devices[1].sync()
    try fleet.devices[0].add("bread")
    fleet.cloud.manners.quotaBytes = 0
    let report = try fleet.devices[0].sync()
    #expect(report.outcome == .storageFull)
    #expect(report.message?.contains("room") == true)
    #expect(fleet.pauses.millis.isEmpty, "nobody waits for room")
    #expect(try fleet.devices[0].names == ["bread", "milk"])
    fleet.cloud.manners.quotaBytes = .max
    try fleet.expectConvergence()
  }

  @Test func `room that runs out at a merge keeps what was pushed`() throws {
    let fleet = try CloudFleet(2)
    for number in 0..<7 {
      try fleet.devices[0].add("item \(number)")
      try fleet.devices[0].sync()
    }
    try fleet.devices[0].add("item 7")
    let count = Lock(0)
    fleet.cloud.lie { request, honest in
      guard request.method == "PUT" else { return honest() }
      return count.withLock({
        $0 += 1; return $0 > 1
      }) ? Reply(507) : honest()
    }
    #expect(try fleet.devices[0].sync().outcome == .storageFull)
    try fleet.devices[1].sync()
    #expect(try fleet.devices[1].names.count == 8)
    fleet.cloud.beHonest()
    try fleet.expectConvergence()
    #expect(fleet.segments(of: fleet.devices[0]).count < 8)
  }

  @Test(arguments: [403, 405, 501])
  func `a folder that takes no changes is pulled from, and the sync says that it cannot push`(
    _ status: Int
  ) throws {
    let fleet = try CloudFleet(2)
    try fleet.devices[1].add("milk")
    try fleet.devices[1].sync()
    try fleet.devices[0].add("bread")
    fleet.cloud.lie { request, honest in
      ["PUT", "MKCOL", "DELETE"].contains(request.method) ? Reply(status) : honest()
    }
    for _ in 0..<2 {
      let report = try fleet.devices[0].sync()
      #expect(report.outcome == .readOnly)
      #expect(report.message?.contains("change") == true, "\(report.message ?? "")")
      #expect(try fleet.devices[0].names == ["bread", "milk"])
    }
    fleet.cloud.beHonest()
    try fleet.expectConvergence()
  }

  @Test func `a way to another host is named and not gone, and no password goes there`() throws {
    let other = try ScriptedServer { _ in Reply(207) }
    defer { other.stop() }
    let fleet = try CloudFleet(1)
    try fleet.devices[0].add("bread")
    for status in [301, 302, 307, 308] {
      fleet.cloud.lie { _, _ in
        Reply(status, ["Location: http://127.0.0.1:\(other.port)/remote.php/dav/"])
      }
      let report = try fleet.devices[0].sync()
      #expect(report.outcome == .unusable)
      #expect(report.message?.contains("elsewhere") == true, "\(report.message ?? "")")
    }
    #expect(other.requests.isEmpty)
    fleet.cloud.beHonest()
    #expect(try fleet.devices[0].sync().outcome == .synced)
  }

  @Test func `a server that moved to TLS ends a sync with the address to set, and loses nothing`()
    throws
  {
    let fleet = try CloudFleet(2)
    try fleet.devices[0].add("bread")
    fleet.cloud.lie { request, _ in
      Reply(301, ["Location: https://127.0.0.1:8443\(request.path)"])
    }
    let before = fleet.cloud.requests.count
    let report = try fleet.devices[0].sync()
    #expect(report.outcome == .unusable)
    #expect(report.message?.contains("https://127.0.0.1:8443/") == true)
    #expect(fleet.cloud.requests.count == before + 1)
    fleet.cloud.beHonest()
    try fleet.expectConvergence()
    #expect(try fleet.devices[1].names == ["bread"])
  }

  @Test func `a slash that a server wants at the end is given`() throws {
    let fleet = try CloudFleet(1)
    try fleet.devices[0].add("bread")
    fleet.cloud.lie { request, honest in
      guard request.method == "PROPFIND", !request.path.hasSuffix("/?") else { return honest() }
      return request.path.hasSuffix("/") || request.path.hasSuffix(".jcs")
        ? honest() : Reply(301, ["Location: \(request.path)/"])
    }
    #expect(try fleet.devices[0].sync().outcome == .synced)
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", true), ("Mon, 15 Jan 2035 08:00:00 GMT", false),
  ])
  func `a server's clock far from ours is a warning and nothing else`(
    _ date: String, _ isAhead: Bool
  ) throws {
    let fleet = try CloudFleet(2) { $0.date = date }
    try fleet.devices[0].add("bread")
    let report = try fleet.devices[0].sync()
    #expect(report.outcome == .synced)
    let seconds = report.notes.compactMap { note -> Int? in
      if case .clockDiffers(let seconds) = note { seconds } else { nil }
    }
    #expect(seconds.count == 1 && (seconds[0] > 0) == isAhead)
    try fleet.expectConvergence()
  }
}
