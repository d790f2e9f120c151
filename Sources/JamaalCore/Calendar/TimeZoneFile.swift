/// Reads the compiled time-zone files of the tz database.
///
/// Source: RFC 9636, "The Time Zone Information Format (TZif)", section 3; versions 1 to 4.
///
///     header   "TZif", version (0, "2", "3", "4"), 15 unused bytes, six counts of 4 bytes each
///     block    of version 1, with times of 4 bytes
///     header   only from version 2 on
///     block    with times of 8 bytes
///     footer   newline, POSIX rule (may be empty), newline
///
/// A block is: transition times; a type index of 1 byte for each; types of 6 bytes (offset, is
/// daylight-saving time, index of the name); names, each ended by a zero; leap seconds; two lists
/// of flags that only matter for rules that stand alone. All numbers are big-endian.
///
/// The bytes come from outside, so nothing in them is believed: every count is checked against the
/// bytes that are there before anything is read, every index against what it points into.
package enum TimeZoneFile {
  /// The largest file that is read; the largest of the tz database has less than 4 kilobytes.
  package static let byteCountMax = 256 * 1024

  /// The bounds of a transition, in seconds since 1970, that arithmetic on it cannot overflow.
  private static let transitionRange = -(Int64(1) << 60)...(Int64(1) << 60)

  /// Reads a file's bytes.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - identifier: The name that the rules get, and errors mention.
  /// - Returns: The rules.
  /// - Throws: `TimeZoneError` with `malformed` if any length, index, order or range is wrong, and
  ///   with `countsLeapSeconds` for the files under `right/`.
  package static func rules(
    from bytes: [UInt8], identifier: String
  ) throws(TimeZoneError) -> TimeZoneRules {
    guard bytes.count <= byteCountMax else { throw malformed("it is too large", identifier) }
    var reader = Reader(bytes: bytes, identifier: identifier)
    let first = try Header(&reader)
    guard first.version != 0 else {
      return try block(&reader, header: first, timeSize: 4, identifier: identifier)
        .rules(identifier: identifier, rule: nil)
    }
    // The first block is for readers of version 1; the second says the same and more.
    try reader.skip(first.blockByteCount(timeSize: 4))
    let second = try Header(&reader)
    let block = try block(&reader, header: second, timeSize: 8, identifier: identifier)
    return block.rules(identifier: identifier, rule: try footer(&reader, identifier: identifier))
  }

  /// What a block says, checked.
  private struct Block {
    var transitions: [Int64]
    var transitionTypes: [UInt8]
    var types: [LocalTimeType]

    func rules(identifier: String, rule: PosixZoneRule?) -> TimeZoneRules {
      TimeZoneRules(
        identifier: identifier, transitions: transitions, transitionTypes: transitionTypes,
        types: types, rule: rule)
    }
  }

  private static func block(
    _ reader: inout Reader, header: Header, timeSize: Int, identifier: String
  ) throws(TimeZoneError) -> Block {
    guard header.leapCount == 0 else {
      throw TimeZoneError(.countsLeapSeconds, identifier: identifier)
    }
    // Before anything is allocated: are the bytes there?
    try reader.require(header.blockByteCount(timeSize: timeSize))
    let transitions = try transitionTimes(&reader, count: header.timeCount, size: timeSize)
    let transitionTypes = Array(try reader.take(header.timeCount))
    guard transitionTypes.allSatisfy({ Int($0) < header.typeCount }) else {
      throw malformed("a transition has no type", identifier)
    }
    let typeBytes = Array(try reader.take(header.typeCount * 6))
    let names = Array(try reader.take(header.nameByteCount))
    var types: [LocalTimeType] = []
    for index in 0..<header.typeCount {
      types.append(
        try localTimeType(typeBytes[(index * 6)..<(index * 6 + 6)], names, identifier))
    }
    for flag in try reader.take(header.standardCount + header.universalCount) where flag > 1 {
      throw malformed("a flag is neither 0 nor 1", identifier)
    }
    return Block(transitions: transitions, transitionTypes: transitionTypes, types: types)
  }

  private static func transitionTimes(
    _ reader: inout Reader, count: Int, size: Int
  ) throws(TimeZoneError) -> [Int64] {
    var times: [Int64] = []
    times.reserveCapacity(count)
    for _ in 0..<count {
      let time = try reader.signed(byteCount: size)
      guard transitionRange.contains(time), times.last.map({ $0 < time }) ?? true else {
        throw malformed("the transitions are not in order", reader.identifier)
      }
      times.append(time)
    }
    return times
  }

  private static func localTimeType(
    _ bytes: ArraySlice<UInt8>, _ names: [UInt8], _ identifier: String
  ) throws(TimeZoneError) -> LocalTimeType {
    var reader = Reader(bytes: Array(bytes), identifier: identifier)
    let offset = Int(try reader.signed(byteCount: 4))
    let isDaylightSaving = try reader.byte()
    let nameIndex = Int(try reader.byte())
    guard TimeZoneRules.offsetSecondsRange.contains(offset) else {
      throw malformed("an offset from UTC is more than a day", identifier)
    }
    guard isDaylightSaving <= 1 else { throw malformed("a flag is neither 0 nor 1", identifier) }
    guard nameIndex < names.count, let end = names[nameIndex...].firstIndex(of: 0) else {
      throw malformed("a name has no end", identifier)
    }
    return LocalTimeType(
      offsetSeconds: offset, isDaylightSaving: isDaylightSaving == 1,
      abbreviation: String(decoding: names[nameIndex..<end], as: UTF8.self))
  }

  /// Reads the rule between two newlines; an empty one means that nothing is known.
  private static func footer(
    _ reader: inout Reader, identifier: String
  ) throws(TimeZoneError) -> PosixZoneRule? {
    let newline = UInt8(ascii: "\n")
    guard try reader.byte() == newline, let text = reader.text(upTo: newline) else {
      throw malformed("the footer is not between newlines", identifier)
    }
    if text.isEmpty { return nil }
    guard let rule = PosixZoneRule(text) else {
      throw malformed("the footer is not a rule", identifier)
    }
    return rule
  }

  fileprivate static func malformed(_ detail: String, _ identifier: String) -> TimeZoneError {
    TimeZoneError(.malformed, identifier: identifier, detail: detail)
  }
}

