import FolderSync
import FoundationEssentials
import Glibc
import JamaalHome

/// What nobody but the owner of this device may read, in a file of its own beside the settings.
///
/// It is never in the replica, which gets copied and backed up. Printing it shows nothing.
struct Secrets: Codable, Equatable {
  /// Who a server knows this device as.
  struct Account: Codable, Equatable {
    var user: String
    /// A password for this device alone.
    var password: String
    /// Where the user's files begin, as the server told.
    var files: String?
  }

  /// The password of the folder, if it was given to be kept.
  var password: String?
  /// The key of an encrypted folder.
  var folderKey: String?
  /// What `login` got, by the scheme, host and port of the server.
  var accounts: [String: Account]?

  /// The variable that holds the password, for those who keep it elsewhere.
  static let passwordVariable = "JAMAAL_FOLDER_PASSWORD"
  /// The variable that holds the passphrase of an encrypted folder.
  static let passphraseVariable = "JAMAAL_FOLDER_PASSPHRASE"
  private static let byteCountMax = 256 * 1024

  /// Reads the file; nothing if there is none.
  static func load(_ home: Home) throws -> Secrets {
    let path = home.secretsPath
    guard let bytes = try PrivateFile.read(path, byteCountMax: byteCountMax) else {
      return Secrets()
    }
    try requirePrivate(path)
    do {
      return try JSONDecoder().decode(Secrets.self, from: Data(bytes))
    } catch {
      throw Refusal("\(path) cannot be read. Move it away and set the folder again.")
    }
  }

  func save(_ home: Home) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try PrivateFile.makeDirectory(home.configDirectory)
    try PrivateFile.write([UInt8](encoder.encode(self)), to: home.secretsPath)
  }

  /// The key of the folder; `nil` if it is not encrypted.
  func key() throws -> FolderKey? {
    guard let folderKey else { return nil }
    guard let key = FolderKey(secretText: folderKey) else {
      throw Refusal(
        "The folder's key in secrets.json is damaged. Give the passphrase again: jamaal folder key"
          + " unlock")
    }
    return key
  }

  /// Refuses a file with secrets in it that others can read.
  static func requirePrivate(_ path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
    throw Refusal(
      "\(path) holds secrets, and others can read it. Run: chmod 600 \(path)")
  }
}

extension Secrets: CustomStringConvertible, CustomReflectable {
  var description: String { "Secrets(hidden)" }
  var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Secrets.Account: CustomStringConvertible, CustomReflectable {
  var description: String { "Account(hidden)" }
  var customMirror: Mirror { Mirror(self, children: [:]) }
}
