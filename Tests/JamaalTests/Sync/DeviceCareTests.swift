import Glibc
import TestSupport
import Testing

/// Looking after devices that are gone, and what was written with a wrong clock.
@Suite struct DeviceCareTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for (home, name) in [("a", "laptop"), ("b", "phone")] {
      try run("jamaal", "init", "--name", name, home: home, now: "2026-06-10T08:00:00Z")
    }
    try run("jamaal-sync", "folder", "set", "\(directory.path)/f", "--create", home: "a")
    try run("jamaal-sync", "folder", "set", "\(directory.path)/f", home: "b")
  }

  @discardableResult
  private func run(
    _ words: String..., home: String, now: String = ""
  ) throws -> ProgramRun.Result {
    var environment = ["HOME": directory.path]
    if !now.isEmpty { environment["JAMAAL_NOW"] = now }
    return try ProgramRun(
      [words[0], "--home", "\(directory.path)/\(home)"] + words.dropFirst(), in: directory,
      environment: environment
    ).finish()
  }

  @Test func `a lost device whose last file was cut is retired, and syncs are well again`() throws {
    try run("jamaal", "add", "Bread", home: "b")
    try run("jamaal-sync", "sync", home: "b")
    try run("jamaal-sync", "sync", home: "a")
    try run("jamaal", "add", "Milk", home: "b")
    try run("jamaal-sync", "sync", home: "b")
    let last = try #require(
      directory.names(in: "f/log").last { $0.contains("-0000000002-") })
    try directory.write("f/log/\(last)", [1, 2, 3])
    let held = try run("jamaal-sync", "sync", home: "a")
    #expect(held.status == 10 && held.output.contains("phone is held back"), "\(held)")
    #expect(try run("jamaal", "status", home: "a").output.contains("phone: held back"))
    #expect(try run("jamaal", "device", "retire", "tablet", home: "a").status == 1)
    #expect(try run("jamaal", "device", "retire", "laptop", home: "a").status == 1)
    let retired = try run("jamaal", "device", "retire", "Phone", home: "a")
    #expect(retired.status == 0, "\(retired.errors)")
    #expect(retired.output.contains("One file of it"))
    #expect(try run("jamaal-sync", "sync", home: "a").status == 0)
    #expect(!directory.names(in: "f/log").contains(last))
    #expect(try run("jamaal", "device", "list", home: "a").output.contains("retired"))
    #expect(try !run("jamaal", "status", home: "a").output.contains("phone"))
    // It was only mislaid.
    #expect(try run("jamaal-sync", "sync", home: "b").status == 17)
    #expect(try run("jamaal-sync", "sync", home: "a").status == 0)
    #expect(try run("jamaal", "tasks", home: "a").output.contains("Milk"))
  }

  @Test func `what a clock far ahead wrote is shown, and accepted or discarded`() throws {
    let (ahead, now) = ("2030-06-10T09:00:00Z", "2026-06-10T09:00:00Z")
    try run("jamaal", "add", "From 2030", home: "b", now: ahead)
    try run("jamaal-sync", "sync", home: "b", now: ahead)
    let sync = try run("jamaal-sync", "sync", home: "a", now: now)
    #expect(sync.status == 0 && sync.output.contains("jamaal quarantine"), "\(sync)")
    #expect(try !run("jamaal", "tasks", home: "a", now: now).output.contains("From 2030"))
    let list = try run("jamaal", "quarantine", home: "a", now: now)
    #expect(list.output.contains("phone:") && list.output.contains("2030-06-10"), "\(list)")
    let status = try run("jamaal", "status", home: "a", now: now)
    #expect(status.output.contains("Set aside") && status.output.contains("just now"), "\(status)")
    #expect(
      try run("jamaal", "quarantine", "--json", home: "a", now: now).output
        .contains(#""name":"phone""#))
    let accepted = try run("jamaal", "quarantine", "accept", "phone", home: "a", now: now)
    #expect(accepted.status == 0 && accepted.output.hasPrefix("Took in"), "\(accepted)")
    #expect(try run("jamaal", "tasks", home: "a", now: now).output.contains("From 2030"))
    let nothing = try run("jamaal", "quarantine", home: "a", now: now)
    #expect(nothing.output == "Nothing is set aside.\n")
    #expect(try run("jamaal", "quarantine", "discard", "phone", home: "a", now: now).status == 1)
    #expect(try run("jamaal-sync", "sync", home: "a", now: now).status == 0)
  }

  @Test func `what is discarded is gone for good`() throws {
    try run("jamaal", "add", "From 2030", home: "b", now: "2030-06-10T09:00:00Z")
    try run("jamaal-sync", "sync", home: "b", now: "2030-06-10T09:00:00Z")
    let now = "2026-06-10T09:00:00Z"
    try run("jamaal-sync", "sync", home: "a", now: now)
    let discarded = try run("jamaal", "quarantine", "discard", "PHONE", home: "a", now: now)
    #expect(discarded.status == 0 && discarded.output.hasPrefix("Let go of"))
    #expect(try run("jamaal", "quarantine", home: "a", now: now).output.hasPrefix("Nothing"))
  }

  @Test func `a server of one's own is trusted by its certificate or its key, and only then`()
    throws
  {
    let nginx = try Nginx.shared.get()
    let site = nginx.secure
    let certificate = try #require(site.certificateFile)
    let address = "\(site.address)/t \(UInt64.random(in: 0 ... .max))".replacing(" ", with: "%20")
    let pin = try CertificateAuthority.pin("\(nginx.server.directory.path)/certificate.pem")
    func set(_ words: [String]) throws -> ProgramRun.Result {
      try ProgramRun(
        ["jamaal-sync", "--home", "\(directory.path)/a", "folder", "set", address] + words,
        in: directory, environment: ["HOME": directory.path]
      ).finish()
    }
    let refused = try set(["--create"])
    #expect(refused.status == 18 && refused.errors.contains("cannot prove who it is"))
    #expect(try set(["--create", "--certificate", "/nowhere.pem"]).status == 2)
    #expect(try set(["--create", "--certificate", certificate]).status == 0)
    #expect(try run("jamaal-sync", "sync", home: "a").status == 0)
    #expect(try set(["--pin", pin]).status == 0)
    #expect(try run("jamaal-sync", "sync", home: "a").status == 0)
    let wrong = "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
    #expect(try set(["--pin", wrong]).status == 18)
  }
}
