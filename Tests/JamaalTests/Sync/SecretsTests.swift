import Glibc
import TestSupport
import Testing

@testable import jamaal_sync

/// Passwords, passphrases and keys stay where they belong.
@Suite struct SecretsTests {
  private static let passphrase = "gravel orbit lantern 7731"
  private static let spare = "walnut harbour thimble 2209"
  private static let changed = "copper meadow whistle 5518"

  /// Two homes and a server, with every way in which something is read off or written down.
  private final class Household {
    let directory: TemporaryDirectory
    let cloud: FakeNextcloud
    let seen = Lock<[String]>([])
    var results: [ProgramRun.Result] = []

    init(secrets: [String]) throws {
      directory = try TemporaryDirectory()
      cloud = try FakeNextcloud()
      let seen = seen
      cloud.onRequest {
        // While a request is under way, whatever every program on the machine can read.
        for line in SecretsTests.commandLines() where secrets.contains(where: line.contains) {
          seen.withLock { $0.append(line) }
        }
      }
    }

    @discardableResult
    func run(
      _ words: String..., home: String = "a", environment: [String: String] = [:],
      input: String = ""
    ) throws -> ProgramRun.Result {
      let all = environment.merging(["HOME": directory.path]) { own, _ in own }
      let result = try ProgramRun(
        [words[0], "--home", "\(directory.path)/\(home)"] + words.dropFirst(), in: directory,
        environment: all, input: input
      ).finish()
      results.append(result)
      return result
    }

    var folderAddress: String {
      "\(cloud.address)/remote.php/dav/files/\(FakeNextcloud.userID)/Jamaal"
    }

    /// Every command on passphrases: a spare one, by which the phone comes in, and which is revoked.
    func changeKeys() throws {
      let key = ["jamaal-sync", "folder", "key"]
      let added = try run(
        key[0], key[1], key[2], "add", "--label", "spare", "--passphrase-stdin",
        input: "\(SecretsTests.spare)\n")
      #expect(added.status == 0, "\(added.errors)")
      let changing = try run(
        key[0], key[1], key[2], "change", "--passphrase-stdin",
        input: "\(SecretsTests.passphrase)\n\(SecretsTests.changed)\n")
      #expect(changing.status == 0, "\(changing.errors)")
      func unlock(_ passphrase: String) throws -> Int32 {
        try run(
          key[0], key[1], key[2], "unlock", "--passphrase-stdin", home: "b",
          input: "\(passphrase)\n"
        ).status
      }
      #expect(try unlock(SecretsTests.spare) == 0)
      #expect(try run("jamaal-sync", "sync", home: "b").status == 0)
      let list = try run(key[0], key[1], key[2], "list").output.split(separator: "\n")
      let line = try #require(list.first { $0.contains("spare") }, "\(list)")
      let id = try #require(line.split(separator: " ").first.map(String.init))
      let revoked = try run(key[0], key[1], key[2], "revoke", id)
      #expect(revoked.status == 0, "\(revoked.errors)")
      #expect(try run("jamaal-sync", "sync").status == 0)
      #expect(try run("jamaal-sync", "sync", home: "b").status != 0, "it came in by the spare one")
      #expect(try unlock(SecretsTests.spare) != 0 && unlock(SecretsTests.passphrase) != 0)
      #expect(try unlock(SecretsTests.changed) == 0)
      #expect(try run("jamaal-sync", "sync", home: "b").status == 0)
    }

    /// The files of a home but those that may hold secrets.
    func openFiles(_ home: String) throws -> [String: [UInt8]] {
      var files: [String: [UInt8]] = [:]
      for name in directory.names(in: home) where name != "secrets.json" && name != "lists" {
        files[name] = try bytesOfFile("\(directory.path)/\(home)/\(name)")
      }
      return files
    }
  }

