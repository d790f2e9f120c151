import FolderSync
import JamaalCore
import ReplicaStore

/// What befalls a folder, whoever does it.
public enum FolderFate: String, Codable, Hashable, Sendable, CaseIterable {
  /// Its server makes a backup.
  case backUp
  /// Its server goes back to the backup.
  case restore
  /// Somebody empties it.
  case empty
  /// Another folder takes its place.
  case replace
  /// The own one is back in its place.
  case giveBack
  /// A program that syncs the directory leaves copies of files beside them.
  case conflictedCopies
}

extension World {
  /// The file that says which folder it is.
  private static let identityPath: FolderPath = "jamaal.json"

  /// Lets a fate befall a device or the folder.
  ///
  /// - Returns: Whether it was one.
  func befall(_ action: PlannedAction, _ device: SimulatedDevice) throws -> Bool {
    switch action {
    case .travel(let zone): travel(device, zone)
    case .freezeClock(let isFrozen):
      device.frozenMillis = isFrozen ? device.authorities.millis : nil
      device.look(at: trueMillis)
      if isFrozen { strike(.clockFrozen) }
      trace(.fault, device, isFrozen ? "clock stands still" : "clock goes again")
      tell(device, isFrozen ? "the clock stands still" : "the clock goes again")
    case .reinstall: try reinstall(device)
    case .install(let isNewer): try install(device, isNewer: isNewer)
    case .folder(let fate): befallFolder(fate)
    case .disk(let fault, let after): device.arm(fault, after: after)
    default: return false
    }
    return true
  }

  private func travel(_ device: SimulatedDevice, _ rule: String) {
    let before = device.zone.offsetSeconds(at: device.now)
    let was = device.today?.day
    device.zone = World.zone(rule)
    let change = device.zone.offsetSeconds(at: device.now) - before
    tell(device, "is in \(rule) now")
    trace(.fault, device, "travels \(change < 0 ? "west" : "east"), \(abs(change) / 3600) h")
    if change > 12 * 3600 { strike(.eastOverDateLine) }
    if change < -12 * 3600 { strike(.westOverDateLine) }
    reach(change < 0 ? .travelledWest : .travelledEast)
    if device.isAsleepLong { strike(.travelAsleep) }
    device.dayBeforeTravel = was
  }

  /// Everything on the device is gone; it starts anew and joins the folder again.
  private func reinstall(_ device: SimulatedDevice) throws {
    guard storage.files[Self.identityPath] != nil, !isAnotherFolder else { return }
    forgive(device, from: 0)
    device.lastEnded = nil
    device.furthestEnded = device.endedByClock
    device.firstDurableAct = ledger.count
    device.backup = nil
    // With a disk that works again.
    try device.mendDisk()
    try device.startAnew()
    try device.replica.rename(device.planned.name)
    try device.membership.join()
    forgiveLost()
    strike(.reinstalled)
    reach(.reinstalledAndJoined)
    tell(device, "is installed anew")
    trace(.fault, device, "installed anew")
  }

  /// Another version of the program goes on with what is there.
  private func install(_ device: SimulatedDevice, isNewer: Bool) throws {
    guard device.planned.isNewer, device.isNewer != isNewer else { return }
    let before = device.replica.digest
    device.isNewer = isNewer
    try device.restart()
    if !isNewer { strike(.downgraded) }
    tell(device, isNewer ? "is updated" : "goes back to an older version")
    trace(.fault, device, isNewer ? "updated" : "older version")
    try checkDurability(device)
    // With the newer version a device takes in what it has kept of it.
    try check(
      .unknownSurvives, isNewer || device.replica.digest == before,
      "\(device.planned.name) lost something with the version that knew it")
  }

  /// Forgives the loss of acts that no other device could know of.
  func forgive(_ device: SimulatedDevice, from first: Int) {
    for index in ledger.indices where index >= first {
      guard ledger[index].device == device.index else { continue }
      ledger[index].isForgotten = true
      if !ledger[index].isSafe { ledger[index].isForgiven = true }
    }
  }

  /// Forgives the loss of acts that are in no folder and that nobody knows of any more.
  func forgiveLost() {
    for index in ledger.indices where !ledger[index].isSafe && !ledger[index].isForgiven {
      let act = ledger[index]
      let isKnown =
        act.evidence.isEmpty
        ? alive.contains { $0.replica.device == act.stamp.device && $0.firstDurableAct <= index }
        : alive.contains { (try? EvidenceReader.knows($0.replica, act)) ?? false }
      if !isKnown { ledger[index].isForgiven = true }
    }
  }

