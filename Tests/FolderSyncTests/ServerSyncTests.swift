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
    let fixture = try TransportFixture(transport, in: directory)
    let first = try Device(1, try fixture.made())
    let second = try Device(2, try fixture.open())
    try first.membership.create()
    try second.membership.join()
    let devices = [first, second]
    for round in 0..<Self.roundCount {
      for (number, device) in devices.enumerated() {
        for change in 0..<Self.changesPerRound {
          try device.add("\(number) \(round) \(change)")
        }
        try device.sync()
      }
    }
    let counts = devices.map(\.folder.requestCount)
    for device in devices + devices {
      let report = try device.sync()
      #expect(report.outcome == .synced, "\(report.message ?? "")")
    }
    for device in devices {
      #expect(try device.names.count == 2 * Self.roundCount * Self.changesPerRound)
      #expect(device.replica.digest == first.replica.digest)
      #expect(try device.replica.contentDigest() == first.replica.contentDigest())
    }
    let mean = Double(counts[0] + counts[1]) / Double(2 * Self.roundCount)
    ServerReport.note(
      transport.rawValue, "sync",
      "converged, \(Int(mean.rounded())) requests a sync with 10 changes each way")
  }

  @Test(arguments: Transport.readOnly)
  func `a device behind a server that only gives files follows`(_ transport: Transport) throws {
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
    ServerReport.note(transport.rawValue, "sync", "follows 51 changes, says that it cannot push")
  }

  @Test(arguments: Transport.writable)
  func `the probe tells what each server can do`(_ transport: Transport) throws {
    let folder = try TransportFixture(transport, in: directory).made()
    var chance = FixedChance(seed: 59)
    let report = try FolderProbe.run(folder, using: &chance)
    #expect(report.isUsable && !report.isReadOnly)
    let lacking = report.findings.filter { $0.verdict != .works }.map {
      "\($0.feature.rawValue): \($0.detail)"
    }
    ServerReport.note(
      transport.rawValue, "probe", lacking.isEmpty ? "everything" : lacking.joined(separator: "; "))
  }
}
