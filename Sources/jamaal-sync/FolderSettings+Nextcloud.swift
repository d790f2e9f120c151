import FolderSync
import JamaalHome

extension FolderSettings {
  /// Makes the address of a folder out of one that people copy from a browser.
  ///
  /// - Parameters:
  ///   - text: What was given.
  ///   - secrets: What to log in with.
  ///   - environment: The variables.
  /// - Returns: What was made of it, as lines for the person; none if it was a folder's address.
  /// - Throws: `FolderError`, `Refusal`.
  mutating func interpret(
    _ text: String, _ secrets: Secrets, _ environment: ProcessEnvironment
  ) throws -> [String] {
    guard let page = try NextcloudAddress(text) else { return [] }
    let parsed = try FolderAddress(page.server)
    let anonymous = try NextcloudServer(page, credentials: nil, options: options)
    if page.kind == .server, try !anonymous.isThere() { return [] }
    guard let origin = parsed.origin else { return [] }
    let credentials = try credentials(for: parsed, secrets, environment)
    guard let credentials, !credentials.user.isEmpty else {
      throw Refusal(
        "\(origin) is a Nextcloud, and nothing says who you are there. Log in first: jamaal login"
          + " \(page.server)", status: SyncOutcome.credentials.exitStatus)
    }
    let server = try NextcloudServer(page, credentials: credentials, options: options)
    var known: String?
    if let account = secrets.accounts?[origin], account.user == credentials.user {
      known = account.files
    }
    let files = if let known { known } else { try server.filesAddress() }
    address = try FolderAddress(files + page.directory).text
    user = user ?? credentials.user
    var lines = ["Took the directory “\(page.directory)” of \(credentials.user): \(address)"]
    if page.kind != .files(directory: page.directory) {
      lines.append("To use another one, open it in the browser and give the address from there.")
    }
    return lines
  }
}
