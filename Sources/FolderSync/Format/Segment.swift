import ReplicaStore

/// What one device told in a segment, beside the change sets.
struct SegmentHeader: Equatable {
  /// Sixteen bytes: which folder it was written for.
  var folder: [UInt8]
  var device: DeviceID
  var first: UInt64
  var last: UInt64
  var chainBefore: Chain
  var chain: Chain
  /// Of a merge, the first four bytes of the chain at every number inside but the last.
  var inside: [UInt32] = []
  /// The owner's clock when it was written.
  var clock: HybridTime
  /// The owner's digest when it was written.
  var digest: StateDigest
  /// Whether the change sets inside are one merge of all the numbers.
  var isMerge: Bool
  /// What people call the owner's device.
  var name: String
  /// What the owner had applied from every other device; of a forked log each branch.
  var vector: [LogPlace]
  /// Where logs of others end that the folder had lost and the owner has handed on.
  var handedOn: [LogPlace] = []
  /// Files of others that the owner could not read.
  var refused: [String]

  /// The name that the file must have.
  var fileName: SegmentName {
    SegmentName(device: device, first: first, last: last, chain: chain)
  }
}

/// A file of the folder: change sets of one device, neighbours in number.
///
/// The format, byte by byte, is in docs/folder-format.md.
struct Segment {
  var header: SegmentHeader
  /// The change sets, or one merge of them.
  var changeSets: [[UInt8]]
  /// The same as they were read to be checked, so that whoever applies them need not read them
  /// again; empty unless the whole file was checked.
  private(set) var checked: [CheckedChangeSet] = []

  static let magic: [UInt8] = Array("JSG".utf8)
  static let version: UInt8 = 1
  static let checksumByteCount = 16
  /// The most bytes a segment file can have.
  static let byteCountMax = 256 << 20
  /// The most bytes its change sets can have before compression.
  static let expandedByteCountMax = 1 << 30

  /// The whole file; sealed for its place if the folder has a key.
  func fileBytes(key: FolderKey? = nil) throws(FolderError) -> [UInt8] {
    let body = try bodyBytes()
    if let key {
      let place = SealedBox.Place(segment: header.fileName, folder: header.folder)
      return SealedBox.seal(body, at: place, with: key)
    }
    return body + BLAKE2b.hash(body, digestByteCount: Self.checksumByteCount)
  }

  private func bodyBytes() throws(FolderError) -> [UInt8] {
    var payload = ByteWriter()
    payload.count(changeSets.count)
    for changeSet in changeSets { payload.blob(changeSet) }
    var writer = ByteWriter()
    writer.raw(Self.magic)
    writer.byte(Self.version)
    writer.raw(header.folder)
    writer.fixed64(header.device.rawValue)
    writer.varint(header.first)
    writer.varint(header.last)
    writer.byte(header.isMerge ? 1 : 0)
    // That of change sets as they were sealed follows from them.
    if header.isMerge {
      writer.raw(header.chain.bytes)
      for start in header.inside { writer.fixed32(start) }
    }
    writer.fixed64(header.clock.rawValue)
    writer.fixed64(header.digest.high)
    writer.fixed64(header.digest.low)
    writer.text(header.name)
    Self.write(header.vector, to: &writer)
    Self.write(header.handedOn, to: &writer)
    writer.count(header.refused.count)
    for name in header.refused { writer.text(name) }
    writer.count(payload.bytes.count)
    writer.raw(try Compression.compress(payload.bytes))
    return writer.bytes
  }

  private static func write(_ places: [LogPlace], to writer: inout ByteWriter) {
    writer.count(places.count)
    for place in places {
      writer.fixed64(place.device.rawValue)
      writer.varint(place.number)
      writer.fixed64(DeviceID(place.chain)?.rawValue ?? 0)
    }
  }

  private static func places(
    _ reader: inout ByteReader
  ) throws(DecodingFailure) -> [LogPlace] {
    var places: [LogPlace] = []
    for _ in 0..<(try reader.count(leastByteCount: 17)) {
      places.append(
        LogPlace(
          device: DeviceID(rawValue: try reader.fixed64()), number: try reader.varint(),
          chain: DeviceID(rawValue: try reader.fixed64()).description))
    }
    return places
  }

