import SQLite

/// How one field of a model is read and written, given the address of the model.
///
/// A stored property has a fixed offset, so that the store reaches it without the cost of a key
/// path; one object for each field, so that walking over a record's fields copies nothing.
final class FieldAccess {
  let bind: (UnsafeRawPointer, Statement, Int32) throws(SQLiteError) -> Void
  let load: (UnsafeMutableRawPointer, Statement, Int32) -> Bool
  let value: (UnsafeRawPointer) -> Value
  /// Puts a stored value into a model; `false` if the type cannot hold it.
  let store: (UnsafeMutableRawPointer, Value) -> Bool
  let isEqual: (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  private init(
    bind: @escaping (UnsafeRawPointer, Statement, Int32) throws(SQLiteError) -> Void,
    load: @escaping (UnsafeMutableRawPointer, Statement, Int32) -> Bool,
    value: @escaping (UnsafeRawPointer) -> Value,
    store: @escaping (UnsafeMutableRawPointer, Value) -> Bool,
    isEqual: @escaping (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  ) {
    self.bind = bind
    self.load = load
    self.value = value
    self.store = store
    self.isEqual = isEqual
  }

  /// Access to a value of one type; the commonest types skip the detour through `Value`.
  static func at<V: FieldValue>(_ offset: Int, as type: V.Type) -> FieldAccess {
    if type == String.self { return text(offset) }
    if type == Int.self { return integer(offset) }
    if type == Double.self { return real(offset) }
    return FieldAccess(
      bind: { (model, statement, index) throws(SQLiteError) in
        let value = (model + offset).assumingMemoryBound(to: V.self)
        try statement.bind(value.pointee.storedValue, at: index)
      },
      load: { model, statement, column in
        guard let value = V(storedValue: statement.value(column)) else { return false }
        (model + offset).assumingMemoryBound(to: V.self).pointee = value
        return true
      },
      value: { ($0 + offset).assumingMemoryBound(to: V.self).pointee.storedValue },
      store: store(offset, as: type),
      isEqual: {
        let left = ($0 + offset).assumingMemoryBound(to: V.self)
        let right = ($1 + offset).assumingMemoryBound(to: V.self)
        // What Swift calls equal can differ in its bytes: texts, and zeros of either sign.
        return V.storage == .integer
          ? left.pointee == right.pointee
          : left.pointee.storedValue == right.pointee.storedValue
      })
  }

  private static func store<V: FieldValue>(
    _ offset: Int, as type: V.Type
  ) -> (UnsafeMutableRawPointer, Value) -> Bool {
    { model, value in
      guard let value = V(storedValue: value) else { return false }
      (model + offset).assumingMemoryBound(to: V.self).pointee = value
      return true
    }
  }

  private static func text(_ offset: Int) -> FieldAccess {
    FieldAccess(
      bind: { (model, statement, index) throws(SQLiteError) in
        try statement.bind(
          (model + offset).assumingMemoryBound(to: String.self).pointee, at: index)
      },
      load: { model, statement, column in
        guard statement.kind(column) == .text else { return false }
        (model + offset).assumingMemoryBound(to: String.self).pointee = statement.text(column)
        return true
      },
      value: { .text(($0 + offset).assumingMemoryBound(to: String.self).pointee) },
      store: store(offset, as: String.self),
      // Letters that look alike but differ in their bytes are different values.
      isEqual: {
        let left = ($0 + offset).assumingMemoryBound(to: String.self)
        let right = ($1 + offset).assumingMemoryBound(to: String.self)
        return left.pointee.utf8.elementsEqual(right.pointee.utf8)
      })
  }

  private static func integer(_ offset: Int) -> FieldAccess {
    FieldAccess(
      bind: { (model, statement, index) throws(SQLiteError) in
        try statement.bind((model + offset).assumingMemoryBound(to: Int.self).pointee, at: index)
      },
      load: { model, statement, column in
        guard statement.kind(column) == .integer else { return false }
        (model + offset).assumingMemoryBound(to: Int.self).pointee = statement.int(column)
        return true
      },
      value: { .integer(Int64(($0 + offset).assumingMemoryBound(to: Int.self).pointee)) },
      store: store(offset, as: Int.self),
      isEqual: {
        ($0 + offset).assumingMemoryBound(to: Int.self).pointee
          == ($1 + offset).assumingMemoryBound(to: Int.self).pointee
      })
  }

  private static func real(_ offset: Int) -> FieldAccess {
    FieldAccess(
      bind: { (model, statement, index) throws(SQLiteError) in
        try statement.bind(
          (model + offset).assumingMemoryBound(to: Double.self).pointee, at: index)
      },
      load: { model, statement, column in
        guard statement.kind(column) == .real else { return false }
        (model + offset).assumingMemoryBound(to: Double.self).pointee = statement.double(column)
        return true
      },
      value: { .real(($0 + offset).assumingMemoryBound(to: Double.self).pointee) },
      store: store(offset, as: Double.self),
      // 0.0 and -0.0 are different values.
      isEqual: {
        ($0 + offset).assumingMemoryBound(to: Double.self).pointee.bitPattern
          == ($1 + offset).assumingMemoryBound(to: Double.self).pointee.bitPattern
      })
  }
}
