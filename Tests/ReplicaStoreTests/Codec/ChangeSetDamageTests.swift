import ReplicaStore
import TestSupport
import Testing

/// Change sets damaged at random, their checksum made right again, so that the parser is reached.
@Suite struct ChangeSetDamageTests {
  private func damaged(_ set: [UInt8], _ other: [UInt8], _ random: inout SeededGenerator) -> [UInt8]
  {
    var body = Array(set.dropLast(16))
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      guard !body.isEmpty else { break }
      let place = Int.random(in: 0..<body.count, using: &random)
      let length = min(Int.random(in: 1...12, using: &random), body.count - place)
      switch Int.random(in: 0..<9, using: &random) {
      case 0: body[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: body[place] = UInt8.random(in: 0...255, using: &random)
      case 2:
        body[place] = [0, 1, 2, 3, 62, 63, 64, 127, 128, 255].randomElement(using: &random) ?? 0
      case 3: body.removeSubrange(place..<place + length)
      case 4: body = Array(body.prefix(place))
      case 5: body.insert(contentsOf: body[place..<place + length], at: place)
      case 6:
        // A number as large as can be.
        body.replaceSubrange(
          place..<place + 1, with: [UInt8](repeating: 0xFF, count: 9) + [1])
      case 7: body.replaceSubrange(place..<place + 1, with: [0xFF, 0xFF, 0xFF, 0x7F])
      default:
        let start = Int.random(in: 0..<other.count, using: &random)
        body.insert(contentsOf: other[start..<min(start + length, other.count)], at: place)
      }
    }
    return HostileSet.sealed(body)
  }

  @Test(arguments: 0..<24)
  func `damage is refused whole, or read as some change set`(seed: Int) throws {
    var history = try RandomHistory(seed: UInt64(seed) + 4000, devices: 2)
    try history.run(12)
    var random = SeededGenerator(seed: UInt64(seed))
    let schema = seed % 2 == 0 ? Schema.test : .newer
    let replica = try Replica.test(1, schema: schema)
    for set in history.sets.prefix(2) { try replica.apply(set) }
    var sources = history.sets
    sources.append(try replica.everything())
    var content = try replica.contentDigest()
    for trial in 0..<150 {
      let source = sources.randomElement(using: &random) ?? []
      let bytes = damaged(source, sources.randomElement(using: &random) ?? source, &random)
      let before = (replica.digest, replica.clock, try replica.applied().count)
      do {
        try replica.apply(bytes)
        content = try replica.contentDigest()
        #expect(try replica.recomputedDigest() == replica.digest, "seed \(seed), trial \(trial)")
      } catch {
        let code = (error as? ReplicaError)?.code
        #expect(code == .badChangeSet || code == .otherGeneration, "seed \(seed), trial \(trial)")
        #expect(replica.digest == before.0, "seed \(seed), trial \(trial)")
        #expect(replica.clock == before.1, "seed \(seed), trial \(trial)")
        #expect(try replica.applied().count == before.2, "seed \(seed), trial \(trial)")
        // What must not have changed is read in full now and then; a difference would stay.
        guard trial % 15 == 0 else { continue }
        #expect(try replica.contentDigest() == content, "seed \(seed), trial \(trial)")
      }
    }
    // Whatever was taken in can be read, sent on and written over.
    _ = try replica.read { try $0.records(Page.self) }
    let peer = try Replica.test(2, schema: schema)
    try peer.apply(try replica.everything())
    #expect(peer.digest == replica.digest, "seed \(seed)")
    #expect(try peer.contentDigest() == replica.contentDigest(), "seed \(seed)")
    for device in try replica.quarantined() { try replica.acceptQuarantined(from: device.device) }
    #expect(try replica.recomputedDigest() == replica.digest, "seed \(seed)")
    try replica.push(to: peer)
  }
}
