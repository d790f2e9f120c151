import ReplicaStore
import TestSupport
import Testing

@Suite struct IdentityTests {
  @Test func `an id comes back from its text, in either case`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let id = RecordID.random(using: &random)
      #expect(RecordID(id.description) == id)
      #expect(RecordID(id.description.uppercased()) == id)
      #expect(id.description.count == 36)
      #expect(Array(id.description)[14] == "4")
      #expect("89ab".contains(Array(id.description)[19]))
    }
  }

  @Test func `an id keeps its leading zeros`() {
    let id = RecordID(high: 0x0000_0001_0002_0003, low: 0x0004_0000_0000_0005)
    #expect(id.description == "00000001-0002-0003-0004-000000000005")
    #expect(RecordID(id.description) == id)
    #expect(RecordID(storedValue: id.storedValue) == id)
  }

  @Test(arguments: [
    "", "00000001-0002-0003-0004-00000000000", "00000001-0002-0003-0004-0000000000050",
    "00000001000200030004000000000005", "0000000g-0002-0003-0004-000000000005",
    "00000001-00020-003-0004-000000000005", "{0000001-0002-0003-0004-00000000005}",
    "\u{FF10}0000001-0002-0003-0004-00000000", " 0000001-0002-0003-0004-000000000005",
  ])
  func `a text that is no id is refused`(text: String) {
    #expect(RecordID(text) == nil)
  }

  @Test func `ids are ordered as their bytes are`() {
    var random = SeededGenerator(seed: 4)
    let ids = (0..<100).map { _ in RecordID(high: random.next(), low: random.next()) }
    let byNumber = ids.sorted()
    let byBytes = ids.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    #expect(byNumber == byBytes)
  }

  @Test func `a device comes back from its text`() {
    for number: UInt64 in [1, 0xFF, .max, 1 << 63] {
      let device = DeviceID(rawValue: number)
      #expect(DeviceID(device.description) == device)
      #expect(device.description.count == 16)
    }
    for text in ["", "00", "000000000000000G", "00000000000000FF", "+000000000000001"] {
      #expect(DeviceID(text) == nil, "\(text)")
    }
  }

  /// These ids are in people's replicas: a change here would make two records of one.
  ///
  /// The values
  /// come from another implementation of the hash, over the bytes the documentation names.
  @Test func `named ids are fixed for ever`() {
    #expect(RecordID.named("page", .text("a")).description == Self.page)
    #expect(RecordID.named("page", .text("a"), .integer(1)).description == Self.pageOne)
    #expect(RecordID.named("page").description == Self.empty)
  }

  static let page = "db443310-0896-8262-b80b-99bfde970429"
  static let pageOne = "098b9017-5b9c-82fa-88c0-907cf6b7fa61"
  static let empty = "42024eef-300a-8745-8a12-a31f9c2e0991"

  @Test func `a named id is a UUID of version 8 that depends on every part`() {
    let keys: [[Value]] = [
      [], [.null], [.text("")], [.blob([])], [.text("a")], [.text("a"), .text("b")],
      [.text("ab")], [.text("a"), .null], [.integer(1)], [.real(1)], [.real(0)], [.real(-0.0)],
      [.text("\u{65}\u{301}")], [.text("\u{E9}")],
    ]
    var ids: Set<RecordID> = []
    for key in keys {
      let id = named("page", key)
      ids.insert(id)
      #expect(Array(id.description)[14] == "8")
      #expect("89ab".contains(Array(id.description)[19]))
    }
    #expect(ids.count == keys.count)
    #expect(RecordID.named("pag", .text("ea")) != .named("page", .text("a")))
  }

  private func named(_ type: String, _ key: [Value]) -> RecordID {
    switch key.count {
    case 0: .named(type)
    case 1: .named(type, key[0])
    default: .named(type, key[0], key[1])
    }
  }
}
