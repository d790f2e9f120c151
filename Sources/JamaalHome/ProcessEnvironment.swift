import Glibc

/// The variables that a program was started with.
package struct ProcessEnvironment: Sendable {
  private let lookUp: @Sendable (String) -> String?

  /// Variables from anywhere, for tests.
  ///
  /// - Parameter lookUp: The value of a variable, `nil` if it is not set.
  package init(_ lookUp: @escaping @Sendable (String) -> String?) {
    self.lookUp = lookUp
  }

  /// The variables of this process.
  package static let current = ProcessEnvironment { name in
    getenv(name).map { String(cString: $0) }
  }

  /// The value of a variable; `nil` if it is not set.
  package subscript(name: String) -> String? { lookUp(name) }

  /// The value of a variable; `nil` if it is not set or empty.
  ///
  /// - Parameter name: The variable.
  /// - Returns: A value with at least one character.
  package func filled(_ name: String) -> String? {
    self[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
