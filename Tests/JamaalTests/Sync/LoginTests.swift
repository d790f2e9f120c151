import FolderSync
import TestSupport
import Testing

@testable import jamaal_sync

/// Logging in at a Nextcloud and naming its folders, as a person does.
@Suite struct LoginTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    _ = try ProgramRun(["jamaal", "--home", "\(directory.path)/a", "init"], in: directory).finish()
  }

  private func run(_ words: String...) throws -> ProgramRun.Result {
    try ProgramRun(
      ["jamaal-sync", "--home", "\(directory.path)/a"] + words, in: directory,
      environment: ["HOME": directory.path]
    ).finish()
  }

  @Test func `logging in, making a folder by the server alone and syncing just work`() throws {
    let cloud = try FakeNextcloud()
    defer { cloud.stop() }
    let login = try run("login", "\(cloud.address)/index.php/apps/dashboard", "--no-browser")
    #expect(login.status == 0, "\(login.errors)")
    #expect(login.output.contains("\(cloud.address)/login/v2/flow/abc?x=1"))
    #expect(login.output.contains(FakeNextcloud.loginName))
    let set = try run("folder", "set", cloud.address, "--create")
    #expect(set.status == 0, "\(set.errors)")
    #expect(set.output.contains("/remote.php/dav/files/\(FakeNextcloud.userID)/Jamaal"))
    #expect(try run("sync").status == 0)
    #expect(cloud.files.keys.contains { $0.hasSuffix("/Jamaal/jamaal.json") })
    // The user agent is what the password is listed under.
    let agent = cloud.requests.first { $0.path == "/index.php/login/v2" }?.headers["user-agent"]
    #expect(agent?.hasPrefix("Jamaal (") == true)
  }

  @Test(arguments: [
    ("/index.php/apps/files/?dir=/Work/Jamaal%20%C3%A9&fileid=12", "Work/Jamaal%20%C3%A9"),
    ("/apps/files/files/123?dir=/Plan+day", "Plan%20day"),
    ("/apps/files/", "Jamaal"), ("", "Jamaal"), ("/remote.php/dav", "Jamaal"),
  ])
  func `the address that the browser shows becomes the folder's`(page: String, path: String)
    throws
  {
    let cloud = try FakeNextcloud()
    defer { cloud.stop() }
    #expect(try run("login", cloud.address, "--no-browser").status == 0)
    let set = try run("folder", "set", cloud.address + page, "--create")
    #expect(set.status == 0, "\(set.errors)")
    let base = "\(cloud.address)/remote.php/dav/files/\(FakeNextcloud.userID)/"
    #expect(set.output.contains("\(base)\(path)"))
    #expect(try run("folder", "show").output.contains("\(base)\(path)"))
  }

  @Test func `a page of a server where nobody has logged in says how`() throws {
    let cloud = try FakeNextcloud()
    defer { cloud.stop() }
    let set = try run("folder", "set", cloud.address)
    #expect(set.status == 12)
    #expect(set.errors.contains("jamaal login \(cloud.address)"))
  }

  @Test func `a server that is no Nextcloud is taken as a WebDAV folder`() throws {
    let server = try ScriptedServer { _ in .init(404) }
    defer { server.stop() }
    let set = try run("folder", "set", "http://127.0.0.1:\(server.port)/")
    #expect(set.status == 1)
    #expect(set.errors.contains("no Jamaal folder"))
  }

  @Test func `a cloud that is full, or lets one only read, has a status of its own`() throws {
    let cloud = try FakeNextcloud()
    defer { cloud.stop() }
    #expect(try run("login", cloud.address, "--no-browser").status == 0)
    #expect(try run("folder", "set", cloud.address, "--create").status == 0)
    let troubles: [(Int32, (inout CloudManners) -> Void)] = [
      (SyncOutcome.storageFull.exitStatus, { $0.quotaBytes = 100 }),
      (SyncOutcome.readOnly.exitStatus, { $0.isReadOnly = true }),
    ]
    for (status, trouble) in troubles {
      _ = try ProgramRun(
        ["jamaal", "--home", "\(directory.path)/a", "add", "Bread"], in: directory
      ).finish()
      cloud.change(trouble)
      let sync = try run("sync")
      #expect(sync.status == status, "\(sync.errors)")
      cloud.change { $0 = CloudManners() }
      #expect(try run("sync").status == 0)
    }
  }

  @Test func `a password that was taken back ends the sync with one request`() throws {
    let cloud = try FakeNextcloud()
    defer { cloud.stop() }
    #expect(try run("login", cloud.address, "--no-browser").status == 0)
    #expect(try run("folder", "set", cloud.address, "--create").status == 0)
    cloud.override(
      "/remote.php/dav/files/\(FakeNextcloud.userID)/Jamaal/log/", .init(401))
    let before = cloud.requests.count
    #expect(try run("sync").status == 12)
    #expect(cloud.requests.count == before + 1)
  }
}