  private static func commandLines() -> [String] {
    guard let stream = opendir("/proc") else { return [] }
    defer { closedir(stream) }
    var lines: [String] = []
    while let item = readdir(stream) {
      let name = withUnsafePointer(to: &item.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      // A process can be gone before it is looked at.
      guard UInt32(name) != nil, let bytes = try? bytesOfFile("/proc/\(name)/cmdline") else {
        continue
      }
      lines.append(String(decoding: bytes, as: UTF8.self))
    }
    return lines
  }

  @Test func `no secret is in a process list, an output, a replica, a setting or the folder`()
    throws
  {
    let secrets = [Self.passphrase, Self.spare, Self.changed, FakeNextcloud.appPassword]
    let house = try Household(secrets: secrets)
    defer { house.cloud.stop() }
    try house.run("jamaal", "init", "--name", "laptop")
    try house.run("jamaal", "init", "--name", "phone", home: "b")
    try house.run("jamaal", "add", "Call the bank")
    let login = try house.run("jamaal-sync", "login", house.cloud.address, "--no-browser")
    #expect(login.status == 0, "\(login.errors)")
    let made = try house.run(
      "jamaal-sync", "folder", "set", house.cloud.address, "--create", "--encrypt",
      "--passphrase-stdin", input: "\(Self.passphrase)\n")
    #expect(made.status == 0, "\(made.errors)")
    #expect(try house.run("jamaal-sync", "sync").status == 0)
    let joined = try house.run(
      "jamaal-sync", "folder", "set", house.folderAddress, "--user", FakeNextcloud.loginName,
      "--password-stdin", "--passphrase-stdin", home: "b",
      input: "\(FakeNextcloud.appPassword)\n\(Self.passphrase)\n")
    #expect(joined.status == 0, "\(joined.errors)")
    #expect(try house.run("jamaal-sync", "sync", "--json", home: "b").status == 0)
    for words in [["status"], ["folder", "show"], ["folder", "key", "list"], ["device", "list"]] {
      for home in ["a", "b"] {
        _ = try house.run(
          "jamaal-sync", words[0], words.count > 1 ? words[1] : "--json", home: home)
      }
    }
    try house.changeKeys()
    try house.run("jamaal-sync", "quarantine")
    #expect(try house.run("jamaal-sync", "device", "retire", "phone").status == 0)
    // And what goes wrong.
    for trust in [["--pin", "sha256//nonsense"], ["--certificate", "/nowhere.pem"]] {
      let refused = try house.run(
        "jamaal-sync", "folder", "set", house.folderAddress, trust[0], trust[1], "--user",
        FakeNextcloud.loginName, "--password-stdin", home: "b",
        input: "\(FakeNextcloud.appPassword)\n")
      #expect(refused.status != 0)
    }
    try house.run(
      "jamaal-sync", "folder", "set", house.folderAddress, "--user", "x", "--password-stdin",
      home: "b", input: "\(FakeNextcloud.appPassword)\n")
    try house.run(
      "jamaal-sync", "folder", "key", "unlock", "--passphrase-stdin",
      input: "\(Self.passphrase) wrong\n")
    #expect(try house.run("jamaal", "tasks", home: "b").output.contains("Call the bank"))
    let kept = String(
      decoding: try bytesOfFile("\(house.directory.path)/a/secrets.json"), as: UTF8.self)
    let key = try #require(
      kept.split(separator: "\"").map(String.init).first { $0.hasPrefix("jfk1:") })
    #expect(kept.contains(FakeNextcloud.appPassword))
    #expect(!kept.contains(Self.passphrase), "not even where secrets are kept")
    let all = secrets + key.split(separator: ":").dropFirst(2).map(String.init)
    #expect(house.seen.withLock { $0 } == [])
    for result in house.results {
      for secret in all {
        #expect(!result.output.contains(secret) && !result.errors.contains(secret))
      }
    }
    var files: [String: [UInt8]] = house.cloud.files
    for home in ["a", "b"] {
      for (name, bytes) in try house.openFiles(home) { files["\(home)/\(name)"] = bytes }
    }
    #expect(files.count > 8)
    for (name, bytes) in files {
      for secret in all + ["Call the bank"]
      where !name.hasSuffix("replica.db") || secret != "Call the bank" {
        #expect(bytes.firstRange(of: Array(secret.utf8)) == nil, "\(name)")
      }
    }
  }

