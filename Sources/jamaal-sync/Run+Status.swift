import CommandLineKit
import FolderSync
import JamaalCore
import JamaalHome
import ReplicaStore

extension Run {
  /// The folder and the other devices, as remembered; asks nobody.
  func status() throws -> Int32 {
    let settings = try FolderSettings.load(home)
    let isEncrypted = try Secrets.load(home).folderKey != nil
    let replica = try home.openReplica(clock)
    let status = try SyncStatus(replica)
    let waiting = try replica.quarantined()
    if wantsJSON {
      say(json(settings, status, isEncrypted, waiting))
    } else {
      say(lines(settings, status, isEncrypted, waiting))
    }
    return 0
  }

  /// A moment as other programs read it.
  func time(_ millis: Int64) -> String {
    Instant(millis: millis).text(in: clock.zone)
  }

  /// How long ago a moment was, as a person says it.
  func ago(_ millis: Int64) -> String {
    let minutes = (clock.nowMillis - millis) / 60_000
    switch minutes {
    case ..<(-1): return time(millis)
    case ..<1: return "just now"
    case ..<60: return "\(Self.count(Int(minutes), "minute")) ago"
    case ..<(24 * 60): return "\(Self.count(Int(minutes / 60), "hour")) ago"
    case ..<(14 * 24 * 60): return "\(Self.count(Int(minutes / 24 / 60), "day")) ago"
    default: return "on \(time(millis).prefix(10))"
    }
  }

  private func lines(
    _ settings: FolderSettings, _ status: SyncStatus, _ isEncrypted: Bool,
    _ waiting: [QuarantinedWrites]
  ) -> [String] {
    var lines = ["Folder      \(settings.address)\(isEncrypted ? ", encrypted" : "")"]
    lines.append("Last sync   \(status.syncedAtMillis.map(ago) ?? "never")")
    if let failure = status.failure { lines.append("Last try    \(failure)") }
    let devices = status.devices.filter { !$0.isRetired }
    if devices.isEmpty {
      lines.append("Devices     no other one has been heard of")
    }
    for (index, device) in devices.enumerated() {
      let label = index == 0 ? "Devices     " : "            "
      lines.append("\(label)\(words(device))")
    }
    for (index, writes) in waiting.enumerated() {
      let name = status.devices.first { $0.id == writes.device }?.name ?? ""
      let label = index == 0 ? "Set aside   " : "            "
      lines.append(
        "\(label)\(Self.words(writes)) by \(name.isEmpty ? writes.device.description : name),"
          + " whose clock was ahead; see: jamaal quarantine")
    }
    return lines
  }

  private func words(_ device: SyncStatus.Device) -> String {
    let name = device.name.isEmpty ? device.id.description : device.name
    if let reason = device.heldBackReason { return "\(name): held back, \(reason)" }
    // A device that has only joined has not dated anything yet.
    let heard =
      device.heardMillis == 0
      ? "nothing written there yet" : "last heard of \(ago(device.heardMillis))"
    return "\(name): \(device.isEqual ? "equal" : "not all exchanged yet"), \(heard)"
  }

  private func json(
    _ settings: FolderSettings, _ status: SyncStatus, _ isEncrypted: Bool,
    _ waiting: [QuarantinedWrites]
  ) -> JSON {
    [
      "folder": .string(settings.address), "encrypted": JSON(isEncrypted),
      "lastSync": JSON(status.syncedAtMillis.map(time)),
      "lastFailure": JSON(status.failure),
      "devices": .array(
        status.devices.map {
          [
            "id": .string($0.id.description), "name": .string($0.name),
            "lastChangeSet": JSON(Int(clamping: $0.number)), "equal": JSON($0.isEqual),
            "heard": JSON($0.heardMillis == 0 ? nil : time($0.heardMillis)),
            "heldBack": JSON($0.heldBackReason),
            "retired": JSON($0.isRetired),
          ]
        }),
      "quarantine": .array(
        waiting.map {
          ["device": .string($0.device.description), "values": JSON($0.valueCount)]
        }),
    ]
  }
}
