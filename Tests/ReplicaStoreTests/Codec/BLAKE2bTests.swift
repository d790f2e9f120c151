import CSodium
import ReplicaStore
import TestSupport
import Testing

@Suite struct BLAKE2bTests {
  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  @Test func `the example of RFC 7693 comes out`() {
    let digest = BLAKE2b.hash(Array("abc".utf8), digestByteCount: 64)
    #expect(
      hexadecimal(digest)
        == "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
        + "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923")
  }

  /// The input and the sizes of the self test in appendix E of RFC 7693.
  ///
  /// The RFC gives one hash over keyed and unkeyed digests together, so the unkeyed half is
  /// compared with libsodium.
  @Test func `the sizes of the self test of RFC 7693 agree with libsodium`() {
    for digestByteCount in [20, 32, 48, 64] {
      for length in [0, 3, 128, 129, 255, 1024] {
        let input = selfTestSequence(length, seed: UInt32(length))
        #expect(
          BLAKE2b.hash(input, digestByteCount: digestByteCount)
            == sodium(input, digestByteCount: digestByteCount))
      }
    }
  }

  private func selfTestSequence(_ length: Int, seed: UInt32) -> [UInt8] {
    var a = 0xDEAD_4BAD &* seed
    var b: UInt32 = 1
    return (0..<length).map { _ in
      let sum = a &+ b
      a = b
      b = sum
      return UInt8(truncatingIfNeeded: sum >> 24)
    }
  }

  private func sodium(_ bytes: [UInt8], digestByteCount: Int) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: digestByteCount)
    let result = crypto_generichash_blake2b(
      &digest, digestByteCount, bytes, UInt64(bytes.count), nil, 0)
    #expect(result == 0)
    return digest
  }

  @Test func `every length from 0 to 300 agrees with libsodium`() {
    var random = SeededGenerator(seed: 1)
    for length in 0...300 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(
        BLAKE2b.hash(bytes, digestByteCount: 32) == sodium(bytes, digestByteCount: 32),
        "length \(length)")
    }
  }

  @Test func `every digest length agrees with libsodium`() {
    var random = SeededGenerator(seed: 2)
    for digestByteCount in 1...64 {
      for length in [0, 1, 127, 128, 129, 256, 257] {
        let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
        #expect(
          BLAKE2b.hash(bytes, digestByteCount: digestByteCount)
            == sodium(bytes, digestByteCount: digestByteCount),
          "length \(length), digest \(digestByteCount)")
      }
    }
  }

  @Test(arguments: 0..<40)
  func `pieces hash to what the whole hashes to`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let bytes = (0..<Int.random(in: 0...2000, using: &random)).map { _ in
      UInt8.random(in: 0...255, using: &random)
    }
    var hash = BLAKE2b(digestByteCount: 24)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 0...min(rest.count, 300), using: &random)
      hash.update(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    #expect(hash.finish() == BLAKE2b.hash(bytes, digestByteCount: 24), "seed \(seed)")
  }
}
