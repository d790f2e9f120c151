import FolderSync
import FoundationEssentials
import Glibc
import JamaalHome

/// What this device keeps about its folder; nothing in it is a secret.
struct FolderSettings: Codable, Equatable {
  /// Where the folder is, without a password in it.
  var address: String
  /// Who to log in as.
  var user: String?
  /// A command that prints the password.
  var passwordCommand: String?
  /// A file of certificates to trust in place of the system's.
  var certificate: String?
  /// The public key that the server must have.
  var pin: String?
  /// Whether the password may go over an open connection.
  var allowsBasic: Bool?

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
  func open(_ secrets: Secrets, _ environment: ProcessEnvironment) throws -> any Folder {
    let parsed = try FolderAddress(address)
    return try parsed.open(
      credentials: try credentials(for: parsed, secrets, environment), options: options)
  }

  /// Opens the folder, and notes in the address what kind of server it turned out to be on.
  mutating func settle(
    _ secrets: Secrets, _ environment: ProcessEnvironment
  ) throws -> any Folder {
    let parsed = try FolderAddress(address)
    let found = try parsed.settle(
      credentials: try credentials(for: parsed, secrets, environment), options: options)
    address = found.address.text
    return found.folder
  }

  /// How this program speaks HTTP to the folder.
  var options: HTTPOptions {
    var options = HTTPOptions()
    options.userAgent = "jamaal-sync/0.1"
    options.certificateFile = certificate
    options.pinnedKey = pin
    if allowsBasic == true { options.logIn = .basic }
    return options
  }

  /// What to log in with, from the first place that has it.
  ///
  /// In this order: a command, the environment, what `folder set` was given, what `login` got, and
  /// the file that curl reads.
  func credentials(
    for address: FolderAddress, _ secrets: Secrets, _ environment: ProcessEnvironment
  ) throws -> FolderCredentials? {
    guard let origin = address.origin else { return nil }
    let account = secrets.accounts?[origin].flatMap { account in
      user == nil || user == account.user ? account : nil
    }
    if let command = passwordCommand {
      let password = try CommandOutput.firstLine(of: command, option: "--password-command")
      return FolderCredentials(user: user ?? account?.user ?? "", password: password)
    }
    let given = environment.filled(Secrets.passwordVariable) ?? secrets.password
    if let given, let user = user ?? account?.user {
      return FolderCredentials(user: user, password: given)
    }
    if let account { return FolderCredentials(user: account.user, password: account.password) }
    if let entry = try NetrcFile.entry(for: address.host ?? "", user: user, environment) {
      return FolderCredentials(user: entry.user, password: entry.password)
    }
    return user.map { FolderCredentials(user: $0, password: "") }
  }
}
