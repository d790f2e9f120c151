/// A file of a folder's log, to be looked into by people.
package struct SegmentFile {
  /// The change sets, or one merge of them.
  package let changeSets: [[UInt8]]

  /// Reads a file that is not encrypted, wherever it was found.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: `FolderError` with `.damaged` and the reason, or `.locked` if it is encrypted.
  package init(_ bytes: [UInt8]) throws(FolderError) {
    changeSets = try Segment(foundAnywhere: bytes).changeSets
  }
}
