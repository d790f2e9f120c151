import FolderSync
import TestSupport
import Testing

/// Encrypted connections that end early, and addresses that lead elsewhere.
@Suite("A real nginx is met with the right trust")
struct NginxTests {
  let server: Nginx

  init() throws { server = try Nginx.shared.get() }

  private func open(
    _ address: String, _ change: (inout HTTPOptions) -> Void = { _ in }
  ) throws -> any Folder {
    var options = HTTPOptions()
    options.proxy = ""
    change(&options)
    return try FolderAddress(address).open(options: options)
  }

  private func name() -> String { "f \(UInt64.random(in: .min ... .max))" }

  @Test func `connections that end after twenty requests go unnoticed`() throws {
    let site = server.secure
    let folder = try open("\(site.address)/\(name())") { $0.certificateFile = site.certificateFile }
    try folder.makeDirectory(.root)
    let paths = try (0..<130).map { try #require(FolderPath("log/\($0)")) }
    for (index, path) in paths.enumerated() { try folder.put(path, [UInt8(index)]) }
    // Four at a time, on one connection that the server wants to close again and again.
    let results = folder.get(paths, byteCountMax: 1)
    for (index, result) in results.enumerated() {
      #expect(try result.get() == [UInt8(index)])
    }
    for _ in 0..<50 { #expect(try folder.list("log").entries.count == 130) }
    for path in paths { try folder.delete(path) }
    #expect(try folder.list("log").entries == [])
  }

  @Test func `an authority of one's own is trusted when it is given, and only then`() throws {
    let site = server.secure
    #expect(code { try open("\(site.address)/x").list(.root) } == .untrusted)
    let known = try open("\(site.address)/x") { $0.certificateFile = site.certificateFile }
    #expect(code { try known.list(.root) } == .notFound)
    let other = try Apache.shared.get().certificateFile
    let wrong = try open("\(site.address)/x") { $0.certificateFile = other }
    #expect(code { try wrong.list(.root) } == .untrusted)
    let byNumber = site.address.replacing("localhost", with: "127.0.0.1")
    let misnamed = try open("\(byNumber)/x") { $0.certificateFile = site.certificateFile }
    #expect(code { try misnamed.list(.root) } == .untrusted, "the name is checked")
  }

  @Test func `a pinned key is bound to the server, whoever signed it`() throws {
    let site = server.secure
    let pin = try CertificateAuthority.pin("\(server.server.directory.path)/certificate.pem")
    let pinned = try open("\(site.address)/x") { $0.pinnedKey = pin }
    #expect(code { try pinned.list(.root) } == .notFound)
    let authority = try CertificateAuthority.pin("\(server.server.directory.path)/authority.pem")
    let wrong = try open("\(site.address)/x") { $0.pinnedKey = authority }
    #expect(code { try wrong.list(.root) } == .untrusted)
  }

  @Test func `a way to TLS is offered, and one to another host is named but not gone`() throws {
    for scheme in ["http", "http+plain"] {
      let base = server.moved.replacing("http:", with: "\(scheme):")
      let up = error { try open("\(base)/secure/x").list(.root) }
      #expect(up?.code == .redirect)
      let plain = scheme == "http" ? "" : "+plain"
      let port = server.secure.address.split(separator: ":").last ?? ""
      #expect(up?.newAddress == "https\(plain)://localhost:\(port)/secure/x/")
      let other = error { try open("\(base)/other/x").list(.root) }
      #expect(other?.code == .redirect)
      #expect(other?.newAddress == nil)
      #expect(other?.message.contains("127.0.0.1") == true)
    }
  }

  @Test func `a wrong slash is put right on every face`() throws {
    // The directory that is asked for as a file gets one more request, with the slash.
    for site in [server.html, server.json] {
      let folder = try open("\(site.address)/\(name())")
      try folder.makeDirectory(.root)
      try folder.put("log/a", [1])
      #expect(try folder.look(at: "log") == nil)
      #expect(code { try folder.get("log", byteCountMax: 9) } == .notFound)
    }
  }

  @Test func `an address without a hint is settled by what each face says`() throws {
    let json = server.json.address.replacing("+plain", with: "")
    var options = HTTPOptions()
    options.proxy = ""
    let plain = try FolderAddress("\(json)/").settle(options: options)
    #expect(plain.folder is HTTPFolder)
    options.certificateFile = server.secure.certificateFile
    let dav = try FolderAddress("\(server.secure.address)/").settle(options: options)
    #expect(dav.folder is WebDAVFolder)
  }
}
