import CSodium

/// The few calls of libsodium that the formats are built on, with bytes in and bytes out.
///
/// Nothing in here draws random numbers: they come in as arguments.
enum Sodium {
  static let keyByteCount = 32
  static let nonceByteCount = 24
  static let tagByteCount = 16
  static let saltByteCount = 16

  /// Picks the fastest code for this machine; cannot fail where the library loads.
  private static let isReady: Bool = sodium_init() >= 0

  /// Encrypts and authenticates (XChaCha20-Poly1305).
  ///
  /// Source: draft-irtf-cfrg-xchacha-03.
  /// - Parameters:
  ///   - content: What to hide.
  ///   - context: What is not hidden but has to be the same when it is opened.
  ///   - nonce: 24 bytes that are used once with a key, unless content and context are the same.
  ///   - key: 32 bytes.
  /// - Returns: The content, then 16 bytes that prove it.
  static func seal(
    _ content: [UInt8], context: [UInt8], nonce: [UInt8], key: [UInt8]
  ) -> [UInt8] {
    precondition(isReady && nonce.count == nonceByteCount && key.count == keyByteCount)
    var sealed = [UInt8](repeating: 0, count: content.count + tagByteCount)
    unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
      &sealed, nil, content, UInt64(content.count), context, UInt64(context.count), nil, nonce, key)
    return sealed
  }

  /// Opens what `seal` made; `nil` if anything about it is not as it was.
  static func open(
    _ sealed: ArraySlice<UInt8>, context: [UInt8], nonce: [UInt8], key: [UInt8]
  ) -> [UInt8]? {
    precondition(isReady && nonce.count == nonceByteCount && key.count == keyByteCount)
    guard sealed.count >= tagByteCount else { return nil }
    var content = [UInt8](repeating: 0, count: sealed.count - tagByteCount)
    let code = unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
      &content, nil, nil, Array(sealed), UInt64(sealed.count), context, UInt64(context.count),
      nonce, key)
    return code == 0 ? content : nil
  }

  /// Hashes with a key (BLAKE2b, RFC 7693): nobody without the key can make or check it.
  static func hash(_ bytes: [UInt8], key: [UInt8], byteCount: Int) -> [UInt8] {
    precondition(isReady && key.count == keyByteCount && (16...64).contains(byteCount))
    var digest = [UInt8](repeating: 0, count: byteCount)
    unsafe crypto_generichash(&digest, byteCount, bytes, UInt64(bytes.count), key, key.count)
    return digest
  }

  /// Whether two lists of bytes are equal, in a time that does not depend on where they differ.
  static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    unsafe left.count == right.count && sodium_memcmp(left, right, left.count) == 0
  }

  /// Makes bytes from a passphrase, slowly and with much memory (Argon2id, RFC 9106).
  ///
  /// - Returns: `nil` if there is not enough memory.
  static func stretch(
    _ passphrase: [UInt8], salt: [UInt8], passes: Int, memoryBytes: Int, byteCount: Int
  ) -> [UInt8]? {
    precondition(isReady && salt.count == saltByteCount)
    var result = [UInt8](repeating: 0, count: byteCount)
    let text = passphrase.map { CChar(bitPattern: $0) }
    let code = unsafe crypto_pwhash(
      &result, UInt64(byteCount), text, UInt64(text.count), salt, UInt64(passes), memoryBytes,
      crypto_pwhash_ALG_ARGON2ID13)
    return code == 0 ? result : nil
  }

  /// The public half that goes with 32 secret bytes (X25519, RFC 7748).
  static func publicKey(of secretKey: [UInt8]) -> [UInt8] {
    precondition(isReady && secretKey.count == keyByteCount)
    var publicKey = [UInt8](repeating: 0, count: keyByteCount)
    unsafe crypto_scalarmult_base(&publicKey, secretKey)
    return publicKey
  }

  /// Encrypts for whoever has the secret half of a pair, as libsodium's sealed boxes do.
  ///
  /// - Parameters:
  ///   - content: What to hide.
  ///   - publicKey: Whom it is for.
  ///   - once: 32 random bytes, used for nothing else.
  /// - Returns: A public key used once, then the content and its proof.
  static func box(_ content: [UInt8], for publicKey: [UInt8], once: [UInt8]) -> [UInt8] {
    let oncePublic = Self.publicKey(of: once)
    let nonce = boxNonce(oncePublic, publicKey)
    var sealed = [UInt8](repeating: 0, count: content.count + tagByteCount)
    let code = unsafe crypto_box_easy(
      &sealed, content, UInt64(content.count), nonce, publicKey, once)
    // Only a public key that is no point of use makes it fail; a box that nobody opens is right.
    guard code == 0 else { return [] }
    return oncePublic + sealed
  }

  /// Opens what `box` made; `nil` if it is for somebody else or damaged.
  static func unbox(_ box: [UInt8], secretKey: [UInt8]) -> [UInt8]? {
    guard box.count >= keyByteCount + tagByteCount, secretKey.count == keyByteCount else {
      return nil
    }
    let publicKey = publicKey(of: secretKey)
    let once = Array(box.prefix(keyByteCount))
    let sealed = Array(box.dropFirst(keyByteCount))
    var content = [UInt8](repeating: 0, count: sealed.count - tagByteCount)
    let code = unsafe crypto_box_open_easy(
      &content, sealed, UInt64(sealed.count), boxNonce(once, publicKey), once, secretKey)
    return code == 0 ? content : nil
  }

  private static func boxNonce(_ once: [UInt8], _ publicKey: [UInt8]) -> [UInt8] {
    let bytes = once + publicKey
    var nonce = [UInt8](repeating: 0, count: nonceByteCount)
    unsafe crypto_generichash(&nonce, nonceByteCount, bytes, UInt64(bytes.count), nil, 0)
    return nonce
  }
}
