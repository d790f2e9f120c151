import CommandLineKit
import FolderSync
import JamaalHome
import ReplicaStore

/// The passphrases of an encrypted folder.
extension Run {
  /// Where the passphrase of this command comes from.
  var passphraseInput: SecretInput {
    SecretInput(
      name: "passphrase",
      command: invocation.value("passphrase-command").map { ($0, "--passphrase-command") },
      isOnStandardInput: invocation.has("passphrase-stdin"), variable: Secrets.passphraseVariable)
  }

  /// What people call a passphrase that is made now.
  func label(_ replica: Replica) -> String {
    invocation.value("label") ?? "made on \(replica.name)"
  }

  /// Asks for the passphrase if the folder is encrypted, before anything is written.
  func unlock(_ folder: any Folder, _ identity: FolderIdentity) throws -> FolderKey? {
    guard identity.encryption != nil else { return nil }
    return try KeySlots(folder: folder, identity: identity, random: Run.random)
      .unlock(passphraseInput.read(environment))
  }

  /// Comes in by a passphrase, again or by another one.
  func unlockFolder() throws -> Int32 {
    try withFolder { folder, _, membership, secrets in
      let identity = try membership.look()
      guard let key = try unlock(folder, identity) else {
        throw Refusal("The folder is not encrypted. There is nothing to unlock.")
      }
      secrets.folderKey = key.secretText
    }
    say(["The folder is open. Run “jamaal sync” to exchange changes."])
    return 0
  }

  func addKey() throws -> Int32 {
    try withSlots { slots, key, replica in
      let passphrase = try passphraseInput.read(environment, isNew: true)
      try slots.add(passphrase, label: label(replica), key)
      return key
    }
    say(["Added. Devices can join with it from now on."])
    return 0
  }

  func changeKey() throws -> Int32 {
    try withSlots { slots, key, _ in
      let old = try passphraseInput.read(environment)
      // Known to be right before the new one is asked for.
      _ = try slots.unlock(old)
      var input = passphraseInput
      input.name = "new passphrase"
      input.variable = "JAMAAL_FOLDER_NEW_PASSPHRASE"
      input.command = invocation.value("new-passphrase-command").map {
        ($0, "--new-passphrase-command")
      }
      return try slots.change(old, to: input.read(environment, isNew: true), key)
    }
    say([
      "Changed. Devices that are in stay in. Whoever knew the old one and kept a copy of its key"
        + " file can read on: to shut somebody out, add a passphrase and revoke the old one."
    ])
    return 0
  }

  func revokeKey() throws -> Int32 {
    guard let id = invocation.argument("ID") else { return 2 }
    try withSlots { slots, key, replica in
      let renewed = try slots.revoke(id, key)
      // A sign of life, sealed with the new key, by which the other devices learn of it.
      _ = try replica.sealHeartbeat()
      return renewed
    }
    say([
      "Revoked. What is written from now on has a new key that this passphrase does not open; run"
        + " “jamaal sync” now, then on your other devices.",
      "What was readable with it before stays readable to whoever kept a copy.",
    ])
    return 0
  }

  func listKeys() throws -> Int32 {
    var list: [KeySlots.Slot] = []
    try withSlots { slots, key, _ in
      list = try slots.list(key)
      return key
    }
    if wantsJSON {
      say(
        .array(
          list.map {
            [
              "id": .string($0.id), "label": .string($0.label), "current": JSON($0.isCurrent),
              "own": JSON($0.isOwn),
            ]
          }))
      return 0
    }
    var table = TextTable(columns: [.init(), .init(isFlexible: true), .init()])
    for slot in list {
      let state = slot.isOwn ? "this device" : slot.isCurrent ? "" : "out of date, add it again"
      table.append([.init(slot.id), .init(slot.label), .init(state)])
    }
    say(table.lines(for: Terminal(isTerminal: false)))
    return 0
  }

  private func withSlots(
    _ body: (KeySlots, FolderKey, Replica) throws -> FolderKey
  ) throws {
    try withFolder { folder, replica, membership, secrets in
      let identity = try membership.look()
      guard identity.encryption != nil else {
        throw Refusal(
          "The folder is not encrypted, so it has no passphrases. Make another one with"
            + " “jamaal folder set ADDRESS --create --encrypt”.")
      }
      guard let key = try secrets.key() else {
        throw Refusal(
          "The folder's key is not on this device. Give the passphrase: jamaal folder key unlock",
          status: SyncOutcome.credentials.exitStatus)
      }
      let slots = KeySlots(folder: folder, identity: identity, random: Run.random)
      secrets.folderKey = try body(slots, key, replica).secretText
    }
  }

  /// Runs something with the folder, and keeps what it made of the secrets.
  private func withFolder(
    _ body: (any Folder, Replica, FolderMembership, inout Secrets) throws -> Void
  ) throws {
    let settings = try FolderSettings.load(home)
    var secrets = try Secrets.load(home)
    let before = secrets
    let replica = try home.openReplica(clock)
    let lock = try SyncLock(home)
    defer { withExtendedLifetime(lock) {} }
    let folder = try settings.open(secrets, environment)
    let membership = try FolderMembership(replica: replica, folder: folder, random: Run.random)
    try body(folder, replica, membership, &secrets)
    if secrets != before { try secrets.save(home) }
  }
}
