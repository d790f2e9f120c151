import WorldDisk
import FolderSync
import JamaalCore
import ReplicaStore

/// One process of a device, with the replica open.
struct Process {
  let replica: Replica
  let planner: Planner
  let synchronizer: Synchronizer
}

/// What every new device without a disk starts from, made once; those with a disk make their own.
///
/// Tables cost ten times as much to make as to read in.
private enum EmptyReplica {
  private static let today = Result { try make(.planner) }
  private static let newer = Result { try make(.newerPlanner) }

  static func image(isNewer: Bool) throws -> [UInt8] {
    try (isNewer ? newer : today).get()
  }

  private static func make(_ schema: Schema) throws -> [UInt8] {
    let replica = try Replica(
      path: ":memory:", schema: schema,
      environment: ReplicaEnvironment(nowMillis: { 0 }, random: { 1 }))
    _ = try Planner(replica: replica, zones: SimulatedDevice.zones)
    _ = try Synchronizer(
      replica: replica, folder: MemoryFolder(MemoryFolder.Storage()), nowMillis: { 0 })
    return try replica.image()
  }
}

extension SimulatedDevice {
  /// Where the replica is on the disk.
  private static let path = "/simulated/replica.db"

  /// What the replica reads the time and its random numbers from.
  var replicaEnvironment: ReplicaEnvironment {
    var environment = Self.environment(authorities, bug, connections)
    environment.fileLayer = disk?.name
    return environment
  }

  /// Everything committed so far, as the bytes of a file.
  func image() throws -> [UInt8] {
    var image = try replica.image()
    // A file with a log beside it says so in its header, and no copy in memory can have one.
    // Source: sqlite.org/fileformat.html, "File format version numbers".
    if disk != nil, image.count > 20 {
      image[18] = 1
      image[19] = 1
    }
    return image
  }

  /// Starts every process of the device.
  ///
  /// - Parameter image: What is to be there; `nil` for nothing.
  /// - Throws: `ReplicaError`.
  func open(_ image: [UInt8]?) throws {
    processes = []
    current = 0
    guard let disk else {
      let replica =
        if let image {
          try Replica(image: image, schema: schema, environment: replicaEnvironment)
        } else {
          try Replica(
            newFrom: try EmptyReplica.image(isNewer: isNewer), schema: schema,
            environment: replicaEnvironment)
        }
      processes = [try process(replica)]
      return
    }
    disk.format(Self.path, image)
    try openDisk()
  }

  /// Starts two processes on what is on the disk.
  func openDisk() throws {
    processes = []
    current = 0
    for _ in 0..<2 {
      let replica = try Replica(
        path: Self.path, schema: schema, environment: replicaEnvironment)
      processes.append(try process(replica))
    }
  }

  private func process(_ replica: Replica) throws -> Process {
    Process(
      replica: replica, planner: try Planner(replica: replica, zones: Self.zones),
      synchronizer: try Self.synchronizer(replica, memory, authorities, bug))
  }

  /// Starts the processes again on what was committed.
  func reopen(_ image: [UInt8]) throws {
    defer { if bug == .clockForgotten { setClockToWall() } }
    try open(image)
  }

  /// Starts the processes again, after the last one has ended as it should.
  func restart() throws {
    if disk == nil { try open(try image()) } else { try openDisk() }
  }

  /// Starts with a replica that nothing was ever written to.
  func startAnew() throws { try open(nil) }

  /// Lets the other process go on, if there is one.
  func takeTurn() throws {
    guard processes.count > 1 else { return }
    current = 1 - current
    // So that it takes notice of what the other one wrote.
    try replica.read { _ in }
  }

  /// Lets the disk fail at one of the next durable writes.
  func arm(_ fate: DiskFate, after writes: Int) {
    // A disk that lies already loses what it lied about, whatever fails next.
    guard let disk, !disk.liesAboutSync else { return }
    diskFate = fate
    switch fate {
    case .full: disk.arm(.full, after: writes)
    case .busy: disk.arm(.busy, after: writes)
    case .readOnly: disk.arm(.readOnly, after: writes)
    case .powerCut: disk.arm(.powerCut, after: writes)
    case .lyingSync:
      disk.liesAboutSync = true
      disk.arm(.powerCut, after: writes + 20)
    }
  }

  /// Puts the disk right, and starts again where the power was cut.
  func mendDisk() throws {
    guard let disk else { return }
    let wasCut = disk.failing == .powerCut
    disk.mend()
    diskFate = nil
    // A start that failed left fewer than there were.
    if wasCut || processes.count < 2 { try openDisk() }
  }
}

extension World {
  /// Takes notice of a disk that failed in the middle of something, and goes on.
  func recover(_ device: SimulatedDevice, _ error: any Error) throws {
    guard let fate = device.diskFate else { return }
    tell(device, "the disk fails: \(error)")
    trace(.fault, device, "disk: \(HTML.words(fate.rawValue))")
    device.memory.faults = { _ in [] }
    isSettingUncertain = true
    if fate == .lyingSync {
      forgive(device, from: 0)
      device.lastEnded = nil
      device.firstDurableAct = ledger.count
    }
    try device.mendDisk()
    switch fate {
    case .full: strike(.diskFull)
    case .busy: strike(.diskBusy)
    case .readOnly: strike(.readOnlyDisk)
    case .lyingSync: strike(.lyingSync)
    case .powerCut:
      strike(.tornPage)
      strike(.killedAtWrite)
    }
    reach(fate == .powerCut || fate == .lyingSync ? .powerCutInWrite : .diskRefusedWrite)
    try checkDigest(device)
    try checkDurability(device)
  }
}
