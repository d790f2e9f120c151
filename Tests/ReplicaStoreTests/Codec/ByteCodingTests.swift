import ReplicaStore
import TestSupport
import Testing

@Suite struct ByteCodingTests {
  private func read<Result>(
    _ bytes: [UInt8], _ body: (inout ByteReader) throws -> Result
  ) throws -> Result {
    try bytes.withUnsafeBytes { buffer in
      var reader = ByteReader(buffer)
      return try body(&reader)
    }
  }

  private static let edges: [UInt64] =
    [0, 1, 127, 128, 255, 16_383, 16_384, .max, .max - 1, 1 << 63, (1 << 63) - 1]
    + (0..<64).map { 1 << UInt64($0) }

  @Test(arguments: edges)
  func `a varint comes back, in as few bytes as it needs`(number: UInt64) throws {
    var writer = ByteWriter()
    writer.varint(number)
    let bits = max(64 - number.leadingZeroBitCount, 1)
    #expect(writer.bytes.count == (bits + 6) / 7)
    try read(writer.bytes) { reader in
      #expect(try reader.varint() == number)
      try reader.finish()
    }
  }

  @Test(arguments: edges.flatMap { [Int64(bitPattern: $0), -1 &- Int64(bitPattern: $0)] })
  func `a signed number comes back`(number: Int64) throws {
    var writer = ByteWriter()
    writer.zigzag(number)
    let result = try read(writer.bytes) { try $0.zigzag() }
    #expect(result == number)
  }

  @Test func `small numbers of either sign are short`() {
    for number in Int64(-64)..<64 {
      var writer = ByteWriter()
      writer.zigzag(number)
      #expect(writer.bytes.count == 1, "\(number)")
    }
  }

  @Test(arguments: [
    [UInt8](), [0x80], [0xFF, 0xFF], [UInt8](repeating: 0x80, count: 9),
    [UInt8](repeating: 0xFF, count: 9) + [2], [UInt8](repeating: 0x80, count: 10) + [0],
    [UInt8](repeating: 0xFF, count: 10),
  ])
  func `a number that is cut or too long is refused`(bytes: [UInt8]) {
    #expect(throws: DecodingFailure.self) { try read(bytes) { try $0.varint() } }
  }

  @Test func `a count larger than the bytes that follow is refused`() {
    var writer = ByteWriter()
    writer.varint(3)
    writer.raw([1, 2])
    #expect(throws: DecodingFailure.self) { try read(writer.bytes) { try $0.count() } }
    #expect(throws: DecodingFailure.self) { try read(writer.bytes) { try $0.blob() } }
    var huge = ByteWriter()
    huge.varint(.max)
    huge.raw([UInt8](repeating: 0, count: 64))
    #expect(throws: DecodingFailure.self) { try read(huge.bytes) { try $0.blob() } }
    #expect(throws: DecodingFailure.self) { try read(huge.bytes) { try $0.text() } }
    #expect(throws: DecodingFailure.self) {
      try read(huge.bytes) { try $0.count(leastByteCount: 16) }
    }
  }

  @Test(arguments: [[0xC0, 0x80], [0xED, 0xA0, 0x80], [0xFF], [0xE2, 0x82]] as [[UInt8]])
  func `a text that is not UTF-8 is refused`(bytes: [UInt8]) {
    var writer = ByteWriter()
    writer.blob(bytes)
    #expect(throws: DecodingFailure.self) { try read(writer.bytes) { try $0.text() } }
  }

  @Test(arguments: SampleValues.all)
  func `a value comes back bit for bit`(value: Value) throws {
    var writer = ByteWriter()
    writer.value(value)
    try read(writer.bytes) { reader in
      #expect(try reader.value() == value)
      try reader.finish()
    }
  }

  @Test func `values that look alike have different encodings`() {
    let encodings = SampleValues.all.map { value in
      var writer = ByteWriter()
      writer.value(value)
      return writer.bytes
    }
    #expect(Set(encodings).count == SampleValues.all.count)
    #expect(Set(SampleValues.all).count == SampleValues.all.count)
  }

  @Test func `every cut of a value is refused`() {
    for value in SampleValues.all {
      var writer = ByteWriter()
      writer.value(value)
      for length in 0..<writer.bytes.count {
        let cut = Array(writer.bytes.prefix(length))
        #expect(throws: DecodingFailure.self) { try read(cut) { try $0.value() } }
      }
    }
  }
}

/// Values that are easily taken for one another.
enum SampleValues {
  static let texts = [
    "", "null", "NUL \0 inside", "\u{65}\u{301}", "\u{E9}",
    "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{FEFF}", " ", "0",
    String(repeating: "long ", count: 3000),
  ]
  static let integers: [Int64] = [
    0, 1, -1, 9_007_199_254_740_992, 9_007_199_254_740_993, .max, .min,
  ]
  static let reals: [Double] = [
    0.0, -0.0, 1.0, 0.1, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    9_007_199_254_740_992,
  ]
  static let blobs: [[UInt8]] = [[], [0], [0, 0], Array("null".utf8), Array(0...255)]
  static let all: [Value] =
    [.null] + texts.map { .text($0) } + integers.map { .integer($0) } + reals.map { .real($0) }
    + blobs.map { .blob($0) }
}
