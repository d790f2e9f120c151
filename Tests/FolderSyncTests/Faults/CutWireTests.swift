import FolderSync
import ReplicaStore
import TestSupport
import Testing

/// A wire that breaks after any byte: in a head, a body or a TLS record, whichever way it goes.
@Suite struct CutWireTests {
  enum Server: CaseIterable, CustomTestStringConvertible {
    case open, secure, secureNginx
    var testDescription: String { "\(self)" }
  }

  /// A folder on a real server, with one device that reaches it over the wire and one that does so
  /// by itself.
  private struct World {
    let relay: CuttingRelay
    let device: Device
    let peer: Device

    init(_ server: Server) throws {
      let apache = try Apache.shared.get()
      let name = "cut \(UInt64.random(in: .min ... .max))"
      var options = HTTPOptions()
      options.proxy = ""
      var credentials: FolderCredentials?
      let address: (Int) -> String
      let port: Int
      switch server {
      case .open:
        port = apache.port
        address = { "http://127.0.0.1:\($0)/dav/\(name)" }
        credentials = FolderCredentials(user: Apache.user, password: Apache.password)
      case .secure:
        port = apache.securePort
        address = { "https://localhost:\($0)/dav/\(name)" }
        credentials = FolderCredentials(user: Apache.user, password: Apache.password)
        options.certificateFile = apache.certificateFile
      case .secureNginx:
        let site = try Nginx.shared.get().secure
        port = Int(site.address.split(separator: ":").last ?? "") ?? 0
        address = { "https://localhost:\($0)/\(name)" }
        options.certificateFile = site.certificateFile
      }
      relay = try CuttingRelay(to: port)
      func open(_ port: Int) throws -> any Folder {
        let folder = try FolderAddress(address(port)).open(
          credentials: credentials, options: options)
        return PatientFolder(folder, random: { 0 }, pause: { _ in true })
      }
      device = try Device(1, open(relay.port))
      peer = try Device(2, open(port))
      try peer.membership.create()
      try device.membership.join()
    }

    /// Something new on both sides, what is the peer's already in the folder.
    func addNews(_ number: Int) throws {
      try peer.add("peer's \(number)")
      #expect(try peer.sync().outcome == .synced)
      try device.add("its own \(number)")
    }

    /// Lets the wire be, and checks that everything arrives on both sides.
    func expectRecovery(_ what: String) throws {
      relay.mend()
      #expect(try device.sync().outcome == .synced, "\(what)")
      #expect(try peer.sync().outcome == .synced, "\(what)")
      #expect(
        try device.replica.contentDigest() == peer.replica.contentDigest(), "\(what)")
    }
  }

  @Test(arguments: Server.allCases, [CuttingRelay.Direction.up, .down])
  func `cut after any byte of a sync, nothing is lost and the next sync ends it`(
    _ server: Server, _ direction: CuttingRelay.Direction
  ) throws {
    let world = try World(server)
    defer { world.relay.stop() }
    let identity = world.device.replica.device
    try world.addNews(0)
    try world.expectRecovery("first")
    try world.addNews(1)
    world.relay.mend()
    #expect(try world.device.sync().outcome == .synced)
    let carried = world.relay.carried
    let whole = direction == .up ? carried.up : carried.down
    #expect(whole > 1000)
    // The first and the last bytes one by one, those between at strides that drift.
    var places = Array(0..<3) + Array(whole - 3...whole)
    places += stride(from: 3, to: whole - 3, by: max(1, whole / 23))
    for (number, place) in places.enumerated() {
      try world.addNews(number + 2)
      world.relay.cut(direction, after: place)
      let report = try world.device.sync()
      #expect(
        [.synced, .heldBack, .offline, .busy(retryAfterSeconds: nil)].contains(report.outcome),
        "\(place) of \(whole): \(report.outcome), \(report.message ?? "")")
      try world.expectRecovery("\(place) of \(whole)")
    }
    #expect(world.device.replica.device == identity, "it was never taken for a copy")
  }

  @Test(arguments: Server.allCases, [CuttingRelay.Direction.up, .down])
  func `a wire that breaks once is made good in the same sync`(
    _ server: Server, _ direction: CuttingRelay.Direction
  ) throws {
    let world = try World(server)
    defer { world.relay.stop() }
    for (number, place) in [0, 1, 90, 400, 777, 1500, 2345].enumerated() {
      try world.addNews(number)
      world.relay.cut(direction, after: place, isOnce: true)
      let report = try world.device.sync()
      #expect(report.outcome == .synced, "\(place): \(report.message ?? "") \(report.heldBack)")
      try world.expectRecovery("\(place)")
    }
  }
}
