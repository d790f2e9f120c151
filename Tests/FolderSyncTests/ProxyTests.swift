import FolderSync
import ReplicaStore
import TestSupport
import Testing

/// A real proxy between the device and the server, with a password of its own.
@Suite("A folder is reached through a proxy")
struct ProxyTests {
  let apache: Apache

  init() throws { apache = try Apache.shared.get() }

  /// The proxy's address, with a user name and a password in it.
  private func proxy(password: String) -> String {
    "http://jo%40example.org:\(password)@127.0.0.1:\(apache.proxyPort)"
  }

  private static let password = "tr0ub4dor%263%20%C3%A9%3A%22x"

  private func open(_ address: String, password: String) throws -> any Folder {
    var options = HTTPOptions()
    options.proxy = proxy(password: password)
    options.certificateFile = apache.certificateFile
    return try FolderAddress(address).open(options: options)
  }

  @Test(arguments: [true, false])
  func `what is put through a proxy arrives`(_ isEncrypted: Bool) throws {
    let base =
      isEncrypted
      ? "https://localhost:\(apache.securePort)/open" : "http://127.0.0.1:\(apache.port)/open"
    let name = "proxied-\(UInt64.random(in: .min ... .max))"
    let folder = try open("\(base)/\(name)", password: ProxyTests.password)
    try folder.makeDirectory(.root)
    try folder.put("log/a", [1, 2, 3])
    #expect(try folder.get("log/a", byteCountMax: 3) == [1, 2, 3])
    #expect(try folder.list("log").entries.map(\.byteCount) == [3])
    let behind = LocalFolder(path: "\(apache.directory.path)/files/\(name)")
    #expect(try behind.get("log/a", byteCountMax: 3) == [1, 2, 3])
  }

  @Test func `two devices sync through a proxy`() throws {
    let address = "https://localhost:\(apache.securePort)/open/p-\(UInt64.random(in: 0 ... .max))"
    let folders = try (0..<2).map { _ in try open(address, password: ProxyTests.password) }
    try folders[0].makeDirectory(.root)
    let devices = try folders.enumerated().map { try Device(UInt64($0) + 1, $1) }
    try devices[0].membership.create()
    try devices[1].membership.join()
    for (number, device) in devices.enumerated() { try device.add("item \(number)") }
    for device in devices + devices { #expect(try device.sync().outcome == .synced) }
    for device in devices { #expect(try device.names == ["item 0", "item 1"]) }
    // Its password was changed: nothing is lost, and the sync says whose it is.
    let image = try devices[0].replica.image()
    let refused = try Device(1, open(address, password: "wrong"), image: image)
    try refused.add("item 2")
    let report = try refused.sync()
    #expect(report.outcome == .credentials)
    #expect(report.message?.contains("proxy") == true)
    #expect(try refused.names.count == 3)
  }

  @Test(arguments: [true, false])
  func `a proxy that asks for a password is named as what it is`(_ isEncrypted: Bool) throws {
    let base =
      isEncrypted
      ? "https://localhost:\(apache.securePort)/open" : "http://127.0.0.1:\(apache.port)/open"
    let folder = try open(base, password: "wrong")
    let failure = error { try folder.list(.root) }
    #expect(failure?.code == .unauthorized)
    #expect(failure?.message.contains("proxy") == true)
    #expect(failure?.message.contains("wrong") == false)
    #expect(failure?.stopsEverything == true)
  }
}
