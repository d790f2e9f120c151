import ReplicaStore
import Testing

/// The bytes that docs/change-set-format.md shows.
@Suite struct WireVectorTests {
  private struct Note: Record {
    let id: RecordID
    var text = ""

    init(id: RecordID) {
      self.id = id
    }

    static let recordType = RecordType<Note>("note", [Field("text", \.text)])
  }

  private static let vector = """
    4a 43 53 01 00 08 07 06 05 04 03 02 01 01 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
    00 00 00 00 50 5c 18 a3 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01 08 07 06 05
    04 03 02 01 00 01 43 04 6e 6f 74 65 01 04 74 65 78 74 00 00 01 04 74 65 78 74 03 01 00 11
    22 33 44 55 46 67 88 99 aa bb cc dd ee ff 01 01 01 09 80 80 80 80 8a 97 8c a3 03 01 00 01
    00 00 00 00 01 03 01 00 01 03 03 68 c3 a9 00 f6 38 59 3f 88 75 54 3a 10 d4 34 60 06 fe 71
    27
    """

  private func replica(device: UInt64) throws -> Replica {
    try Replica(
      path: ":memory:", schema: Schema(version: 1, types: [Note.recordType.erased]),
      environment: ReplicaEnvironment(nowMillis: { 1_800_000_000_000 }, random: { device }))
  }

  private static var vectorBytes: [UInt8] {
    vector.split(whereSeparator: \.isWhitespace).compactMap { UInt8($0, radix: 16) }
  }

  @Test func `a change set has the bytes that the documentation shows`() throws {
    let replica = try replica(device: 0x0102_0304_0506_0708)
    let id = try #require(RecordID("00112233-4455-4667-8899-aabbccddeeff"))
    try replica.write { transaction in
      var note = Note(id: id)
      note.text = "hé"
      try transaction.insert(note)
    }
    let sealed = try #require(try replica.seal())
    #expect(sealed.bytes == Self.vectorBytes, "\(hexadecimalLines(sealed.bytes))")
  }

  @Test func `the bytes of the documentation are read back`() throws {
    let replica = try replica(device: 7)
    try replica.apply(Self.vectorBytes)
    let id = try #require(RecordID("00112233-4455-4667-8899-aabbccddeeff"))
    #expect(try replica.read { try $0.record(Note.self, id)?.text } == "hé")
  }

  private func hexadecimalLines(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
  }
}
