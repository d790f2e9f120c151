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
        "heard": .null, "equal": true, "heldBack": .null, "retired": false,
      ]
      say(
        .array(
          [own]
            + status.devices.map {
              [
                "id": .string($0.id.description), "name": .string($0.name), "own": false,
                "heard": $0.heardMillis == 0 ? .null : .string(heard($0)),
                "equal": JSON($0.isEqual),
                "heldBack": JSON($0.heldBackReason), "retired": JSON($0.isRetired),
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
        device.isRetired
        ? "retired"
        : device.heldBackReason.map { "held back: \($0)" }
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

  /// Stops waiting for another device.
  func retireDevice() throws -> Int32 {
    let settings = try FolderSettings.load(home)
    let secrets = try Secrets.load(home)
    let replica = try home.openReplica(clock)
    let lock = try SyncLock(home)
    defer { withExtendedLifetime(lock) {} }
    let device = try namedDevice(replica)
    let synchronizer = try Synchronizer(
      replica: replica, folder: try settings.open(secrets, environment), key: try secrets.key(),
      nowMillis: { clock.nowMillis })
    let retirement = try synchronizer.retire(device.id)
    guard !wantsJSON else {
      say([
        "device": .string(device.id.description), "through": JSON(Int(clamping: retirement.number)),
        "deleted": JSON(retirement.deletedCount), "left": JSON(retirement.leftCount),
      ])
      return 0
    }
    var lines = ["Nothing is waited for from \(device.label) any more."]
    switch retirement.deletedCount {
    case 0: break
    case 1: lines.append("One file of it that nobody can read was deleted.")
    case let count: lines.append("\(count) files of it that nobody can read were deleted.")
    }
    if retirement.leftCount > 0 {
      lines.append("What nobody can read of it stays, since the folder takes nothing away.")
    }
    say(lines + ["If it comes back after all, it is heard as before."])
    return 0
  }

  /// A device as a person names it.
  struct NamedDevice {
    var id: DeviceID
    var label: String
  }

  /// The one other device that the word `DEVICE` means.
  ///
  /// - Parameters:
  ///   - replica: The replica, which remembers the devices.
  ///   - further: Devices that are known otherwise.
  /// - Returns: The device.
  /// - Throws: `Refusal` if there is none or more than one.
  func namedDevice(_ replica: Replica, among further: [DeviceID] = []) throws -> NamedDevice {
    let word = (invocation.argument("DEVICE") ?? "").lowercased()
    let known = try SyncStatus(replica).devices
    let names = Dictionary(known.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    let all = Set(known.map(\.id) + further).sorted()
    let byName = all.filter { (names[$0] ?? "").lowercased() == word }
    let found = byName.isEmpty ? all.filter { $0.description.hasPrefix(word) } : byName
    guard let id = found.first, !word.isEmpty else {
      throw Refusal("No other device is called \(word). See: jamaal device list")
    }
    guard found.count == 1 else {
      throw Refusal("More than one device is meant by \(word). Give the beginning of its id.")
    }
    let name = names[id] ?? ""
    return NamedDevice(id: id, label: name.isEmpty ? id.description : "\(name)")
  }
}
