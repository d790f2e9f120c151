/// A directory of a folder: the folder itself, or one directly inside it.
///
/// A name is written by the rules of `FolderPath.isAllowed(_:)`; a literal that breaks them is a
/// programming error and traps.
public struct FolderDirectory: Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The folder itself.
  public static let root = FolderDirectory(unchecked: "")

  /// The name, or an empty text for the folder itself.
  public let name: String

  private init(unchecked name: String) {
    self.name = name
  }

  /// Takes a name that came from elsewhere; `nil` if it breaks the rules.
  /// - Parameter name: The name of a directory, without slashes.
  public init?(_ name: String) {
    guard FolderPath.isAllowed(name) else { return nil }
    self.name = name
  }

  /// Takes a name that stands in the source text.
  /// - Parameter value: A name that meets the rules.
  public init(stringLiteral value: String) {
    precondition(FolderPath.isAllowed(value), "not a folder name: \(value)")
    self.name = value
  }

  /// The name as it is told to people.
  public var description: String { self == .root ? "the folder" : "\(name)/" }
}

/// The place of a file in a folder: a name, at most one directory deep, as in `log/a-1.jcs`.
///
/// Names are made so that no server, proxy or file system changes or refuses them, and so that no
/// path can lead out of the folder.
public struct FolderPath: Hashable, Comparable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The longest name, in bytes.
  public static let nameBytesMax = 64

  /// The directory the file is in.
  public let directory: FolderDirectory

  /// The name of the file, without the directory.
  public let name: String

  /// Takes a path that came from elsewhere; `nil` if it is none, or a name breaks the rules.
  /// - Parameter text: A name, or a directory, a slash and a name.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard let last = parts.last, parts.count <= 2, FolderPath.isAllowed(last) else { return nil }
    if parts.count == 2 {
      guard let directory = FolderDirectory(String(parts[0])) else { return nil }
      self.directory = directory
    } else {
      self.directory = .root
    }
    self.name = String(last)
  }

  /// Joins a directory and a name; `nil` if the name breaks the rules.
  /// - Parameters:
  ///   - directory: The directory.
  ///   - name: The name of a file in it.
  public init?(_ directory: FolderDirectory, _ name: String) {
    guard FolderPath.isAllowed(name) else { return nil }
    self.directory = directory
    self.name = name
  }

  /// Takes a path that stands in the source text.
  /// - Parameter value: A path that meets the rules.
  public init(stringLiteral value: String) {
    guard let path = FolderPath(value) else { preconditionFailure("not a folder path: \(value)") }
    self = path
  }

  /// The path as it is written: `log/a-1.jcs`.
  public var description: String {
    directory == .root ? name : "\(directory.name)/\(name)"
  }

  /// Orders by directory, then by name, both byte by byte.
  /// - Parameters:
  ///   - left: A path.
  ///   - right: Another path.
  /// - Returns: Whether `left` comes first.
  public static func < (left: FolderPath, right: FolderPath) -> Bool {
    (left.directory.name, left.name) < (right.directory.name, right.name)
  }

  /// Tells whether a name can be used in a folder; names that cannot are not ours.
  ///
  /// Lower-case ASCII letters, digits, `-` and `.`; no leading dot; none of the endings that
  /// servers and sync clients use for files in transit.
  /// - Parameter name: The name of a file or a directory.
  /// - Returns: Whether it meets the rules.
  public static func isAllowed(_ name: some StringProtocol) -> Bool {
    let bytes = name.utf8
    guard (1...nameBytesMax).contains(bytes.count), bytes.first != UInt8(ascii: ".") else {
      return false
    }
    let isPlain = bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    return isPlain && ![".part", ".tmp", ".lock"].contains { name.hasSuffix($0) }
  }
}
