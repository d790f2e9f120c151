/// Records of one type whose changeable keys are equal: a person sees one record.
public struct RecordClass<Model: Record>: Sendable {
  /// Every record that reads as this one, the one that stands for it first.
  public let members: [RecordID]
  /// Its members joined as a merge would join one record; the id is that of the first.
  public var record: Model
}

/// All records of a type, those with equal keys read as one.
///
/// A pure function of merged state: no device writes anything to make a class. References to any
/// member, also one arriving later from a device that has not heard, resolve to the class.
public struct RecordClasses<Model: Record>: Sendable {
  /// In the order of their first members.
  public let all: [RecordClass<Model>]
  private let placeOfID: [RecordID: Int]
  private let placeOfKey: [[UInt8]: Int]

  init(_ members: [ClassMember<Model>]) {
    let type = Model.recordType
    var placeOfKey: [[UInt8]: Int] = [:]
    var classes: [[ClassMember<Model>]] = []
    for member in members.sorted(by: { $0.precedes($1) }) {
      let key = type.classKey(of: member.values)
      if let place = placeOfKey[key] {
        classes[place].append(member)
      } else {
        placeOfKey[key] = classes.count
        classes.append([member])
      }
    }
    self.placeOfKey = placeOfKey
    placeOfID = Dictionary(
      classes.enumerated().flatMap { place, members in members.map { ($0.model.id, place) } },
      uniquingKeysWith: { first, _ in first })
    all = classes.map { members in
      RecordClass(members: members.map(\.model.id), record: ClassMember.joined(members))
    }
  }

  /// What a reference shows.
  ///
  /// - Parameter id: Any member.
  /// - Returns: `nil` for a record that is not here, or was deleted.
  public func with(_ id: RecordID?) -> RecordClass<Model>? {
    id.flatMap { placeOfID[$0] }.map { all[$0] }
  }

  /// What has a key.
  ///
  /// - Parameter key: One value for each field of the key; a text as a person types it.
  /// - Returns: `nil` if nothing has it.
  public func with(key: Value...) -> RecordClass<Model>? {
    placeOfKey[Model.recordType.classKey(key)].map { all[$0] }
  }
}

/// A record on its way into a class, with the stamps that decide between it and the others.
struct ClassMember<Model: Record> {
  let model: Model
  let values: [Value]
  /// For each group the stamp of its latest write.
  let stamps: [Stamp?]

  /// What orders the members of a class: the field that the type names for it, then the id.
  func precedes(_ other: ClassMember) -> Bool {
    if let field = Model.recordType.classOrder, values[field] != other.values[field] {
      return canonicallyPrecedes(values[field], other.values[field])
    }
    return model.id < other.model.id
  }

  /// Several members as one record, group by group.
  static func joined(_ members: [ClassMember]) -> Model {
    guard members.count > 1 else { return members[0].model }
    let description = Model.recordType.description
    var result = Model(id: members[0].model.id)
    withUnsafeMutableBytes(of: &result) { bytes in
      guard let address = bytes.baseAddress else { return }
      for (group, shape) in description.shape.groups.enumerated() {
        let written = members.compactMap { member in
          member.stamps[group].map { (stamp: $0, values: shape.fields.map { member.values[$0] }) }
        }.sorted { $0.stamp < $1.stamp }
        guard let latest = written.last else { continue }
        let values = shape.merge.joined(written.map(\.values)) ?? latest.values
        for (field, value) in zip(shape.fields, values) where field < description.fields.count {
          // A value that the type cannot hold reads as the default.
          _ = description.fields[field].store(address, value)
        }
      }
    }
    return result
  }
}

extension MergeKind {
  /// What the values of one group in several records amount to, oldest stamp first.
  ///
  /// - Returns: `nil` if the latest stands.
  fileprivate func joined(_ values: [[Value]]) -> [Value]? {
    switch self {
    case .lastWriterWins, .history: return nil
    case .minimum, .maximum:
      return values.dropFirst().reduce(values.first) { best, next in
        guard let best, keepsStored(self, best[0], next[0]) else { return next }
        return best
      }
    case .counter:
      let sum = values.reduce(Int128(0)) { sum, value in
        if case .integer(let amount) = value[0] { sum + Int128(amount) } else { sum }
      }
      return [.integer(Int64(clamping: sum))]
    case .text:
      var lines = LineTable()
      let merged = values.reduce(into: [Int]()) { merged, value in
        guard case .text(let text) = value[0] else { return }
        let next = lines.lines(text)
        merged = merged.isEmpty ? next : LineMerge.merge(base: [], older: merged, newer: next)
      }
      return [lines.text(merged).map(Value.text) ?? .null]
    }
  }
}

extension RecordType {
  /// Whether records with equal keys read as one.
  var formsClasses: Bool { !classKey.isEmpty }

  /// The comparable form of the key among all values of a record.
  func classKey(of values: [Value]) -> [UInt8] { classKey(classKey.map { values[$0] }) }

  /// The comparable form of a key: names are folded, other values stay as they are.
  func classKey(_ values: [Value]) -> [UInt8] {
    var writer = ByteWriter()
    for value in values {
      if case .text(let name) = value {
        writer.value(.text(NameFold.fold(name)))
      } else {
        writer.value(value)
      }
    }
    return writer.bytes
  }
}
