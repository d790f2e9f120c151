import CXML2

/// The answer to a `PROPFIND`: what a WebDAV server says about a folder and what is in it.
///
/// Read strictly to the end of the document: a listing that is not whole is no listing. Names are
/// told apart by their namespace, never by their prefix. There is no place for a document type in
/// it, so entities cannot be declared. Source: RFC 4918, sections 13 and 14.
package struct Multistatus: Equatable, Sendable {
  /// What one `response` element says about one resource.
  package struct Entry: Equatable, Sendable {
    /// The link to the resource, as the server wrote it, without white space around it.
    package var href = ""
    /// The status of the resource itself, if it has one of its own.
    package var status: Int?
    /// Whether it is a collection.
    package var isCollection = false
    /// Its length, if known.
    package var byteCount: Int?
    /// Its tag, if it has one.
    package var tag: String?

    /// Makes an entry about which nothing is known.
    package init() {}
  }

  /// The entries, in the order of the answer.
  package private(set) var entries: [Entry] = []

  /// Reads an answer.
  /// - Parameter bytes: The whole body.
  /// - Throws: `FolderError`: `.notDAV` if it is anything but one whole multistatus, `.cutShort` if
  ///   it begins as one and ends in the middle, which libcurl does not always notice over HTTP/2.
  package init(_ bytes: [UInt8]) throws(FolderError) {
    var parser = MultistatusParser()
    guard parser.parse(bytes) else {
      if parser.hasRoot, bytes.firstRange(of: Array("multistatus>".utf8)) == nil {
        throw FolderError(.cutShort, "The listing of the folder ends in the middle. Try again.")
      }
      throw FolderError(
        .notDAV,
        "The answer is not a whole WebDAV listing, so nothing was taken from it. Check that the"
          + " address is that of a WebDAV folder and that no log-in page is in between.")
    }
    entries = parser.entries
  }
}

/// Walks through the document and keeps what matters.
private struct MultistatusParser {
  var entries: [Multistatus.Entry] = []

  /// The names of the open elements; one that is not in the `DAV:` namespace has an empty name.
  private var open: [String] = []
  private var text: [UInt8] = []
  private(set) var hasRoot = false

  // What the current `response` and `propstat` hold; a property counts only once the status of its
  // `propstat` is known to be good.
  private var hrefs: [String] = []
  private var entry = Multistatus.Entry()
  private var properties = Multistatus.Entry()
  private var propertyStatus: Int?

  /// Reads a document.
  /// - Returns: Whether it was one whole multistatus.
  mutating func parse(_ bytes: [UInt8]) -> Bool {
    MultistatusParser.prepareLibrary
    guard let count = CInt(exactly: bytes.count), count > 0 else { return false }
    return unsafe bytes.withUnsafeBytes { buffer -> Bool in
      guard let start = unsafe buffer.bindMemory(to: CChar.self).baseAddress,
        let reader = unsafe jc_xml_reader(start, count)
      else { return false }
      defer { unsafe xmlFreeTextReader(reader) }
      while true {
        switch unsafe xmlTextReaderRead(reader) {
        case 0: return hasRoot && open.isEmpty
        case 1: guard unsafe take(reader) else { return false }
        default: return false
        }
      }
    }
  }

  private static let prepareLibrary: Void = xmlInitParser()

  private mutating func take(_ reader: xmlTextReaderPtr) -> Bool {
    switch xmlReaderTypes(UInt32(bitPattern: unsafe xmlTextReaderNodeType(reader))) {
    case XML_READER_TYPE_ELEMENT:
      let isEmpty = unsafe xmlTextReaderIsEmptyElement(reader) == 1
      guard begin(unsafe name(reader)) else { return false }
      if isEmpty { end() }
    case XML_READER_TYPE_END_ELEMENT:
      end()
    case XML_READER_TYPE_TEXT, XML_READER_TYPE_CDATA:
      if let value = unsafe xmlTextReaderConstValue(reader) {
        let length = unsafe Int(xmlStrlen(value))
        unsafe text.append(contentsOf: UnsafeBufferPointer(start: value, count: length))
      }
    case XML_READER_TYPE_DOCUMENT_TYPE, XML_READER_TYPE_ENTITY_REFERENCE, XML_READER_TYPE_ENTITY:
      return false
    default:
      break
    }
    return true
  }

  private func name(_ reader: xmlTextReaderPtr) -> String {
    guard let space = unsafe xmlTextReaderConstNamespaceUri(reader),
      unsafe xmlStrEqual(space, "DAV:") == 1,
      let local = unsafe xmlTextReaderConstLocalName(reader)
    else { return "" }
    return unsafe String(cString: local)
  }

  private mutating func begin(_ name: String) -> Bool {
    if open.isEmpty {
      guard name == "multistatus" else { return false }
      hasRoot = true
    }
    open.append(name)
    text = []
    switch open.count {
    case 2 where name == "response":
      (hrefs, entry) = ([], Multistatus.Entry())
    case 3 where name == "propstat":
      (properties, propertyStatus) = (Multistatus.Entry(), nil)
    case 6 where open[4] == "resourcetype" && isProperty && name == "collection":
      properties.isCollection = true
    default: break
    }
    return true
  }

  /// Whether the open elements lead into the properties of a response.
  private var isProperty: Bool {
    open[1] == "response" && open[2] == "propstat" && open[3] == "prop"
  }

  private mutating func end() {
    let name = open[open.count - 1]
    switch open.count {
    case 2 where name == "response": endResponse()
    case 3 where open[1] == "response":
      switch name {
      case "href": hrefs.append(value)
      case "status": entry.status = status
      case "propstat": endProperties()
      default: break
      }
    case 4 where open[1] == "response" && open[2] == "propstat" && name == "status":
      propertyStatus = status
    case 5 where isProperty:
      switch name {
      case "getcontentlength": properties.byteCount = Int(value).flatMap { $0 < 0 ? nil : $0 }
      case "getetag": properties.tag = value.isEmpty ? nil : value
      default: break
      }
    default: break
    }
    open.removeLast()
    text = []
  }

  private mutating func endProperties() {
    guard let status = propertyStatus ?? 200 as Int?, (200..<300).contains(status) else { return }
    if properties.isCollection { entry.isCollection = true }
    entry.byteCount = properties.byteCount ?? entry.byteCount
    entry.tag = properties.tag ?? entry.tag
  }

  private mutating func endResponse() {
    for href in hrefs {
      entry.href = href
      entries.append(entry)
    }
  }

  private var value: String {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0d).contains($0) }
    let end = text.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
    return String(decoding: text[..<end].drop(while: isSpace), as: UTF8.self)
  }

  /// The number in `HTTP/1.1 404 Not Found`; zero if there is none, which is no success.
  private var status: Int {
    let words = value.split(separator: " ")
    return words.count > 1 ? Int(words[1]) ?? 0 : 0
  }
}
