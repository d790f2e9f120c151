import FolderSync
import ReplicaStore
import TestSupport
import Testing

/// Devices that share a folder on a server that behaves, or lies, like a Nextcloud.
final class CloudFleet {
  /// A folder's name with everything that some server, shell or parser has stumbled over.
  static let name = "Jamaal \u{e9} #1 100% a+b & 'x' @ ;=~"

  let cloud: FakeCloud
  let devices: [Device]
  /// How long each pause was that the devices made, in milliseconds.
  let pauses = Pauses()

  final class Pauses {
    var millis: [Int64] = []
  }

  /// - Parameters:
  ///   - count: How many devices.
  ///   - manners: Changes how the server behaves, before anything is made.
  /// - Throws: What starting the server or the first requests throw.
  init(_ count: Int, _ manners: (inout CloudManners) -> Void = { _ in }) throws {
    cloud = try FakeCloud()
    manners(&cloud.manners)
    let (cloud, pauses) = (cloud, pauses)
    devices = try (0..<count).map { index in
      try Device(UInt64(index) + 1, CloudFleet.open(cloud, pauses: pauses))
    }
    for (index, device) in devices.enumerated() {
      if index == 0 { try device.membership.create() } else { try device.membership.join() }
    }
  }

  deinit { cloud.stop() }

  /// A handle of a new device on the folder.
  static func open(
    _ cloud: FakeCloud, user: String = FakeCloud.user, password: String = FakeCloud.password,
    pauses: Pauses = Pauses()
  ) throws -> any Folder {
    var options = HTTPOptions()
    options.proxy = ""
    let home = user == FakeCloud.user ? cloud.address : "\(cloud.address)-of-somebody-else"
    let folder = try FolderAddress("\(home)/\(name)").open(
      credentials: FolderCredentials(user: FakeCloud.user, password: password), options: options)
    var chance = SeededGenerator(seed: 1)
    return PatientFolder(folder, random: { chance.next() }) { millis in
      pauses.millis.append(millis)
      return true
    }
  }

  /// A device that has just joined.
  func newDevice(_ seed: UInt64 = 99) throws -> Device {
    let device = try Device(seed, Self.open(cloud, pauses: pauses))
    try device.membership.join()
    return device
  }

  /// Where the folder's files are on the server.
  var root: String { "\(FakeCloud.home)\(Self.name)/" }

  /// The segments on the server: decoded path and content.
  var segments: [String: [UInt8]] {
    cloud.kept.files.filter { $0.key.hasPrefix("\(root)log/") }
  }

  /// The paths of the segments of one device, in order.
  func segments(of device: Device) -> [String] {
    segments.keys.filter { $0.hasPrefix("\(root)log/\(device.replica.device)") }.sorted()
  }

  /// The requests since a moment, without those that only log in.
  func requests(since count: Int) -> [FakeCloud.Request] { Array(cloud.requests[count...]) }

  /// Syncs everybody until they are equal, and checks that they then are quiet.
  func expectConvergence(
    rounds: Int = 3, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for _ in 0..<rounds { for device in devices { try device.sync() } }
    for device in devices {
      let report = try device.sync()
      #expect(
        report.outcome == .synced, "\(report.message ?? "")\(report.heldBack)",
        sourceLocation: sourceLocation)
      #expect(
        report.pulledSegmentCount == 0 && report.pushedChangeSetCount == 0,
        sourceLocation: sourceLocation)
      #expect(
        try device.replica.contentDigest() == devices[0].replica.contentDigest(),
        sourceLocation: sourceLocation)
    }
  }
}

extension ScriptedServer.Request {
  /// Whether it asks what is in a directory.
  var isListing: Bool { method == "PROPFIND" && headers["depth"] == "1" }
}

extension ScriptedServer.Reply {
  /// The body, as text.
  var document: String {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.firstRange(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? ""
  }
}
