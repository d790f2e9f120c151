import Glibc
import TestSupport
import Testing

/// Several machines that meet in a folder, by the programs people use.
@Suite struct SyncTests {
  /// A directory to meet in, with a name that some programs stumble over.
  private func folder() throws -> (directory: TemporaryDirectory, path: String) {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/Jamaal été"
    #expect(mkdir(path, 0o700) == 0)
    return (directory, path)
  }

  private func pair(_ address: String) throws -> (Machine, Machine) {
    let laptop = try Machine()
    let desktop = try Machine()
    try laptop.expect(0, "folder", "set", address, "--create")
    try desktop.expect(0, "folder", "set", address)
    return (laptop, desktop)
  }

  @Test func `what is added on one machine is on the other after both have synced`() throws {
    let (directory, path) = try folder()
    defer { withExtendedLifetime(directory) {} }
    let (laptop, desktop) = try pair(path)
    try laptop.expect(0, "add", "Bread", "--due", "today")
    try desktop.expect(0, "add", "Milk", "--due", "today")
    for machine in [laptop, desktop, laptop] { try machine.expect(0, "sync") }
    #expect(try laptop.todayTitles().sorted() == ["Bread", "Milk"])
    #expect(try laptop.todayTitles() == desktop.todayTitles())
    let quiet = try laptop.json("sync")
    #expect(quiet["outcome"].text == "synced")
    let status = try laptop.run("status")
    #expect(status.output.contains("equal"))
  }

  @Test func `on a terminal a sync says what it does and takes that back; elsewhere it does not`()
    throws
  {
    let (directory, path) = try folder()
    defer { withExtendedLifetime(directory) {} }
    let (laptop, desktop) = try pair(path)
    let terminal = try Pseudoterminal()
    defer { terminal.close() }
    let sent = try terminal.shell("$jamaal sync", on: laptop)
    #expect(sent.output.contains("\u{1B}[KLooking into the folder…"))
    #expect(sent.output.contains("\u{1B}[KSending: 0 of 1 file…"))
    #expect(sent.output.hasSuffix("\u{1B}[KSynced. Everything from here is sent.\n"))
    try desktop.expect(0, "add", "Milk")
    let received = try terminal.shell("$jamaal sync", on: desktop)
    #expect(received.output.contains("\u{1B}[KReceiving: 0 of 1 file…"))
    for line in ["$jamaal sync --json", "$jamaal sync 2>/dev/null", "TERM=dumb $jamaal sync"] {
      let quiet = try terminal.shell(line, on: laptop)
      #expect(quiet.status == 0 && !quiet.output.contains("…"), "\(line)")
    }
  }

  @Test func `a real WebDAV server, in a folder with a space and an accent`() throws {
    let server = try Apache.shared.get()
    let name = "Jamaal%20%C3%A9t%C3%A9%20\(UInt32.random(in: 0 ... .max))"
    let address = "http://127.0.0.1:\(server.port)/dav/\(name)"
    let laptop = try Machine()
    let desktop = try Machine()
    for machine in [laptop, desktop] {
      machine.variables["JAMAAL_FOLDER_PASSWORD"] = Apache.password
    }
    try laptop.expect(0, "folder", "set", address, "--create", "--user", Apache.user)
    try desktop.expect(0, "folder", "set", address, "--user", Apache.user)
    try laptop.expect(0, "add", "Bread", "--due", "today")
    try laptop.expect(0, "sync")
    try desktop.expect(0, "sync")
    #expect(try desktop.todayTitles() == ["Bread"])
    #expect(try desktop.run("folder", "check").status == 0)
    // One wrong password ends the sync with a status of its own.
    desktop.variables["JAMAAL_FOLDER_PASSWORD"] = "wrong"
    let refused = try desktop.run("sync")
    #expect(refused.status == 12)
    #expect(!refused.errors.contains("wrong\""))
    #expect(try desktop.todayTitles() == ["Bread"])
  }

