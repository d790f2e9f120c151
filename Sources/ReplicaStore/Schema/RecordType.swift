import SQLite

/// A model that a replica keeps: a Swift struct whose schema names each field once.
///
/// ```swift
/// struct Item: Record {
///   var id: RecordID
///   var name = ""
///   var isBought = false
///   init(id: RecordID) { self.id = id }
///   static let recordType = RecordType<Item>("item", [
///     Field("name", \.name),
///     Field("isBought", \.isBought),
///   ])
/// }
/// ```
/// A field that still has the value `init(id:)` gives it is not written when the record is made:
/// a default was chosen by nobody and loses to anything that somebody did choose.
public protocol Record: Sendable {
  /// The record's identity; never changes.
  var id: RecordID { get }
  /// A record whose fields have their defaults.
  init(id: RecordID)
  /// The one description of how it is stored and merged.
  static var recordType: RecordType<Self> { get }
}

/// A field of a model: its column, its key path and how it merges.
public struct Field<Model: Record> {
  let declaration: FieldDeclaration
  let access: FieldAccess
  let offset: Int
  let formsClasses: Bool
  let references: String?

  /// Describes a field.
  ///
  /// - Parameters:
  ///   - name: Its column; frozen once released, like everything here.
  ///   - path: Where the model keeps it: a stored property.
  ///   - merge: How two values become one.
  ///   - group: Fields of one group share one clock, so that a merge never mixes half of one
  ///     choice with half of another; all of them have the same merge kind.
  ///   - isKey: Whether it is part of the natural key the id is made from. A record whose key has
  ///     not arrived stays hidden.
  ///   - formsClasses: Whether it is part of a key that can change: live records with equal keys
  ///     then read as one (`RecordClasses`). Names are compared as `NameFold` has it.
  ///   - references: For the id of another record the name of its type; a key may not refer to one
  ///     that forms classes.
  ///   - range: For `minimum` and `maximum` of integers: what is plausible.
  public init<V: FieldValue>(
    _ name: String, _ path: WritableKeyPath<Model, V>,
    merge: MergeKind = .lastWriterWins, group: String? = nil, isKey: Bool = false,
    formsClasses: Bool = false, references: String? = nil, range: ClosedRange<Int64>? = nil
  ) {
    guard let offset = MemoryLayout<Model>.offset(of: path) else {
      preconditionFailure("'\(name)' is no stored property of \(Model.self)")
    }
    declaration = FieldDeclaration(
      name: name, storage: V.storage, merge: merge, group: group ?? (isKey ? "key" : name),
      isKey: isKey, range: range)
    self.offset = offset
    self.formsClasses = formsClasses
    self.references = references
    let isID = V.self == RecordID.self || V.self == RecordID?.self
    precondition(isID || references == nil, "'\(name)' is no id and refers to nothing")
    precondition(!isKey || !formsClasses, "'\(name)' never changes, or forms classes")
    access = FieldAccess(at: offset, as: V.self)
  }
}

/// A record type: a name and the fields of its model.
public struct RecordType<Model: Record>: @unchecked Sendable {
  // Sendable: nothing here changes after `init`, and key paths are plain values.
  let description: RecordDescription
  /// Where each field stands in its model: found faster than by hashing a key path.
  private let offsets: [Int]
  /// The fields of the key that can change.
  let classKey: [Int]
  /// The field that orders the members of a class.
  private(set) var classOrder: Int?
  /// The types that its key refers to.
  let keyReferences: Set<String>

  var shape: RecordShape { description.shape }

  /// The name of the type, which is that of its table.
  public var name: String { shape.name }

