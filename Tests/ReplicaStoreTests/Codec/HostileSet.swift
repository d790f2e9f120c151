import Glibc
import ReplicaStore

/// A change set written by hand, with a right checksum and anything wrong inside.
final class HostileSet {
  var device: UInt64 = 0xABCD
  var devices: [UInt64] = [0xABCD]
  var tags: [[UInt8]] = [[]]
  /// Flags, and what they announce after the generation.
  var flags: UInt64 = 0
  var announced: [UInt8] = []
  private var blocks: [[UInt8]] = []

  func block(_ name: String, _ body: (inout ByteWriter) -> Void) {
    var writer = ByteWriter()
    writer.text(name)
    body(&writer)
    blocks.append(writer.bytes)
  }

  static func run(_ writer: inout ByteWriter, _ value: UInt64, _ count: Int) {
    writer.count(1)
    writer.varint(value)
    writer.count(count)
  }

  func bytes() -> [UInt8] {
    var writer = ByteWriter()
    writer.raw(Array("JCS".utf8))
    writer.byte(1)
    writer.varint(flags)
    writer.fixed64(device)
    writer.varint(1)
    writer.varint(1)
    writer.raw([UInt8](repeating: 0, count: 16))
    for _ in 0..<3 { writer.fixed64(0) }
    writer.raw(announced)
    writer.count(devices.count)
    for device in devices { writer.fixed64(device) }
    writer.count(tags.count)
    for tag in tags { writer.blob(tag) }
    writer.count(blocks.count)
    for block in blocks { writer.blob(block) }
    writer.count(0)
    return Self.sealed(writer.bytes)
  }

  /// The same bytes with a checksum that fits them.
  static func sealed(_ body: [UInt8]) -> [UInt8] {
    body + BLAKE2b.hash(body, digestByteCount: 16)
  }

  // MARK: Cases

  private struct Group {
    var name = "title"
    var merge = MergeKind.lastWriterWins.rawValue
    var fields = ["title"]
    var storage = Storage.text.rawValue
  }

  private struct Record {
    var name = "sample"
    var groups = [Group()]
    var ids: [UInt64] = [1]
    var covered: UInt64 = 1
    var clock: Int64 = 1000
    var device: UInt64 = 0
    /// Each a step to the record, a group, a step of the clock, and a device.
    var exceptions: [[UInt64]] = []
    var increments: [[UInt8]] = []
    var columns: [UInt8]?
  }

  private static func set(_ record: Record) -> [UInt8] {
    let set = HostileSet()
    set.add(record)
    return set.bytes()
  }

  private static func set(flags: UInt64, announced: [UInt8]) -> [UInt8] {
    let set = HostileSet()
    (set.flags, set.announced) = (flags, announced)
    return set.bytes()
  }

  private func add(_ record: Record) {
    block(record.name) { writer in
      writer.count(record.groups.count)
      for group in record.groups {
        writer.text(group.name)
        writer.byte(group.merge)
        writer.byte(0)
        writer.count(group.fields.count)
        for field in group.fields {
          writer.text(field)
          writer.byte(group.storage)
        }
      }
      writer.count(record.ids.count)
      for id in record.ids { writer.id(RecordID(high: 5, low: id)) }
      Self.run(&writer, record.covered, record.ids.count)
      var clocks = ByteWriter()
      clocks.zigzag(record.clock)
      for _ in record.ids.dropFirst() { clocks.zigzag(0) }
      writer.blob(clocks.bytes)
      Self.run(&writer, record.device, record.ids.count)
      var exceptions = ByteWriter()
      for exception in record.exceptions { for part in exception { exceptions.varint(part) } }
      writer.count(record.exceptions.count)
      writer.blob(exceptions.bytes)
      writer.count(record.increments.count)
      writer.blob(record.increments.flatMap(\.self))
      if let columns = record.columns {
        writer.raw(columns)
      } else {
        // One column with one text for each record.
        writer.count(1)
        writer.byte(3)
        writer.count(record.ids.count)
        writer.blob([])
        writer.blob([UInt8](repeating: 1, count: record.ids.count))
        writer.blob([UInt8](repeating: 97, count: record.ids.count))
      }
    }
  }

