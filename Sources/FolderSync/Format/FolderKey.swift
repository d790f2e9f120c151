import ReplicaStore

/// What a device needs to read and write an encrypted folder; a secret.
///
/// It holds every key the folder ever had (a new one is made when a passphrase is revoked), and
/// the secret by which later ones reach this device. Printing or dumping it shows nothing.
public struct FolderKey: Equatable, Sendable {
  /// One key of the folder, and the keys for each purpose that are made from it.
  struct Generation: Equatable, Sendable {
    let secret: [UInt8]
    /// Sixteen hexadecimal digits that name the key and tell nothing about it.
    let id: String
    let sealing: [UInt8]
    let nonces: [UInt8]
    let proofs: [UInt8]

    init(_ secret: [UInt8]) {
      func derived(_ purpose: String, _ byteCount: Int = Sodium.keyByteCount) -> [UInt8] {
        Sodium.hash(Array("jamaal folder key, \(purpose)".utf8), key: secret, byteCount: byteCount)
      }
      self.secret = secret
      id = Hexadecimal.text(derived("id", 16).prefix(8))
      sealing = derived("sealing")
      nonces = derived("nonces")
      proofs = derived("proofs")
    }

    /// Encrypts some bytes for one place and no other.
    ///
    /// The nonce is made from place and content, so that no two contents ever share one, whatever
    /// the random numbers of the machine are worth.
    /// - Returns: The nonce, then the sealed bytes.
    func seal(_ content: [UInt8], context: [UInt8]) -> [UInt8] {
      var writer = ByteWriter()
      writer.fixed64(UInt64(context.count))
      writer.raw(context)
      writer.raw(content)
      let nonce = Sodium.hash(writer.bytes, key: nonces, byteCount: Sodium.nonceByteCount)
      return nonce + Sodium.seal(content, context: context, nonce: nonce, key: sealing)
    }

    /// Opens what `seal` made for the same place; `nil` if anything differs.
    func open(_ sealed: ArraySlice<UInt8>, context: [UInt8]) -> [UInt8]? {
      guard sealed.count >= Sodium.nonceByteCount + Sodium.tagByteCount else { return nil }
      let nonce = Array(sealed.prefix(Sodium.nonceByteCount))
      return Sodium.open(
        sealed.dropFirst(Sodium.nonceByteCount), context: context, nonce: nonce, key: sealing)
    }

    func proof(of text: String) -> String {
      Hexadecimal.text(Sodium.hash(Array(text.utf8), key: proofs, byteCount: 32))
    }

    func proves(_ proof: String, _ text: String) -> Bool {
      Sodium.isEqual(Array(proof.utf8), Array(self.proof(of: text).utf8))
    }
  }

  /// Every key of the folder that this device has; the last one is for new files.
  private(set) var generations: [Generation]
  /// The key slot that this device came in by.
  private(set) var slot: String
  /// The secret by which new keys reach whoever came in by that slot.
  private(set) var slotSecret: [UInt8]

  init(generations: [Generation], slot: String, slotSecret: [UInt8]) {
    precondition(!generations.isEmpty, "a folder key has a key")
    self.generations = generations
    self.slot = slot
    self.slotSecret = slotSecret
  }

  /// The key for new files.
  var current: Generation { generations[generations.count - 1] }

  /// The names of the keys, oldest first; they are no secrets.
  public var ids: [String] { generations.map(\.id) }

  func generation(_ id: String) -> Generation? { generations.first { $0.id == id } }

  /// The same with one more key, which new files are sealed with if it follows the current one.
  func adding(_ generation: Generation, after previous: String) -> FolderKey {
    var key = self
    let end = generations.count
    key.generations.insert(generation, at: previous == current.id ? end : end - 1)
    return key
  }
}

extension FolderKey {
  /// The secret as one line of text, to be kept where only its owner can read it.
  public var secretText: String {
    let keys = generations.map { Hexadecimal.text($0.secret) }.joined(separator: ",")
    return "jfk1:\(slot):\(Hexadecimal.text(slotSecret)):\(keys)"
  }

  /// Reads what `secretText` gave; `nil` if it is anything else.
  ///
  /// - Parameter secretText: The line.
  public init?(secretText: String) {
    let parts = secretText.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "jfk1", Hexadecimal.bytes(parts[1])?.count == 8,
      let slotSecret = Hexadecimal.bytes(parts[2]), slotSecret.count == Sodium.keyByteCount
    else { return nil }
    let secrets = parts[3].split(separator: ",", omittingEmptySubsequences: false)
      .map { Hexadecimal.bytes($0) ?? [] }
    guard secrets.allSatisfy({ $0.count == Sodium.keyByteCount }) else { return nil }
    self.init(
      generations: secrets.map(Generation.init), slot: String(parts[1]), slotSecret: slotSecret)
  }
}

extension FolderKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A text that tells nothing.
  public var description: String { "FolderKey(hidden)" }
  /// A text that tells nothing.
  public var debugDescription: String { description }
  /// A mirror that shows nothing.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
