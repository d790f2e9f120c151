import CommandLineKit
import FolderSync
import JamaalCore
import JamaalHome
import ReplicaStore

/// What was set aside because the clock of whoever wrote it was ahead.
extension Run {
  func listQuarantine() throws -> Int32 {
    let replica = try home.openReplica(clock)
    let waiting = try replica.quarantined()
    let names = try deviceNames(replica)
    guard !wantsJSON else {
      say(
        .array(
          waiting.map {
            [
              "device": .string($0.device.description), "name": .string(names[$0.device] ?? ""),
              "values": JSON($0.valueCount), "records": JSON($0.recordCount),
              "from": .string(time($0.earliest.millis)), "to": .string(time($0.latest.millis)),
            ]
          }))
      return 0
    }
    guard !waiting.isEmpty else {
      say(["Nothing is set aside."])
      return 0
    }
    for writes in waiting {
      let name = names[writes.device] ?? ""
      say([
        "\(name.isEmpty ? writes.device.description : name): \(Self.words(writes)), written when its"
          + " clock said \(time(writes.earliest.millis))"
      ])
    }
    say([
      "Put the clock right where it is wrong, here or there. What is still here after that device has"
        + " synced: jamaal quarantine accept DEVICE, or discard DEVICE."
    ])
    return 0
  }

  func acceptQuarantine() throws -> Int32 {
    try decide { replica, device in
      let planner = try Planner(replica: replica, zones: clock.zones)
      let moment = try planner.tick(clock.context)
      let tag = DayTag(day: moment.today, zone: clock.zone.identifier).tag
      let count = try replica.acceptQuarantined(from: device, tag: tag)
      try planner.tick(clock.context)
      return "Took in \(Self.count(count, "value")) as if written here now."
    }
  }

  func discardQuarantine() throws -> Int32 {
    try decide { replica, device in
      "Let go of \(Self.count(try replica.discardQuarantined(from: device), "value"))."
    }
  }

  private func decide(_ body: (Replica, DeviceID) throws -> String) throws -> Int32 {
    let replica = try home.openReplica(clock)
    let waiting = try replica.quarantined().map(\.device)
    let device = try namedDevice(replica, among: waiting)
    guard waiting.contains(device.id) else {
      throw Refusal("Nothing of \(device.label) is set aside.")
    }
    say([try body(replica, device.id)])
    return 0
  }

  private func deviceNames(_ replica: Replica) throws -> [DeviceID: String] {
    Dictionary(
      try SyncStatus(replica).devices.map { ($0.id, $0.name) },
      uniquingKeysWith: { first, _ in first })
  }

  /// How much it is.
  static func words(_ writes: QuarantinedWrites) -> String {
    "\(count(writes.valueCount, "value")) of \(count(writes.recordCount, "record"))"
  }

  /// A number with its noun.
  static func count(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}
