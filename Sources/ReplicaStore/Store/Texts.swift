import SQLite

extension Replica {
  /// The values that the versions of a group amount to, one for each of its fields.
  func resolved(_ table: RecordTable, row: Int64, group: Int) throws -> [Value] {
    let shape = table.shape.groups[group]
    guard shape.merge == .text else {
      let latest = try versions(table, row: row, group: group).standing().last
      return latest?.values ?? shape.fields.map { _ in .null }
    }
    let (stamps, versions) = try textVersions(table, row: row, group: group)
    let text = try versions.shown { place in
      guard
        case .text(let text) = try self.text(table, row: row, group: group, stamps[place])
      else { return nil }
      return text
    }
    return [text.map(Value.text) ?? .null]
  }

  /// The versions of a text that nobody had seen yet, in order.
  ///
  /// Before the stamp of a write: what it wrote earlier in its transaction is none of them.
  func textHeads(
    _ table: RecordTable, row: Int64, group: Int, before stamp: Stamp? = nil
  ) throws -> [Stamp] {
    let (stamps, versions) = try textVersions(table, row: row, group: group, before: stamp)
    return versions.heads.map { stamps[$0] }
  }

  /// How the versions of a text build on each other; their texts, which may be long, are not read.
  private func textVersions(
    _ table: RecordTable, row: Int64, group: Int, before limit: Stamp? = nil
  ) throws -> (stamps: [Stamp], TextVersions) {
    var versions: [TextVersions.Version] = []
    var undone: Set<Stamp> = []
    let select = try database.prepare(
      """
      SELECT clock, device, voids_clock, voids_device, bases FROM "\(table.versionTable)"
      WHERE row = ? AND field = ?
      """)
    defer { select.reset() }
    try select.bind(row, at: 1)
    try select.bind(group, at: 2)
    while try select.step() {
      let stamp = stamp(select, at: 0)
      if let limit, stamp >= limit { continue }
      if select.isNull(2) {
        versions.append(.init(stamp: stamp, bases: try Self.bases(select.blob(4))))
      } else {
        undone.insert(self.stamp(select, at: 2))
      }
    }
    versions.sort { $0.stamp < $1.stamp }
    for place in versions.indices {
      versions[place].isUndone = undone.contains(versions[place].stamp)
    }
    return (versions.map(\.stamp), TextVersions(versions))
  }

  private func stamp(_ select: Statement, at column: Int32) -> Stamp {
    stamp(
      UInt64(bitPattern: select.int64(column)), UInt16(truncatingIfNeeded: select.int64(column + 1))
    )
  }

  private func text(
    _ table: RecordTable, row: Int64, group: Int, _ stamp: Stamp
  ) throws -> Value {
    let payload = try database.first(
      """
      SELECT payload FROM "\(table.versionTable)"
      WHERE row = ? AND field = ? AND clock = ? AND device = ?
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(row, at: 1)
      try statement.bind(group, at: 2)
      try statement.bind(Int64(bitPattern: stamp.clock.rawValue), at: 3)
      try statement.bind(Int64(devices.known(stamp.device.rawValue)), at: 4)
    } row: {
      $0.blob(0)
    }
    return try Self.values(payload ?? [], count: 1)[0]
  }
}

extension ReadTransaction {
  /// The versions of a text that what is shown is made of; hand them to `write(_:to:of:seen:)`.
  ///
  /// - Parameters:
  ///   - path: A field that merges as a text.
  ///   - id: The record.
  /// - Returns: In the order they are merged in; empty if nobody ever wrote it.
  /// - Throws: `ReplicaError`.
  public func heads<Model: Record>(of path: PartialKeyPath<Model>, _ id: RecordID) throws -> [Stamp]
  {
    try translatingErrors {
      let (table, group) = text(path)
      guard let row = try table.rows(of: [id]).first, row != 0 else { return [] }
      return try replica.textHeads(table, row: row, group: group)
    }
  }

  func text<Model: Record>(_ path: PartialKeyPath<Model>) -> (RecordTable, group: Int) {
    let type = Model.recordType
    let group = type.shape.groupOfField[type.index(of: path)]
    precondition(type.shape.groups[group].merge == .text, "\(path) does not merge as a text")
    return (table(Model.self), group)
  }
}

extension WriteTransaction {
  /// Writes a text that was being edited while others may have written too.
  ///
  /// A plain write builds on everything that is here, and so takes its place. This one builds on
  /// what its writer saw, so that lines which have come in since stay.
  ///
  /// - Parameters:
  ///   - value: The whole text; `nil`, where the field can be, takes it away.
  ///   - path: A field that merges as a text.
  ///   - id: The record, made if it is missing.
  ///   - heads: What `heads(of:_:)` returned when the text was read.
  /// - Throws: `ReplicaError` with `badValue` and the storage failures.
  public func write<Model: Record, V: FieldValue>(
    _ value: V, to path: WritableKeyPath<Model, V>, of id: RecordID, seen heads: [Stamp]
  ) throws {
    try attempt {
      let (table, group) = text(path)
      var model = try stored(id, table, as: Model.self)?.model ?? Model(id: id)
      model[keyPath: path] = value
      // Beside a write of this transaction it is one of its own, not a correction of it.
      endStamp()
      try author(
        model, place(of: Model.self), mask: 1 << UInt64(group), clock: clock().rawValue,
        device: localDevice,
        tag: tag, bases: heads.sorted())
      if let row = try table.rows(of: [id]).first {
        try replica.resolveVersions(table, row: row, group: group)
      }
      endStamp()
    }
  }
}
