import JamaalCore
import ReplicaStore
import Testing

/// Two devices must agree to the last bit, whatever they were compiled with and run on.
@Suite("Prayer times are the same bytes everywhere")
struct PrayerDigestTests {
  /// The digest of four thousand days of windows.
  ///
  /// It was the same without optimisation and with it. It changes only when a rule changes; a change
  /// nobody meant shows here first.
  static let expected = "47507e8dbdf800c75a2c4614af57fd70"

  @Test func `over a large grid, with and without optimisation`() throws {
    var cases = RandomPrayers(seed: 2026)
    var hash = BLAKE2b(digestByteCount: 16)
    for _ in 0..<4000 {
      let schedule = cases.schedule(at: try cases.place())
      let day = schedule.day(cases.date())
      hash.update(Array("\(day.civilDate) \(day.windows.count)".utf8))
      for window in day.windows {
        for instant in [window.start, window.end] {
          withUnsafeBytes(of: instant.millis.littleEndian) { hash.update($0) }
        }
        hash.update(Array(window.title.text.utf8))
      }
    }
    let digest = hash.finish().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
    #expect(digest.joined() == Self.expected)
  }

  /// The functions themselves, down to the last bit of every result.
  @Test func `of sines and arcs, down to the last bit`() {
    var hash = BLAKE2b(digestByteCount: 16)
    func add(_ value: Double) {
      withUnsafeBytes(of: value.bitPattern.littleEndian) { hash.update($0) }
    }
    for step in -7200...7200 {
      let degrees = Double(step) * 0.1
      add(Degrees.sine(degrees))
      add(Degrees.cosine(degrees))
      add(Degrees.arcSine(Double(step) / 7200))
      add(Degrees.arcCosine(Double(step) / 7200))
      add(Degrees.arcTangent(Double(step), 1000))
    }
    let digest = hash.finish().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
    #expect(digest.joined() == Self.expectedOfFunctions)
  }

  static let expectedOfFunctions = "c749af1bcf55e2cc123d8e98b5668c78"
}
