import SQLite

/// How a value stopped being the one that counts, as it is stored.
enum Loss: UInt8 {
  /// A write on this device took its place.
  case overwritten = 0
  /// A write that was received took its place.
  case beaten = 1
  /// It was received, and a later one was here already.
  case late = 2
}

/// The values of one type that a transaction took the place of, or that came too late.
///
/// They are kept in the change log, in the row of their transaction, so that keeping them touches
/// no further page: one entry for each record and stamp, values in their canonical encoding.
struct LostValues {
  private(set) var chunks: [[UInt8]] = []
  private var writer = ByteWriter()
  private var previousRow: Int64 = 0

  /// How many bytes are kept together.
  private static let chunkByteCount = 4 << 20

  var isEmpty: Bool { writer.bytes.isEmpty && chunks.isEmpty }

  /// Starts an entry: the groups of a mask, of one record and with one stamp.
  ///
  /// The values of the groups follow, group by group, field by field.
  @inline(__always)
  mutating func begin(row: Int64, _ loss: Loss, mask: UInt64, clock: UInt64, device: UInt16) {
    if writer.bytes.count >= Self.chunkByteCount { endChunk() }
    writer.zigzag(row - previousRow)
    previousRow = row
    writer.byte(loss.rawValue)
    writer.varint(mask)
    writer.varint(clock)
    writer.varint(UInt64(device))
  }

  mutating func value(_ value: Value) { writer.value(value) }

  /// The value in a column of the row that a statement stands on.
  @inline(__always)
  mutating func value(_ statement: Statement, _ column: Int32) {
    guard let value = statement.value(at: column) else {
      return writer.byte(CellKind.null.rawValue)
    }
    switch value.kind {
    case .null: writer.byte(CellKind.null.rawValue)
    case .integer:
      writer.byte(CellKind.integer.rawValue)
      writer.zigzag(value.int64)
    case .real:
      writer.byte(CellKind.real.rawValue)
      writer.fixed64(value.double.bitPattern)
    case .text:
      writer.byte(CellKind.text.rawValue)
      bytes(value.bytes)
    case .blob:
      writer.byte(CellKind.blob.rawValue)
      bytes(value.bytes)
    }
  }

  /// A value of a decoded change set.
  @inline(__always)
  mutating func value(_ cell: Cell, of changeSet: UnsafeRawBufferPointer) {
    writer.byte(cell.kind.rawValue)
    switch cell.kind {
    case .null: break
    case .integer: writer.zigzag(Int64(bitPattern: cell.bits))
    case .real: writer.fixed64(cell.bits)
    case .text, .blob: bytes(cell.slice(of: changeSet))
    }
  }

  @inline(__always)
  private mutating func bytes(_ bytes: UnsafeRawBufferPointer) {
    writer.count(bytes.count)
    writer.raw(bytes)
  }

  /// Everything noted, in pieces that each can be read alone.
  mutating func finish() -> [[UInt8]] {
    endChunk()
    return chunks
  }

  private mutating func endChunk() {
    if !writer.bytes.isEmpty { chunks.append(writer.bytes) }
    writer = ByteWriter()
    previousRow = 0
  }
}

/// The stored form: for each type its name and its entries.
extension LostValues {
  /// A value that lost, with what it takes to put it back.
  struct Entry {
    var loss: Loss
    var group: Int
    var clock: UInt64
    var device: UInt16
    var values: [Value]
  }

  /// One piece as it stands in the change log.
  static func encoded(_ type: String, _ chunk: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.text(type)
    writer.blob(chunk)
    return writer.bytes
  }

  /// Reads the entries of one record out of what the change log holds.
  static func entries(
    of row: Int64, _ shape: RecordShape, in bytes: UnsafeRawBufferPointer
  ) throws(DecodingFailure) -> [Entry] {
    var entries: [Entry] = []
    var reader = ByteReader(bytes)
    while reader.remaining > 0 {
      let isOfType = try reader.text() == shape.name
      let byteCount = try reader.count()
      var part = try reader.part(byteCount)
      guard isOfType else { continue }
      var place: Int64 = 0
      while part.remaining > 0 {
        place &+= try part.zigzag()
        let isOfRow = place == row
        guard let loss = Loss(rawValue: try part.byte()) else {
          throw DecodingFailure(reason: "a lost value was lost in an unknown way")
        }
        let mask = try part.varint()
        guard mask & ~shape.allGroups == 0 else {
          throw DecodingFailure(reason: "a lost value is of no group")
        }
        let clock = try part.varint()
        let device = UInt16(truncatingIfNeeded: try part.varint())
        var rest = mask
        while rest != 0 {
          let group = rest.trailingZeroBitCount
          rest &= rest - 1
          var values: [Value] = []
          for _ in shape.groups[group].fields {
            if isOfRow { values.append(try part.value()) } else { try part.skipValue() }
          }
          if isOfRow {
            entries.append(
              Entry(loss: loss, group: group, clock: clock, device: device, values: values))
          }
        }
      }
    }
    return entries
  }
}

extension ByteReader {
  /// Passes over the canonical encoding of one value.
  fileprivate mutating func skipValue() throws(DecodingFailure) {
    switch CellKind(rawValue: try byte()) {
    case .null: break
    case .integer: _ = try varint()
    case .real: _ = try fixed64()
    case .text, .blob: _ = try raw(count())
    case nil: throw DecodingFailure(reason: "a value has an unknown kind")
    }
  }
}
