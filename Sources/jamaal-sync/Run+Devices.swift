import CommandLineKit
import FolderSync
import JamaalCore
import JamaalHome
import ReplicaStore

extension Run {
  /// This device and every other one that was heard of.
  func listDevices() throws -> Int32 {
    let replica = try home.openReplica(clock)
    let status = try SyncStatus(replica)
    if wantsJSON {
      let own: JSON = [
        "id": .string(replica.device.description), "name": .string(replica.name), "own": true,
        "heard": .null, "equal": true, "heldBack": .null,
      ]
      say(
        .array(
          [own]
            + status.devices.map {
              [
                "id": .string($0.id.description), "name": .string($0.name), "own": false,
                "heard": $0.heardMillis == 0 ? .null : .string(heard($0)),
                "equal": JSON($0.isEqual),
                "heldBack": JSON($0.heldBackReason),
              ]
            }))
      return 0
    }
    var table = TextTable(columns: [.init(), .init(), .init(isFlexible: true)])
    table.append([
      .init(replica.device.description), .init(replica.name), .init("this device"),
    ])
    for device in status.devices {
      let state =
        device.heldBackReason.map { "held back: \($0)" }
        ?? (device.heardMillis == 0 ? "nothing written there yet" : "heard \(heard(device))")
        + (device.isEqual ? ", equal" : "")
      table.append([.init(device.id.description), .init(device.name), .init(state)])
    }
    say(table.lines(for: Terminal(isTerminal: false)))
    return 0
  }

  private func heard(_ device: SyncStatus.Device) -> String {
    Instant(millis: device.heardMillis).text(in: clock.zone)
  }

  /// Gives this device another name, which the others learn with its next sync.
  func renameDevice() throws -> Int32 {
    let name = (invocation.argument("NAME") ?? "").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    guard !name.isEmpty, name.count <= 100 else {
      throw Refusal("A name has between 1 and 100 characters.", status: 2)
    }
    let replica = try home.openReplica(clock)
    try replica.rename(name)
    if PrivateFile.exists(home.folderPath) { _ = try replica.sealHeartbeat() }
    say(["This device is called \(name) now."])
    return 0
  }
}
