/// What the key files of a folder say to somebody who has a key: who is in, who is out.
///
/// Whoever hosts the folder can write files into `keys/`. So a slot counts only if the folder's
/// key proves it, and a new key only if the one before it does.
struct KeyBook {
  /// The key with everything that reached its slot.
  private(set) var key: FolderKey
  /// The slots that some key of the folder proves and nobody revoked, oldest first.
  private(set) var slots: [SlotFile]
  /// The slots that the current key is known to have gone to.
  private(set) var trusted: Set<String>
  /// The slots that were revoked.
  private(set) var revoked: Set<String>
  private let folder: String

  init(_ files: [KeyFile], folder: String, key: FolderKey) {
    self.folder = folder
    let renewals = files.compactMap { file -> RenewalFile? in
      if case .renewal(let renewal) = file { renewal } else { nil }
    }
    self.key = Self.renewed(key, renewals, folder)
    let known = self.key
    let proven = renewals.filter { renewal in
      known.generation(renewal.after)?
        .proves(renewal.proof, renewal.provenText(folder: folder)) ?? false
    }
    let revoked = Set(proven.flatMap(\.revoked))
    self.revoked = revoked
    slots = Self.latest(files) { file in
      known.generation(file.by)?.proves(file.proof, file.provenText(folder: folder)) ?? false
    }.filter { !revoked.contains($0.slot) }
    trusted = Set(slots.filter { $0.by == known.current.id }.map(\.slot))
    for renewal in proven where renewal.key == known.current.id {
      // Those who have only the key before cannot pass somebody off as having been given this one.
      guard known.current.proves(renewal.ownProof, renewal.provenText(folder: folder)) else {
        continue
      }
      trusted.formUnion(renewal.copies.map(\.slot))
    }
  }

  /// The newest file of every slot, oldest slot first.
  static func latest(
    _ files: [KeyFile], where isGood: (SlotFile) -> Bool = { _ in true }
  ) -> [SlotFile] {
    var latest: [String: SlotFile] = [:]
    var order: [String] = []
    for case .slot(let file) in files where isGood(file) {
      if latest[file.slot] == nil { order.append(file.slot) }
      if latest[file.slot].map({ $0.number < file.number }) ?? true { latest[file.slot] = file }
    }
    return order.compactMap { latest[$0] }
  }

  func label(of file: SlotFile, _ key: FolderKey) -> String {
    guard let sealed = Hexadecimal.bytes(file.label),
      let label = key.generation(file.by)?
        .open(sealed[...], context: file.labelContext(folder: folder))
    else { return "" }
    return String(decoding: label, as: UTF8.self)
  }

  /// Takes up the keys that were addressed to a device's slot, one after the other.
  private static func renewed(
    _ key: FolderKey, _ renewals: [RenewalFile], _ folder: String
  ) -> FolderKey {
    var key = key
    var rest = renewals
    while true {
      let index = rest.firstIndex { renewal in
        key.generation(renewal.key) == nil
          && key.generation(renewal.after)?
            .proves(renewal.proof, renewal.provenText(folder: folder)) ?? false
      }
      guard let index else { return key }
      let renewal = rest.remove(at: index)
      guard let copy = renewal.copies.first(where: { $0.slot == key.slot }),
        let secret = Hexadecimal.bytes(copy.box)
          .flatMap({ Sodium.unbox($0, secretKey: key.slotSecret) }),
        secret.count == Sodium.keyByteCount
      else { continue }
      let next = FolderKey.Generation(secret)
      guard next.id == renewal.key,
        next.proves(renewal.ownProof, renewal.provenText(folder: folder))
      else { continue }
      key = key.adding(next, after: renewal.after)
    }
  }
}
