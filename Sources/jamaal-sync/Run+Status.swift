import CommandLineKit
import FolderSync
import JamaalCore
import JamaalHome
import ReplicaStore

extension Run {
  /// The folder and the other devices, as remembered; asks nobody.
  func status() throws -> Int32 {
    let settings = try FolderSettings.load(home)
    let replica = try home.openReplica(clock)
    let status = try SyncStatus(replica)
    if wantsJSON {
      say(json(settings, status))
    } else {
      say(lines(settings, status))
    }
    return 0
  }

  private func time(_ millis: Int64) -> String {
    Instant(millis: millis).text(in: clock.zone)
  }

  private func lines(_ settings: FolderSettings, _ status: SyncStatus) -> [String] {
    var lines = ["Folder      \(settings.address)"]
    lines.append("Last sync   \(status.syncedAtMillis.map(time) ?? "never")")
    if let failure = status.failure { lines.append("Last try    \(failure)") }
    if status.devices.isEmpty {
      lines.append("Devices     no other one has been heard of")
    }
    for (index, device) in status.devices.enumerated() {
      let label = index == 0 ? "Devices     " : "            "
      lines.append("\(label)\(words(device))")
    }
    return lines
  }

  private func words(_ device: SyncStatus.Device) -> String {
    let name = device.name.isEmpty ? device.id.description : device.name
    if let reason = device.heldBackReason { return "\(name): held back, \(reason)" }
    let heard = time(device.heardMillis)
    return device.isEqual
      ? "\(name): equal, heard \(heard)" : "\(name): not all exchanged yet, heard \(heard)"
  }

  private func json(_ settings: FolderSettings, _ status: SyncStatus) -> JSON {
    [
      "folder": .string(settings.address),
      "lastSync": JSON(status.syncedAtMillis.map(time)),
      "lastFailure": JSON(status.failure),
      "devices": .array(
        status.devices.map {
          [
            "id": .string($0.id.description), "name": .string($0.name),
            "lastChangeSet": JSON(Int(clamping: $0.number)), "equal": JSON($0.isEqual),
            "heard": .string(time($0.heardMillis)), "heldBack": JSON($0.heldBackReason),
          ]
        }),
    ]
  }
}
