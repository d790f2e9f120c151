import CommandLineKit

/// What the pages about one thing have in common.
extension Terminal {
  /// Fields with their names in front of them.
  func lines(ofFields fields: [(String, String)]) -> [String] {
    fields.map { name, value in
      "  \(styled(name.padded(toColumns: 10), .dim))  \(value.withoutControls())"
    }
  }

  /// A note as it was written, after an empty line; nothing if there is none.
  func lines(ofNote note: String?) -> [String] {
    guard let note else { return [] }
    let text = note.withoutControls(keepsLines: true)
    return [""] + text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
  }
}