  /// Whether the log in this file leads through a place: from it on, through it, or up to it.
  func passes(_ place: LogPlace) -> Bool {
    guard place.device == header.device, place.number <= header.last,
      place.number + 1 >= header.first
    else { return false }
    if place.number == header.last { return header.chain.prefix == place.chain }
    if place.number < header.first { return header.chainBefore.prefix == place.chain }
    let index = Int(place.number - header.first)
    if header.isMerge {
      return index < header.inside.count
        && Chain(start: header.inside[index]).agrees(with: place.chain)
    }
    var chain = header.chainBefore
    for changeSet in changeSets.prefix(index + 1) { chain = chain.extended(bySealed: changeSet) }
    return chain.prefix == place.chain
  }

  /// Reads a file and checks everything it says about itself.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: The name it was found under.
  ///   - folder: The folder it was found in, as sixteen bytes.
  ///   - key: The folder's key, if it is encrypted; what is not sealed is then refused.
  /// - Throws: `FolderError` with `.damaged` and the reason, or `.locked` if the key is not the
  ///   one it was sealed with.
  init(
    _ bytes: [UInt8], name: SegmentName, folder: [UInt8], key: FolderKey? = nil
  ) throws(FolderError) {
    var body: [UInt8]?
    if let key {
      let place = SealedBox.Place(segment: name, folder: folder)
      body = try SealedBox.open(bytes, at: place, name: name, with: key)
    } else if bytes.starts(with: SealedBox.magic) {
      throw FolderError(.damaged, "\(name) is encrypted, though the folder is not.")
    }
    do throws(DecodingFailure) {
      if let body {
        self = try Self.decode(body)
      } else {
        self = try Self.decode(Self.checked(bytes))
      }
    } catch {
      throw FolderError(.damaged, "\(name) is damaged: \(error.reason).")
    }
    guard header.folder == folder else {
      throw FolderError(.damaged, "\(name) was written for another folder.")
    }
    guard header.fileName == name else {
      throw FolderError(.damaged, "\(name) is really \(header.fileName).")
    }
    do {
      try checkChangeSets()
    } catch {
      throw FolderError(.damaged, "\(name) is damaged: \(error).")
    }
  }

  /// Reads a file that is not encrypted by what it says of itself, wherever it was found.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: `FolderError` with `.damaged` and the reason, or `.locked` if it is encrypted.
  init(foundAnywhere bytes: [UInt8]) throws(FolderError) {
    if bytes.starts(with: SealedBox.magic) {
      throw FolderError(.locked, "It is encrypted, so only a sync of its folder reads it.")
    }
    do throws(DecodingFailure) {
      self = try Self.decode(Self.checked(bytes))
    } catch {
      throw FolderError(.damaged, "It is damaged, or of another kind: \(error.reason).")
    }
  }

  init(header: SegmentHeader, changeSets: [[UInt8]]) {
    self.header = header
    self.changeSets = changeSets
  }

  /// What the checksum at the end vouches for.
  private static func checked(_ bytes: [UInt8]) throws(DecodingFailure) -> [UInt8] {
    let bodyCount = bytes.count - checksumByteCount
    guard bodyCount > 0, bytes.starts(with: magic) else {
      throw DecodingFailure(reason: "it does not begin like a segment")
    }
    let body = Array(bytes[..<bodyCount])
    guard
      bytes[magic.count] > version
        || BLAKE2b.hash(body, digestByteCount: checksumByteCount)
          .elementsEqual(bytes[bodyCount...])
    else { throw DecodingFailure(reason: "its checksum is wrong, or it is cut short") }
    return body
  }

