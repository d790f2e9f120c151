import ReplicaStore

/// The passphrases of an encrypted folder: one slot each, in `keys/`.
///
/// A passphrase is added or changed without touching data. Revoking one starts a new folder key,
/// addressed to the slots that stay; what was readable stays readable to whoever kept a copy.
public struct KeySlots {
  let folder: any Folder
  let identity: FolderIdentity
  let cost: KeyCost
  let random: () -> UInt64

  /// The shortest passphrase, in characters.
  public static let passphraseCharactersMin = 8

  /// Looks at the passphrases of a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - identity: Which folder it is, as read from it.
  ///   - cost: How slow trying a new passphrase will be.
  ///   - random: The source of 64 random bits, fit for keys.
  public init(
    folder: any Folder, identity: FolderIdentity, cost: KeyCost = .standard,
    random: @escaping () -> UInt64
  ) {
    self.folder = folder
    self.identity = identity
    self.cost = cost
    self.random = random
  }

  /// A passphrase as its slot tells of it.
  public struct Slot: Equatable, Sendable {
    /// Sixteen hexadecimal digits.
    public var id: String
    /// What people call it.
    public var label: String
    /// Whether it opens what is written now; if not, it has to be added again.
    public var isCurrent: Bool
    /// Whether this device came in by it.
    public var isOwn: Bool
  }

  /// The passphrases that open the folder.
  ///
  /// - Parameter key: The folder's key.
  /// - Returns: The slots, oldest first.
  /// - Throws: `FolderError`.
  public func list(_ key: FolderKey) throws(FolderError) -> [Slot] {
    let book = KeyBook(try Self.read(folder), folder: identity.id, key: key)
    return book.slots.map { file in
      Slot(
        id: file.slot, label: book.label(of: file, key),
        isCurrent: book.trusted.contains(file.slot), isOwn: file.slot == key.slot)
    }
  }

  /// Opens the folder with a passphrase; nothing is written.
  ///
  /// - Parameter passphrase: The passphrase.
  /// - Returns: The folder's key.
  /// - Throws: `FolderError`: `.locked` if no slot opens, or the one that does was revoked.
  public func unlock(_ passphrase: String) throws(FolderError) -> FolderKey {
    let files = try Self.read(folder)
    let slots = KeyBook.latest(files)
    guard !slots.isEmpty else {
      throw FolderError(
        .locked,
        "The folder is encrypted, but there is no key file in it. Wait until keys/ has been synced"
          + " here; if it is gone for good, run on a device that has the key: jamaal folder key add"
      )
    }
    for slot in slots {
      guard let key = try open(slot, passphrase) else { continue }
      guard key.generations[0].id == identity.encryption?.firstKey else { continue }
      let book = KeyBook(files, folder: identity.id, key: key)
      guard !book.revoked.contains(slot.slot) else {
        throw FolderError(.locked, "This passphrase was revoked. Use another one.")
      }
      return book.key
    }
    throw FolderError(.locked, "This is not a passphrase of the folder. Nothing was changed.")
  }

  /// Looks for keys that were made since on other devices.
  ///
  /// - Returns: The key with everything that reached this device's slot.
  static func refreshed(
    _ key: FolderKey, _ folder: any Folder, _ identity: FolderIdentity
  ) throws(FolderError) -> FolderKey {
    KeyBook(try read(folder), folder: identity.id, key: key).key
  }

  /// Adds a passphrase.
  ///
  /// - Parameters:
  ///   - passphrase: The new passphrase.
  ///   - label: What people call it.
  ///   - key: The folder's key.
  /// - Returns: The new slot.
  /// - Throws: `FolderError`: `.refused` if the passphrase is too short.
  @discardableResult
  public func add(
    _ passphrase: String, label: String, _ key: FolderKey
  ) throws(FolderError) -> Slot {
    let files = try Self.read(folder)
    let key = KeyBook(files, folder: identity.id, key: key).key
    let made = try makeSlot(
      passphrase, label: label, id: nil, number: Self.next(files), generations: key.generations)
    try put(.slot(made.file))
    return Slot(id: made.file.slot, label: label, isCurrent: true, isOwn: false)
  }

  /// Replaces a passphrase by a new one; its slot stays, and so do the devices that came in by it.
  ///
  /// Whoever kept the old key file and knows the old passphrase can read on, what is written later
  /// too: to shut somebody out, revoke.
  /// - Parameters:
  ///   - old: The passphrase so far.
  ///   - new: The new one.
  ///   - key: The folder's key.
  /// - Returns: The key as this device has it afterwards.
  /// - Throws: `FolderError`: `.locked` if no slot opens with the old one.
  public func change(
    _ old: String, to new: String, _ key: FolderKey
  ) throws(FolderError) -> FolderKey {
    let files = try Self.read(folder)
    let opened = try unlock(old)
    let book = KeyBook(files, folder: identity.id, key: opened)
    guard let slot = book.slots.first(where: { $0.slot == opened.slot }) else {
      throw FolderError(.locked, "This passphrase was revoked. Use another one.")
    }
    let made = try makeSlot(
      new, label: book.label(of: slot, opened), id: slot.slot, number: Self.next(files),
      generations: opened.generations, secret: opened.slotSecret)
    try put(.slot(made.file))
    try removeOld(files) { $0.slot == slot.slot }
    return try Self.refreshed(key, folder, identity)
  }

  /// Shuts out a passphrase: a new folder key is made for later files, for all slots but this.
  ///
  /// What was readable with it stays readable to whoever kept a copy.
  /// - Parameters:
  ///   - slot: The id of its slot, or the beginning of it.
  ///   - key: The folder's key, come in by another slot.
  /// - Returns: The key as this device has it afterwards.
  /// - Throws: `FolderError`: `.notFound` if there is no such slot; `.refused` if it is this
  ///   device's own.
  public func revoke(_ slot: String, _ key: FolderKey) throws(FolderError) -> FolderKey {
    let files = try Self.read(folder)
    let book = KeyBook(files, folder: identity.id, key: key)
    let found = book.slots.filter { $0.slot.hasPrefix(slot) }
    guard let revoked = found.first, found.count == 1, !slot.isEmpty else {
      throw FolderError(
        .notFound,
        found.isEmpty
          ? "The folder has no passphrase with that id. See: jamaal folder key list"
          : "More than one passphrase has an id that begins so. Write more of it.")
    }
    guard revoked.slot != book.key.slot else {
      throw FolderError(
        .refused,
        "This device came in by that passphrase itself. Add another one with “jamaal folder key"
          + " add”, come in by it with “jamaal folder key unlock”, then revoke this one.")
    }
    let next = FolderKey.Generation(bytes(Sodium.keyByteCount))
    let staying = book.slots.filter {
      $0.slot != revoked.slot && book.trusted.contains($0.slot)
    }
    var renewal = RenewalFile(
      number: Self.next(files), key: next.id, after: book.key.current.id,
      copies: staying.compactMap { file in
        guard let address = Hexadecimal.bytes(file.address), address.count == Sodium.keyByteCount
        else { return nil }
        let box = Sodium.box(next.secret, for: address, once: bytes(Sodium.keyByteCount))
        return RenewalFile.Copy(slot: file.slot, box: Hexadecimal.text(box))
      },
      revoked: [revoked.slot])
    let text = renewal.provenText(folder: identity.id)
    renewal.proof = book.key.current.proof(of: text)
    renewal.ownProof = next.proof(of: text)
    try put(.renewal(renewal))
    try removeOld(files) { $0.slot == revoked.slot }
    return book.key.adding(next, after: book.key.current.id)
  }
}
