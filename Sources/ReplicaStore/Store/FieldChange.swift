import SQLite

/// One write to one field of a record, for a person to look at and perhaps to put back.
public struct FieldChange: Hashable, Sendable {
  /// What became of a value.
  public enum Fate: Hashable, Sendable {
    /// It is what is there now, or part of it.
    case stands
    /// A later write took its place.
    case replaced
    /// It lost a merge: when it came, a later write was here already.
    case lost
    /// Somebody undid it.
    case undone
  }

  /// The name of the record type.
  public let type: String
  /// The record.
  public let id: RecordID
  /// The field; `nil` for the deletion of the record.
  public let field: String?
  /// When it was written, and on which device.
  public let stamp: Stamp
  /// What the application attached to the write, where versions are kept.
  public let tag: Tag
  /// What was written; for a counter what it amounted to then.
  public let value: Value
  /// What it said before: nothing, or nothing that is known any more, if `nil`.
  public let before: Value?
  /// What became of it.
  public let fate: Fate
  /// The values of the whole group, to put back together what belongs together.
  let values: [Value]
  let group: Int
}

extension ReadTransaction {
  /// Everything that is known of what was written to a record, deleted or not.
  ///
  /// Fields that are kept with their history, texts and counters know everything; of the others
  /// what was overwritten or lost a merge within the last 90 days, and what stands. A write that
  /// changed nothing is left out.
  ///
  /// - Parameters:
  ///   - model: The type.
  ///   - id: The record.
  /// - Returns: In the order of stamps, then of fields; empty if the record is not there.
  /// - Throws: `ReplicaError`.
  /// - Complexity: Reads the whole change log of the last 90 days.
  public func changes<Model: Record>(
    _ model: Model.Type, _ id: RecordID
  ) throws -> [FieldChange] {
    try translatingErrors {
      let table = table(model)
      let select = try table.byID
      defer { select.reset() }
      try select.bind(high: id.high, low: id.low, at: 1)
      guard try select.step() else { return [] }
      let row = select.int64(0)
      let stamps = try table.stamps(select)
      var known = try keptWrites(table, row: row)
      forEachBit(of: stamps.written & ~table.shape.listMask) { group in
        guard let stamp = stamps.stamp(of: group) else { return }
        let values = table.shape.groups[group].fields.map {
          select.value(RecordTable.firstField + Int32($0))
        }
        known.append(
          KnownWrite(
            group: group, stamp: replica.stamp(stamp.clock, stamp.device), fate: .stands,
            values: values))
      }
      for group in table.shape.groups.indices {
        switch table.shape.groups[group].merge {
        case .history, .text: known += try versions(table, row: row, group: group)
        case .counter: known += try counts(table, row: row, group: group)
        case .lastWriterWins, .minimum, .maximum: break
        }
      }
      var changes = table.shape.groups.indices.flatMap { group in
        table.shape.changes(id, known.filter { $0.group == group })
      }
      if let deleted = stamps.stamp(of: RecordShape.deletion) {
        changes.append(
          FieldChange(
            type: table.shape.name, id: id, field: nil,
            stamp: replica.stamp(deleted.clock, deleted.device), tag: .none, value: .null,
            before: nil, fate: select.int(6) == RecordTable.Hidden.deleted ? .stands : .replaced,
            values: [], group: RecordShape.deletion))
      }
      return changes.enumerated().sorted {
        ($0.element.stamp, $0.offset) < ($1.element.stamp, $1.offset)
      }.map(\.element)
    }
  }

  /// What the change log keeps of one record.
  private func keptWrites(_ table: RecordTable, row: Int64) throws -> [KnownWrite] {
    let select = try database.prepare(
      "SELECT lost FROM change WHERE lost IS NOT NULL AND clock >= ? ORDER BY seq")
    defer { select.reset() }
    try select.bind(Int64(bitPattern: replica.keptSince.rawValue), at: 1)
    var writes: [KnownWrite] = []
    while try select.step() {
      do {
        writes += try select.withBytes(0) { bytes in
          try LostValues.entries(of: row, table.shape, in: bytes)
        }.map { entry in
          KnownWrite(
            group: entry.group, stamp: replica.stamp(entry.clock, entry.device),
            fate: entry.loss == .late ? .lost : .replaced, values: entry.values)
        }
      } catch is DecodingFailure {
        throw ReplicaError(.damaged, "The change log is damaged. Run the doctor command.")
      }
    }
    return writes
  }

