import FolderSync
import ReplicaStore
import TestSupport
import Testing

/// What a sync costs, counted by the server.
@Suite struct CostTests {
  /// The requests of one sync, by their methods in order.
  private func methods(_ fleet: CloudFleet, _ device: Device) throws -> [String] {
    let before = fleet.cloud.requests.count
    let report = try device.sync()
    #expect(report.outcome == .synced, "\(report.message ?? "")")
    let requests = fleet.requests(since: before)
    #expect(report.requestCount == requests.count)
    return requests.map(\.method)
  }

  @Test(arguments: [true, false])
  func `nothing new anywhere costs one request, with tags or without`(_ hasTags: Bool) throws {
    let fleet = try CloudFleet(3) { $0.hasDirectoryTags = hasTags }
    for device in fleet.devices { try device.add("bread") }
    try fleet.expectConvergence()
    for device in fleet.devices {
      for _ in 0..<3 { #expect(try methods(fleet, device) == ["PROPFIND"]) }
    }
  }

  @Test func `a device that may only read pays one request, and one try to tell that it is there`()
    throws
  {
    let fleet = try CloudFleet(2)
    try fleet.devices[0].add("bread")
    try fleet.devices[0].sync()
    fleet.cloud.manners.isReadOnly = true
    _ = try fleet.devices[1].sync()
    let before = fleet.cloud.requests.count
    _ = try fleet.devices[1].sync()
    let methods = fleet.requests(since: before).map(\.method)
    #expect(methods == ["PROPFIND", "PUT"])
  }

  @Test(arguments: [true, false])
  func `a small change costs three requests, and n peers' changes cost one and n`(_ hasTags: Bool)
    throws
  {
    let fleet = try CloudFleet(5) { $0.hasDirectoryTags = hasTags }
    for device in fleet.devices { try device.add("bread") }
    try fleet.expectConvergence()
    for device in fleet.devices.dropFirst() {
      try device.add("milk")
      #expect(try device.sync().outcome == .synced)
    }
    // Only the first one is behind now, by four peers.
    let pulled = try methods(fleet, fleet.devices[0])
    #expect(pulled == ["PROPFIND"] + Array(repeating: "GET", count: 4))
    try fleet.expectConvergence()
    try fleet.devices[0].add("salt")
    #expect(try methods(fleet, fleet.devices[0]) == ["PROPFIND", "PUT", "PROPFIND"])
    #expect(try methods(fleet, fleet.devices[1]) == ["PROPFIND", "GET"])
  }

  @Test func `a long listing is spared by a look at its tag, but not after news`() throws {
    let fleet = try CloudFleet(2)
    let (device, peer) = (fleet.devices[0], fleet.devices[1])
    // Seven files a device are never merged, so ten devices make a listing that is long.
    for seed in 10..<20 {
      let other = try fleet.newDevice(UInt64(seed))
      for number in 0..<7 {
        try other.add("item \(seed) \(number)")
        try other.sync()
      }
    }
    try fleet.expectConvergence()
    func depths(_ device: Device) throws -> [String?] {
      let before = fleet.cloud.requests.count
      #expect(try device.sync().outcome == .synced)
      return fleet.requests(since: before).map { $0.headers["depth"] }
    }
    #expect(try depths(device) == ["0"])
    #expect(try depths(device) == ["0"])
    try peer.add("news")
    try peer.sync()
    #expect(try depths(device) == ["0", "1", nil], "the tag has moved")
    try peer.add("more news")
    try peer.sync()
    #expect(try depths(device) == ["1", nil], "after news there are often more")
    #expect(try depths(device) == ["1"])
    // Whatever the tag says, everything is listed once an hour.
    #expect(try depths(device) == ["0"])
    device.authorities.millis += 3_600_000
    #expect(try depths(device) == ["1"])
  }

  @Test func `merging and deleting cost at most one and a half requests a push on average`() throws
  {
    let fleet = try CloudFleet(1)
    let device = fleet.devices[0]
    try device.add("first")
    try device.sync()
    let before = fleet.cloud.requests.count
    let count = 512
    for number in 0..<count {
      try device.add("item \(number)")
      try device.sync()
    }
    let further = fleet.cloud.requests.count - before - 3 * count
    #expect(Double(further) <= 1.5 * Double(count), "\(further) further requests")
    #expect(fleet.segments.count < 30)
  }

  @Test func `a new device needs a listing and one get for each file`() throws {
    let fleet = try CloudFleet(2)
    for number in 0..<100 {
      try fleet.devices[number % 2].add("item \(number)")
      try fleet.devices[number % 2].sync()
    }
    try fleet.expectConvergence()
    let late = try fleet.newDevice()
    let before = fleet.cloud.requests.count
    try late.sync()
    let methods = fleet.requests(since: before).map(\.method)
    #expect(methods.filter { $0 == "GET" }.count <= fleet.segments.count + 1)
    #expect(methods.filter { $0 == "PROPFIND" }.count <= 2)
    #expect(try late.names.count == 100)
  }
}
