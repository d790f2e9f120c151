import ReplicaStore

// Making the slot of a passphrase, and opening it.
extension KeySlots {
  /// The first key of a new folder, and its first slot, which is not written yet.
  func makeFirst(
    _ passphrase: String, label: String
  ) throws(FolderError) -> (key: FolderKey, file: KeyFile) {
    let first = FolderKey.Generation(bytes(Sodium.keyByteCount))
    let made = try makeSlot(passphrase, label: label, id: nil, number: 1, generations: [first])
    let key = FolderKey(generations: [first], slot: made.file.slot, slotSecret: made.secret)
    return (key, .slot(made.file))
  }

  func makeSlot(
    _ passphrase: String, label: String, id: String?, number: Int,
    generations: [FolderKey.Generation], secret: [UInt8]? = nil
  ) throws(FolderError) -> (file: SlotFile, secret: [UInt8]) {
    guard passphrase.count >= Self.passphraseCharactersMin else {
      throw FolderError(
        .refused,
        "A passphrase needs at least \(Self.passphraseCharactersMin) characters; a few words that"
          + " do not belong together are good.")
    }
    let salt = bytes(Sodium.saltByteCount)
    let slot = id ?? Hexadecimal.text(bytes(8))
    let current = generations[generations.count - 1]
    let secret = secret ?? bytes(Sodium.keyByteCount)
    let wrapping = try Self.stretch(passphrase, salt: salt, cost)
    var file = SlotFile(
      number: number, slot: slot, passes: cost.passes, memory: cost.memoryBytes,
      salt: Hexadecimal.text(salt), address: Hexadecimal.text(Sodium.publicKey(of: secret)),
      keys: "", label: "",
      by: current.id)
    let nonce = bytes(Sodium.nonceByteCount)
    file.keys = Hexadecimal.text(
      nonce
        + Sodium.seal(
          secret + generations.flatMap(\.secret), context: file.context(folder: identity.id),
          nonce: nonce,
          key: wrapping))
    file.label = Hexadecimal.text(
      current.seal(Array(label.utf8), context: file.labelContext(folder: identity.id)))
    file.proof = current.proof(of: file.provenText(folder: identity.id))
    return (file, secret)
  }

  /// The keys inside a slot; `nil` if the passphrase is not its own.
  func open(_ file: SlotFile, _ passphrase: String) throws(FolderError) -> FolderKey? {
    let cost = KeyCost(passes: file.passes, memoryBytes: file.memory)
    guard let salt = Hexadecimal.bytes(file.salt), salt.count == Sodium.saltByteCount,
      let sealed = Hexadecimal.bytes(file.keys),
      sealed.count > Sodium.nonceByteCount + Sodium.tagByteCount, cost.isBearable
    else { return nil }
    let wrapping = try Self.stretch(passphrase, salt: salt, cost)
    let nonce = Array(sealed.prefix(Sodium.nonceByteCount))
    guard
      let secrets = Sodium.open(
        sealed.dropFirst(Sodium.nonceByteCount), context: file.context(folder: identity.id),
        nonce: nonce, key: wrapping),
      secrets.count >= 2 * Sodium.keyByteCount, secrets.count % Sodium.keyByteCount == 0
    else { return nil }
    let parts = stride(from: 0, to: secrets.count, by: Sodium.keyByteCount).map {
      Array(secrets[$0..<$0 + Sodium.keyByteCount])
    }
    return FolderKey(
      generations: parts.dropFirst().map(FolderKey.Generation.init), slot: file.slot,
      slotSecret: parts[0])
  }

  private static func stretch(
    _ passphrase: String, salt: [UInt8], _ cost: KeyCost
  ) throws(FolderError) -> [UInt8] {
    let bytes = Sodium.stretch(
      Array(passphrase.utf8), salt: salt, passes: cost.passes, memoryBytes: cost.memoryBytes,
      byteCount: Sodium.keyByteCount)
    guard let bytes else {
      throw FolderError(
        .busy,
        "There is not enough memory to try the passphrase: \(cost.memoryBytes >> 20) MB are needed."
          + " Close something, then try again.")
    }
    return bytes
  }
}
