import FoundationEssentials
import ReplicaStore

/// Which folder this is, as the file `jamaal.json` in it says; written once.
public struct FolderIdentity: Hashable, Sendable {
  /// 128 random bits as 32 lower-case hexadecimal digits.
  public var id: String
  /// How the folder is encrypted; `nil` if whoever hosts it can read it.
  public var encryption: Encryption?

  /// How a folder is encrypted.
  public struct Encryption: Hashable, Sendable {
    /// The name of the folder's first key, sixteen hexadecimal digits.
    public var firstKey: String
  }

  /// The file's place.
  static let path: FolderPath = "jamaal.json"
  /// The most bytes the file can have.
  static let byteCountMax = 64 * 1024
  /// The newest format of the folder that this version reads and writes.
  ///
  /// A plain folder is written as format 1, so that programs which know no encryption read it.
  public static let format = 2
  private static let cipher = "xchacha20-poly1305"

  private struct File: Codable {
    struct Encryption: Codable {
      var cipher: String
      var key: String
    }
    var format: Int
    var folder: String
    var encryption: Encryption?
  }

  /// Makes an identity.
  ///
  /// - Parameter random: The source of 64 random bits.
  init(random: () -> UInt64) {
    id = hexadecimal(random()) + hexadecimal(random())
  }

  /// The folder of a known id; `nil` unless it is 32 lower-case hexadecimal digits.
  init?(id: String, firstKey: String? = nil) {
    guard Hexadecimal.bytes(id)?.count == 16 else { return nil }
    self.id = id
    if let firstKey {
      guard Hexadecimal.bytes(firstKey)?.count == 8 else { return nil }
      encryption = Encryption(firstKey: firstKey)
    }
  }

  /// Reads the file.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: `FolderError`: `.damaged` if it is none, `.refused` if a newer version wrote it.
  init(_ bytes: [UInt8]) throws(FolderError) {
    let file: File
    do {
      file = try JSONDecoder().decode(File.self, from: Data(bytes))
    } catch {
      throw FolderError(
        .damaged, "jamaal.json in the folder cannot be read. Is this the right folder?")
    }
    guard file.format <= Self.format else {
      throw FolderError(
        .refused,
        "The folder was made by a newer version (format \(file.format)). Update this program.")
    }
    guard (file.format > 1) == (file.encryption != nil),
      file.encryption?.cipher ?? Self.cipher == Self.cipher
    else {
      throw FolderError(
        .refused, "The folder is encrypted in a way this program does not know. Update it.")
    }
    guard let identity = Self(id: file.folder, firstKey: file.encryption?.key) else {
      throw FolderError(.damaged, "jamaal.json in the folder has no folder id.")
    }
    self = identity
  }

  /// Reads which folder it is; `nil` if nobody made one there.
  static func read(_ folder: any Folder) throws(FolderError) -> FolderIdentity? {
    let bytes: [UInt8]
    do throws(FolderError) {
      bytes = try folder.get(path, byteCountMax: byteCountMax)
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
    return try FolderIdentity(bytes)
  }

  /// The file: one line of JSON.
  var fileBytes: [UInt8] {
    guard let encryption else { return Array("{\"format\":1,\"folder\":\"\(id)\"}\n".utf8) }
    return Array(
      """
      {"format":2,"folder":"\(id)",\
      "encryption":{"cipher":"\(Self.cipher)","key":"\(encryption.firstKey)"}}\n
      """.utf8)
  }

  /// The id as sixteen bytes.
  var bytes: [UInt8] { Hexadecimal.bytes(id) ?? [] }
}
