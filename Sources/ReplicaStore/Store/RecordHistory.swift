import SQLite

/// Everything ever written to the fields of one record that are kept with their history.
public struct RecordHistory<Model: Record> {
  fileprivate let versions: [Int: [StoredVersion]]
  fileprivate let replica: Replica

  /// Every version of a field that was not undone, oldest stamp first.
  ///
  /// - Parameter path: A field that is kept with its history.
  /// - Returns: Empty if nobody ever wrote it.
  /// - Throws: `ReplicaError`.
  public func versions<V: FieldValue>(
    of path: WritableKeyPath<Model, V>
  ) throws -> [Version<V>] {
    let type = Model.recordType
    let field = type.index(of: path)
    let group = type.shape.groupOfField[field]
    // Most fields of most records were never written.
    guard let stored = versions[group] else { return [] }
    let position = type.shape.groups[group].fields.firstIndex(of: field) ?? 0
    var result: [Version<V>] = []
    for version in stored.standing() {
      guard let value = V(storedValue: version.values[position]) else { continue }
      result.append(
        Version(
          stamp: replica.stamp(version.clock, version.device),
          tag: try replica.tags.tag(version.tag), value: value))
    }
    return result
  }

  /// The stamp and tag of every version, undone ones and undoings included, in no order.
  ///
  /// - Returns: What only ever grows, whatever is undone.
  /// - Throws: `ReplicaError`.
  public func marks() throws -> [(stamp: Stamp, tag: Tag)] {
    try versions.values.joined().map {
      (replica.stamp($0.clock, $0.device), try replica.tags.tag($0.tag))
    }
  }
}

extension ReadTransaction {
  /// Reads the history of one record, deleted or not, in one search.
  ///
  /// - Parameters:
  ///   - model: The type.
  ///   - id: The record.
  /// - Returns: Nothing in it if the record is not there.
  /// - Throws: `ReplicaError`.
  public func history<Model: Record>(
    _ model: Model.Type, _ id: RecordID
  ) throws -> RecordHistory<Model> {
    try translatingErrors {
      let table = table(model)
      var versions: [Int: [StoredVersion]] = [:]
      if table.shape.versionMask != 0, let row = try table.rows(of: [id]).first, row != 0 {
        versions = try replica.versions(table, row: row)
      }
      return RecordHistory(versions: versions, replica: replica)
    }
  }
}
