import FolderSync
import JamaalCore
import ReplicaStore

extension Weather {
  /// The rates that a folder in memory takes.
  var rates: MemoryFolder.FaultRates {
    var rates = MemoryFolder.FaultRates()
    rates.fail = Double(fail) / 1000
    rates.answerLost = Double(answerLost) / 1000
    rates.seenHalf = Double(seenHalf) / 1000
    rates.gone = Double(gone) / 1000
    rates.stale = Double(stale) / 1000
    rates.cut = Double(cut) / 1000
    rates.shuffled = Double(shuffled) / 1000
    rates.flipped = Double(flipped) / 1000
    rates.failures = [
      FolderError(.offline, "The folder cannot be reached."),
      FolderError(.interrupted, "The connection broke."),
      FolderError(.busy, "The server is busy."),
    ]
    return rates
  }
}

/// What befalls the calls of one sync.
final class SyncFate {
  private let rates: MemoryFolder.FaultRates
  private let weather: Weather
  private let killedAtCall: Int?
  private unowned let device: SimulatedDevice
  private var dice: Dice
  private var calls = 0
  /// What was committed when the process died.
  private(set) var imageAtDeath: [UInt8]?
  private(set) var markers: [Marker] = []
  /// What befell the calls, for the count and for pictures.
  private(set) var faults: [(fault: Fault, words: String)] = []
  /// Files whose bytes were asked for in vain.
  private(set) var failedGets: [FolderPath] = []

  init(seed: UInt64, weather: Weather, killedAtCall: Int?, _ device: SimulatedDevice) {
    dice = Dice(seed: seed)
    rates = weather.rates
    self.weather = weather
    self.killedAtCall = killedAtCall
    self.device = device
  }

  /// Every status that servers answer with, other than that they cannot be reached.
  private static let refusals = [
    FolderError(.unauthorized, "The folder asks who this is."),
    FolderError(.forbidden, "The folder lets nobody in."),
    FolderError(.locked, "The folder is locked."),
    FolderError(.full, "There is no room."),
    FolderError(.readOnly, "The folder takes no changes."),
    FolderError(.notDAV, "A web page came instead."),
    FolderError(.redirect, "The folder has moved."),
    FolderError(.conflict, "Something is in the way."),
    FolderError(.refused, "The server refuses this."),
    FolderError(.busy, "The server is in maintenance."),
  ]

  private func refusal(of call: MemoryFolder.Call) -> [MemoryFolder.Fault]? {
    if call.operation == .put, let path = call.path, device.memory.storage.files[path] != nil {
      faults.append((.putTwice, "put again"))
    }
    guard weather.refused > 0, dice.below(1000) < weather.refused else { return nil }
    return [.fail(dice.pick(Self.refusals))]
  }

  private static let dead = FolderError(.offline, "The process is dead.")

  func faults(_ call: MemoryFolder.Call) -> [MemoryFolder.Fault] {
    if imageAtDeath != nil { return [.fail(Self.dead)] }
    calls += 1
    if calls == killedAtCall, !device.isInTransaction, let image = try? device.image() {
      // A replica that cannot be copied is simply not killed here.
      imageAtDeath = image
      guard call.operation == .put, dice.chance(60) else {
        markers.append(.killedInSync)
        faults.append((.killedInSync, "dies before \(call.words)"))
        return [.fail(Self.dead)]
      }
      markers.append(.killedAfterPut)
      faults.append((.killedAfterPut, "dies after \(call.words)"))
      return [.answerLost(Self.dead)]
    }
    let faults = refusal(of: call) ?? rates.faults(for: call, using: &dice)
    for fault in faults {
      if let kind = Fault(fault, call.operation) {
        self.faults.append((kind, "\(kind.words): \(call.words)"))
      }
      switch (fault, call.operation) {
      case (.stale, .list): markers.append(.staleListing)
      case (.cut, .list): markers.append(.cutListing)
      case (.gone, _): markers.append(.fileGone)
      case (.answerLost, .put): device.lostAnswer = true
      case (.fail, .get): if let path = call.path { failedGets.append(path) }
      default: break
      }
    }
    return faults
  }
}

extension TagHabit {
  /// The same for a folder in memory.
  var tags: MemoryFolder.Tags {
    switch self {
    case .strong: .strong
    case .missing: .absent
    case .stuck: .stuck
    }
  }
}