/// The fixed part before a block: which version, and how many of everything follow.
private struct Header {
  /// 0 for version 1, else 2 or more.
  let version: Int
  let universalCount: Int
  let standardCount: Int
  let leapCount: Int
  let timeCount: Int
  let typeCount: Int
  let nameByteCount: Int

  init(_ reader: inout Reader) throws(TimeZoneError) {
    let identifier = reader.identifier
    guard Array(try reader.take(4)) == Array("TZif".utf8) else {
      throw TimeZoneFile.malformed("it is not a time-zone file", identifier)
    }
    switch try reader.byte() {
    case 0: version = 0
    // Later versions may only add what readers of this one can do without.
    case let digit where digit >= UInt8(ascii: "2") && digit <= UInt8(ascii: "9"):
      version = Int(digit - UInt8(ascii: "0"))
    default: throw TimeZoneFile.malformed("its version is unknown", identifier)
    }
    try reader.skip(15)
    universalCount = try reader.count()
    standardCount = try reader.count()
    leapCount = try reader.count()
    timeCount = try reader.count()
    typeCount = try reader.count()
    nameByteCount = try reader.count()
    guard (1...256).contains(typeCount), nameByteCount > 0,
      universalCount == 0 || universalCount == typeCount,
      standardCount == 0 || standardCount == typeCount
    else { throw TimeZoneFile.malformed("its counts contradict each other", identifier) }
  }

  /// The bytes of the block that follows.
  ///
  /// Counts are below 2^32, so nothing here overflows.
  func blockByteCount(timeSize: Int) -> Int {
    timeCount * (timeSize + 1) + typeCount * 6 + nameByteCount + leapCount * (timeSize + 4)
      + standardCount + universalCount
  }
}

/// A place in the file's bytes; every step checks the end.
private struct Reader {
  let bytes: [UInt8]
  let identifier: String
  var position = 0

  func require(_ count: Int) throws(TimeZoneError) {
    guard count <= bytes.count - position else {
      throw TimeZoneFile.malformed("it ends too early", identifier)
    }
  }

  mutating func take(_ count: Int) throws(TimeZoneError) -> ArraySlice<UInt8> {
    try require(count)
    defer { position += count }
    return bytes[position..<(position + count)]
  }

  mutating func skip(_ count: Int) throws(TimeZoneError) {
    _ = try take(count)
  }

  mutating func byte() throws(TimeZoneError) -> UInt8 {
    try require(1)
    defer { position += 1 }
    return bytes[position]
  }

  /// A signed big-endian number of 4 or 8 bytes.
  mutating func signed(byteCount: Int) throws(TimeZoneError) -> Int64 {
    let bits = try take(byteCount).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return byteCount == 4
      ? Int64(Int32(truncatingIfNeeded: bits)) : Int64(truncatingIfNeeded: bits)
  }

  /// An unsigned big-endian number of 4 bytes.
  mutating func count() throws(TimeZoneError) -> Int {
    Int(try take(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
  }

  /// The text up to a byte, which is passed; `nil` if the byte does not come.
  mutating func text(upTo end: UInt8) -> String? {
    guard let found = bytes[position...].firstIndex(of: end) else { return nil }
    defer { position = found + 1 }
    return String(decoding: bytes[position..<found], as: UTF8.self)
  }
}
