import CommandLineKit
import FolderSync
import JamaalHome
import ReplicaStore

extension Run {
  /// Joins a folder or makes one, and remembers it once that worked.
  func setFolder() throws -> Int32 {
    guard let text = invocation.argument("ADDRESS") else { return 2 }
    let address = try FolderAddress(text)
    var settings = FolderSettings(
      address: address.text, user: invocation.value("user") ?? address.user,
      password: address.password, passwordCommand: invocation.value("password-command"))
    if invocation.has("password-stdin") {
      guard settings.passwordCommand == nil else {
        throw Refusal(
          "Give either --password-command or --password-stdin, not both.", status: 2)
      }
      settings.password = try FolderSettings.passwordFromStandardInput()
    }
    let replica = try home.openReplica(clock)
    let lock = try SyncLock(home)
    defer { withExtendedLifetime(lock) {} }
    // Once, here: later syncs take the address at its word.
    let folder = try settings.settle(environment)
    let membership = try FolderMembership(replica: replica, folder: folder, random: Run.random)
    let isNew = invocation.has("create")
    _ = isNew ? try membership.create() : try membership.join()
    try settings.save(home)
    say([
      isNew
        ? "Made the folder at \(settings.address). Join it on your other devices without --create."
        : "Joined the folder at \(settings.address).",
      "Run “jamaal sync” to exchange changes.",
    ])
    return 0
  }

  func showFolder() throws -> Int32 {
    let settings = try FolderSettings.load(home)
    if wantsJSON {
      say(["address": .string(settings.address), "user": JSON(settings.user)])
    } else {
      say([settings.address] + (settings.user.map { ["as \($0)"] } ?? []))
    }
    return 0
  }

  /// Tries out what the folder can do.
  func checkFolder() throws -> Int32 {
    let folder = try FolderSettings.load(home).open(environment)
    var generator = SystemRandomNumberGenerator()
    let report = try FolderProbe.run(folder, using: &generator)
    if wantsJSON {
      say([
        "usable": JSON(report.isUsable), "readOnly": JSON(report.isReadOnly),
        "requests": JSON(report.requestCount),
        "findings": .array(
          report.findings.map {
            [
              "feature": .string($0.feature.rawValue), "verdict": .string("\($0.verdict)"),
              "detail": .string($0.detail),
            ]
          }),
      ])
    } else {
      var table = TextTable(columns: [.init(), .init(), .init(isFlexible: true)])
      for finding in report.findings {
        table.append([
          .init(finding.feature.rawValue), .init("\(finding.verdict)"), .init(finding.detail),
        ])
      }
      say(table.lines(for: Terminal(isTerminal: false)))
      say([report.isUsable ? "The folder can be used." : "The folder cannot be used."])
    }
    return report.isUsable ? 0 : SyncOutcome.unusable.exitStatus
  }

  func rejoinFolder() throws -> Int32 {
    try change { try $0.rejoin() }
    say(["Joined what is at the address now. Run “jamaal sync” to exchange changes."])
    return 0
  }

  func republishFolder() throws -> Int32 {
    try change { try $0.republish() }
    say(["Everything here is ready to be sent again. Run “jamaal sync”."])
    return 0
  }

  private func change(_ body: (FolderMembership) throws -> FolderIdentity) throws {
    let settings = try FolderSettings.load(home)
    let replica = try home.openReplica(clock)
    let lock = try SyncLock(home)
    defer { withExtendedLifetime(lock) {} }
    _ = try body(
      FolderMembership(
        replica: replica, folder: try settings.open(environment), random: Run.random))
  }
}
