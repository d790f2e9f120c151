import SQLite

extension ReadTransaction {
  /// Reads all live records of a type whose key can change, those with equal keys as one.
  ///
  /// - Parameter model: A type with a field that forms classes; any other is a programmer's error
  ///   and traps.
  /// - Returns: The classes.
  /// - Throws: `ReplicaError`.
  public func classes<Model: Record>(_ model: Model.Type) throws -> RecordClasses<Model> {
    let type = Model.recordType
    precondition(type.formsClasses, "'\(type.name)' has no key that can change")
    return try translatingErrors {
      let table = table(model)
      let select = try database.prepare(
        "SELECT \(table.columnList) FROM \"\(table.shape.name)\" WHERE hidden = 0")
      defer { select.reset() }
      var members: [ClassMember<Model>] = []
      while try select.step() {
        let model = try load(model, table, select)
        let stamps = try table.stamps(select)
        members.append(
          ClassMember(
            model: model,
            values: withUnsafeBytes(of: model) { bytes in
              bytes.baseAddress.map { address in type.description.fields.map { $0.value(address) } }
                ?? []
            },
            stamps: type.shape.groups.indices.map { group in
              stamps.stamp(of: group).map { replica.stamp($0.clock, $0.device) }
            }))
      }
      return RecordClasses(members)
    }
  }
}

extension WriteTransaction {
  /// Writes some fields of a class to every member that its writer saw as one.
  ///
  /// - Parameters:
  ///   - classified: What was read, with the new values in its record.
  ///   - paths: The fields; the other fields of their groups are written with them. Naming a
  ///     counter is a programmer's error and traps: count on one of the members.
  /// - Throws: `ReplicaError` with `badValue` and the storage failures.
  public func write<Model: Record>(
    _ classified: RecordClass<Model>, _ paths: PartialKeyPath<Model>...
  ) throws {
    let type = Model.recordType
    let mask = type.mask(of: paths)
    precondition(mask & type.shape.counterMask == 0, "increment and set change a counter")
    guard mask != 0 else { return }
    for member in classified.members {
      // One that was deleted since stays so.
      guard var model = try record(Model.self, member) else { continue }
      type.copy(mask, from: classified.record, to: &model)
      try write(model, mask: mask)
    }
  }

  /// Deletes every member that the writer of the deletion saw as one.
  ///
  /// - Parameter classified: What was read.
  /// - Throws: `ReplicaError` with `notFound` if none of them is there, and the storage failures.
  public func delete<Model: Record>(_ classified: RecordClass<Model>) throws {
    let live = try classified.members.filter { try record(Model.self, $0) != nil }
    guard !live.isEmpty else {
      throw ReplicaError(.notFound, "There is no such record to delete.")
    }
    for member in live { try delete(Model.self, member) }
  }
}

extension RecordType {
  /// Copies the fields of some groups from one model to another.
  fileprivate func copy(_ mask: UInt64, from source: Model, to target: inout Model) {
    withUnsafeBytes(of: source) { source in
      withUnsafeMutableBytes(of: &target) { target in
        guard let source = source.baseAddress, let target = target.baseAddress else { return }
        for (index, field) in description.fields.enumerated()
        where mask & 1 << UInt64(shape.groupOfField[index]) != 0 {
          _ = field.store(target, field.value(source))
        }
      }
    }
  }
}
