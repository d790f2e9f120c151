import WorldDisk
import FolderSync
import JamaalCore
import ReplicaStore
import SQLite

/// What one world came to.
public struct WorldResult: Sendable {
  /// The seed of its plan.
  public var seed: UInt64
  /// A hash of every step; equal for equal plans, on every machine.
  public var stepDigest: UInt64
  /// How many events happened.
  public var stepCount: Int
  /// How many days devices lived through, asleep or awake.
  public var deviceDays: Int
  /// How many acts were acknowledged.
  public var actCount: Int
  /// How many rounds of syncing it took until all were equal.
  public var rounds: Int
  /// How often each invariant was looked at.
  public var tallies: [Invariant: InvariantTally]
  /// How often each situation came about.
  public var markers: [Marker: Int]
  /// What did not hold, if anything.
  public var violation: Violation?
  /// How often each fault of the table really befell somebody.
  public var faults: [Fault: Int]
  /// How many files the folder held in the end, and how many bytes they had.
  public var folderFileCount: Int
  /// How many bytes the folder held in the end.
  public var folderByteCount: Int
  /// What happened, one line each; only if the world was told to tell.
  public var story: [String]
  /// What happened, for a picture; only if the world was told to tell.
  public var trace: [TraceEvent]
}

/// A fleet of devices that live through a plan: first anything may fail, then everything heals.
public final class World {
  let plan: Plan
  let bug: PlantedBug?
  let tells: Bool
  /// Where devices without a disk get their connections from.
  let connections: ConnectionPool
  let storage = MemoryFolder.Storage()
  var fleet: [SimulatedDevice?] = []
  var ledger: [LedgerAct] = []
  var taskIDs: [Int: RecordID] = [:]
  /// The first instance of each repeat, by the number that plans give it.
  var series: [Int: RecordID] = [:]
  /// What other modules made, by the numbers that plans give it.
  var made = ModuleThings()
  /// Who deleted everything, in the order in which that was done.
  var deletions: [Int] = []
  /// What was written that only a newer version knows: the place, the stamp, the text, the device.
  var newerTexts: [NewerActs.Place: [(stamp: Stamp, text: String, device: Int)]] = [:]
  /// Tasks whose facts the ledger does not know for sure: some live on under new stamps since a clock
  /// had been far ahead, or a disk failed while one was written.
  var unsure: Set<Int> = []
  /// A copy of the folder that its server can go back to.
  var folderBackup: MemoryFolder.Storage.Snapshot?
  /// The folder while another one is in its place.
  var ownFolder: MemoryFolder.Storage.Snapshot?
  var isAnotherFolder = false
  /// Whether a disk failed while a setting may have been half-way to the ledger.
  var isSettingUncertain = false
  var trueMillis: Int64
  var tallies: [Invariant: InvariantTally] = [:]
  var markers: [Marker: Int] = [:]
  var faults: [Fault: Int] = [:]
  var story: [String] = []
  var traceEvents: [TraceEvent] = []
  var stepDigest: UInt64 = 0
  var stepCount = 0
  var syncCount = 0
  var rounds = 0
  /// Whether the server of this world tells devices what time it is, as a synced directory does not.
  let tellsTime: Bool
  /// Decides which of the dearer checks are made; part of the plan's seed, so that it replays.
  var checkDice: Dice

  /// The most rounds of syncing that a healed fleet may need.
  static let roundsMax = 8

  /// Prepares a world.
  ///
  /// - Parameters:
  ///   - plan: What happens.
  ///   - bug: Wrong behaviour to give to every device; for measuring what the invariants find.
  ///   - tells: Whether to write the story down, which costs time.
  public convenience init(_ plan: Plan, bug: PlantedBug? = nil, tells: Bool = false) {
    self.init(plan, bug: bug, tells: tells, connections: ConnectionPool())
  }

  /// Prepares one of many worlds that one thread lives through one after the other, with the
  /// connections that the next one is to use again.
  init(
    _ plan: Plan, bug: PlantedBug? = nil, tells: Bool = false, connections: ConnectionPool
  ) {
    self.connections = connections
    self.plan = plan
    self.bug = bug
    self.tells = tells
    trueMillis = plan.startMillis
    tellsTime = Dice.mixed(plan.seed ^ 0x7E11) % 2 == 0
    checkDice = Dice(seed: plan.seed ^ 0xC4EC)
  }

  /// Lives through the worlds of many seeds, one after the other.
  ///
  /// - Parameter seeds: The seeds.
  /// - Returns: What each came to, in the same order.
  public static func run(seeds: [UInt64]) -> [WorldResult] {
    let connections = ConnectionPool()
    return seeds.map { World(Plan(seed: $0), connections: connections).run() }
  }

  /// The rules of a zone that a plan names; a plan that was read in was checked for it.
  static func zone(_ rule: String) -> TimeZoneRules { knownZone(rule) ?? .utc }

