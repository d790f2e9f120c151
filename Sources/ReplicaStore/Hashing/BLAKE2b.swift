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
      let part = UnsafeRawBufferPointer(rebasing: rest.prefix(taken))
      let free = blockUsed..<blockUsed + taken
      block.withUnsafeMutableBytes { block in
        UnsafeMutableRawBufferPointer(rebasing: block[free]).copyMemory(from: part)
      }
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
    guard let start = bytes.baseAddress else { return }
    let block = MessageBlock(start: start)
    var work = WorkVector(state, byteCount: byteCount, isLast: isLast)
    work.round(
      block, (0, 1, 2, 3, 4, 5, 6, 7), (8, 9, 10, 11, 12, 13, 14, 15))
    work.round(
      block, (14, 10, 4, 8, 9, 15, 13, 6), (1, 12, 0, 2, 11, 7, 5, 3))
    work.round(
      block, (11, 8, 12, 0, 5, 2, 15, 13), (10, 14, 3, 6, 7, 1, 9, 4))
    work.round(
      block, (7, 9, 3, 1, 13, 12, 11, 14), (2, 6, 5, 10, 4, 0, 15, 8))
    work.round(
      block, (9, 0, 5, 7, 2, 4, 10, 15), (14, 1, 11, 12, 6, 8, 3, 13))
    work.round(
      block, (2, 12, 6, 10, 0, 11, 8, 3), (4, 13, 7, 5, 15, 14, 1, 9))
    work.round(
      block, (12, 5, 1, 15, 14, 13, 4, 10), (0, 7, 6, 3, 9, 2, 8, 11))
    work.round(
      block, (13, 11, 7, 14, 12, 1, 3, 9), (5, 0, 15, 4, 8, 6, 2, 10))
    work.round(
      block, (6, 15, 14, 9, 11, 3, 0, 8), (12, 2, 13, 7, 1, 4, 10, 5))
    work.round(
      block, (10, 2, 8, 4, 7, 6, 1, 5), (15, 11, 9, 14, 3, 12, 13, 0))
    work.round(
      block, (0, 1, 2, 3, 4, 5, 6, 7), (8, 9, 10, 11, 12, 13, 14, 15))
    work.round(
      block, (14, 10, 4, 8, 9, 15, 13, 6), (1, 12, 0, 2, 11, 7, 5, 3))
    work.fold(into: &state)
  }
}

/// The sixteen words of one message block, wherever they lie.
private struct MessageBlock {
  let start: UnsafeRawPointer

  @inline(__always)
  subscript(index: Int) -> UInt64 {
    UInt64(littleEndian: start.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
  }
}

/// The sixteen words a block is mixed into, as single variables so that they stay in registers.
private struct WorkVector {
  typealias Order = (Int, Int, Int, Int, Int, Int, Int, Int)

  var (v0, v1, v2, v3): (UInt64, UInt64, UInt64, UInt64)
  var (v4, v5, v6, v7): (UInt64, UInt64, UInt64, UInt64)
  var (v8, v9, v10, v11): (UInt64, UInt64, UInt64, UInt64)
  var (v12, v13, v14, v15): (UInt64, UInt64, UInt64, UInt64)

  @inline(__always)
  init(_ state: [UInt64], byteCount: UInt64, isLast: Bool) {
    (v0, v1, v2, v3) = (state[0], state[1], state[2], state[3])
    (v4, v5, v6, v7) = (state[4], state[5], state[6], state[7])
    let initial = blake2bInitial
    (v8, v9, v10, v11) = (initial[0], initial[1], initial[2], initial[3])
    (v12, v13, v14, v15) = (initial[4], initial[5], initial[6], initial[7])
    v12 ^= byteCount
    if isLast { v14 = ~v14 }
  }

  @inline(__always)
  mutating func round(_ block: MessageBlock, _ columns: Order, _ diagonals: Order) {
    Self.mix(&v0, &v4, &v8, &v12, block[columns.0], block[columns.1])
    Self.mix(&v1, &v5, &v9, &v13, block[columns.2], block[columns.3])
    Self.mix(&v2, &v6, &v10, &v14, block[columns.4], block[columns.5])
    Self.mix(&v3, &v7, &v11, &v15, block[columns.6], block[columns.7])
    Self.mix(&v0, &v5, &v10, &v15, block[diagonals.0], block[diagonals.1])
    Self.mix(&v1, &v6, &v11, &v12, block[diagonals.2], block[diagonals.3])
    Self.mix(&v2, &v7, &v8, &v13, block[diagonals.4], block[diagonals.5])
    Self.mix(&v3, &v4, &v9, &v14, block[diagonals.6], block[diagonals.7])
  }

  @inline(__always)
  private static func mix(
    _ a: inout UInt64, _ b: inout UInt64, _ c: inout UInt64, _ d: inout UInt64, _ x: UInt64,
    _ y: UInt64
  ) {
    a = a &+ b &+ x
    d = rotated(d ^ a, 32)
    c = c &+ d
    b = rotated(b ^ c, 24)
    a = a &+ b &+ y
    d = rotated(d ^ a, 16)
    c = c &+ d
    b = rotated(b ^ c, 63)
  }

  @inline(__always)
  private static func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word &>> count | word &<< (64 - count)
  }

  @inline(__always)
  func fold(into state: inout [UInt64]) {
    state[0] ^= v0 ^ v8
    state[1] ^= v1 ^ v9
    state[2] ^= v2 ^ v10
    state[3] ^= v3 ^ v11
    state[4] ^= v4 ^ v12
    state[5] ^= v5 ^ v13
    state[6] ^= v6 ^ v14
    state[7] ^= v7 ^ v15
  }
}

private let blake2bInitial: [UInt64] = [
  0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
  0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f, 0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179,
]