  private func versions(_ table: RecordTable, row: Int64, group: Int) throws -> [KnownWrite] {
    let all = try replica.versions(table, row: row, group: group)
    let standing = Set(all.standing().map { replica.stamp($0.clock, $0.device) })
    let shown =
      table.shape.groups[group].merge == .text
      ? Set(try replica.textHeads(table, row: row, group: group))
      : Set(all.standing().last.map { [replica.stamp($0.clock, $0.device)] } ?? [])
    return try all.filter { $0.voids == nil }.map { version in
      let stamp = replica.stamp(version.clock, version.device)
      return KnownWrite(
        group: group, stamp: stamp, tag: try replica.tags.tag(version.tag),
        fate: shown.contains(stamp) ? .stands : standing.contains(stamp) ? .replaced : .undone,
        values: version.values)
    }
  }

  /// What a counter amounted to after each increment and setting.
  private func counts(_ table: RecordTable, row: Int64, group: Int) throws -> [KnownWrite] {
    let all = try replica.increments(table, row: row, group: group).map {
      (increment: $0, stamp: replica.stamp($0.clock, $0.device))
    }.sorted { $0.stamp < $1.stamp }
    let latest = replica.epoch(all.map(\.increment))
    var epoch = Stamp.zero
    var total = Int128(0)
    return all.map { increment, stamp in
      let own = replica.stamp(increment.epochClock, increment.epochDevice)
      if increment.nonce == 0 {
        (epoch, total) = (stamp, Int128(increment.amount))
      } else if own == epoch {
        total += Int128(increment.amount)
      }
      return KnownWrite(
        group: group, stamp: stamp,
        fate: own == replica.stamp(latest.clock, latest.device) ? .stands : .replaced,
        values: [.integer(Int64(clamping: total))])
    }
  }
}

/// A write to a group, wherever it was found.
private struct KnownWrite {
  var group: Int
  var stamp: Stamp
  var tag = Tag.none
  var fate: FieldChange.Fate
  var values: [Value]
}

extension RecordShape {
  /// The changes that some writes to one group were, field by field.
  fileprivate func changes(_ id: RecordID, _ writes: [KnownWrite]) -> [FieldChange] {
    var changes: [FieldChange] = []
    var before: [Value]?
    for write in ordered(writes) {
      for (position, field) in groups[write.group].fields.enumerated() {
        let value = write.values[position]
        let old = before?[position]
        if value == old, write.fate != .lost, write.fate != .undone { continue }
        changes.append(
          FieldChange(
            type: name, id: id, field: fields[field].name, stamp: write.stamp, tag: write.tag,
            value: value, before: old, fate: write.fate, values: write.values, group: write.group))
      }
      // What never counted was not there before anything.
      if write.fate != .lost, write.fate != .undone { before = write.values }
    }
    return changes
  }

  /// In the order of stamps, each write once: one that came several times, or was here and came
  /// back, is kept several times.
  private func ordered(_ writes: [KnownWrite]) -> [KnownWrite] {
    func rank(_ fate: FieldChange.Fate) -> Int {
      switch fate {
      case .stands: 0
      case .replaced: 1
      case .undone: 2
      case .lost: 3
      }
    }
    let sorted = writes.enumerated().sorted {
      ($0.element.stamp, rank($0.element.fate), $0.offset)
        < ($1.element.stamp, rank($1.element.fate), $1.offset)
    }.map(\.element)
    var result: [KnownWrite] = []
    for write in sorted {
      let isKnown =
        result.last.map { $0.stamp == write.stamp && $0.values == write.values } ?? false
      if !isKnown || groups[write.group].merge == .counter { result.append(write) }
    }
    return result
  }
}
