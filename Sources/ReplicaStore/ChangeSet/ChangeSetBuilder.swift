import SQLite

/// Collects records and writes them as one change set.
///
/// Devices and tags are named by their place in tables at the front; local numbers never travel.
/// With a limit it becomes several change sets, the parts of one whole.
struct ChangeSetBuilder {
  private let byteCountMax: Int
  /// How many records the block has when it is looked at again.
  private var nextLook = 1
  private var full: [ChangeSetBuilder] = []
  private(set) var devices: [UInt64] = []
  private var deviceIndex: [UInt64: Int] = [:]
  /// The device that was named last, and its place.
  private var latest: (device: UInt64, place: UInt64)?
  private(set) var tags: [Tag] = []
  private var tagIndex: [Tag: Int] = [:]
  private var blocks: [(name: String, bytes: [UInt8])] = []

  /// Starts with nothing.
  ///
  /// - Parameter byteCountMax: About how many bytes of records may stand in one change set.
  init(byteCountMax: Int = .max) {
    self.byteCountMax = byteCountMax
  }

  /// The change sets that it has become, in order.
  var parts: [ChangeSetBuilder] {
    var last = self
    last.full = []
    return isEmpty && !full.isEmpty ? full : full + [last]
  }

  /// Begins another change set, if a block of records has filled this one.
  ///
  /// - Returns: Whether it did; the block is then part of what is full.
  mutating func cut(after block: RecordBlockBuilder) -> Bool {
    // Adding up the columns after every record would cost more than the look is worth.
    guard block.count >= nextLook else { return false }
    nextLook = block.count + 1 + block.count / 8
    guard block.byteCount + byteCount > byteCountMax else { return false }
    append(block)
    var next = ChangeSetBuilder(byteCountMax: byteCountMax)
    next.full = parts
    self = next
    return true
  }

  private var byteCount: Int { blocks.reduce(0) { $0 + $1.bytes.count } }

  @inline(__always)
  mutating func device(_ id: UInt64) -> UInt64 {
    if let latest, latest.device == id { return latest.place }
    return place(of: id)
  }

  private mutating func place(of id: UInt64) -> UInt64 {
    let place = deviceIndex[id] ?? devices.count
    if place == devices.count {
      deviceIndex[id] = place
      devices.append(id)
    }
    latest = (id, UInt64(place))
    return UInt64(place)
  }

  /// A stamp, its device by place.
  mutating func stamp(_ stamp: Stamp) -> (clock: UInt64, device: UInt64) {
    (stamp.clock.rawValue, device(stamp.device.rawValue))
  }

  mutating func tag(_ tag: Tag) -> UInt64 {
    if let index = tagIndex[tag] { return UInt64(index) }
    tagIndex[tag] = tags.count
    tags.append(tag)
    return UInt64(tags.count - 1)
  }

  mutating func append(_ block: RecordBlockBuilder) {
    nextLook = 1
    guard block.count > 0 else { return }
    blocks.append((block.name, block.bytes()))
  }

  var isEmpty: Bool { blocks.isEmpty }

  /// The whole change set, checksum included.
  func bytes(_ header: ChangeSetHeader) -> [UInt8] {
    var writer = ByteWriter()
    writer.raw(ChangeSetHeader.magic)
    writer.byte(ChangeSetHeader.version)
    writer.varint(header.flags)
    writer.fixed64(header.device.rawValue)
    writer.varint(header.first)
    writer.varint(header.last)
    writer.raw(header.chainBefore.bytes)
    writer.fixed64(header.clock.rawValue)
    writer.fixed64(header.generation.clock.rawValue)
    writer.fixed64(header.generation.device.rawValue)
    if let part = header.part {
      writer.count(part.index)
      writer.count(part.count)
    }
    if !header.voided.isEmpty {
      writer.count(header.voided.count)
      for voided in header.voided {
        writer.fixed64(voided.device.rawValue)
        writer.fixed64(voided.since.rawValue)
      }
    }
    writer.count(devices.count)
    for device in devices { writer.fixed64(device) }
    writer.count(tags.count)
    for tag in tags { writer.blob(tag.bytes) }
    writer.count(blocks.count)
    for block in blocks.sorted(by: { $0.name < $1.name }) { writer.blob(block.bytes) }
    // Room for what later versions add; this one writes none.
    writer.count(0)
    let checksum = BLAKE2b.hash(
      writer.bytes, digestByteCount: ChangeSetHeader.checksumByteCount)
    writer.raw(checksum)
    return writer.bytes
  }
}
