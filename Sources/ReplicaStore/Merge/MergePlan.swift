/// How the groups and columns of a block map to a table's, worked out once for the block.
struct MergePlan {
  /// For each group of the block its group here; `nil` if this version does not know it.
  let local: [Int?]
  /// Groups of the block that this version does not know.
  let unknown: [Int]
  /// Whether every group has the same number on both sides.
  let isIdentity: Bool
  /// For each field here, where its values stand in the block; a counter has none there.
  private let sources: [FieldSource?]
  /// For each field here the values of all records, if each of them has one.
  private let cells: [UnsafePointer<Cell>?]

  init(_ block: RecordBlock, _ table: RecordTable) {
    let shape = table.shape
    let wire = shape.wireGroups
    let local = block.groups.map { wire.firstIndex(of: $0) }
    self.local = local
    unknown = local.indices.filter { local[$0] == nil }
    isIdentity = local.enumerated().allSatisfy { $0.offset == $0.element }
    var sources = [FieldSource?](repeating: nil, count: shape.fields.count)
    for case (let source, let target?) in local.enumerated() {
      for (field, column) in zip(shape.groups[target].fields, block.columns[source]) {
        sources[field] = FieldSource(column, positions: block.positions[source])
      }
    }
    self.sources = sources
    let recordCount = block.ids.count
    cells = sources.map { $0?.cells(recordCount) }
  }

  /// The value of a field in a record of the block; `nil` if the block knows no such field.
  ///
  /// Of a record without the field's group, or of a group that keeps a list, there is none.
  @inline(__always)
  func cell(_ field: Int, _ record: Int) -> Cell? {
    // Most are found without counting a reference.
    if let cells = cells[field] { return cells[record] }
    return sources[field]?[record]
  }

  /// A mask of the block's groups as a mask of this table's; unknown ones are left out.
  @inline(__always)
  func localMask(_ mask: UInt64) -> UInt64 {
    if isIdentity { return mask }
    var result: UInt64 = 0
    forEachBit(of: mask) { if let group = local[$0] { result |= 1 << UInt64(group) } }
    return result
  }
}

/// The values of one field in a block.
private final class FieldSource {
  private let column: Column
  private let positions: [Int32]

  /// - Parameters:
  ///   - column: The values.
  ///   - positions: Where the value of each record stands; empty if every record has one.
  init(_ column: Column, positions: [Int32]) {
    self.column = column
    self.positions = positions
  }

  /// The values of all records, if each of them has one.
  func cells(_ recordCount: Int) -> UnsafePointer<Cell>? {
    positions.isEmpty && column.kept.count == recordCount ? column.dense : nil
  }

  @inline(__always)
  subscript(record: Int) -> Cell {
    column[positions.isEmpty ? record : Int(positions[record])]
  }
}