  private static let makers: [(String, @Sendable () -> [UInt8])] = [
    ("a record twice", { set(Record(ids: [1, 1])) }),
    (
      "a type twice",
      {
        let set = HostileSet()
        set.add(Record())
        set.add(Record(ids: [2]))
        return set.bytes()
      }
    ),
    ("a group that is not there", { set(Record(covered: 2)) }),
    ("a device that is not there", { set(Record(device: 1)) }),
    ("a device far out", { set(Record(device: 1 << 32)) }),
    ("a clock below zero", { set(Record(clock: -1)) }),
    ("two stamps of a group", { set(Record(exceptions: [[0, 0, 2, 0]])) }),
    ("two stamps of a deletion", { set(Record(exceptions: [[0, 63, 2, 0], [0, 63, 4, 0]])) }),
    ("a group between", { set(Record(exceptions: [[0, 62, 2, 0]])) }),
    ("a record that is not there", { set(Record(exceptions: [[1, 63, 2, 0]])) }),
    ("a name with a space", { set(Record(name: "sam ple")) }),
    ("a name that only looks alike", { set(Record(groups: [Group(name: "tit\u{131}e")])) }),
    ("an empty name", { set(Record(name: "")) }),
    ("an unknown merge kind", { set(Record(groups: [Group(merge: 9)])) }),
    ("an unknown storage", { set(Record(groups: [Group(storage: 9)])) }),
    ("a minimum of two fields", { set(Record(groups: [Group(merge: 1, fields: ["a", "b"])])) }),
    ("a counter of no field", { set(Record(groups: [Group(merge: 3, fields: [])])) }),
    ("a group twice", { set(Record(groups: [Group(), Group()], covered: 3)) }),
    (
      "a column too short",
      { set(Record(columns: [1, 3, 0, 0, 0, 0])) }
    ),
    (
      "a text that is not UTF-8",
      { set(Record(columns: [1, 3, 1, 0, 1, 1, 1, 0xFF])) }
    ),
    ("bytes left over in a column", { set(Record(columns: [1, 3, 1, 0, 1, 1, 2, 97, 98])) }),
    ("a value of another kind", { set(Record(columns: [1, 1, 1, 1, 0, 0, 0])) }),
    (
      "not a number",
      {
        var column: [UInt8] = [1, 2, 1, 8]
        column += [0, 0, 0, 0, 0, 0, 0xF8, 0x7F, 0, 0]
        return set(Record(groups: [Group(storage: 2)], columns: column))
      }
    ),
    (
      "a text longer than the bytes",
      { set(Record(columns: [1, 3, 1, 0, 5, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 1, 97])) }
    ),
    (
      "a version without a stamp",
      {
        // One version (step, clock, device, tag, no undoing), then one integer.
        set(
          Record(
            groups: [Group(name: "due", merge: 4, fields: ["due"], storage: 1)], covered: 0,
            columns: [1, 5, 0, 0, 0, 0, 0] + [1, 1, 1, 1, 2, 0, 0]))
      }
    ),
    (
      "an increment of no counter",
      { set(Record(increments: [[0, 0] + [UInt8](repeating: 1, count: 8) + [0, 0, 2, 0, 0]])) }
    ),
    (
      "a tag too long",
      {
        let set = HostileSet()
        set.tags = [[UInt8](repeating: 1, count: 65)]
        return set.bytes()
      }
    ),
    (
      "no device",
      {
        let set = HostileSet()
        set.device = 0
        return set.bytes()
      }
    ),
    ("nothing at all", { [] }),
    ("a checksum alone", { sealed([]) }),
    ("another magic", { sealed(Array("JCX".utf8) + [UInt8](repeating: 0, count: 80)) }),
    ("a newer version", { sealed(Array("JCS".utf8) + [2] + [UInt8](repeating: 0, count: 80)) }),
    ("unknown flags", { sealed(Array("JCS".utf8) + [1, 8] + [UInt8](repeating: 0, count: 80)) }),
    ("part 0 of 2", { set(flags: 2, announced: [0, 2]) }),
    ("part 3 of 2", { set(flags: 2, announced: [3, 2]) }),
    ("a part of one", { set(flags: 2, announced: [1, 1]) }),
    ("the second part with the first number", { set(flags: 2, announced: [2, 2]) }),
    ("a part of a merge", { set(flags: 3, announced: [1, 2]) }),
    ("more parts than there can be", { set(flags: 2, announced: [1, 0xFF, 0xFF, 0xFF, 0x0F]) }),
    ("more voided devices than bytes", { set(flags: 4, announced: [0xFF, 0x0F]) }),
    (
      "a voided device's clock out of range",
      { set(flags: 4, announced: [1] + [UInt8](repeating: 0xFF, count: 16)) }
    ),
    (
      "a text that builds on a device that is not there",
      {
        // One version: step, clock, device, tag, no undoing, one base: clock, device.
        set(
          Record(
            groups: [Group(name: "story", merge: 5, fields: ["story"])],
            columns: [1, 8, 0, 0, 0, 0, 0, 1, 0, 9] + [1, 3, 1, 0, 1, 1, 1, 97]))
      }
    ),
    (
      "a text that builds on more than there is",
      {
        set(
          Record(
            groups: [Group(name: "story", merge: 5, fields: ["story"])],
            columns: [1, 6, 0, 0, 0, 0, 0, 0x7F] + [1, 3, 1, 0, 1, 1, 1, 97]))
      }
    ),
    (
      "a text that is a number",
      {
        set(
          Record(
            groups: [Group(name: "story", merge: 5, fields: ["story"], storage: 1)], covered: 0,
            columns: [0, 0, 0, 0, 0, 0]))
      }
    ),
  ]

  static let cases = makers.map(\.0)

  static func named(_ name: String) -> [UInt8] {
    makers.first { $0.0 == name }?.1() ?? []
  }
}

/// Memory of this process in bytes, from /proc.
func memoryByteCount(_ key: String) -> UInt {
  guard let file = fopen("/proc/self/status", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  while fgets(&line, Int32(line.count), file) != nil {
    let text = line.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
    if text.hasPrefix(key) { return (UInt(text.filter(\.isNumber)) ?? 0) * 1024 }
  }
  return 0
}
