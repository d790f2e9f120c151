import FolderSync
import ReplicaStore
import TestSupport
import Testing

/// Listings that are not what they seem: each is noticed, and nothing is lost over it.
@Suite struct ListingLieTests {
  typealias Reply = FakeCloud.Reply

  /// Two devices that agree, with some files each.
  private func settledFleet() throws -> CloudFleet {
    let fleet = try CloudFleet(2)
    for number in 0..<6 {
      try fleet.devices[number % 2].add("item \(number)")
      try fleet.devices[number % 2].sync()
    }
    try fleet.expectConvergence()
    return fleet
  }

  /// Lies in every listing, syncs, checks what was found, then goes on with the truth.
  private func expect(
    _ outcome: SyncOutcome, _ words: String,
    _ lie: @escaping @Sendable (FakeCloud.Request, () -> Reply) -> Reply
  ) throws {
    let fleet = try settledFleet()
    let before = fleet.segments
    let names = try fleet.devices[0].names
    fleet.cloud.lie { request, honest in
      request.isListing ? lie(request, honest) : honest()
    }
    try fleet.devices[0].add("new")
    for _ in 0..<3 {
      let report = try fleet.devices[0].sync()
      #expect(report.outcome == outcome, "\(report.message ?? "")")
      #expect(report.message?.contains(words) == true, "\(report.message ?? "")")
      #expect(fleet.segments == before, "nothing was put or deleted")
      #expect(try fleet.devices[0].names == (names + ["new"]).sorted())
    }
    fleet.cloud.beHonest()
    try fleet.expectConvergence()
    #expect(try fleet.devices[1].names.contains("new"))
  }

  @Test func `a log-in page with 200 is not a DAV answer`() throws {
    try expect(.unusable, "log-in page") { _, _ in
      Reply(200, ["Content-Type: text/html"], "<!doctype html><html><form></form></html>")
    }
  }

  @Test func `a page that calls itself 207 is not a DAV answer`() throws {
    try expect(.unusable, "listing") { _, _ in
      Reply(207, ["Content-Type: text/html"], "<html><body>Welcome</body></html>")
    }
  }

  @Test func `a closed multistatus with entries missing and text after its end is refused whole`()
    throws
  {
    try expect(.unusable, "listing") { _, honest in
      let body = honest().document
      // The first entry alone, closed, then what a crashed script adds.
      let end = body.firstRange(of: "</d:response>")?.upperBound ?? body.endIndex
      return Reply(
        207, ["Content-Type: application/xml"],
        body[..<end] + "</d:multistatus>\n<br /><b>Fatal error</b>: Allowed memory size")
    }
  }

  @Test func `a listing of another directory is refused`() throws {
    try expect(.unusable, "is not that of") { _, honest in
      let body = honest().document
      return Reply(207, ["Content-Type: application/xml"], body.replacing("/log/", with: "/old/"))
    }
  }

  @Test func `links to another server are refused`() throws {
    try expect(.unusable, "another server") { _, honest in
      let body = honest().document
      return Reply(
        207, ["Content-Type: application/xml"],
        body.replacing("<d:href>/", with: "<d:href>http://elsewhere.example/"))
    }
  }

  @Test func `a listing cut off in the middle is refused, and asked for again`() throws {
    try expect(.busy(retryAfterSeconds: nil), "ends in the middle") { _, honest in
      let body = honest().document
      return Reply(207, ["Content-Type: application/xml"], String(body.prefix(body.count / 2)))
    }
  }

  @Test func `an entry with a status of its own that is not good is missing, and only it`() throws {
    let fleet = try settledFleet()
    let hidden = try #require(fleet.segments(of: fleet.devices[1]).last)
    let name = String(hidden.split(separator: "/").last ?? "")
    fleet.cloud.lie { request, honest in
      guard request.isListing else { return honest() }
      let body = honest().document
      let parts = body.split(separator: "<d:response>", omittingEmptySubsequences: false)
      let changed = parts.map { part -> String in
        guard part.contains(name), let href = part.firstRange(of: "</d:href>") else {
          return String(part)
        }
        return part[..<href.upperBound] + "<d:status>HTTP/1.1 404 Not Found</d:status>"
          + "</d:response>" + (part.hasSuffix("</d:multistatus>") ? "</d:multistatus>" : "")
      }
      return Reply(
        207, ["Content-Type: application/xml"], changed.joined(separator: "<d:response>"))
    }
    let late = try fleet.newDevice()
    let report = try late.sync()
    #expect(report.outcome == .heldBack || report.outcome == .synced, "\(report.message ?? "")")
    #expect(try late.names.count < fleet.devices[0].names.count)
    fleet.cloud.beHonest()
    #expect(try late.sync().outcome == .synced)
    #expect(try late.names == fleet.devices[0].names)
  }

  @Test func `207 with an empty folder after a storage error changes nothing, here or there`()
    throws
  {
    let fleet = try settledFleet()
    let kept = fleet.cloud.kept
    fleet.cloud.kept.files = [:]
    try fleet.devices[0].add("new")
    let names = try fleet.devices[0].names
    for _ in 0..<3 {
      let report = try fleet.devices[0].sync()
      #expect(report.outcome == .otherFolder)
      #expect(fleet.cloud.kept.files.isEmpty, "nothing was pushed into it")
      #expect(try fleet.devices[0].names == names)
    }
    fleet.cloud.kept = kept
    try fleet.expectConvergence()
    #expect(try fleet.devices[1].names == names)
  }

