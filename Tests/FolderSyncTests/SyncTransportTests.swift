import FolderSync
import ReplicaStore
import TestSupport
import Testing

/// The same sync over every kind of folder.
@Suite struct SyncTransportTests {
  private static let transports: [Transport] = [
    .local, .memory, .apache, .apacheDigest, .apacheSecure,
  ]

  @Test(arguments: transports)
  func `three devices that share a folder end equal and quiet`(transport: Transport) throws {
    let directory = try TemporaryDirectory()
    let fixture = try TransportFixture(transport, in: directory)
    let devices = try (0..<3).map { try Device(UInt64($0) + 1, fixture.open()) }
    try devices[0].membership.create()
    try devices[1].membership.join()
    try devices[2].membership.join()
    var random = SeededGenerator(seed: 11)
    var ids: [RecordID] = []
    for step in 0..<40 {
      let device = devices[Int.random(in: 0..<3, using: &random)]
      switch Int.random(in: 0..<3, using: &random) {
      case 0: ids.append(try device.add("item \(step) é"))
      case 1: if let id = ids.randomElement(using: &random) { try device.rename(id, to: "\(step)") }
      default: #expect(try device.sync().outcome == .synced)
      }
    }
    for _ in 0..<3 { for device in devices { try device.sync() } }
    for device in devices {
      let report = try device.sync()
      #expect(report.outcome == .synced)
      #expect(report.pulledSegmentCount == 0 && report.pushedChangeSetCount == 0)
      #expect(device.replica.digest == devices[0].replica.digest)
      #expect(try device.replica.contentDigest() == devices[0].replica.contentDigest())
    }
  }

  @Test(arguments: transports)
  func `a new device gets everything in one sync`(transport: Transport) throws {
    let directory = try TemporaryDirectory()
    let fixture = try TransportFixture(transport, in: directory)
    let first = try Device(1, fixture.open())
    try first.membership.create()
    for number in 0..<30 {
      try first.add("item \(number)")
      #expect(try first.sync().outcome == .synced)
    }
    let second = try Device(2, fixture.open())
    try second.membership.join()
    #expect(try second.sync().outcome == .synced)
    #expect(second.replica.digest == first.replica.digest)
    #expect(try second.names.count == 30)
  }
}
