import ReplicaStore
import TestSupport
import Testing

@testable import FolderSync

/// The vectors of docs/folder-format.md, and what they rest on.
@Suite struct SealedBoxTests {
  private let key = FolderKey(
    generations: [FolderKey.Generation(Array(0..<32))], slot: "0123456789abcdef",
    slotSecret: Array(32..<64))
  private let folder = Array<UInt8>(repeating: 7, count: 16)

  private func name(_ text: String) throws -> SegmentName { try #require(SegmentName(text)) }

  @Test func `the vector of the documentation holds`() throws {
    let name = try name("0123456789abcdef-0000000001-0000000003-fedcba9876543210.jcs")
    let place = SealedBox.Place(segment: name, folder: folder)
    let content = Array("what a segment holds".utf8)
    let bytes = SealedBox.seal(content, at: place, with: key)
    #expect(key.current.id == "4c2bfb3eca89c2cc")
    let vector = """
      4a5345014c2bfb3eca89c2cc156027adbac14057e766680d591e5443a12430858dfbc9aa\
      3530423d73b4fe33a3018150c129207fff2626f6fcea12d6ca660d2eacc07d2fa3ed32c3
      """
    #expect(Hexadecimal.text(bytes) == vector)
    #expect(try SealedBox.open(bytes, at: place, name: name, with: key) == content)
  }

  @Test func `every part of the place is part of the seal`() throws {
    let text = "0123456789abcdef-0000000001-0000000003-fedcba9876543210.jcs"
    let place = SealedBox.Place(segment: try name(text), folder: folder)
    let bytes = SealedBox.seal([1, 2, 3], at: place, with: key)
    for other in [
      "1123456789abcdef-0000000001-0000000003-fedcba9876543210.jcs",
      "0123456789abcdef-0000000002-0000000003-fedcba9876543210.jcs",
      "0123456789abcdef-0000000001-0000000004-fedcba9876543210.jcs",
      "0123456789abcdef-0000000001-0000000003-fedcba9876543211.jcs",
    ] {
      let moved = SealedBox.Place(segment: try name(other), folder: folder)
      let error = error {
        try SealedBox.open(bytes, at: moved, name: try name(other), with: key)
      }
      #expect(error?.code == .damaged)
      #expect(error?.message.contains(other) == true)
    }
    var elsewhere = place
    elsewhere.folder[0] = 8
    let error = error {
      try SealedBox.open(bytes, at: elsewhere, name: try name(text), with: key)
    }
    #expect(error?.code == .damaged)
  }

  @Test func `a file sealed with an unknown key is locked, not damaged`() throws {
    let text = "0123456789abcdef-0000000001-0000000003-fedcba9876543210.jcs"
    let place = SealedBox.Place(segment: try name(text), folder: folder)
    let other = FolderKey(
      generations: [FolderKey.Generation(Array(1..<33))], slot: key.slot,
      slotSecret: Array(32..<64))
    let bytes = SealedBox.seal([1], at: place, with: other)
    let error = error { try SealedBox.open(bytes, at: place, name: try name(text), with: key) }
    #expect(error?.code == .locked)
  }

  @Test func `random places and contents come back, and no two seals share a nonce`() throws {
    var random = SeededGenerator(seed: 11)
    var nonces: Set<[UInt8]> = []
    for round in 0..<300 {
      var content = [UInt8](repeating: 0, count: Int.random(in: 0...2_000, using: &random))
      for index in content.indices { content[index] = UInt8.random(in: 0...255, using: &random) }
      var place = SealedBox.Place(
        segment: try name("0123456789abcdef-0000000001-0000000003-fedcba9876543210.jcs"),
        folder: folder)
      place.last = UInt64(round) + 3
      let name = try name(
        "0123456789abcdef-0000000001-\(String(10_000_000_000 + round + 3).dropFirst())"
          + "-fedcba9876543210.jcs")
      let bytes = SealedBox.seal(content, at: place, with: key)
      #expect(
        try SealedBox.open(bytes, at: place, name: name, with: key) == content, "seed 11, \(round)")
      nonces.insert(Array(bytes[12..<36]))
    }
    #expect(nonces.count == 300)
  }

  /// RFC 9106 has no vector with libsodium's parameters, so the slot's own path is pinned here.
  @Test func `a passphrase makes the same key on every machine`() throws {
    let made = try #require(
      Sodium.stretch(
        Array("gravel orbit lantern".utf8), salt: Array(0..<16), passes: 1, memoryBytes: 8192,
        byteCount: 32))
    #expect(Hexadecimal.text(made.prefix(8)) == "06ddef87f1d23b2b")
  }

  @Test func `a box opens for whom it is meant, and whole`() throws {
    let secret = Array<UInt8>(1...32)
    let box = Sodium.box([1, 2, 3], for: Sodium.publicKey(of: secret), once: Array(2...33))
    #expect(Sodium.unbox(box, secretKey: secret) == [1, 2, 3])
    #expect(Sodium.unbox(box, secretKey: Array(3...34)) == nil)
    for index in box.indices {
      var changed = box
      changed[index] ^= 1
      // The top bit of a public key does not count (RFC 7748), but the nonce is made from it.
      #expect(Sodium.unbox(changed, secretKey: secret) == nil, "byte \(index)")
    }
    #expect(Sodium.unbox(Array(box.prefix(40)), secretKey: secret) == nil)
    #expect(Sodium.box([1], for: [UInt8](repeating: 0, count: 32), once: secret).isEmpty)
  }

  @Test(arguments: ["0", "0g", "AB", " 0", "0x"])
  func `only pairs of lower-case digits are hexadecimal`(text: String) {
    #expect(Hexadecimal.bytes(text) == nil)
  }

  @Test func `bytes come back from their digits`() {
    let bytes = Array(UInt8.min...UInt8.max)
    #expect(Hexadecimal.bytes(Hexadecimal.text(bytes)) == bytes)
  }
}
