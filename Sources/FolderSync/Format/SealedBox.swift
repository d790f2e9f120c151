import ReplicaStore

/// A file of an encrypted folder: sealed for one place, so that it cannot be swapped or renamed.
///
/// The format, byte by byte, is in docs/folder-format.md.
enum SealedBox {
  /// What kinds of file there are.
  enum Kind: UInt8 {
    case segment = 1
  }

  /// Where a file belongs; opening it anywhere else fails.
  struct Place: Equatable {
    /// Sixteen bytes.
    var folder: [UInt8]
    var kind: Kind
    var device: DeviceID
    var first: UInt64
    var last: UInt64
    /// As in the name.
    var chain: String

    init(segment name: SegmentName, folder: [UInt8]) {
      self.folder = folder
      kind = .segment
      device = name.device
      (first, last) = (name.first, name.last)
      chain = name.chain
    }

    fileprivate var bytes: [UInt8] {
      var writer = ByteWriter()
      writer.raw(folder)
      writer.byte(kind.rawValue)
      writer.fixed64(device.rawValue)
      writer.fixed64(first)
      writer.fixed64(last)
      writer.text(chain)
      return writer.bytes
    }
  }

  static let magic: [UInt8] = Array("JSE".utf8)
  static let version: UInt8 = 1
  private static let keyNameByteCount = 8
  /// Everything before the nonce: magic, version and the name of the key.
  private static let headByteCount = magic.count + 1 + keyNameByteCount

  /// Seals content for a place with the folder's current key.
  static func seal(_ content: [UInt8], at place: Place, with key: FolderKey) -> [UInt8] {
    let name = Hexadecimal.bytes(key.current.id) ?? []
    let head = magic + [version] + name
    return head + key.current.seal(content, context: head + place.bytes)
  }

  /// Opens a file that was found at a place.
  ///
  /// - Throws: `FolderError`: `.locked` if it is sealed with a key that is not at hand, `.damaged`
  ///   if it is not what was sealed for this place.
  static func open(
    _ bytes: [UInt8], at place: Place, name: SegmentName, with key: FolderKey
  ) throws(FolderError) -> [UInt8] {
    guard bytes.starts(with: magic) else {
      throw FolderError(.damaged, "\(name) is not encrypted, though the folder is.")
    }
    guard bytes.count > headByteCount, bytes[magic.count] == version else {
      throw FolderError(
        .damaged, "\(name) is damaged: it is cut short, or a newer program sealed it.")
    }
    let head = Array(bytes[..<headByteCount])
    let keyName = Hexadecimal.text(head.suffix(keyNameByteCount))
    guard let generation = key.generation(keyName) else {
      throw FolderError(
        .locked,
        "\(name) is sealed with a newer key (\(keyName)) than this device has. If its passphrase"
          + " was revoked, give another one: jamaal folder key unlock")
    }
    guard let content = generation.open(bytes[headByteCount...], context: head + place.bytes)
    else {
      throw FolderError(
        .damaged, "\(name) is damaged: it was changed, or sealed for another place.")
    }
    return content
  }
}
