/// A change set taken apart for people to read, without a replica and whatever its types are.
package struct ChangeSetListing {
  /// One thing that stands in it.
  package struct Entry {
    /// What kind of thing it is.
    package enum Kind: String {
      /// A group of fields has these values.
      case value
      /// A version of a group that keeps its history.
      case version
      /// A version that takes back another one.
      case undoing
      /// A step of a counter, or a setting of it.
      case increment
      /// The record was deleted.
      case deletion
    }

    /// What it is.
    package var kind: Kind
    /// The name of the record type.
    package var type: String
    /// The record.
    package var id: RecordID
    /// The group of fields; empty for a deletion.
    package var group = ""
    /// When it was written, and by whom.
    package var stamp: Stamp
    /// What the application attached to it.
    package var tag = Tag.none
    /// The version that is taken back.
    package var undone: Stamp?
    /// The fields and what they say; of an increment its amount.
    package var values: [(field: String, value: Value)] = []
  }

  /// What it says about itself.
  package let header: ChangeSetHeader
  /// What stands in it: types in the order of their names, records in that of the file.
  package let entries: [Entry]

  /// Reads a change set and checks all of it.
  ///
  /// - Parameter bytes: The change set.
  /// - Throws: `ReplicaError` with `damaged` and the reason.
  package init(_ bytes: [UInt8]) throws {
    do {
      (header, entries) = try bytes.withUnsafeBytes { buffer in
        let changes = try ChangeSetDecoder.decode(buffer)
        let lister = Lister(changes: changes, bytes: buffer)
        return (changes.header, changes.blocks.flatMap { lister.entries(of: $0) })
      }
    } catch let error as DecodingFailure {
      throw ReplicaError(.damaged, "The change set is damaged: \(error.reason).")
    }
  }

  /// Whether bytes begin like a change set.
  ///
  /// - Parameter bytes: A file.
  /// - Returns: `true` also for a damaged one.
  package static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: ChangeSetHeader.magic)
  }
}

/// Walks through the blocks of a change set.
private struct Lister {
  let changes: DecodedChangeSet
  let bytes: UnsafeRawBufferPointer

  func entries(of block: RecordBlock) -> [ChangeSetListing.Entry] {
    block.ids.indices.flatMap { entries(of: block, record: $0) }
  }

  private func entries(of block: RecordBlock, record: Int) -> [ChangeSetListing.Entry] {
    var entries: [ChangeSetListing.Entry] = []
    var stamps: [Int: Stamp] = [:]
    for exception in block.exceptions[record] {
      stamps[exception.group] = changes.stamp(exception.clock, exception.device)
    }
    let own = changes.stamp(block.clocks[record], Int(block.devices[record]))
    let mask = block.mask(record)
    for (index, group) in block.groups.enumerated() where mask & 1 << UInt64(index) != 0 {
      switch group.merge {
      case .history, .text:
        entries += block.versions[index][record].map { version in
          entry(version, of: block, index, record)
        }
      case .counter: break
      case .lastWriterWins, .minimum, .maximum:
        var entry = ChangeSetListing.Entry(
          kind: .value, type: block.name, id: block.ids[record], group: group.name,
          stamp: stamps[index] ?? own)
        entry.values = values(
          of: block, index, at: block.position(record, group: index))
        entries.append(entry)
      }
    }
    entries += block.increments[record].map { increment in
      var entry = ChangeSetListing.Entry(
        kind: .increment, type: block.name, id: block.ids[record],
        group: block.groups[increment.group].name,
        stamp: changes.stamp(increment.clock, increment.device))
      entry.values = [(increment.nonce == 0 ? "set" : "add", .integer(increment.amount))]
      return entry
    }
    if let deleted = stamps[RecordShape.deletion] {
      entries.append(
        ChangeSetListing.Entry(
          kind: .deletion, type: block.name, id: block.ids[record], stamp: deleted))
    }
    return entries
  }

  private func entry(
    _ version: RecordBlock.Version, of block: RecordBlock, _ group: Int, _ record: Int
  ) -> ChangeSetListing.Entry {
    var entry = ChangeSetListing.Entry(
      kind: version.voids == nil ? .version : .undoing, type: block.name, id: block.ids[record],
      group: block.groups[group].name, stamp: changes.stamp(version.clock, version.device),
      tag: changes.tags[version.tag])
    if let voids = version.voids {
      entry.undone = changes.stamp(voids.clock, voids.device)
    } else {
      entry.values = values(of: block, group, at: version.position)
    }
    return entry
  }

  private func values(
    of block: RecordBlock, _ group: Int, at position: Int
  ) -> [(field: String, value: Value)] {
    zip(block.groups[group].fields, block.columns[group]).map { field, column in
      (field.name, column[position].value(in: bytes))
    }
  }
}