  private static func decode(_ body: [UInt8]) throws(DecodingFailure) -> Segment {
    guard body.count > magic.count, body.starts(with: magic) else {
      throw DecodingFailure(reason: "it does not begin like a segment")
    }
    guard body[magic.count] == version else {
      throw DecodingFailure(reason: "its version \(body[magic.count]) is newer than this program")
    }
    return try reading(body) { (reader) throws(DecodingFailure) in
      _ = try unsafe reader.raw(magic.count + 1)
      var header = try self.header(&reader)
      let expandedCount = try reader.varint()
      guard expandedCount <= UInt64(expandedByteCountMax) else {
        throw DecodingFailure(reason: "it is larger than a segment may be")
      }
      let offset = reader.offset
      guard let payload = Compression.expand(body[offset...], byteCount: Int(expandedCount)) else {
        throw DecodingFailure(reason: "it cannot be expanded")
      }
      let changeSets = try reading(payload) { (reader) throws(DecodingFailure) in
        var changeSets: [[UInt8]] = []
        for _ in 0..<(try reader.count()) { changeSets.append(try reader.blob()) }
        try reader.finish()
        return changeSets
      }
      try complete(&header, changeSets)
      return Segment(header: header, changeSets: changeSets)
    }
  }

  /// Works out the chains, which the change sets themselves tell.
  private static func complete(
    _ header: inout SegmentHeader, _ changeSets: [[UInt8]]
  ) throws(DecodingFailure) {
    guard let first = changeSets.first else {
      throw DecodingFailure(reason: "it holds no change set")
    }
    do {
      header.chainBefore = try Replica.header(of: first).chainBefore
    } catch {
      throw DecodingFailure(reason: "a change set in it cannot be read")
    }
    guard !header.isMerge else { return }
    header.chain = header.chainBefore
    for changeSet in changeSets { header.chain = header.chain.extended(bySealed: changeSet) }
  }

  private static func header(
    _ reader: inout ByteReader
  ) throws(DecodingFailure) -> SegmentHeader {
    let folder = try unsafe Array(reader.raw(16))
    let device = DeviceID(rawValue: try reader.fixed64())
    let first = try reader.varint()
    let last = try reader.varint()
    guard device != .none, first >= 1, first <= last, last <= SegmentName.numberMax else {
      throw DecodingFailure(reason: "its numbers are out of range")
    }
    let isMerge = try reader.byte() == 1
    let chain = isMerge ? Chain(try unsafe Array(reader.raw(16))) : .zero
    var inside: [UInt32] = []
    if isMerge {
      guard last - first <= UInt64(reader.remaining / 4) else {
        throw DecodingFailure(reason: "its numbers are more than the bytes that follow")
      }
      for _ in first..<last { inside.append(try reader.fixed32()) }
    }
    let clock = HybridTime(rawValue: try reader.fixed64())
    let digest = StateDigest(high: try reader.fixed64(), low: try reader.fixed64())
    let name = try reader.text()
    let vector = try places(&reader)
    let handedOn = try places(&reader)
    var refused: [String] = []
    for _ in 0..<(try reader.count()) { refused.append(try reader.text()) }
    return SegmentHeader(
      folder: folder, device: device, first: first, last: last, chainBefore: .zero,
      chain: chain ?? .zero, inside: inside, clock: clock, digest: digest, isMerge: isMerge,
      name: name, vector: vector, handedOn: handedOn, refused: refused)
  }

  /// The change sets must be those that the header names, linked by their chain.
  private mutating func checkChangeSets() throws {
    var number = header.first
    var chain = header.chainBefore
    for bytes in changeSets {
      let changeSet = try CheckedChangeSet(bytes)
      checked.append(changeSet)
      let inner = changeSet.header
      guard inner.device == header.device, inner.first == number, inner.chainBefore == chain else {
        throw DecodingFailure(reason: "a change set in it belongs elsewhere")
      }
      if header.isMerge {
        guard changeSets.count == 1, inner.last == header.last, inner.isState else {
          throw DecodingFailure(reason: "its merge is of other numbers")
        }
        return
      }
      guard inner.last == number else {
        throw DecodingFailure(reason: "a change set in it belongs elsewhere")
      }
      chain = chain.extended(bySealed: bytes)
      number += 1
    }
    guard number == header.last + 1 else {
      throw DecodingFailure(reason: "a change set of it is missing")
    }
  }

  private static func reading<Result>(
    _ bytes: [UInt8],
    _ body: (inout ByteReader) throws(DecodingFailure) -> Result
  ) throws(DecodingFailure) -> Result {
    let outcome = unsafe bytes.withUnsafeBytes { buffer in
      var reader = unsafe ByteReader(buffer)
      do throws(DecodingFailure) {
        return Swift.Result<Result, DecodingFailure>.success(try body(&reader))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }
}