  static func knownZone(_ rule: String) -> TimeZoneRules? {
    // The reason does not matter: a plan with such a zone is refused with its own words.
    try? SimulatedDevice.zones.rules(for: rule)
  }

  /// Lives through the plan.
  ///
  /// - Returns: What it came to.
  public func run() -> WorldResult {
    var violation: Violation?
    do {
      try settle()
      for event in plan.events { try live(event) }
      try heal()
    } catch let found as Violation {
      violation = found
    } catch {
      violation = Violation(.noSurprise, "\(error)")
    }
    if tells, let found = violation, found.act == nil { violation = locating(found) }
    if let violation {
      tell(nil, "\(violation)")
      trace(.violation, nil, violation.message)
    } else {
      traceEnd()
    }
    let alive = fleet.count { $0 != nil }
    return WorldResult(
      seed: plan.seed, stepDigest: stepDigest, stepCount: stepCount,
      deviceDays: alive * plan.days, actCount: ledger.count, rounds: rounds, tallies: tallies,
      markers: markers, violation: violation, faults: faults,
      folderFileCount: storage.files.count,
      folderByteCount: storage.files.values.reduce(0) { $0 + $1.count }, story: story,
      trace: traceEvents)
  }

  // MARK: Telling

  func tell(_ device: SimulatedDevice?, _ text: @autoclosure () -> String) {
    guard tells else { return }
    let zone = device?.zone ?? World.zone(plan.devices[0].zone)
    let local = zone.localTime(at: Instant(millis: trueMillis))
    let second = local.secondOfDay
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let time = "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
    story.append("\(local.date) \(time)  \(device?.planned.name ?? "everybody"): \(text())")
  }

  /// Leaves out of the comparison what an act that failed half-way may have been about.
  private func noteUnsure(_ action: PlannedAction, on device: SimulatedDevice) {
    switch action {
    case .undo:
      if let task = ledger.last(where: { $0.device == device.index })?.task { unsure.insert(task) }
    case .module(let act):
      // Some act on whichever tasks a day leaves.
      let isOnMany = [OverflowActs.name, PlanningActs.name].contains(act.module)
      unsure.formUnion(isOnMany ? Array(taskIDs.keys) : [act.subject])
    default:
      if let task = action.task { unsure.formUnion(taskIDs.keys.filter { $0 % 1000 == task }) }
    }
  }

  func reach(_ marker: Marker, times: Int = 1) {
    markers[marker, default: 0] += times
  }

  /// Counts a fault that really befell somebody.
  func strike(_ fault: Fault) {
    faults[fault, default: 0] += 1
  }

  /// Counts a check, and fails if it did not hold.
  func check(
    _ invariant: Invariant, exercised: Bool = true, _ holds: Bool,
    act: Int? = nil, _ message: @autoclosure () -> String
  ) throws {
    tallies[invariant, default: InvariantTally()].checked += 1
    if exercised { tallies[invariant, default: InvariantTally()].exercised += 1 }
    guard !holds else { return }
    throw Violation(invariant, message(), act: act)
  }

  func digest(_ values: UInt64...) {
    for value in values { stepDigest = Dice.mixed(stepDigest &* 31 &+ value) }
  }

  // MARK: Devices

  /// Makes the devices; the first one makes the folder and sets the day's end.
  private func settle() throws {
    for (index, planned) in plan.devices.enumerated() {
      guard !planned.isClone else {
        fleet.append(nil)
        continue
      }
      let device = try SimulatedDevice(
        index, planned, storage, bug: bug, millis: trueMillis, connections: connections)
      device.memory.tags = plan.weather.tags.tags
      try device.replica.rename(planned.name)
      if planned.skewMillis != 0 { strike(.skewedClock) }
      if planned.fastPerMille != 0 { strike(.clockFast) }
      if planned.isNewer { strike(.olderVersion) }
      if device.zone.offsetSeconds(at: device.now) % 3600 != 0 { strike(.oddOffset) }
      if index == 0 {
        try device.membership.create()
        let minute = plan.rolloverMinute
        if minute != 0 {
          let context = DayContext(now: device.now, zone: device.zone)
          try device.planner.changeSettings(context) { $0.rolloverMinute = minute }
          note(.rollover(minute), device, try device.tick(), evidence: [.settings])
        }
      } else {
        try device.membership.join()
      }
      fleet.append(device)
    }
  }