  @Test func `an empty listing while the files are there is found out by one look`() throws {
    let fleet = try settledFleet()
    try fleet.devices[0].add("new")
    let before = fleet.cloud.requests.count
    fleet.cloud.lie { request, honest in
      guard request.isListing, request.path.hasSuffix("/log/") else { return honest() }
      let path = FakeCloud.decoded(request.path)
      return Reply(
        207, ["Content-Type: application/xml"],
        #"<d:multistatus xmlns:d="DAV:"><d:response><d:href>"#
          + path.replacing("&", with: "&amp;").replacing("%", with: "%25")
          .replacing("#", with: "%23")
          + "</d:href><d:propstat><d:prop><d:resourcetype><d:collection/></d:resourcetype></d:prop>"
          + "<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>")
    }
    // The new file is put; nothing is put anew, since a look shows every one that is not listed.
    let count = fleet.segments.count
    let report = try fleet.devices[0].sync()
    #expect([SyncOutcome.synced, .heldBack].contains(report.outcome), "\(report.message ?? "")")
    #expect(fleet.segments.count == count + 1)
    let puts = fleet.requests(since: before).filter { $0.method == "PUT" }
    #expect(puts.count == 1)
    #expect(!report.notes.contains { if case .folderHealed = $0 { true } else { false } })
    fleet.cloud.beHonest()
    try fleet.expectConvergence()
  }

  @Test(arguments: [true, false])
  func `a listing cut at 750 entries is followed, or the hole is noticed by number`(
    _ linksPages: Bool
  ) throws {
    let fleet = try CloudFleet(1)
    let owner = fleet.devices[0]
    try owner.add("first")
    try owner.sync()
    // Many strangers' files sort before and between, so that ours are cut off.
    for number in 0..<760 {
      fleet.cloud.kept.files["\(fleet.root)log/0-stranger-\(number).txt"] = [1]
    }
    fleet.cloud.manners.listingCountMax = 750
    fleet.cloud.manners.linksPages = linksPages
    try owner.add("second")
    let report = try owner.sync()
    #expect(report.outcome == .synced, "its own files are asked for by name")
    let late = try fleet.newDevice()
    let pulled = try late.sync()
    if linksPages {
      #expect(pulled.outcome == .synced)
      #expect(try late.names == ["first", "second"])
    } else {
      #expect(try late.names.isEmpty, "a hint that shows nothing gives nothing")
      // What has been seen is not lost from sight by a cut listing.
      fleet.cloud.manners.listingCountMax = .max
      try late.sync()
      fleet.cloud.manners.listingCountMax = 750
      #expect(try late.sync().outcome == .synced)
      #expect(try late.names == ["first", "second"])
    }
  }

  @Test func `a cut listing that shows a later file holds its device back by number`() throws {
    let fleet = try CloudFleet(2)
    for number in 0..<3 {
      try fleet.devices[0].add("item \(number)")
      try fleet.devices[0].sync()
    }
    let second = try #require(
      fleet.segments(of: fleet.devices[0]).first { $0.contains("-0000000002-") })
    let name = String(second.split(separator: "/").last ?? "")
    fleet.cloud.lie { request, honest in
      guard request.isListing else { return honest() }
      let body = honest().document
      let parts = body.split(separator: "<d:response>").filter { !$0.contains(name) }
      return Reply(207, ["Content-Type: application/xml"], parts.joined(separator: "<d:response>"))
    }
    let report = try fleet.devices[1].sync()
    #expect(report.outcome == .heldBack)
    #expect(report.heldBack.first?.reason.contains("change set 2") == true)
    #expect(try fleet.devices[1].names == ["item 0"])
    fleet.cloud.beHonest()
    try fleet.expectConvergence()
  }

  @Test func `a listing in any order means the same`() throws {
    let fleet = try settledFleet()
    fleet.cloud.lie { request, honest in
      guard request.isListing else { return honest() }
      let body = honest().document
      var parts = body.replacing("</d:multistatus>", with: "").split(separator: "<d:response>")
      let head = parts.removeFirst()
      let tail = parts.reversed().joined(separator: "<d:response>")
      return Reply(
        207, ["Content-Type: application/xml"], "\(head)<d:response>\(tail)</d:multistatus>")
    }
    let late = try fleet.newDevice()
    #expect(try late.sync().outcome == .synced)
    #expect(try late.names == fleet.devices[0].names)
  }

  @Test func `a wrong user id answers with an empty folder, which nobody takes for ours`() throws {
    let fleet = try settledFleet()
    let wrong = try CloudFleet.open(fleet.cloud, user: "somebody else")
    let device = try Device(7, wrong)
    let failure = error { try device.membership.join() }
    #expect(failure?.code == .notFound)
    let made = error { try device.membership.create() }
    #expect(made?.code == .forbidden, "\(made?.message ?? "")")
    // A device that was fine before has its address spoilt.
    let moved = try Device(8, wrong, image: fleet.devices[0].replica.image())
    let before = fleet.cloud.requests.count
    try moved.add("new")
    #expect(try moved.sync().outcome == .otherFolder)
    #expect(fleet.requests(since: before).allSatisfy { $0.method == "PROPFIND" })
  }
}
