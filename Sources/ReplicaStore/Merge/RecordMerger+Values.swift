import Glibc
import SQLite

/// Received values against stored ones.
extension RecordMerger {
  /// Groups of a mask whose values differ from the stored ones and come after them in the order
  /// of values: what decides between two values under one stamp.
  func differing(_ record: Int, _ mask: UInt64) throws -> UInt64 {
    var result: UInt64 = 0
    forEachBit(of: mask) { group in
      guard let (theirs, column) = firstDifference(record, group) else { return }
      let value = theirs.value(in: merger.bytes)
      if canonicallyPrecedes(select.value(column), value) { result |= 1 << UInt64(group) }
    }
    return result
  }

  /// The first received value of a group that is not the stored one, and the stored one's column.
  @inline(__always)
  func firstDifference(_ record: Int, _ group: Int) -> (Cell, Int32)? {
    for field in shape.groups[group].fields {
      // A group that is known is known with all its fields.
      guard let theirs = plan.cell(field, record) else { return nil }
      let column = RecordTable.firstField + Int32(field)
      if !isEqual(theirs, select.value(at: column)) { return (theirs, column) }
    }
    return nil
  }

  func isEqual(_ cell: Cell, _ stored: ColumnValue?) -> Bool {
    guard let value = stored else { return cell.kind == .null }
    switch (cell.kind, value.kind) {
    case (.null, .null): return true
    case (.integer, .integer): return Int64(bitPattern: cell.bits) == value.int64
    case (.real, .real): return cell.bits == value.double.bitPattern
    case (.text, .text), (.blob, .blob):
      return haveEqualBytes(value.bytes, cell.slice(of: merger.bytes))
    default: return false
    }
  }

  func improving(_ record: Int, _ group: Int) throws -> UInt64 {
    for field in shape.groups[group].fields {
      guard let cell = plan.cell(field, record) else { continue }
      guard isPlausible(cell, field) else { return 0 }
      let value = cell.value(in: merger.bytes)
      let stored = select.value(RecordTable.firstField + Int32(field))
      if value == stored { continue }
      return keepsStored(shape.groups[group].merge, stored, value) ? 0 : 1 << UInt64(group)
    }
    return 0
  }

  /// Counts smallest and largest values that are taken over, in the place of the stored ones.
  func noteExtremes(_ record: Int, _ mask: UInt64, replaces: Bool) {
    forEachBit(of: mask) { group in
      for field in shape.groups[group].fields {
        guard let cell = plan.cell(field, record), isPlausible(cell, field) else { continue }
        let (id, salt) = (block.ids[record], shape.salts[group])
        if replaces {
          let stored = select.value(RecordTable.firstField + Int32(field))
          replica.state.digest.remove(extreme: stored, id, salt: salt)
        }
        replica.state.digest.add(extreme: cell.value(in: merger.bytes), id, salt: salt)
      }
    }
  }

  @inline(__always)
  func isPlausible(_ cell: Cell, _ field: Int) -> Bool {
    guard let range = shape.fields[field].range, cell.kind == .integer else { return true }
    return range.contains(Int64(bitPattern: cell.bits))
  }
}

@inline(__always)
private func haveEqualBytes(
  _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
) -> Bool {
  guard left.count == right.count else { return false }
  guard let leftStart = left.baseAddress, let rightStart = right.baseAddress else { return true }
  return memcmp(leftStart, rightStart, left.count) == 0
}