  private func live(_ event: PlannedEvent) throws {
    trueMillis = event.at
    stepCount += 1
    if case .clone(let original) = event.action { return try clone(event.device, of: original) }
    guard let device = fleet[event.device] else { return }
    if let last = device.lastMillis {
      if trueMillis - last >= 10 * PlanMaker.day { reach(.tenDaySleeper) }
      if trueMillis - last >= 300 * PlanMaker.day {
        reach(.yearSleeper)
        strike(.asleepForAYear)
      }
      if trueMillis - last >= PlanMaker.day { strike(.asleep) }
    }
    device.isAsleepLong = device.lastMillis.map { trueMillis - $0 > PlanMaker.day } ?? false
    device.look(at: trueMillis)
    if device.processes.count > 1 {
      reach(.twoProcesses)
      strike(.twoProcesses)
    }
    let before = device.replica.digest
    do {
      try device.takeTurn()
      try live(event.action, on: device)
    } catch  where device.disk?.failing != nil && !(error is Violation) {
      try recover(device, error)
      // What was not acknowledged may have been kept all the same.
      if device.replica.digest != before { noteUnsure(event.action, on: device) }
    }
    // Whatever fails without a reason ends the world before it comes here.
    try check(.noSurprise, true, "")
    digest(
      UInt64(event.device), device.replica.digest.high, device.replica.digest.low,
      device.replica.clock.rawValue, UInt64(device.replica.latestChange),
      UInt64(device.memory.requestCount))
  }

  private func live(_ action: PlannedAction, on device: SimulatedDevice) throws {
    switch action {
    case .tick: try tick(device)
    case .sync(let seed, let killedAtCall):
      try sync(device, seed: seed, killedAtCall: killedAtCall, weather: plan.weather)
    case .kill: try kill(device)
    case .backUp: device.backup = (try device.image(), ledger.count, device.furthestEnded)
    case .restore: try restore(device)
    case .setClock(let aheadMillis):
      device.aheadMillis = aheadMillis
      device.look(at: trueMillis)
      tell(device, "the clock is set \(aheadMillis / 60_000) minutes ahead")
      strikeClock(aheadMillis)
      trace(.fault, device, "clock set to \(device.clockText)")
    default:
      if try !befall(action, device) { try act(action, on: device) }
    }
  }

  private func strikeClock(_ aheadMillis: Int64) {
    let year: Int64 = 365 * PlanMaker.day
    if aheadMillis < -20 * year {
      strike(.year1970)
    } else if aheadMillis > 20 * year {
      strike(.year2099)
    } else if aheadMillis != 0 {
      strike(aheadMillis < 0 ? .clockBack : .clockAhead)
    }
  }

  func tick(_ device: SimulatedDevice) throws {
    let before = device.lastEnded
    let sight = tells ? try Sight(device.replica) : nil
    let moment = try device.tick()
    if let before, moment.lastEnded > before, device.isAsleepLong { reach(.wokeBeforeSync) }
    device.isAsleepLong = false
    if tells, before != moment.lastEnded {
      tell(device, "it is \(moment.today)")
      let moved = try sight.map { try carried(device, since: $0) } ?? ""
      trace(.dayEnds, device, HTML.day("\(moment.today)") + moved)
    }
    try watchDays(device, moment)
  }

  /// What a day's end moved on, for a picture.
  private func carried(_ device: SimulatedDevice, since before: Sight) throws -> String {
    let tasks = try Sight(device.replica).carried(since: before)
    let numbers = taskIDs.filter { tasks.contains($0.value) }.keys.sorted()
    let names = numbers.map { "task \($0)" }.joined(separator: ", ")
    return numbers.isEmpty ? "" : ": moves \(names) on"
  }

  private func kill(_ device: SimulatedDevice) throws {
    let before = device.replica.digest
    if device.disk != nil, device.mischief.imageAtDeath(bug) == nil {
      device.disk?.restart()
      try device.openDisk()
    } else {
      try device.reopen(device.mischief.imageAtDeath(bug) ?? device.image())
    }
    tell(device, "the process dies and starts again")
    trace(.fault, device, "dies, starts again")
    strike(.killedAtRest)
    reach(.killedAtRest)
    try checkDurability(device)
    try check(
      .durability, device.replica.digest == before, "\(device.planned.name) lost something")
  }

  private func restore(_ device: SimulatedDevice) throws {
    guard let backup = device.backup else { return }
    tell(device, "goes back to an old copy of itself")
    trace(.fault, device, "restored from an old backup")
    strike(.restored)
    forgive(device, from: backup.acts)
    device.lastEnded = nil
    // A clock that was far ahead when the copy was made had ended days then.
    device.furthestEnded = [backup.furthestEnded, device.endedByClock].compactMap { $0 }.max()
    device.firstDurableAct = ledger.count
    try device.mendDisk()
    try device.reopen(backup.image)
    forgiveLost()
  }

  private func clone(_ index: Int, of original: Int) throws {
    guard fleet[index] == nil, fleet.indices.contains(original), let source = fleet[original]
    else { return }
    let device = try SimulatedDevice(
      index, plan.devices[index], storage, bug: bug, millis: trueMillis,
      connections: connections, image: try source.image())
    fleet[index] = device
    device.furthestEnded = source.furthestEnded
    tell(device, "comes to life as a copy of \(source.planned.name)")
    trace(.fault, device, "copied from \(source.planned.name)")
    strike(.cloned)
  }

  var alive: [SimulatedDevice] { fleet.compactMap { $0 } }
}
