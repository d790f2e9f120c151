/// Where things live: the replica in one directory, what belongs to this device in another.
///
/// Both are the same directory where somebody picked one, so that two homes on one machine are two
/// devices.
package struct Home: Hashable, Sendable {
  /// The directory of the replica and of what is remembered beside it.
  package let dataDirectory: String
  /// The directory of this device's settings and secrets.
  package let configDirectory: String

  /// Makes a value from its parts.
  package init(dataDirectory: String, configDirectory: String) {
    self.dataDirectory = dataDirectory
    self.configDirectory = configDirectory
  }

  /// Finds the home.
  ///
  /// `--home` comes first, then `JAMAAL_HOME`, then the directories that the XDG base directory
  /// specification names. A relative path in an XDG variable counts as none, as it says there.
  /// - Parameters:
  ///   - option: The value of `--home`, `nil` if it was not given.
  ///   - environment: The variables.
  /// - Throws: `HomeError` if nothing says where, or the option is empty.
  package init(option: String?, environment: ProcessEnvironment) throws(HomeError) {
    if let option {
      guard !option.isEmpty else {
        throw HomeError(.usage, "--home is empty. Give it a directory.")
      }
      self.init(dataDirectory: option, configDirectory: option)
      return
    }
    if let home = environment.filled("JAMAAL_HOME") {
      self.init(dataDirectory: home, configDirectory: home)
      return
    }
    self.init(
      dataDirectory: try Self.directory("XDG_DATA_HOME", ".local/share", environment),
      configDirectory: try Self.directory("XDG_CONFIG_HOME", ".config", environment))
  }

  private static func directory(
    _ variable: String, _ fallback: String, _ environment: ProcessEnvironment
  ) throws(HomeError) -> String {
    if let base = environment.filled(variable), base.hasPrefix("/") { return "\(base)/jamaal" }
    guard let home = environment.filled("HOME") else {
      throw HomeError(
        .refused,
        "Nothing says where your home directory is: HOME is not set. Name a place with --home DIR"
          + " or JAMAAL_HOME.")
    }
    return home.hasSuffix("/") ? "\(home)\(fallback)/jamaal" : "\(home)/\(fallback)/jamaal"
  }

  /// The replica's file.
  package var replicaPath: String { "\(dataDirectory)/replica.db" }
  /// The file that tells of the folder this device syncs with; there is one only if it does.
  package var folderPath: String { "\(configDirectory)/folder.json" }
  /// The file of what nobody else may read: passwords and the key of an encrypted folder.
  package var secretsPath: String { "\(configDirectory)/secrets.json" }
  /// The directory of the lists last shown on each terminal.
  package var listsDirectory: String { "\(dataDirectory)/lists" }
}