  private func befallFolder(_ fate: FolderFate) {
    switch fate {
    case .backUp: if !isAnotherFolder { folderBackup = storage.snapshot }
    case .restore:
      guard let backup = folderBackup, !isAnotherFolder else { return }
      storage.restore(backup)
      noteFolderLost()
      strike(.folderRestored)
      reach(.folderWentBack)
    case .empty:
      guard !isAnotherFolder else { return }
      storage.restore(MemoryFolder.Storage().snapshot)
      noteFolderLost()
      folderBackup = nil
      strike(.folderEmptied)
    case .replace:
      guard !isAnotherFolder, let other = otherFolder() else { return }
      ownFolder = storage.snapshot
      isAnotherFolder = true
      storage.restore(other)
      strike(.otherFolder)
    case .giveBack:
      guard let own = ownFolder, isAnotherFolder else { return }
      storage.restore(own)
      isAnotherFolder = false
    case .conflictedCopies: copyFiles()
    }
    if fate != .backUp {
      tell(nil, "the folder: \(fate.rawValue)")
      trace(.fault, nil, HTML.words(fate.rawValue))
    }
  }

  /// Takes notice that the folder no longer has what it had.
  private func noteFolderLost() {
    // It may be lost with its author from now on, and is if that one has gone back to before it.
    for index in ledger.indices { ledger[index].isSafe = false }
    forgiveLost()
  }

  /// A folder of somebody else.
  private func otherFolder() -> MemoryFolder.Storage.Snapshot? {
    let storage = MemoryFolder.Storage()
    // A stranger's device; if it cannot be made, nothing is put in the place of the folder.
    guard
      let stranger = try? SimulatedDevice(
        0, PlannedDevice(name: "stranger", seed: plan.seed ^ 0xFACE, zone: "UTC", skewMillis: 0),
        storage, bug: nil, millis: trueMillis, connections: connections),
      (try? stranger.membership.create()) != nil
    else { return nil }
    return storage.snapshot
  }

  /// Leaves copies under names that are allowed and mean nothing here.
  private func copyFiles() {
    for (path, bytes) in storage.files.sorted(by: { $0.key < $1.key }).prefix(3) {
      let copy = "\(path.directory.name)/\(path.name.prefix(40))-conflicted-copy"
      guard let twin = FolderPath(copy) else { continue }
      storage.set(twin, to: bytes)
      strike(.conflictedCopy)
      reach(.copiesPassedOver)
    }
  }

  /// Puts the folder right, as a person would who was told that it is another one.
  func healFolder() throws {
    if isAnotherFolder { befallFolder(.giveBack) }
    guard storage.files[Self.identityPath] == nil, let first = alive.first else { return }
    reach(.folderFilledAgain)
    try first.membership.republish()
    for device in alive.dropFirst() { try device.membership.rejoin() }
  }

  /// Puts clocks and disks right.
  func healDevices() throws {
    for device in alive {
      device.frozenMillis = nil
      device.isClockRight = true
      device.look(at: trueMillis)
      try device.mendDisk()
    }
  }

  /// Has everybody come back from a clock that was far ahead, and asks for a rebuild as a person would.
  func recoverClocks() throws {
    for device in alive where device.replica.isClockAhead {
      // A server tells the time, and a device that it agrees with is right again.
      try meet(device, seed: plan.seed)
      if device.replica.isClockAhead { try meet(device, seed: plan.seed) }
    }
    noteStranded()
    for device in alive {
      // Whoever sees a today in 2099 asks for a rebuild, which doubts such days.
      let today = device.zone.localTime(at: device.now).date
      guard let ended = device.furthestEnded, ended > today else { continue }
      try device.planner.rebuild(device.context)
      device.lastEnded = nil
      device.furthestEnded = max(today, device.endedByClock)
      reach(.daysGivenBack)
    }
  }

  /// Takes notice of what a device has written again, if its clock had been far ahead and it is another
  /// one since.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - former: The name that it had before it synced.
  ///   - generation: The deletion that it had heard of last.
  /// - Throws: `ReplicaError`.
  func noteRecovered(
    _ device: SimulatedDevice, former: DeviceID, generation: Stamp
  ) throws {
    guard device.replica.device != former,
      let voided = try device.replica.voidedDevices().first(where: { $0.device == former })
    else { return }
    tell(device, "is another device now, since its clock had been far ahead")
    reach(.clockRecovered)
    if !device.isClockRight { reach(.clockRecoveredInPassing) }
    let current = device.replica.generation
    for index in ledger.indices {
      if current.device == device.replica.device, ledger[index].generation == generation {
        ledger[index].generation = current
      }
      guard ledger[index].stamp.clock >= voided.since else { continue }
      ledger[index].isForgiven = true
      ledger[index].isRestamped = true
      if let task = ledger[index].task { unsure.insert(task) }
    }
    device.lastEnded = nil
    device.furthestEnded = device.endedByClock
  }

  /// Finds what was written far in the future under a name that nobody has any more: it waits
  /// everywhere for its time, and nobody is left to write it again.
  private func noteStranded() {
    let limit = trueMillis + DriftGuard.standard.aheadMillisMax
    for index in ledger.indices
    where ledger[index].stamp.clock.millis > limit && !ledger[index].isRestamped {
      ledger[index].isForgiven = true
      if let task = ledger[index].task { unsure.insert(task) }
      reach(.strandedInFuture)
    }
  }
}
