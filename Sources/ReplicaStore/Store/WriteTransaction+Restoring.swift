extension WriteTransaction {
  /// Puts back what a change wrote, as a new write; fields of one group come back together.
  ///
  /// For a deletion, as of the last write before it: the record is there again.
  ///
  /// - Parameters:
  ///   - change: One of `changes(_:_:)`.
  ///   - model: The type of its record.
  /// - Throws: `ReplicaError` with `badValue` if the value cannot be kept any more, `notFound` if
  ///   the change is of another type or its record is not here, and the storage failures.
  public func restore<Model: Record>(_ change: FieldChange, as model: Model.Type) throws {
    let table = table(model)
    let shape = table.shape
    guard change.type == shape.name, let found = try stored(change.id, table, as: model) else {
      throw ReplicaError(.notFound, "The record of this change is not here any more.")
    }
    var record = found.model
    guard change.field != nil else {
      let plain = found.stamps.written & ~shape.counterMask
      let group = plain == 0 ? shape.firstMask : 1 << UInt64(plain.trailingZeroBitCount)
      return try write(record, mask: group)
    }
    let fields = shape.groups[change.group].fields
    if shape.groups[change.group].merge == .counter {
      guard case .integer(let amount)? = change.values.first else { return }
      return try setCounter(change.group, table, of: change.id, to: amount)
    }
    let access = Model.recordType.description.fields
    let isHeld = withUnsafeMutableBytes(of: &record) { bytes in
      guard let address = bytes.baseAddress else { return false }
      return zip(fields, change.values).allSatisfy { field, value in
        field < access.count && access[field].store(address, value)
      }
    }
    guard isHeld else {
      throw ReplicaError(
        .badValue, "This version cannot hold what was written then. Nothing was changed.")
    }
    try write(record, mask: 1 << UInt64(change.group))
  }
}