  @Test func `the file with secrets is its owner's alone, and one that is not is refused`() throws {
    let directory = try TemporaryDirectory()
    func run(_ words: String..., input: String = "") throws -> ProgramRun.Result {
      try ProgramRun(
        [words[0], "--home", "\(directory.path)/a"] + words.dropFirst(), in: directory,
        environment: ["HOME": directory.path], input: input
      ).finish()
    }
    _ = try run("jamaal", "init")
    #expect(
      try run(
        "jamaal-sync", "folder", "set", "\(directory.path)/f", "--create", "--encrypt",
        "--passphrase-stdin", input: "\(Self.passphrase)\n"
      ).status == 0)
    let path = "\(directory.path)/a/secrets.json"
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    chmod(path, 0o640)
    let refused = try run("jamaal-sync", "sync")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("chmod 600"))
  }

  @Test func `a password in an address is refused, whatever the command`() throws {
    let directory = try TemporaryDirectory()
    let result = try ProgramRun(
      ["jamaal-sync", "--home", "\(directory.path)/a", "folder", "set", "https://u:hunter2@h/x"],
      in: directory
    ).finish()
    #expect(result.status == 2)
    #expect(result.errors.contains("--password-stdin"))
    #expect(!result.errors.contains("hunter2"))
  }

  /// Every way to give a password ends in a sync.
  @Test(arguments: ["command", "environment", "netrc", "stdin"])
  func `a password can come from a command, the environment, netrc or standard input`(way: String)
    throws
  {
    let house = try Household(secrets: [FakeNextcloud.appPassword])
    defer { house.cloud.stop() }
    try house.run("jamaal", "init")
    try house.directory.write("password", Array("\(FakeNextcloud.appPassword)\nrest\n".utf8))
    let netrc = """
      machine other.example login x password y
      machine 127.0.0.1 login \(FakeNextcloud.loginName) password "\(FakeNextcloud.appPassword)"
      """
    var environment: [String: String] = [:]
    var input = ""
    var words = ["folder", "set", house.folderAddress, "--create"]
    if way != "netrc" { words += ["--user", FakeNextcloud.loginName] }
    switch way {
    case "command": words += ["--password-command", "cat '\(house.directory.path)/password'"]
    case "environment": environment["JAMAAL_FOLDER_PASSWORD"] = FakeNextcloud.appPassword
    case "netrc": try house.directory.write(".netrc", Array(netrc.utf8), mode: 0o600)
    default:
      words.append("--password-stdin")
      input = "\(FakeNextcloud.appPassword)\n"
    }
    let all = environment.merging(["HOME": house.directory.path]) { own, _ in own }
    let set = try ProgramRun(
      ["jamaal-sync", "--home", "\(house.directory.path)/a"] + words, in: house.directory,
      environment: all, input: input
    ).finish()
    #expect(set.status == 0, "\(set.errors)")
    #expect(try house.run("jamaal-sync", "sync", environment: environment).status == 0)
    #expect(house.seen.withLock { $0 } == [])
    for (name, bytes) in try house.openFiles("a") {
      #expect(bytes.firstRange(of: Array(FakeNextcloud.appPassword.utf8)) == nil, "\(name)")
    }
    if way == "netrc" {
      chmod("\(house.directory.path)/.netrc", 0o644)
      let open = try house.run("jamaal-sync", "sync")
      #expect(open.status == 1 && open.errors.contains("chmod 600"))
    }
  }

  @Test func `a password command that fails or prints nothing says so`() throws {
    let house = try Household(secrets: [])
    defer { house.cloud.stop() }
    try house.run("jamaal", "init")
    for (command, words) in [("exit 3", "failed"), ("true", "printed nothing")] {
      let result = try house.run(
        "jamaal-sync", "folder", "set", house.folderAddress, "--create", "--user", "u",
        "--password-command", command)
      #expect(result.status == 1)
      #expect(result.errors.contains(words))
    }
    #expect(house.cloud.requests.isEmpty)
  }

  @Test(arguments: [
    ("machine h login a password b", nil, "a b"),
    ("machine h\n  login a\n  password b\n", "a", "a b"),
    ("machine h login a password b", "other", nil),
    ("machine x login a password b\ndefault login c password d", nil, "c d"),
    ("machine h login a password b machine h login c password d", "c", "c d"),
    ("machine H login a password b", nil, "a b"),
    ("machine h password b", "me", "me b"),
    ("machine h password b", nil, nil),
    ("# machine h login no password no\nmachine h login a password b", nil, "a b"),
    ("macdef init\n machine h login no password no\n\nmachine h login a password b", nil, "a b"),
    (#"machine h login a password "b \"c\\d""#, nil, #"a b "c\d"#),
    ("machine h login a account z password b", nil, "a b"),
    ("machine", nil, nil), ("", nil, nil), ("login a password b", nil, nil),
  ])
  func `netrc is read as curl reads it`(text: String, user: String?, expected: String?) {
    let entry = NetrcFile.find(text, host: "h", user: user)
    #expect(entry.map { "\($0.user) \($0.password)" } == expected)
  }

  @Test func `secrets show nothing when they are printed`() {
    var secrets = Secrets()
    secrets.password = "hunter2"
    secrets.accounts = ["https://h": Secrets.Account(user: "u", password: "hunter2")]
    var dumped = ""
    dump(secrets, to: &dumped)
    for text in [dumped, "\(secrets)", "\(String(describing: secrets.accounts))"] {
      #expect(!text.contains("hunter2"))
    }
  }
}
