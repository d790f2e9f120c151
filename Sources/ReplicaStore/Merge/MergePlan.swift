/// How the groups and columns of a block map to a table's, worked out once for the block.
struct MergePlan {
  /// For each group of the block its group here; `nil` if this version does not know it.
  let local: [Int?]
  /// Groups of the block that this version does not know.
  let unknown: [Int]
  /// Whether every group has the same number on both sides.
  let isIdentity: Bool
  /// For each field here, the group and column of the block it comes from.
  let sources: [(group: Int, column: Int)?]

  init(_ block: RecordBlock, _ table: RecordTable) {
    let shape = table.shape
    let wire = shape.wireGroups
    let local = block.groups.map { wire.firstIndex(of: $0) }
    self.local = local
    unknown = local.indices.filter { local[$0] == nil }
    isIdentity = local.enumerated().allSatisfy { $0.offset == $0.element }
    var sources = [(group: Int, column: Int)?](repeating: nil, count: shape.fields.count)
    for case (let source, let target?) in local.enumerated() {
      for (column, field) in shape.groups[target].fields.enumerated() {
        sources[field] = (source, column)
      }
    }
    self.sources = sources
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
