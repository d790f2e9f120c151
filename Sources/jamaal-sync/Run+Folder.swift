import CommandLineKit
import FolderSync
import Glibc
import JamaalHome
import ReplicaStore

extension Run {
  /// Joins a folder or makes one, and remembers it once that worked.
  func setFolder() throws -> Int32 {
    guard let text = invocation.argument("ADDRESS") else { return 2 }
    let isNew = invocation.has("create")
    guard isNew || !invocation.has("encrypt") else {
      throw Refusal(
        "A folder is encrypted when it is made: --encrypt goes with --create. A folder that is"
          + " encrypted already is known to be so when it is joined.", status: 2)
    }
    var secrets = try Secrets.load(home)
    let previousKey = try? secrets.key()  // One that is damaged opens nothing anyway.
    var settings = try newSettings(text, &secrets)
    let replica = try home.openReplica(clock)
    let lock = try SyncLock(home)
    defer { withExtendedLifetime(lock) {} }
    let advice = try settings.interpret(text, secrets, environment)
    // Once, here: later syncs take the address at its word.
    let folder = try settings.settle(secrets, environment)
    let membership = try FolderMembership(
      replica: replica, folder: folder, previousKey: previousKey, random: Run.random)
    let isEncrypted: Bool
    if isNew {
      isEncrypted = invocation.has("encrypt")
      secrets.folderKey = nil
      if isEncrypted {
        let passphrase = try passphraseInput.read(environment, isNew: true)
        let (_, key) = try membership.createEncrypted(
          passphrase: passphrase, label: label(replica))
        secrets.folderKey = key.secretText
      } else {
        try membership.create()
      }
      try secrets.save(home)
    } else {
      let key = try unlock(folder, try membership.look())
      isEncrypted = key != nil
      secrets.folderKey = key?.secretText
      // The key before the membership: a replica that sends sealed files has to have it.
      try secrets.save(home)
      try FolderMembership(
        replica: replica, folder: folder, key: key, previousKey: previousKey, random: Run.random
      ).join()
    }
    try settings.save(home)
    say(advice + Self.words(settings, isNew: isNew, isEncrypted: isEncrypted))
    return 0
  }

  private static func words(
    _ settings: FolderSettings, isNew: Bool, isEncrypted: Bool
  ) -> [String] {
    let kind = isEncrypted ? "encrypted folder" : "folder"
    var lines = [
      isNew
        ? "Made the \(kind) at \(settings.address). Join it on your other devices without --create."
        : "Joined the \(kind) at \(settings.address)."
    ]
    if isNew, isEncrypted {
      lines.append(
        "Without the passphrase nobody can read it, you included: keep a copy of it somewhere"
          + " safe.")
    }
    return lines + ["Run “jamaal sync” to exchange changes."]
  }

  /// What was asked for, with the password where it was given to be kept.
  private func newSettings(_ text: String, _ secrets: inout Secrets) throws -> FolderSettings {
    let address = try FolderAddress(text)
    guard address.password == nil else {
      throw Refusal(
        "There is a password in the address, where every program on this machine can read it, and"
          + " the history of the shell too. Leave it out and use --password-command or"
          + " --password-stdin; best change it.", status: 2)
    }
    let settings = try trust(
      FolderSettings(
        address: address.text, user: invocation.value("user") ?? address.user,
        passwordCommand: invocation.value("password-command"),
        allowsBasic: invocation.has("basic") ? true : nil))
    secrets.password = nil
    if invocation.has("password-stdin") {
      guard settings.passwordCommand == nil else {
        throw Refusal(
          "Give either --password-command or --password-stdin, not both.", status: 2)
      }
      secrets.password = try SecretInput(name: "password", isOnStandardInput: true)
        .read(environment)
    }
    return settings
  }

  /// Settings with what was said about whom to trust.
  func trust(_ settings: FolderSettings) throws -> FolderSettings {
    var settings = settings
    settings.pin = invocation.value("pin")
    guard let file = invocation.value("certificate") else { return settings }
    // Later syncs run in other directories.
    guard let path = realpath(file, nil) else {
      throw Refusal("\(file) is not there. Name a file of certificates in PEM form.", status: 2)
    }
    settings.certificate = String(cString: path)
    free(path)
    return settings
  }

  func showFolder() throws -> Int32 {
    let settings = try FolderSettings.load(home)
    let isEncrypted = try Secrets.load(home).folderKey != nil
    if wantsJSON {
      say([
        "address": .string(settings.address), "user": JSON(settings.user),
        "encrypted": JSON(isEncrypted),
      ])
    } else {
      say(
        [settings.address] + (settings.user.map { ["as \($0)"] } ?? [])
          + (isEncrypted ? ["encrypted"] : []))
    }
    return 0
  }

  /// Tries out what the folder can do.
  func checkFolder() throws -> Int32 {
    let folder = try FolderSettings.load(home).open(try Secrets.load(home), environment)
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
    try change { membership, _, _ in try membership.rejoin() }
    say(["Joined what is at the address now. Run “jamaal sync” to exchange changes."])
    return 0
  }

  func republishFolder() throws -> Int32 {
    var hasSlots = true
    try change { membership, folder, key in
      let identity = try membership.republish()
      guard let key else { return }
      let slots = KeySlots(folder: folder, identity: identity, random: Run.random)
      hasSlots = try !slots.list(key).isEmpty
    }
    say(["Everything here is ready to be sent again. Run “jamaal sync”."])
    if !hasSlots {
      say([
        "The passphrases of the encrypted folder are gone with what it held. Give one again, for"
          + " devices that join: jamaal folder key add"
      ])
    }
    return 0
  }

  private func change(
    _ body: (FolderMembership, any Folder, FolderKey?) throws -> Void
  ) throws {
    let settings = try FolderSettings.load(home)
    let secrets = try Secrets.load(home)
    let replica = try home.openReplica(clock)
    let lock = try SyncLock(home)
    defer { withExtendedLifetime(lock) {} }
    let folder = try settings.open(secrets, environment)
    let key = try secrets.key()
    try body(
      FolderMembership(replica: replica, folder: folder, key: key, random: Run.random), folder, key)
  }
}
