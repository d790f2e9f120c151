/// What a web server shows for a directory: a page of any make, JSON, S3's XML, or lines of text.
///
/// Nothing is known about it but that names stand in it, so names are all that is looked for;
/// which of them are ours is for `FolderPath` to say. A page in which nothing shows that it is a
/// list is none: a log-in page must not pass for an empty directory.
package struct IndexPage: Equatable, Sendable {
  /// One name.
  package struct Entry: Equatable, Sendable {
    /// The name, a path, or an address.
    package var text: String
    /// Whether `text` is a link, encoded and to be resolved, and not the name as it stands.
    package var isLink: Bool
    /// The length, where it is told to the byte.
    package var byteCount: Int?
    /// The tag, where there is one.
    package var tag: String?

    /// Notes a name.
    /// - Parameters:
    ///   - text: The name or the link.
    ///   - isLink: Whether it is a link.
    ///   - byteCount: The length, if known.
    ///   - tag: The tag, if any.
    package init(_ text: String, isLink: Bool, byteCount: Int? = nil, tag: String? = nil) {
      self.text = text
      self.isLink = isLink
      self.byteCount = byteCount
      self.tag = tag
    }
  }

  /// How a list goes on.
  package enum Next: Equatable, Sendable {
    /// At another address.
    case link(String)
    /// With a field of the query, as S3 has it.
    case query(name: String, value: String)
  }

  /// The files, and perhaps other things, in the order they stand in.
  package var entries: [Entry] = []

  /// How the list goes on.
  package var next: Next?

  /// Whether it lists the keys of a bucket, and not what is in one directory.
  package var isBucket = false

  /// Whether something shows that it is a list, even if it is an empty one.
  var isList = false

  /// Starts with nothing.
  init() {}

  /// Reads what a server gave; `nil` if it is no list.
  /// - Parameters:
  ///   - bytes: The whole body.
  ///   - type: The `Content-Type`, if there was one.
  package init?(_ bytes: [UInt8], type: String?) {
    var start = bytes.prefix(3) == [0xef, 0xbb, 0xbf] ? 3 : 0
    while start < bytes.count, HTMLIndex.isSpace(bytes[start]) { start += 1 }
    let page: IndexPage?
    switch start < bytes.count ? bytes[start] : 0 {
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      page = JSONIndex.read(bytes[start...])
    case UInt8(ascii: "<"):
      // A page can be well-formed XML too, and a document can be called a page.
      page = XMLIndex.read(Array(bytes[start...])) ?? HTMLIndex.read(bytes)
    default:
      page = type?.lowercased().hasPrefix("text/plain") == true ? IndexPage(lines: bytes) : nil
    }
    guard let page, page.isList || !page.entries.isEmpty else { return nil }
    self = page
  }

  /// One name a line, and nothing else in it.
  private init?(lines bytes: [UInt8]) {
    for line in bytes.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d }) {
      guard let text = String(validating: line, as: UTF8.self) else { return nil }
      entries.append(Entry(text, isLink: false))
    }
    // Prose has words that could be names only by chance, and never one in each line.
    guard entries.contains(where: { FolderPath.isAllowed($0.text) }) else { return nil }
  }
}
