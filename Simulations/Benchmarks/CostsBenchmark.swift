import FolderSync
import ReplicaStore
import SQLite
import TestSupport

/// What folder sync costs: requests and bytes counted by a real Apache on this machine, bodies by
/// the folder where only their sum matters.
struct CostsBenchmark {
  private let directory: String
  private var report = Report()
  private let apache: Apache

  /// The wall of one device: a clock that is set, and chance with a seed.
  private final class Wall {
    var millis: Int64 = 1_800_000_000_000
    var random: SplitMix
    init(_ seed: UInt64) { random = SplitMix(state: seed) }

    var environment: ReplicaEnvironment {
      ReplicaEnvironment(nowMillis: { self.millis }, random: { self.random.next() })
    }
  }

  /// A device in memory.
  private struct Device {
    let wall: Wall
    let replica: Replica
    let folder: any Folder
    let synchronizer: Synchronizer

    init(_ seed: UInt64, _ folder: any Folder, _ schema: Schema, path: String = ":memory:") throws {
      let wall = Wall(seed)
      self.wall = wall
      self.folder = folder
      replica = try Replica(path: path, schema: schema, environment: wall.environment)
      synchronizer = try Synchronizer(
        replica: replica, folder: folder, nowMillis: { wall.millis })
    }

    var membership: FolderMembership {
      get throws {
        try FolderMembership(replica: replica, folder: folder, random: { wall.random.next() })
      }
    }

    func sync() throws {
      wall.millis += 1000
      let result = try synchronizer.sync()
      precondition(
        result.outcome == .synced, "\(result.message ?? "") \(result.heldBack) \(result.outcome)")
    }

    /// The steps of SQLite's virtual machine that a sync takes.
    func steps() throws -> Double {
      func count() throws -> Int { try replica.read { $0.database.stepCount } }
      let before = try count()
      try sync()
      return Double(try count() - before)
    }

    func add(_ generator: inout RecordGenerator) throws {
      wall.millis += 1000
      let record = generator.next()
      try replica.write { try $0.insert(record) }
    }
  }

  /// Measures everything and prints it.
  ///
  /// - Parameters:
  ///   - directory: An empty directory.
  ///   - pushCount: How many small changes each of two devices pushes.
  /// - Throws: What a sync or the server throws.
  static func run(in directory: String, pushCount: Int) throws {
    var benchmark = try CostsBenchmark(directory)
    defer { benchmark.apache.stop() }
    try benchmark.wire(pushCount)
    try benchmark.requests()
    try benchmark.tenYears()
  }

  private init(_ directory: String) throws {
    self.directory = directory
    apache = try Apache()
  }

  private func open(_ name: String) throws -> any Folder {
    var options = HTTPOptions()
    options.proxy = ""
    return try FolderAddress("http://127.0.0.1:\(apache.port)/dav/\(name)").open(
      credentials: FolderCredentials(user: Apache.user, password: Apache.password),
      options: options)
  }

  // MARK: Requests

  private mutating func requests() throws {
    let count = 5
    var generator = RecordGenerator(seed: 1)
    let devices = try (0..<count).map {
      try Device(UInt64($0) + 1, open("requests"), BenchmarkRecord.schema)
    }
    for (index, device) in devices.enumerated() {
      if index == 0 { try device.membership.create() } else { try device.membership.join() }
      try device.add(&generator)
    }
    for _ in 0..<3 { for device in devices { try device.sync() } }
    report.line("requests, nothing new", try counted { try devices[0].sync() }, "", "1")
    try devices[0].add(&generator)
    report.line("requests, one small change", try counted { try devices[0].sync() }, "", "3")
    for device in devices.dropFirst() { try device.sync() }
    for device in devices.dropFirst() {
      try device.add(&generator)
      try device.sync()
    }
    report.line("requests, 4 peers changed", try counted { try devices[0].sync() }, "", "5")
    let lone = try Device(99, open("pushes"), BenchmarkRecord.schema)
    try lone.membership.create()
    try lone.add(&generator)
    try lone.sync()
    let pushes = 1000
    let all = try counted {
      for _ in 0..<pushes {
        try lone.add(&generator)
        try lone.sync()
      }
    }
    report.line(
      "requests a push for merging and deleting", all / Double(pushes) - 3, "", "at most 1.5")
    report.line(
      "files after 1,000 pushes", Double(try lone.folder.list("log").entries.count), "",
      "under 30")
  }

  /// How many requests the server answers meanwhile.
  private func counted(_ body: () throws -> Void) rethrows -> Double {
    let before = apache.exchanges.count
    try body()
    return Double(apache.exchanges.count - before)
  }

