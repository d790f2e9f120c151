/// One value of a decoded change set; texts and blobs point into its bytes.
///
/// Sixteen bytes, since a large change set has millions of them: offset and length are half a word
/// each, which no change set is too large for (`ChangeSetHeader.byteCountMax`).
struct Cell {
  let kind: CellKind
  /// The number's bits; for a text or blob the offset of its first byte, then its length.
  let bits: UInt64

  /// A number by its bits, or null.
  init(kind: CellKind, bits: UInt64) {
    self.kind = kind
    self.bits = bits
  }

  /// A text or blob.
  init(kind: CellKind, offset: Int, count: Int) {
    self.kind = kind
    bits = UInt64(offset) << 32 | UInt64(count)
  }
}

/// A change set whose bytes are whole and whose header is read.
struct OpenedChangeSet {
  var header: ChangeSetHeader
  var checksum: [UInt8]
  /// At the first byte after the header.
  var body: ByteReader
}

/// A change set in memory, checked in full before anything of it is used.
struct DecodedChangeSet {
  var header: ChangeSetHeader
  var checksum: [UInt8]
  var devices: [UInt64]
  var tags: [Tag]
  var blocks: [RecordBlock]

  /// The chain after it; of a merge it cannot be worked out.
  var chain: Chain? {
    header.isState ? nil : header.chainBefore.extended(by: checksum)
  }

  /// The largest clock of any stamp inside.
  var clockMax: UInt64 {
    blocks.reduce(0) { max($0, $1.clockMax) }
  }

  /// A stamp whose device is named by its place in the table.
  func stamp(_ clock: UInt64, _ device: Int) -> Stamp {
    Stamp(clock: HybridTime(rawValue: clock), device: DeviceID(rawValue: devices[device]))
  }
}

/// The decoded records of one type.
struct RecordBlock {
  struct Exception {
    var group: Int
    var clock: UInt64
    var device: Int
  }

  struct Version {
    var clock: UInt64
    var device: Int
    var tag: Int
    var voids: (clock: UInt64, device: Int)?
    /// For a text the versions that its author saw.
    var bases: [(clock: UInt64, device: Int)] = []
    /// Its place in the group's columns.
    var position: Int
  }

  struct Increment {
    var group: Int
    var nonce: UInt64
    var clock: UInt64
    var device: Int
    var amount: Int64
    var epochClock: UInt64
    var epochDevice: Int
  }

  /// A list of things that belong to records, in the order of the records.
  struct PerRecord<Element> {
    var elements: [Element] = []
    /// For each record where its elements start, and one past the last; empty if there are none.
    var starts: [Int32] = []

    @inline(__always)
    subscript(record: Int) -> ArraySlice<Element> {
      starts.isEmpty ? [] : elements[Int(starts[record])..<Int(starts[record + 1])]
    }

    /// Whether nothing belongs to a record.
    @inline(__always)
    func hasNone(_ record: Int) -> Bool {
      starts.isEmpty || starts[record] == starts[record + 1]
    }
  }

  var name: String
  var groups: [WireGroup]
  var ids: [RecordID]
  /// Groups under the record's own stamp.
  var covered: [UInt64]
  var clocks: [UInt64]
  var devices: [UInt32]
  var exceptions: PerRecord<Exception>
  var increments: PerRecord<Increment>
  /// For each group the versions of its records; empty for groups without history.
  var versions: [PerRecord<Version>]
  /// For each group, each field: the values, one for each record that has the group, or for each
  /// version that has values.
  var columns: [[Column]]
  /// For each group: where the values of a record stand; empty if every record has the group.
  var positions: [[Int32]]
  var clockMax: UInt64

  /// Every group that a record has, deletion not among them.
  @inline(__always)
  func mask(_ record: Int) -> UInt64 {
    exceptions[record].reduce(covered[record]) {
      $1.group == RecordShape.deletion ? $0 : $0 | 1 << UInt64($1.group)
    }
  }

  @inline(__always)
  func position(_ record: Int, group: Int) -> Int {
    positions[group].isEmpty ? record : Int(positions[group][record])
  }
}

extension Cell {
  /// The value, copied out of the bytes it points into.
  func value(in bytes: UnsafeRawBufferPointer) -> Value {
    switch kind {
    case .null: return .null
    case .integer: return .integer(Int64(bitPattern: bits))
    case .real: return .real(Double(bitPattern: bits))
    case .text: return .text(String(decoding: slice(of: bytes), as: UTF8.self))
    case .blob: return .blob(Array(slice(of: bytes)))
    }
  }

  @inline(__always)
  func slice(of bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let (offset, count) = (Int(bits >> 32), Int(bits & 0xFFFF_FFFF))
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }
}
