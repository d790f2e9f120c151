/// The hash function BLAKE2b without a key, for ids, chains and checksums.
///
/// Written out here because a program that only keeps records should load no cryptographic
/// library; tests compare it with the published vectors and with libsodium.
/// Source: RFC 7693.
public struct BLAKE2b {
  private var state: [UInt64]
  private var block = [UInt8](repeating: 0, count: Self.blockByteCount)
  private var blockUsed = 0
  private var byteCount: UInt64 = 0
  private let digestByteCount: Int

  private static let blockByteCount = 128

  /// Starts a hash.
  ///
  /// - Parameter digestByteCount: 1 to 64.
  public init(digestByteCount: Int) {
    precondition((1...64).contains(digestByteCount), "a BLAKE2b digest has 1 to 64 bytes")
    self.digestByteCount = digestByteCount
    state = blake2bInitial
    state[0] ^= 0x0101_0000 ^ UInt64(digestByteCount)
  }

  /// Adds bytes.
  ///
  /// - Parameter bytes: Any number of bytes.
  public mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Adds bytes.
  ///
  /// - Parameter bytes: Any number of bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // The last block is kept back, since only `finish` knows that it is the last.
      if blockUsed == Self.blockByteCount {
        byteCount += UInt64(Self.blockByteCount)
        block.withUnsafeBytes { compress($0, isLast: false) }
        blockUsed = 0
      }
      if blockUsed == 0, rest.count > Self.blockByteCount {
        let whole = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.blockByteCount))
        byteCount += UInt64(Self.blockByteCount)
        compress(whole, isLast: false)
        rest = rest.dropFirst(Self.blockByteCount)
        continue
      }
      let taken = min(Self.blockByteCount - blockUsed, rest.count)
      for (offset, byte) in rest.prefix(taken).enumerated() { block[blockUsed + offset] = byte }
      blockUsed += taken
      rest = rest.dropFirst(taken)
    }
  }

  /// Ends the hash.
  ///
  /// - Returns: The digest; the value must not be used again.
  public mutating func finish() -> [UInt8] {
    byteCount += UInt64(blockUsed)
    for index in blockUsed..<Self.blockByteCount { block[index] = 0 }
    block.withUnsafeBytes { compress($0, isLast: true) }
    var digest: [UInt8] = []
    digest.reserveCapacity(64)
    for word in state {
      for shift in stride(from: UInt64(0), to: 64, by: 8) {
        digest.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    return Array(digest.prefix(digestByteCount))
  }

  /// Hashes bytes at once.
  ///
  /// - Parameters:
  ///   - bytes: What to hash.
  ///   - digestByteCount: 1 to 64.
  /// - Returns: The digest.
  public static func hash(_ bytes: [UInt8], digestByteCount: Int) -> [UInt8] {
    var hash = BLAKE2b(digestByteCount: digestByteCount)
    hash.update(bytes)
    return hash.finish()
  }

  private mutating func compress(_ bytes: UnsafeRawBufferPointer, isLast: Bool) {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 32) { words in
      let message = UnsafeMutableBufferPointer(rebasing: words[16..<32])
      for index in 0..<16 {
        message[index] = UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
      }
      for index in 0..<8 {
        words[index] = state[index]
        words[index + 8] = blake2bInitial[index]
      }
      words[12] ^= byteCount
      if isLast { words[14] = ~words[14] }
      blake2bSigma.withUnsafeBufferPointer { sigma in
        for round in 0..<12 {
          let order = UnsafeBufferPointer(
            rebasing: sigma[(round % 10) * 16..<(round % 10) * 16 + 16])
          blake2bRound(words, message, order)
        }
      }
      for index in 0..<8 { state[index] ^= words[index] ^ words[index + 8] }
    }
  }
}

@inline(__always)
private func blake2bRound(
  _ v: UnsafeMutableBufferPointer<UInt64>, _ m: UnsafeMutableBufferPointer<UInt64>,
  _ order: UnsafeBufferPointer<UInt8>
) {
  @inline(__always)
  func mix(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ step: Int) {
    v[a] = v[a] &+ v[b] &+ m[Int(order[step])]
    v[d] = rotated(v[d] ^ v[a], 32)
    v[c] = v[c] &+ v[d]
    v[b] = rotated(v[b] ^ v[c], 24)
    v[a] = v[a] &+ v[b] &+ m[Int(order[step + 1])]
    v[d] = rotated(v[d] ^ v[a], 16)
    v[c] = v[c] &+ v[d]
    v[b] = rotated(v[b] ^ v[c], 63)
  }
  mix(0, 4, 8, 12, 0)
  mix(1, 5, 9, 13, 2)
  mix(2, 6, 10, 14, 4)
  mix(3, 7, 11, 15, 6)
  mix(0, 5, 10, 15, 8)
  mix(1, 6, 11, 12, 10)
  mix(2, 7, 8, 13, 12)
  mix(3, 4, 9, 14, 14)
}

@inline(__always)
private func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
  word &>> count | word &<< (64 - count)
}

private let blake2bInitial: [UInt64] = [
  0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
  0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f, 0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179,
]

private let blake2bSigma: [UInt8] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
  14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3,
  11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4,
  7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8,
  9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13,
  2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9,
  12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11,
  13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10,
  6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5,
  10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0,
]
