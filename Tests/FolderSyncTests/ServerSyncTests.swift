import FolderSync
import ReplicaStore
import TestSupport
import Testing

/// The whole sync on every kind of folder: what the transports are there for.
@Suite("Two devices agree through every kind of folder")
struct ServerSyncTests {
  private static let roundCount = 5
  private static let changesPerRound = 10

  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: Transport.writable)
  func `fifty changes on each side arrive on both`(_ transport: Transport) throws {
    for text in transport.differences { ServerReport.note(transport.rawValue, "differs", text) }
    let fixture = try TransportFixture(transport, in: directory)
    let first = try Device(1, try fixture.made())
    let second = try Device(2, try fixture.open())
    try first.membership.create()
    try second.membership.join()
    let devices = [first, second]
    let before = devices.map(\.folder.requestCount)
    for round in 0..<Self.roundCount {
      for (number, device) in devices.enumerated() {
        for change in 0..<Self.changesPerRound {
          try device.add("\(number) \(round) \(change)")
        }
        try device.sync()
      }
    }
    let count = zip(devices, before).map { $0.folder.requestCount - $1 }.reduce(0, +)
    for device in devices + devices {
      let report = try device.sync()
      #expect(report.outcome == .synced, "\(report.message ?? "")")
    }
    for device in devices {
      #expect(try device.names.count == 2 * Self.roundCount * Self.changesPerRound)
      #expect(device.replica.digest == first.replica.digest)
      #expect(try device.replica.contentDigest() == first.replica.contentDigest())
    }
    let tenths = count * 10 / (2 * Self.roundCount)
    ServerReport.note(
      transport.rawValue, "sync", "converged, \(tenths / 10).\(tenths % 10) requests a sync")
  }

  @Test(arguments: Transport.readOnly)
  func `a device behind a server that only gives files follows`(_ transport: Transport) throws {
    for text in transport.differences { ServerReport.note(transport.rawValue, "differs", text) }
    let fixture = try TransportFixture(transport, in: directory)
    let writer = try Device(1, try fixture.behind())
    try writer.membership.create()
    try writer.add("first")
    try writer.sync()
    let reader = try Device(2, try fixture.open())
    try reader.membership.join()
    for round in 0..<Self.roundCount {
      for change in 0..<Self.changesPerRound { try writer.add("\(round) \(change)") }
      try writer.sync()
      try reader.sync()
      #expect(try reader.names == writer.names)
    }
    // A change of its own stays here, and the sync says why.
    try reader.add("mine")
    try writer.add("theirs")
    try writer.sync()
    let report = try reader.sync()
    #expect(report.outcome != .synced)
    #expect(report.message?.contains("read only") == true, "\(report.message ?? "")")
    #expect(try reader.names.contains("theirs"))
    ServerReport.note(transport.rawValue, "sync", "follows, says that it cannot push")
  }

  @Test(arguments: Transport.writable)
  func `the probe tells what each server can do`(_ transport: Transport) throws {
    let folder = try TransportFixture(transport, in: directory).made()
    var chance = SeededGenerator(seed: 59)
    let report = try FolderProbe.run(folder, using: &chance)
    #expect(report.isUsable && !report.isReadOnly)
    for finding in report.findings where finding.verdict != .works {
      ServerReport.note(transport.rawValue, "probe", finding.detail)
    }
  }
}
