import FolderSync
import ReplicaStore
import TestSupport
import Testing

/// Where servers differ and all of them are right, as far as a sync can tell.
@Suite struct CloudMannersTests {
  /// A way to behave that has to go unnoticed.
  struct Manner: CustomTestStringConvertible, Sendable {
    var what: String
    var apply: @Sendable (inout CloudManners) -> Void
    var testDescription: String { what }
  }

  static let manners: [Manner] = [
    Manner(what: "a Nextcloud as it is") { _ in },
    Manner(what: "no entity tags") {
      $0.tags = .none
      $0.hasDirectoryTags = false
    },
    Manner(what: "weak entity tags") { $0.tags = .weak },
    Manner(what: "entity tags that end in -gzip") { $0.tags = .compressed },
    Manner(what: "no lengths in listings") { $0.listsLengths = false },
    Manner(what: "only properties that are there") { $0.tellsMissingProperties = false },
    Manner(what: "a condition that is passed over") { $0.ignoresConditions = true },
    Manner(what: "stumps that stay") { $0.keepsStumps = true },
    Manner(what: "409 for a missing parent") { $0.missingParentStatus = 409 },
    Manner(what: "500 for a missing parent") { $0.missingParentStatus = 500 },
    Manner(what: "301 for a collection that is there") { $0.existingCollectionStatus = 301 },
    Manner(what: "401 for a collection that is there") { $0.existingCollectionStatus = 401 },
    Manner(what: "409 for a collection that is there") { $0.existingCollectionStatus = 409 },
    Manner(what: "201 for a collection that is there") { $0.existingCollectionStatus = 201 },
    Manner(what: "423 for a collection that is there") { $0.existingCollectionStatus = 423 },
    Manner(what: "listings in pages") {
      $0.listingCountMax = 3
      $0.linksPages = true
    },
  ]

  static let everyManner: [Manner] =
    manners
    + CloudManners.Links.allCases.map { links in
      Manner(what: "links: \(links)") { $0.links = links }
    }
    + CloudManners.Prefix.allCases.map { prefix in
      Manner(what: "the prefix “\(prefix.rawValue)”") { $0.prefix = prefix }
    }

  @Test(arguments: everyManner)
  func `a fleet agrees, merges its files and becomes quiet with`(_ manner: Manner) throws {
    let fleet = try CloudFleet(2, manner.apply)
    let id = try fleet.devices[0].add("first")
    for number in 0..<20 {
      let device = fleet.devices[number % 2]
      try device.add("item \(number)")
      if number == 11 { try fleet.devices[1].rename(id, to: "renamed") }
      #expect(try device.sync().outcome == .synced, "\(number)")
    }
    try fleet.expectConvergence()
    #expect(try fleet.devices[0].names.count == 21)
    #expect(try fleet.devices[0].names.contains("renamed"))
    let late = try fleet.newDevice()
    #expect(try late.sync().outcome == .synced)
    #expect(
      try late.replica.contentDigest() == fleet.devices[0].replica.contentDigest())
  }

  @Test func `every put carries its length, and none is sent in chunks`() throws {
    let fleet = try CloudFleet(2)
    try fleet.devices[0].add("bread")
    try fleet.expectConvergence()
    let puts = fleet.cloud.requests.filter { $0.method == "PUT" }
    #expect(puts.count >= 3)
    for put in puts {
      #expect(put.headers["transfer-encoding"] == nil)
      #expect(Int(put.headers["content-length"] ?? "") == put.body.count)
      #expect(put.headers["expect"] == nil, "nobody waits for “100 Continue”")
    }
  }

  @Test func `no name is sent that a server refuses, and none that it changes`() throws {
    let fleet = try CloudFleet(2)
    for number in 0..<20 {
      try fleet.devices[number % 2].add("item \(number)")
      try fleet.devices[number % 2].sync()
    }
    let inside = fleet.cloud.kept.files.keys.map { String($0.dropFirst(fleet.root.count)) }
    #expect(inside.count > 4)
    for name in inside {
      #expect(name.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-./".utf8.contains($0) })
      #expect(!name.hasPrefix(".") && !name.contains("/.") && !name.hasSuffix(".part"))
    }
  }

  @Test(arguments: ["e\u{301}", "\u{e9}"])
  func `a folder is the same one in either form of é, though the server keeps one`(
    _ written: String
  ) throws {
    let fleet = try CloudFleet(1)
    try fleet.devices[0].add("bread")
    try fleet.devices[0].sync()
    var options = HTTPOptions()
    options.proxy = ""
    let name = CloudFleet.name.unicodeScalars.map {
      $0 == "\u{e9}" ? written : String(Character($0))
    }.joined()
    let folder = try FolderAddress("\(fleet.cloud.address)/\(name)").open(
      credentials: FolderCredentials(user: FakeCloud.user, password: FakeCloud.password),
      options: options)
    let device = try Device(9, folder)
    try device.membership.join()
    #expect(try device.sync().outcome == .synced)
    #expect(try device.names == ["bread"])
  }

  @Test func `a put into a folder that somebody removed meanwhile makes log/ once more`() throws {
    for status in [404, 409, 500] {
      let fleet = try CloudFleet(1) { $0.missingParentStatus = status }
      let log = "\(fleet.root)log/"
      let isFirst = Lock(true)
      fleet.cloud.lie { [cloud = fleet.cloud] request, honest in
        if request.method == "PUT", isFirst.withLock({ $0 ? ($0 = false, true).1 : false }) {
          cloud.kept.collections.remove(log)
        }
        return honest()
      }
      try fleet.devices[0].add("bread")
      #expect(try fleet.devices[0].sync().outcome == .synced, "\(status)")
      #expect(fleet.segments.count == 1)
    }
  }
}
