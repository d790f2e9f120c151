/// One field as a schema declares it, without its Swift type.
struct FieldDeclaration: Hashable, Sendable {
  var name: String
  var storage: Storage
  var merge: MergeKind
  var group: String
  var isKey: Bool
  var range: ClosedRange<Int64>?

  /// Why a field cannot be declared so, or `nil` if it can.
  ///
  /// - Parameter earlier: The fields before it.
  /// - Returns: A sentence for a programmer.
  func flaw(after earlier: ArraySlice<FieldDeclaration>) -> String? {
    if !Self.isName(name) || RecordTable.ownColumns.contains(name) {
      return "'\(name)' is no name for a column"
    }
    if !Self.isName(group) { return "'\(group)' is no name for a group" }
    if earlier.contains(where: { $0.name == name }) { return "'\(name)' twice" }
    if range != nil, !merge.ignoresStamps || storage != .integer {
      return "'\(name)' has a range and is no minimum or maximum of integers"
    }
    if merge == .text, storage != .text { return "'\(name)' merges as a text and is none" }
    if isKey, merge != .lastWriterWins { return "'\(name)' is a key, which never changes" }
    guard let mate = earlier.first(where: { $0.group == group }) else { return nil }
    if mate.merge != merge || mate.isKey != isKey { return "'\(group)' merges in two ways" }
    // The values of such groups are joined one by one, so two fields would not stay together.
    if !merge.allowsGroups { return "'\(name)' is a group of its own" }
    return nil
  }

  /// Letters, digits and underscores, a lower-case letter first: names travel and become columns.
  static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, (97...122).contains(first),
      name.utf8.count <= nameByteCountMax
    else { return false }
    return name.utf8.allSatisfy {
      (97...122).contains($0) || (65...90).contains($0) || (48...57).contains($0)
        || $0 == UInt8(ascii: "_")
    }
  }

  /// The longest name of a type, group or field.
  static let nameByteCountMax = 64
}

extension RecordShape {
  /// Forms groups in the order of their first field; `fields` have no flaws.
  convenience init(name: String, fields: [FieldDeclaration]) {
    var groups: [GroupShape] = []
    var keyMask: UInt64 = 0
    for (index, field) in fields.enumerated() {
      if let group = groups.firstIndex(where: { $0.name == field.group }) {
        groups[group].fields.append(index)
      } else {
        groups.append(GroupShape(name: field.group, merge: field.merge, fields: [index]))
        if field.isKey { keyMask |= 1 << UInt64(groups.count - 1) }
      }
    }
    self.init(
      name: name,
      fields: fields.map { FieldShape(name: $0.name, storage: $0.storage, range: $0.range) },
      groups: groups, keyMask: keyMask)
  }

  var declarations: [FieldDeclaration] {
    fields.enumerated().map { index, field in
      let group = groupOfField[index]
      return FieldDeclaration(
        name: field.name, storage: field.storage, merge: groups[group].merge,
        group: groups[group].name, isKey: keyMask & 1 << UInt64(group) != 0, range: field.range)
    }
  }

  /// Whether everything another shape has is here too, in the same place.
  func extends(_ other: RecordShape) -> Bool {
    func frozen(_ shape: RecordShape) -> [FieldDeclaration] {
      // What is plausible may be corrected.
      shape.declarations.map { field in
        var field = field
        field.range = nil
        return field
      }
    }
    return name == other.name && frozen(self).starts(with: frozen(other))
  }
}
