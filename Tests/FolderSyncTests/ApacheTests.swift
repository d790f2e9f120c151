import FolderSync
import TestSupport
import Testing

/// What a real Apache does beyond the contract.
@Suite("A real Apache is met with the right trust")
struct ApacheTests {
  let server: Apache

  init() throws { server = try Apache.shared.get() }

  private func open(
    _ address: String, password: String? = nil, _ change: (inout HTTPOptions) -> Void = { _ in }
  ) throws -> any Folder {
    var options = HTTPOptions()
    options.proxy = ""
    change(&options)
    let credentials = password.map { FolderCredentials(user: Apache.user, password: $0) }
    return try FolderAddress(address).open(credentials: credentials, options: options)
  }

  @Test func `a wrong password is tried once, and the right one works afterwards`() throws {
    for place in ["dav", "digest"] {
      let address = "http://127.0.0.1:\(server.port)/\(place)/"
      let wrong = try open(address, password: "wrong")
      let results = wrong.get(["a", "b", "c", "d", "e"], byteCountMax: 1)
      for result in results { #expect(code { try result.get() } == .unauthorized) }
      #expect(code { try wrong.list(.root) } == .unauthorized)
      // Digest needs one answer to know what to encrypt the password with.
      #expect(wrong.requestCount == (place == "dav" ? 1 : 2))
      let right = try open(address, password: Apache.password)
      #expect(code { try right.get("never", byteCountMax: 1) } == .notFound)
    }
    let none = try open("http://127.0.0.1:\(server.port)/dav/")
    #expect(code { try none.list(.root) } == .unauthorized)
  }

  @Test func `a certificate nobody vouches for is refused unless it is given`() throws {
    let address = "https://localhost:\(server.securePort)/dav/"
    let stranger = try open(address, password: Apache.password)
    let failure = error { try stranger.list(.root) }
    #expect(failure?.code == .untrusted)
    #expect(failure?.message.contains("pin its public key") == true)
    let known = try open(address, password: Apache.password) {
      $0.certificateFile = server.certificateFile
    }
    _ = try known.list(.root)
    let elsewhere = "https://127.0.0.1:\(server.securePort)/dav/"
    let other = try open(elsewhere, password: Apache.password) {
      $0.certificateFile = server.certificateFile
    }
    #expect(code { try other.list(.root) } == .untrusted, "the name is checked too")
  }

  @Test func `a pinned key is enough for a certificate of one's own, and binds`() throws {
    // The name does not matter to a pin: it is the key that is known.
    let address = "https://127.0.0.1:\(server.securePort)/dav/"
    let pin = try CertificateAuthority.pin(server.certificateFile)
    let pinned = try open(address, password: Apache.password) { $0.pinnedKey = pin }
    _ = try pinned.list(.root)
    let wrong = "sha256//" + String(repeating: "A", count: 43) + "="
    let stranger = try open(address, password: Apache.password) { $0.pinnedKey = wrong }
    #expect(code { try stranger.list(.root) } == .untrusted)
    let both = try open("https://localhost:\(server.securePort)/dav/", password: Apache.password) {
      $0.pinnedKey = wrong
      $0.certificateFile = server.certificateFile
    }
    #expect(code { try both.list(.root) } == .untrusted)
    for bad in ["", "abc", "md5//abc", "/etc/key.pem"] {
      #expect(code { try open(address) { $0.pinnedKey = bad } } == .badAddress)
    }
  }

  @Test func `HTTP 2 is spoken where it is offered`() throws {
    let folder = try open("https://localhost:\(server.securePort)/two/") {
      $0.certificateFile = server.certificateFile
    }
    _ = try folder.list(.root)
    let plain = try open("http://127.0.0.1:\(server.port)/two/")
    #expect(code { try plain.list(.root) } == .forbidden)
  }

  @Test func `the way from TLS to an open connection is never taken`() throws {
    let secure = "https://localhost:\(server.securePort)"
    func failure(_ address: String) throws -> FolderError? {
      let folder = try open(address, password: Apache.password) {
        $0.certificateFile = server.certificateFile
      }
      return error { try folder.list(.root) }
    }
    let down = try failure("\(secure)/down/x")
    #expect(down?.code == .redirect)
    #expect(down?.newAddress == nil)
    #expect(down?.message.contains("from https to http") == true)
    let sideways = try failure("\(secure)/up/x")
    #expect(sideways?.code == .redirect)
    #expect(sideways?.newAddress == nil, "it is encrypted already")
    let up = try failure("http://localhost:\(server.port)/up/x")
    #expect(up?.newAddress == "\(secure)/up/x/")
  }

  @Test func `a folder that takes no changes is a source, and says so`() throws {
    let writer = try open("http://127.0.0.1:\(server.port)/open/")
    try writer.put("read-only-test.json", [1, 2, 3])
    let reader = try open("http://127.0.0.1:\(server.port)/read/")
    #expect(try reader.get("read-only-test.json", byteCountMax: 3) == [1, 2, 3])
    #expect(code { try reader.put("b", [1]) } == .forbidden)
    #expect(code { try reader.delete("read-only-test.json") } == .forbidden)
    #expect(code { try reader.makeDirectory("log") } == .forbidden)
    try reader.makeDirectory(.root)
    var chance = SeededGenerator(seed: 5)
    let report = try FolderProbe.run(reader, using: &chance)
    #expect(report.isUsable)
    #expect(report.isReadOnly)
    try writer.delete("read-only-test.json")
  }

  @Test func `a page that is no WebDAV folder is told`() throws {
    let folder = try open("http://127.0.0.1:\(server.port)/")
    #expect(code { try folder.list(.root) } == .notDAV)
  }

  @Test func `a server of one's own is stopped without a trace`() throws {
    let mine = try Apache()
    let path = mine.directory.path
    let folder = try open("http://127.0.0.1:\(mine.port)/open/")
    try folder.put("a", [1])
    mine.stop()
    #expect(code { try folder.get("a", byteCountMax: 1) } == .offline)
    #expect(code { try LocalFolder(path: path).list(.root) } == .notFound)
  }
}
