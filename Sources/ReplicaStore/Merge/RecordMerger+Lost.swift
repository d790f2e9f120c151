import SQLite

/// What a merge took the place of, and what came too late.
extension RecordMerger {
  /// A group that the change set has a value of, with the stamp that it came with.
  struct Offer {
    var group: Int
    var clock: UInt64
    var device: UInt16
  }

  /// Keeps, of a whole record under one stamp, the values that are not there any more.
  @inline(__always)
  func keepBeaten(_ record: Int, _ row: Int64, _ old: RowStamps, mask: UInt64) {
    guard merger.keepsLost else { return }
    let differing = mask & differences(record, mask)
    guard differing != 0 else { return }
    table.lost.begin(row: row, .beaten, mask: differing, clock: old.clock, device: old.device)
    noteStored(differing)
  }

  /// Keeps, of a whole record under one stamp, what came too late.
  func keepLate(_ record: Int, _ row: Int64, mask: UInt64, clock: UInt64, device: UInt16) {
    guard merger.keepsLost else { return }
    let differing = mask & differences(record, mask)
    guard differing != 0 else { return }
    table.lost.begin(row: row, .late, mask: differing, clock: clock, device: device)
    noteReceived(record, differing)
  }

  /// Keeps what of some offered groups was beaten or came too late.
  func keepLost(
    _ record: Int, _ row: Int64, _ old: RowStamps, taken: UInt64, offers: [Offer]
  ) {
    guard merger.keepsLost else { return }
    for offer in offers {
      let bit: UInt64 = 1 << UInt64(offer.group)
      // What nobody wrote before was not lost.
      guard let current = old.stamp(of: offer.group), differences(record, bit) != 0 else {
        continue
      }
      if taken & bit != 0 {
        table.lost.begin(
          row: row, .beaten, mask: bit, clock: current.clock, device: current.device)
        noteStored(bit)
      } else if shape.groups[offer.group].fields.allSatisfy({ isPlausible(record, $0) }) {
        table.lost.begin(row: row, .late, mask: bit, clock: offer.clock, device: offer.device)
        noteReceived(record, bit)
      }
    }
  }

  /// Groups of a mask of which any value differs from the stored one.
  func differences(_ record: Int, _ mask: UInt64) -> UInt64 {
    var result: UInt64 = 0
    let groups = shape.groupOfField
    let select = select
    for field in groups.indices {
      let bit: UInt64 = 1 << UInt64(groups[field])
      // A group that is known is known with all its fields.
      guard mask & ~result & bit != 0, let theirs = plan.cell(field, record) else { continue }
      let column = RecordTable.firstField + Int32(field)
      if !isEqual(theirs, select.value(at: column)) { result |= bit }
    }
    return result
  }

  private func noteStored(_ mask: UInt64) {
    forEachBit(of: mask) { group in
      for field in shape.groups[group].fields {
        table.lost.value(select, RecordTable.firstField + Int32(field))
      }
    }
  }

  private func noteReceived(_ record: Int, _ mask: UInt64) {
    forEachBit(of: mask) { group in
      for field in shape.groups[group].fields {
        guard let cell = plan.cell(field, record) else { return table.lost.value(.null) }
        table.lost.value(cell, of: merger.bytes)
      }
    }
  }

  private func isPlausible(_ record: Int, _ field: Int) -> Bool {
    plan.cell(field, record).map { isPlausible($0, field) } ?? false
  }
}
