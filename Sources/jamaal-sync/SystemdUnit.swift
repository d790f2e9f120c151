import CommandLineKit
import Glibc
import JamaalHome

/// The unit by which systemd keeps a watching sync running for its user.
struct SystemdUnit {
  static let name = "jamaal-sync.service"

  /// The program and its words.
  var command: [String]

  /// The text of the unit.
  var text: String {
    """
    [Unit]
    Description=Keeps the planner and its folder in step

    [Service]
    ExecStart=\(command.map(Self.quoted).joined(separator: " "))
    Restart=on-failure
    RestartSec=60
    # Called wrongly, or a damaged replica: starting it again does not help.
    RestartPreventExitStatus=2 4
    Nice=10
    UMask=0077
    NoNewPrivileges=yes

    [Install]
    WantedBy=default.target

    """
  }

  /// Where it belongs.
  static func path(_ environment: ProcessEnvironment) throws -> String {
    if let base = environment.filled("XDG_CONFIG_HOME"), base.hasPrefix("/") {
      return "\(base)/systemd/user/\(name)"
    }
    guard let home = environment.filled("HOME") else {
      throw Refusal("Nothing says where your home directory is: HOME is not set.")
    }
    return "\(home)/.config/systemd/user/\(name)"
  }

  /// A word as systemd reads it: in quotes, with its own signs taken as they stand.
  ///
  /// Source: systemd.service(5), "Command lines".
  static func quoted(_ word: String) -> String {
    var text = ""
    for character in word {
      switch character {
      case "\\", "\"": text += "\\\(character)"
      case "%": text += "%%"
      case "$": text += "$$"
      case "\n": text += "\\n"
      default: text.append(character)
      }
    }
    return "\"\(text)\""
  }
}

extension Run {
  /// Prints the unit, and writes and starts it only if that was agreed to.
  func installWatch() throws -> Int32 {
    var words = [try Self.ownPath()]
    // A home of its own was picked: the unit has to know, wherever it is started.
    if home.dataDirectory == home.configDirectory {
      guard let path = realpath(home.dataDirectory, nil) else {
        throw Refusal("\(home.dataDirectory) is not there. Run “jamaal init” first.")
      }
      words += ["--home", String(cString: path)]
      free(path)
    }
    let unit = SystemdUnit(command: words + ["sync", "--watch"])
    let path = try SystemdUnit.path(environment)
    guard invocation.has("yes") else {
      Program.write(unit.text)
      Program.complain(
        "This is what would be written to \(path), then started. Do so with --yes.")
      return 0
    }
    let directory = path.dropLast(SystemdUnit.name.count + 1)
    try PrivateFile.makeDirectory(String(directory))
    try PrivateFile.write(Array(unit.text.utf8), to: path)
    say(["Wrote \(path)."])
    let start = ["systemctl", "--user", "enable", "--now", SystemdUnit.name]
    let isStarted =
      SystemDesktop.run(["systemctl", "--user", "daemon-reload"]) && SystemDesktop.run(start)
    say([
      isStarted
        ? "It runs now, and from every log-in on. Stop it: systemctl --user disable --now"
          + " \(SystemdUnit.name)"
        : "systemd could not be asked to start it. Start it by hand, now and at every log-in:"
          + " \(start.joined(separator: " "))",
      "Look at what it does: journalctl --user -u \(SystemdUnit.name)",
    ])
    return 0
  }

  private static func ownPath() throws -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0, count < buffer.count else {
      throw Refusal("The system does not tell where this program is. Write the unit by hand.")
    }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
