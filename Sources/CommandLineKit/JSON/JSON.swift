/// A JSON value to be written; members keep their order, and what is missing is an explicit `null`.
///
///     let json: JSON = ["id": "9f1c", "dueDate": JSON(task.dueDate?.description), "count": 3]
package enum JSON: Hashable, Sendable {
  /// One name and value of an object.
  package struct Member: Hashable, Sendable {
    /// The name.
    package let name: String
    /// The value.
    package let value: JSON

    /// Makes a value from its parts.
    package init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// Nothing.
  case null
  /// Yes or no.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// Any number; what JSON cannot say (infinity, not a number) is written as `null`.
  case number(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([JSON])
  /// Named values in a fixed order; names are unique.
  case object([Member])

  /// A text, or `null`.
  package init(_ text: String?) {
    self = text.map(JSON.string) ?? .null
  }

  /// A whole number, or `null`.
  package init(_ number: Int?) {
    self = number.map { .integer(Int64($0)) } ?? .null
  }

  /// A number, or `null`.
  package init(_ number: Double?) {
    self = number.map(JSON.number) ?? .null
  }

  /// Yes, no, or `null`.
  package init(_ value: Bool?) {
    self = value.map(JSON.bool) ?? .null
  }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// `null`.
  package init(nilLiteral: ()) {
    self = .null
  }

  /// Yes or no.
  package init(booleanLiteral value: Bool) {
    self = .bool(value)
  }

  /// A whole number.
  package init(integerLiteral value: Int64) {
    self = .integer(value)
  }

  /// A number.
  package init(floatLiteral value: Double) {
    self = .number(value)
  }

  /// A text.
  package init(stringLiteral value: String) {
    self = .string(value)
  }

  /// A list.
  package init(arrayLiteral elements: JSON...) {
    self = .array(elements)
  }

  /// Named values in the order in which they stand.
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