  // MARK: Ten years

  private mutating func tenYears() throws {
    // Lived in memory; the files are then put where the server has them.
    let storage = MemoryFolder.Storage()
    let owner = try Device(1, MemoryFolder(storage), HeavyUser.schema)
    try owner.membership.create()
    var user = HeavyUser(owner.replica) { owner.wall.millis = $0 }
    for day in 0..<HeavyUser.dayCount {
      try user.live(day: day)
      try owner.sync()
    }
    try owner.sync()
    let remote = try open("years")
    try remote.makeDirectory(.root)
    for (path, bytes) in storage.files.sorted(by: { $0.key < $1.key }) {
      try remote.put(path, bytes)
    }
    report.line("ten years: files", Double(storage.files.count), "", "no goal")
    for round in 0..<3 {
      let path = "\(directory)/late-\(round).db"
      let before = apache.exchanges.count
      let late = try Device(
        UInt64(round) + 50, open("years"), HeavyUser.schema, path: path)
      late.wall.millis = owner.wall.millis
      try report.time("ten years onto a new device") {
        try late.membership.join()
        try late.sync()
      }
      precondition(late.replica.digest == owner.replica.digest, "the replicas differ")
      let exchanges = apache.exchanges[before...]
      report.note("ten years, requests", Double(exchanges.count))
      report.note(
        "ten years, bytes",
        Double(exchanges.reduce(0) { $0 + $1.receivedByteCount + $1.sentByteCount }))
      for suffix in ["", "-wal", "-shm"] { removeFile(path + suffix) }
    }
    report.line(
      "ten years onto a new device, Apache", report.median("ten years onto a new device"),
      "seconds", "under 5")
    report.line("ten years: requests", report.median("ten years, requests"), "", "no goal")
    report.line(
      "ten years: on the wire, both ways", report.median("ten years, bytes") / 1e6, "MB", "under 12"
    )
  }

  // MARK: Bodies

  private mutating func wire(_ pushCount: Int) throws {
    let storage = MemoryFolder.Storage()
    let tally = BodyTally()
    var generator = RecordGenerator(seed: 3)
    let devices = try (0..<2).map { index in
      try Device(
        UInt64(index) + 1, CountingFolder(MemoryFolder(storage), tally), BenchmarkRecord.schema)
    }
    try devices[0].membership.create()
    try devices[1].membership.join()
    tally.reset()
    var sealed = 0
    var ids: [RecordID] = []
    for number in 0..<pushCount {
      if number == 10 { try steps(after: number, devices, &generator) }
      for device in devices {
        device.wall.millis += 1000
        // Mostly a change of one field; now and then something new.
        try device.replica.write { transaction in
          if number % 10 == 0 || ids.isEmpty {
            let record = generator.next()
            try transaction.insert(record)
            ids.append(record.id)
          } else if let id = ids.randomElement(using: &device.wall.random),
            var record = try transaction.record(BenchmarkRecord.self, id)
          {
            record.rank += 1
            try transaction.write(record, \.rank)
          }
        }
        sealed += try device.replica.seal()?.bytes.count ?? 0
        try device.sync()
      }
    }
    for _ in 0..<2 { for device in devices { try device.sync() } }
    precondition(devices[0].replica.digest == devices[1].replica.digest, "the replicas differ")
    report.line(
      "change sets of \(pushCount) small changes each", Double(sealed) / 1e6, "MB", "no goal")
    report.line("their bodies up", Double(tally.upByteCount) / 1e6, "MB", "no goal")
    report.line("their bodies down", Double(tally.downByteCount) / 1e6, "MB", "no goal")
    report.line(
      "bodies on the wire against change sets",
      Double(tally.upByteCount + tally.downByteCount) / Double(sealed), "", "at most 4")
    report.line("their files", Double(storage.files.count), "", "no goal")
    try steps(after: pushCount, devices, &generator)
  }

  /// What syncs cost a device itself that has seen so many pushes of each; not on the wire.
  private func steps(
    after count: Int, _ devices: [Device], _ generator: inout RecordGenerator
  ) throws {
    for device in devices { for _ in 0..<2 { try device.sync() } }
    let idle = try devices[0].steps()
    try devices[0].add(&generator)
    let push = try devices[0].steps()
    let pull = try devices[1].steps()
    for (what, figure) in [("nothing new", idle), ("one to send", push), ("one to get", pull)] {
      report.line("steps after \(count) pushes, \(what)", figure, "", "the same after any number")
    }
  }
}
