import SQLite

/// How one field of a model is read and written, given the address of the model.
///
/// A stored property has a fixed offset, so that the store reaches it without the cost of a key
/// path. Nothing in it is counted, and the commonest types are told apart by a number, so that
/// walking over a record's fields calls nothing and copies nothing.
struct FieldAccess {
  private enum Kind {
    case text
    case integer
    case real
    case other
  }

  private let kind: Kind
  private let offset: Int
  private let type: any FieldValue.Type

  /// Access to a value of one type.
  init(at offset: Int, as type: any FieldValue.Type) {
    self.offset = offset
    self.type = type
    kind =
      type == String.self
      ? .text : type == Int.self ? .integer : type == Double.self ? .real : .other
  }

  /// Binds the field of a model to a parameter.
  @inline(__always)
  func bind(
    _ model: UnsafeRawPointer, _ statement: Statement, _ index: Int32
  ) throws(SQLiteError) {
    let place = model + offset
    switch kind {
    case .text:
      try statement.bind(place.assumingMemoryBound(to: String.self).pointee, at: index)
    case .integer:
      try statement.bind(place.assumingMemoryBound(to: Int.self).pointee, at: index)
    case .real:
      try statement.bind(place.assumingMemoryBound(to: Double.self).pointee, at: index)
    case .other:
      try statement.bind(type.value(at: place), at: index)
    }
  }

  /// Puts the value in a column into a model; `false` if the type cannot hold it.
  @inline(__always)
  func load(_ model: UnsafeMutableRawPointer, _ statement: Statement, _ column: Int32) -> Bool {
    let place = model + offset
    switch (kind, statement.kind(column)) {
    case (.text, .text):
      place.assumingMemoryBound(to: String.self).pointee = statement.text(column)
    case (.integer, .integer):
      place.assumingMemoryBound(to: Int.self).pointee = statement.int(column)
    case (.real, .real):
      place.assumingMemoryBound(to: Double.self).pointee = statement.double(column)
    case (.other, _):
      return type.store(statement.value(column), at: place)
    default: return false
    }
    return true
  }

  /// The field of a model.
  func value(_ model: UnsafeRawPointer) -> Value {
    let place = model + offset
    switch kind {
    case .text: return .text(place.assumingMemoryBound(to: String.self).pointee)
    case .integer: return .integer(Int64(place.assumingMemoryBound(to: Int.self).pointee))
    case .real: return .real(place.assumingMemoryBound(to: Double.self).pointee)
    case .other: return type.value(at: place)
    }
  }

  /// Puts a stored value into a model; `false` if the type cannot hold it.
  func store(_ model: UnsafeMutableRawPointer, _ value: Value) -> Bool {
    let place = model + offset
    switch (kind, value) {
    case (.text, .text(let text)):
      place.assumingMemoryBound(to: String.self).pointee = text
    case (.integer, .integer(let number)):
      place.assumingMemoryBound(to: Int.self).pointee = Int(number)
    case (.real, .real(let number)):
      place.assumingMemoryBound(to: Double.self).pointee = number
    case (.other, _):
      return type.store(value, at: place)
    default: return false
    }
    return true
  }

  /// Whether the field is the same, bit by bit, in two models.
  ///
  /// What Swift calls equal can differ in its bytes: letters that look alike, zeros of either sign.
  @inline(__always)
  func isEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    let left = left + offset
    let right = right + offset
    switch kind {
    case .text:
      let left = left.assumingMemoryBound(to: String.self).pointee.utf8
      let right = right.assumingMemoryBound(to: String.self).pointee.utf8
      return left.count == right.count && left.elementsEqual(right)
    case .integer:
      return left.assumingMemoryBound(to: Int.self).pointee
        == right.assumingMemoryBound(to: Int.self).pointee
    case .real:
      return left.assumingMemoryBound(to: Double.self).pointee.bitPattern
        == right.assumingMemoryBound(to: Double.self).pointee.bitPattern
    case .other: return type.isEqual(at: left, right)
    }
  }
}

/// Access to a field of any type, by way of `Value`.
extension FieldValue {
  fileprivate static func value(at place: UnsafeRawPointer) -> Value {
    place.assumingMemoryBound(to: Self.self).pointee.storedValue
  }

  /// `false` if the type cannot hold the value.
  fileprivate static func store(_ value: Value, at place: UnsafeMutableRawPointer) -> Bool {
    guard let value = Self(storedValue: value) else { return false }
    place.assumingMemoryBound(to: Self.self).pointee = value
    return true
  }

  fileprivate static func isEqual(at left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    let left = left.assumingMemoryBound(to: Self.self)
    let right = right.assumingMemoryBound(to: Self.self)
    return storage == .integer
      ? left.pointee == right.pointee : left.pointee.storedValue == right.pointee.storedValue
  }
}
