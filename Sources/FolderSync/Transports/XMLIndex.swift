import CXML2

/// Reads the XML that a web server or an object store makes of a directory.
///
/// Two kinds: `ListBucketResult`, which S3 and everything that speaks its language answers with
/// (Amazon S3 API reference, `ListObjectsV2` and `ListObjects`), and nginx's `list`. Read strictly
/// to the end of the document, without entities, as a multistatus is.
struct XMLIndex {
  private var page = IndexPage()
  private var open: [String] = []
  private var text = ""

  // What the current element says, and how the list goes on.
  private var entry: IndexPage.Entry?
  private var isEncoded = false
  private var isTruncated = false
  private var token: String?
  private var marker: String?

  /// Reads a document.
  /// - Parameter bytes: The whole document.
  /// - Returns: What it lists; `nil` if it is neither kind, or broken.
  static func read(_ bytes: [UInt8]) -> IndexPage? {
    guard let count = CInt(exactly: bytes.count), count > 0 else { return nil }
    xmlInitParser()
    var index = XMLIndex()
    return unsafe bytes.withUnsafeBytes { buffer -> IndexPage? in
      guard let start = unsafe buffer.bindMemory(to: CChar.self).baseAddress,
        let reader = unsafe jc_xml_reader(start, count)
      else { return nil }
      defer { unsafe xmlFreeTextReader(reader) }
      while true {
        switch unsafe xmlTextReaderRead(reader) {
        case 0: return index.finish()
        case 1: guard unsafe index.take(reader) else { return nil }
        default: return nil
        }
      }
    }
  }

  private mutating func finish() -> IndexPage? {
    guard open.isEmpty, page.isList else { return nil }
    for index in page.entries.indices { decode(&page.entries[index].text) }
    guard isTruncated else { return page }
    if let token {
      page.next = .query(name: "continuation-token", value: token)
    } else if var marker = marker ?? page.entries.last?.text {
      // The older form goes on after a name, if need be that of the last file.
      if self.marker != nil { decode(&marker) }
      page.next = .query(name: "marker", value: marker)
    }
    return page
  }

  private func decode(_ text: inout String) {
    guard isEncoded else { return }
    text = String(decoding: HTTPAddress.decoded(Array(text.utf8)), as: UTF8.self)
  }

  private mutating func take(_ reader: xmlTextReaderPtr) -> Bool {
    switch xmlReaderTypes(UInt32(bitPattern: unsafe xmlTextReaderNodeType(reader))) {
    case XML_READER_TYPE_ELEMENT:
      guard let name = unsafe xmlTextReaderConstLocalName(reader) else { return false }
      let isEmpty = unsafe xmlTextReaderIsEmptyElement(reader) == 1
      guard begin(unsafe String(cString: name), length: unsafe XMLIndex.length(reader)) else {
        return false
      }
      if isEmpty { end() }
    case XML_READER_TYPE_END_ELEMENT:
      end()
    case XML_READER_TYPE_TEXT, XML_READER_TYPE_CDATA:
      if let value = unsafe xmlTextReaderConstValue(reader) {
        text += unsafe String(cString: value)
      }
    case XML_READER_TYPE_DOCUMENT_TYPE, XML_READER_TYPE_ENTITY_REFERENCE, XML_READER_TYPE_ENTITY:
      return false
    default: break
    }
    return true
  }

  /// The `size` attribute of nginx.
  private static func length(_ reader: xmlTextReaderPtr) -> Int? {
    guard let value = unsafe xmlTextReaderGetAttribute(reader, "size") else { return nil }
    defer { unsafe jc_xml_free(value) }
    return unsafe Int(String(cString: value))
  }

  private mutating func begin(_ name: String, length: Int?) -> Bool {
    if open.isEmpty {
      guard name == "ListBucketResult" || name == "list" else { return false }
      page.isList = true
      page.isBucket = name == "ListBucketResult"
    }
    open.append(name)
    text = ""
    if open.count == 2, name == "Contents" || name == "file" {
      entry = IndexPage.Entry("", isLink: false, byteCount: length)
    }
    return true
  }

  private mutating func end() {
    let name = open.removeLast()
    switch (open.count, name) {
    case (1, "file"): entry?.text = text
    case (2, "Key"): entry?.text = text
    case (2, "Size"): entry?.byteCount = Int(text).flatMap { $0 < 0 ? nil : $0 }
    case (2, "ETag"): entry?.tag = text.isEmpty ? nil : text
    case (1, "EncodingType"): isEncoded = text == "url"
    case (1, "IsTruncated"): isTruncated = text == "true"
    case (1, "NextContinuationToken"): token = text
    case (1, "NextMarker"): marker = text
    default: break
    }
    if open.count == 1, name == "Contents" || name == "file", let entry {
      page.entries.append(entry)
      self.entry = nil
    }
    text = ""
  }
}