  /// Describes a type.
  ///
  /// A name that is no identifier, a repeated field, a group of mixed merge kinds, a counter,
  /// minimum or maximum that shares its group, and a range on anything but a minimum or maximum
  /// of integers are mistakes in the program and trap.
  ///
  /// - Parameters:
  ///   - name: Lower-case letters, digits and underscores; frozen once released.
  ///   - fields: At least one. New ones go to the end; none is ever taken away.
  ///   - classOrder: The field whose smallest value makes the member that stands for a class, such
  ///     as when a record was made; the smallest id if `nil`.
  public init(
    _ name: String, _ fields: [Field<Model>], classOrder: PartialKeyPath<Model>? = nil
  ) {
    precondition(isIdentifier(name), "'\(name)' is no lower-case identifier")
    precondition(!fields.isEmpty, "a record type has at least one field")
    let declarations = fields.map(\.declaration)
    for index in declarations.indices {
      let flaw = declarations[index].flaw(after: declarations[..<index])
      precondition(flaw == nil, "\(name): \(flaw ?? "")")
    }
    let shape = RecordShape(name: name, fields: declarations)
    description = RecordDescription(shape: shape, fields: fields.map(\.access))
    offsets = fields.map(\.offset)
    precondition(Set(offsets).count == fields.count, "\(name): a property is two fields")
    classKey = fields.indices.filter { fields[$0].formsClasses }
    keyReferences = Set(
      fields.filter { $0.declaration.isKey || $0.formsClasses }.compactMap(\.references))
    self.classOrder = classOrder.map { index(of: $0) }
  }

  /// The field at a key path; asking for one that is not in the schema traps.
  func index(of path: PartialKeyPath<Model>) -> Int {
    guard let offset = MemoryLayout<Model>.offset(of: path),
      let index = offsets.firstIndex(of: offset)
    else {
      preconditionFailure("\(path) is no field of \(name)")
    }
    return index
  }

  /// The groups that hold the fields at some key paths.
  func mask(of paths: [PartialKeyPath<Model>]) -> UInt64 {
    paths.reduce(0) { $0 | 1 << UInt64(shape.groupOfField[index(of: $1)]) }
  }
}

/// Everything a replica keeps; only ever grows.
public struct Schema: Sendable {
  /// Rises with every change of the schema.
  public let version: Int
  let shapes: [RecordShape]

  /// Describes what a replica keeps.
  ///
  /// - Parameters:
  ///   - version: 1 or more; rises whenever a type or field is added.
  ///   - types: The shapes of the types, from `RecordType.erased`.
  public init(version: Int, types: [ErasedRecordType]) {
    self.version = version
    shapes = types.map(\.shape)
    precondition(Set(shapes.map(\.name)).count == shapes.count, "two types have one name")
    // Such a key would change when the class of what it refers to does.
    for type in types {
      for name in type.keyReferences where types.contains(where: { $0.forms(classesOf: name) }) {
        preconditionFailure(
          "a key of '\(type.shape.name)' refers to '\(name)', which forms classes")
      }
    }
  }

  /// A schema that has grown.
  ///
  /// - Parameters:
  ///   - base: What it was.
  ///   - version: Larger than that of `base`.
  ///   - types: The shapes of the types that were added, or that gained fields at their end.
  package init(_ base: Schema, version: Int, adding types: [ErasedRecordType]) {
    self.version = version
    let grown = Dictionary(
      types.map { ($0.shape.name, $0.shape) }, uniquingKeysWith: { first, _ in first })
    let names = Set(base.shapes.map(\.name))
    shapes =
      base.shapes.map { grown[$0.name] ?? $0 }
      + types.map(\.shape).filter { !names.contains($0.name) }
    precondition(version > base.version, "a schema that grows gets a larger version")
  }
}

/// A record type without its Swift type, to list several in a schema.
public struct ErasedRecordType: Sendable {
  let shape: RecordShape
  let formsClasses: Bool
  let keyReferences: Set<String>

  func forms(classesOf name: String) -> Bool { formsClasses && shape.name == name }
}

extension RecordType {
  /// The type without its Swift type.
  public var erased: ErasedRecordType {
    ErasedRecordType(shape: shape, formsClasses: formsClasses, keyReferences: keyReferences)
  }
}

private func isIdentifier(_ name: String) -> Bool {
  FieldDeclaration.isName(name) && !name.utf8.contains { (65...90).contains($0) }
}

extension Statement {
  func bind(_ value: Value, at index: Int32) throws(SQLiteError) {
    switch value {
    case .null: try bindNull(at: index)
    case .integer(let number): try bind(number, at: index)
    case .real(let number): try bind(number, at: index)
    case .text(let text): try bind(text, at: index)
    case .blob(let bytes): try bind(bytes, at: index)
    }
  }

  func value(_ column: Int32) -> Value {
    switch kind(column) {
    case .null: .null
    case .integer: .integer(int64(column))
    case .real: .real(double(column))
    case .text: .text(text(column))
    case .blob: .blob(blob(column))
    }
  }
}
