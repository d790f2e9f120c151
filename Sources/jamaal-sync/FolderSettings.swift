import FolderSync
import FoundationEssentials
import Glibc
import JamaalHome

/// What this device keeps about its folder, in a file that only its owner can read.
struct FolderSettings: Codable, Equatable {
  /// Where the folder is, without a password in it.
  var address: String
  /// Who to log in as.
  var user: String?
  /// The password, if it was given to be kept.
  var password: String?
  /// A command that prints the password.
  var passwordCommand: String?

  /// The variable that holds the password, for those who keep it elsewhere.
  static let passwordVariable = "JAMAAL_FOLDER_PASSWORD"
  private static let byteCountMax = 64 * 1024

  static func load(_ home: Home) throws -> FolderSettings {
    guard let bytes = try PrivateFile.read(home.folderPath, byteCountMax: byteCountMax) else {
      throw Refusal("No folder is set. Set one with: jamaal folder set ADDRESS")
    }
    do {
      return try JSONDecoder().decode(FolderSettings.self, from: Data(bytes))
    } catch {
      throw Refusal("\(home.folderPath) cannot be read. Set the folder again.")
    }
  }

  func save(_ home: Home) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try PrivateFile.makeDirectory(home.configDirectory)
    try PrivateFile.write([UInt8](encoder.encode(self)), to: home.folderPath)
  }

  /// Opens the folder, asking for the password where it is kept.
  func open(_ environment: ProcessEnvironment) throws -> any Folder {
    try FolderAddress(address).open(credentials: credentials(environment), options: Self.options)
  }

  /// Opens the folder, and notes in the address what kind of server it turned out to be on.
  mutating func settle(_ environment: ProcessEnvironment) throws -> any Folder {
    let found = try FolderAddress(address).settle(
      credentials: credentials(environment), options: Self.options)
    address = found.address.text
    return found.folder
  }

  private static var options: HTTPOptions {
    var options = HTTPOptions()
    options.userAgent = "jamaal-sync/0.1"
    return options
  }

  private func credentials(_ environment: ProcessEnvironment) throws -> FolderCredentials? {
    guard let user else { return nil }
    let secret =
      try passwordCommand.map(Self.output(of:)) ?? environment.filled(Self.passwordVariable)
      ?? password ?? ""
    return FolderCredentials(user: user, password: secret)
  }

  /// Runs a command of the user's own and takes its first line.
  private static func output(of command: String) throws -> String {
    guard let stream = popen(command, "r") else {
      throw Refusal("The password command cannot be run. Check --password-command.")
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = fread(&chunk, 1, chunk.count, stream)
      if count == 0 || bytes.count > byteCountMax { break }
      bytes += chunk[..<count]
    }
    guard pclose(stream) == 0 else {
      throw Refusal("The password command failed. Run it by hand to see why.")
    }
    return firstLine(of: bytes)
  }

  /// Reads the first line of standard input.
  static func passwordFromStandardInput() throws -> String {
    guard let line = readLine(strippingNewline: true), !line.isEmpty else {
      throw Refusal("There was no password on standard input.")
    }
    return line
  }

  private static func firstLine(of bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != 13 }, as: UTF8.self)
  }
}
