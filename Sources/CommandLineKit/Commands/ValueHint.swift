/// What a shell can offer for a value that is being typed.
package enum ValueHint: Hashable, Sendable {
  /// Nothing: it is free text.
  case none
  /// One of these words; the parser refuses others.
  case words([String])
  /// One of these words, or anything else.
  case examples([String])
  /// The name of a file.
  case file
  /// The name of a directory.
  case directory

  /// The words that a shell offers.
  package var offered: [String] {
    switch self {
    case .words(let words), .examples(let words): words
    case .none, .file, .directory: []
    }
  }

  /// The only words that are accepted, or `nil` if any value is.
  package var accepted: [String]? {
    if case .words(let words) = self { words } else { nil }
  }
}
