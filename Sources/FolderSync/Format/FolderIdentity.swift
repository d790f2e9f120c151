import FoundationEssentials

/// Which folder this is, as the file `jamaal.json` in it says; written once.
public struct FolderIdentity: Hashable, Sendable {
  /// 128 random bits as 32 lower-case hexadecimal digits.
  public var id: String

  /// The file's place.
  static let path: FolderPath = "jamaal.json"
  /// The most bytes the file can have.
  static let byteCountMax = 64 * 1024
  /// The format of the folder that this version reads and writes.
  public static let format = 1

  private struct File: Codable {
    var format: Int
    var folder: String
  }

  /// Makes an identity.
  ///
  /// - Parameter random: The source of 64 random bits.
  init(random: () -> UInt64) {
    id = Self.digits(random()) + Self.digits(random())
  }

  /// The folder of a known id; `nil` unless it is 32 lower-case hexadecimal digits.
  init?(id: String) {
    guard id.utf8.count == 32, Self.bytes(id) != nil else { return nil }
    self.id = id
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
    guard let identity = Self(id: file.folder) else {
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
    Array("{\"format\":\(Self.format),\"folder\":\"\(id)\"}\n".utf8)
  }

  /// The id as sixteen bytes.
  var bytes: [UInt8] { Self.bytes(id) ?? [] }

  private static func bytes(_ digits: String) -> [UInt8]? {
    let text = Array(digits.utf8)
    var result: [UInt8] = []
    for start in stride(from: 0, to: text.count - 1, by: 2) {
      guard let byte = UInt8(String(decoding: text[start..<start + 2], as: UTF8.self), radix: 16)
      else { return nil }
      result.append(byte)
    }
    return result.count == 16 ? result : nil
  }

  private static func digits(_ number: UInt64) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