  @Test func `each state of a sync has its status, and the words say what to do`() throws {
    let (directory, path) = try folder()
    defer { withExtendedLifetime(directory) {} }
    let nobody = try Machine()
    #expect(try nobody.run("sync").status == 1)
    #expect(try nobody.run("folder", "set", path).status == 1, "nobody made one there")
    #expect(try nobody.run("folder", "set", "\(path)/missing/deep").status != 0)
    #expect(try nobody.run("folder", "set", "ftp://example.org/x").status == 2)
    #expect(try nobody.run("folder", "set", "").status == 2)
    #expect(try nobody.run("folder", "set", "http://[::1", "--create").status == 2)
    let closed = try nobody.run("folder", "set", "http://127.0.0.1:9/x", "--create")
    #expect(closed.status == 11, "\(closed.errors)")
    let (laptop, _) = try pair(path)
    #expect(try laptop.run("folder", "set", path, "--create").status == 1, "there is one")
    try laptop.expect(0, "add", "Bread")
    try laptop.expect(0, "sync")
    // The folder is emptied behind its back.
    #expect(system("rm -rf '\(path)'/* ") == 0)
    let emptied = try laptop.run("sync")
    #expect(emptied.status == 14)
    #expect(emptied.errors.contains("republish"))
    try laptop.expect(0, "folder", "republish")
    try laptop.expect(0, "sync")
    let late = try Machine()
    try late.expect(0, "folder", "set", path)
    try late.expect(0, "sync")
    #expect(try late.json("tasks")["tasks"].elements.count >= 0)
    #expect(try late.run("show", "Bread").status == 0)
  }

  @Test func `a password that is kept is readable by its owner alone`() throws {
    let (directory, path) = try folder()
    defer { withExtendedLifetime(directory) {} }
    let machine = try Machine()
    let secret = "correct horse \(UInt32.random(in: 0 ... .max))"
    let line = "printf '%s\\n' '\(secret)' | $jamaal folder set '\(path)' --create --user ada"
    #expect(try machine.shell("\(line) --password-stdin").status == 0)
    try machine.expect(0, "add", "Bread")
    try machine.expect(0, "sync")
    var status = stat()
    #expect(stat("\(machine.home)/secrets.json", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    let elsewhere = try machine.shell(
      "grep -r -l -F '\(secret)' '\(machine.home)' '\(path)' | grep -v secrets.json")
    #expect(elsewhere.output.isEmpty)
    #expect(try !machine.run("folder", "show").output.contains(secret))
  }

  @Test func `syncs killed at any moment lose nothing`() throws {
    let (directory, path) = try folder()
    defer { withExtendedLifetime(directory) {} }
    let (laptop, desktop) = try pair(path)
    for number in 0..<12 {
      try laptop.expect(0, "add", "Task \(number)")
      let pause = Double(number) * 0.004
      _ = try laptop.shell("$jamaal sync >/dev/null & sleep \(pause); kill -9 $! ; wait")
    }
    for machine in [laptop, desktop, laptop] { #expect(try machine.run("sync").status == 0) }
    let titles = try desktop.json("tasks").elements.map { $0["title"].text ?? "" }
    #expect(Set(titles) == Set((0..<12).map { "Task \($0)" }))
  }

  @Test func `the demonstration runs to its end`() throws {
    let machine = try Machine(hasReplica: false)
    let source = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let ended = try machine.shell(
      "/\(source)/Simulations/Demo/demo '\(Machine.programDirectory)' directory")
    #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    #expect(ended.lines.last == "demo: both machines agree")
  }

  @Test func `the program of the embedding guide keeps a shopping list on three devices`() throws {
    let (directory, path) = try folder()
    defer { withExtendedLifetime(directory) {} }
    let machine = try Machine(hasReplica: false)
    let program = "\(Machine.programDirectory)/shopping-list"
    func run(_ words: String...) throws -> Ended {
      try machine.run(bytes: words.map { Array($0.utf8) }, program: program)
    }
    let replicas = (1...3).map { "\(directory.path)/\($0).db" }
    for replica in replicas { #expect(try run(replica, path, "Market", "Apples", "2").status == 0) }
    #expect(try run(replicas[0], path).output == "6 Apples\nsynced\n")
    #expect(try run(replicas[1], path).output == "6 Apples\nsynced\n")
  }
}