extension World {
  /// Lets a device meet the folder.
  @discardableResult
  func sync(
    _ device: SimulatedDevice, seed: UInt64, killedAtCall: Int?, weather: Weather
  ) throws -> SyncReport {
    syncCount += 1
    // Not always at once, so that news of several syncs is folded in together.
    let isFoldedAtOnce = seed % 4 != 0
    let before = isFoldedAtOnce ? try Sight(device.replica) : nil
    let identity = device.replica.device
    let clock = device.replica.clock
    switch weather.tags {
    case .strong: break
    case .missing: strike(.tagsMissing)
    case .stuck: strike(.tagsStuck)
    }
    let fate = SyncFate(seed: seed, weather: weather, killedAtCall: killedAtCall, device)
    let knownBefore = knownActs(device)
    let generation = device.replica.generation
    let hasSealed = device.replica.hasSealed
    device.memory.faults = { fate.faults($0) }
    device.memory.serverSeconds =
      device.isClockRight || tellsTime ? trueMillis / 1000 : nil
    let report = try device.synchronizer.sync()
    if bug != nil { try mischiefAfterSync(device, report, fate, clockBefore: clock) }
    device.memory.faults = { _ in [] }
    fate.markers.forEach { reach($0) }
    for (fault, _) in fate.faults { strike(fault) }
    tell(
      device,
      "syncs: \(report.outcome), \(report.pushedChangeSetCount) up, \(report.pulledSegmentCount) down"
        + "\(report.message.map { ", \($0)" } ?? "")")
    noteLateFacts(device, knownBefore: clock)
    trace(.sync, device, "\(report.outcome)") { event in
      event.moved = [report.pushedChangeSetCount, report.pulledSegmentCount]
      event.pulled = knownActs(device).subtracting(knownBefore).sorted()
      if report.pushedChangeSetCount > 0 {
        event.pushed = ledger.indices.filter { index in
          ledger[index].device == device.index && !ledger[index].isShown
        }.map { $0 + 1 }
        for number in event.pushed { ledger[number - 1].isShown = true }
      }
      event.faults = fate.faults.map(\.words)
      if event.faults.isEmpty, report.outcome == .heldBack { event.faults = ["held back"] }
    }
    if let image = fate.imageAtDeath {
      tell(device, "and dies meanwhile")
      try device.reopen(image)
      try noteRecovered(device, former: identity, generation: generation)
      try checkDurability(device)
    } else {
      try noteRecovered(device, former: identity, generation: generation)
      note(report, device, identity: identity)
    }
    if device.replica.generation != generation, !hasSealed { try noteAdopted(device) }
    if let before {
      try tick(device)
      for found in try Sight(device.replica).markers(after: before) {
        reach(found.marker, times: found.times)
      }
    }
    if report.outcome == .synced || report.outcome == .heldBack {
      device.heldBack = Set(report.heldBack.map(\.device))
    }
    try checkAfterSync(device)
    return report
  }

  private func note(_ report: SyncReport, _ device: SimulatedDevice, identity: DeviceID) {
    digest(UInt64(report.pulledSegmentCount), UInt64(report.pushedChangeSetCount))
    let isComplete = report.outcome == .synced || report.outcome == .heldBack
    if isComplete {
      for index in ledger.indices
      where ledger[index].device == device.index && !ledger[index].isForgotten {
        ledger[index].isSafe = true
      }
      if device.lostAnswer { reach(.answerLostThenRetried) }
      device.lostAnswer = false
    }
    reachOutcome(report)
    if !report.heldBack.isEmpty { reach(.heldBack) }
    for held in report.heldBack {
      tell(device, "cannot read on in the log of \(held.name) \(held.device): \(held.reason)")
    }
    for note in report.notes {
      switch note {
      case .folderHealed: reach(.folderHealed)
      case .handedOn:
        reach(.handedOn)
        tell(device, "hands on what the folder has lost")
      case .quarantined: reach(.futureSetAside)
      case .newIdentity:
        reach(device.planned.isClone ? .cloneTookNewIdentity : .restoredTookNewIdentity)
        tell(device, "is another device now: \(device.replica.device), was \(identity)")
      default: break
      }
    }
  }

  private func reachOutcome(_ report: SyncReport) {
    switch report.outcome {
    case .synced: if report.requestCount == 1 { reach(.nothingNewInOneRequest) }
    case .storageFull: reach(report.pulledSegmentCount > 0 ? .fullButPulled : .folderFull)
    case .readOnly: reach(.folderReadOnly)
    case .credentials: reach(.credentialsAsked)
    case .busy: reach(.folderBusy)
    case .otherFolder: reach(.otherFolderRefused)
    case .unusable: reach(.folderUnusable)
    default: break
    }
  }

  /// Looks whether something arrived for a day that had ended here long ago.
  private func noteLateFacts(_ device: SimulatedDevice, knownBefore clock: HybridTime) {
    guard device.replica.clock > clock, let today = device.today?.day else { return }
    if ledger.suffix(12).contains(where: { act in
      act.device != device.index && act.stamp.clock > clock && act.day < today - 1
    }) {
      reach(.lateFactForOldDay)
    }
  }
}
