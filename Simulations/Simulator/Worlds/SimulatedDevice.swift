import WorldDisk
import FolderSync
import JamaalCore
import ReplicaStore
import SQLite

/// One device of a world: the production replica, planner and synchronizer, with a clock, a source
/// of randomness and a folder that belong to the world.
final class SimulatedDevice {
  /// What the replica reads the time and its random numbers from; outlives every restart.
  final class Authorities {
    var millis: Int64 = 0
    var dice: Dice

    init(seed: UInt64) { dice = Dice(seed: seed) }
  }

  let index: Int
  let planned: PlannedDevice
  /// Whether its program knows more than today's does; one that does may be replaced.
  var isNewer: Bool
  /// Where it is now.
  var zone: TimeZoneRules
  let memory: MemoryFolder
  let bug: PlantedBug?
  let authorities: Authorities
  /// The processes that have the replica open: one, or two on a device with a disk.
  var processes: [Process]
  /// The one that is acting.
  var current = 0
  /// The disk that the replica is on, if it is on one.
  let disk: SimulatedDisk?
  /// Where the connection comes from without a disk.
  let connections: ConnectionPool
  /// How the disk was told to fail.
  var diskFate: DiskFate?

  var replica: Replica { processes[current].replica }
  var planner: Planner { processes[current].planner }
  var synchronizer: Synchronizer { processes[current].synchronizer }

  /// What the wall clock shows while it stands still.
  var frozenMillis: Int64?
  /// The day it was before the latest journey.
  var dayBeforeTravel: LogicalDate?
  private let bornMillis: Int64
  /// Whether the clock has been put right, and goes right from now on.
  var isClockRight = false
  /// How far the wall clock was set from its usual reading.
  var aheadMillis: Int64 = 0
  /// A copy to go back to, with the length of the ledger when it was made.
  var backup: (image: [UInt8], acts: Int, furthestEnded: LogicalDate?)?
  /// Acts before this one in the ledger may have to come back from the folder first.
  var firstDurableAct = 0
  /// The true time of the last thing that happened here.
  var lastMillis: Int64?
  /// The last ended day that was ever seen here.
  var lastEnded: LogicalDate?
  /// The last day that can have ended here, by every moment that the clock has shown, for people
  /// whose days end at midnight.
  var furthestEnded: LogicalDate?
  /// The day it was here when last asked, and the true time then.
  var today: (day: LogicalDate, millis: Int64)?
  /// Whether it wakes up from more than a day of sleep.
  var isAsleepLong = false
  /// Whose logs could not be read to their ends, when that was last found out.
  var heldBack: Set<DeviceID> = []
  /// Whether the answer to a put was lost since the last complete sync.
  var lostAnswer = false
  /// What had been written here when the latest act was written down, or begun.
  private(set) var noted: (change: Int64, clock: HybridTime) = (0, HybridTime(rawValue: 0))
  /// What a planted bug remembers.
  var mischief = Mischief()

  /// What its version keeps.
  var schema: Schema { isNewer ? .newerPlanner : .planner }

  static let zones = ZoneDirectory(tzdir: "/dev/null")

  /// Switches a device on, with a new replica or one that starts from an image.
  init(
    _ index: Int, _ planned: PlannedDevice, _ storage: MemoryFolder.Storage, bug: PlantedBug?,
    millis: Int64, connections: ConnectionPool, image: [UInt8]? = nil
  ) throws {
    self.index = index
    self.planned = planned
    self.bug = bug
    isNewer = planned.isNewer
    self.connections = connections
    zone = World.zone(planned.zone)
    bornMillis = millis
    memory = MemoryFolder(storage)
    let authorities = Authorities(seed: planned.seed)
    authorities.millis = millis + planned.skewMillis
    self.authorities = authorities
    disk = planned.hasDisk ? SimulatedDisk(seed: planned.seed) : nil
    processes = []
    try open(image)
  }

  static func environment(
    _ authorities: Authorities, _ bug: PlantedBug?, _ connections: ConnectionPool
  ) -> ReplicaEnvironment {
    let guardMillis =
      bug == .farFutureAccepted ? 100 * 365 * PlanMaker.day : DriftGuard.standard.aheadMillisMax
    var environment = ReplicaEnvironment(
      nowMillis: { authorities.millis }, random: { authorities.dice.next() },
      driftGuard: DriftGuard(aheadMillisMax: guardMillis))
    environment.connections = connections
    return environment
  }

  static func synchronizer(
    _ replica: Replica, _ memory: MemoryFolder, _ authorities: Authorities, _ bug: PlantedBug?
  ) throws -> Synchronizer {
    let folder: any Folder =
      bug == .forkUnnoticed ? ForkHidingFolder(memory, replica) : memory
    return try Synchronizer(
      replica: replica, folder: folder, nowMillis: { authorities.millis })
  }

  /// A second replica opened on the same bytes, to try things on.
  func copy() throws -> (replica: Replica, planner: Planner) {
    let replica = try Replica(
      image: try image(), schema: schema,
      environment: Self.environment(Authorities(seed: 0), nil, connections))
    return (replica, try Planner(replica: replica, zones: Self.zones))
  }

  /// What a rebuild here would come to, by a planner that remembers nothing.
  ///
  /// Worked out beside what is kept and taken back; on a disk, where that could fail, on a copy.
  func rebuilt(
    _ context: DayContext, isCold: Bool, days: [LogicalDate]
  ) throws -> Rebuilt {
    func figures(_ planner: Planner) throws -> [(LogicalDate, DayRecord)] {
      try days.map { ($0, try planner.dayRecord($0, context)) }
    }
    if isCold || disk != nil {
      let planner = try copy().planner
      let moment = try planner.rebuild(context)
      return Rebuilt(
        digest: try planner.consequences(context), lastEnded: moment.lastEnded,
        figures: try figures(planner))
    }
    let planner = try Planner(replica: replica, zones: Self.zones)
    let anew = try planner.consequencesAnew(context) { try figures(planner) }
    return Rebuilt(digest: anew.digest, lastEnded: anew.lastEnded, figures: anew.more)
  }

  var membership: FolderMembership {
    get throws {
      try FolderMembership(
        replica: replica, folder: memory, random: { [authorities] in authorities.dice.next() })
    }
  }

  /// Sets the wall clock to what it shows at a true time.
  func look(at trueMillis: Int64) {
    if bug == .staleMoment { mischief.lookedAt = authorities.millis }
    defer { noteFurthest() }
    if isClockRight {
      authorities.millis = trueMillis
      lastMillis = trueMillis
      return
    }
    let gained = (trueMillis - bornMillis) / 1000 * Int64(planned.fastPerMille)
    authorities.millis =
      frozenMillis ?? trueMillis + planned.skewMillis + aheadMillis + gained
    lastMillis = trueMillis
  }

  /// The last day that has ended by what the clock shows, for people whose days end at midnight.
  var endedByClock: LogicalDate {
    // A clock that stands more than a day behind what was stamped already is not believed.
    let stamped = replica.clock.millis
    let isBehind = stamped - authorities.millis > PlanMaker.day
    let believed = isBehind ? Instant(millis: stamped) : now
    return zone.localTime(at: believed).date - 1
  }

  private func noteFurthest() {
    furthestEnded = max(furthestEnded ?? endedByClock, endedByClock)
  }

  /// What the wall clock shows, for people.
  var clockText: String {
    let local = zone.localTime(at: now)
    let minutes = local.secondOfDay / 60 % 60
    return "\(local.date) \(local.secondOfDay / 3600):\(minutes < 10 ? "0" : "")\(minutes)"
  }

  var now: Instant { Instant(millis: authorities.millis) }

  /// The moment as the device hands it to the planner.
  var context: DayContext {
    switch bug {
    case .boundaryInUTC: DayContext(now: now, zone: .utc)
    case .dayOf86400: DayContext(now: now, zone: mischief.fixedZone(zone, at: now))
    default: wrongContext ?? DayContext(now: now, zone: zone)
    }
  }

  /// Whether a folder call comes from within a transaction, where no image can be taken.
  var isInTransaction: Bool { replica.database.isInTransaction }

  /// Whether this device has merged segments of its own.
  var hasMergedSegments: Bool { finds("SELECT 1 FROM sync_segment WHERE level > 0 LIMIT 1") }

  /// Whether a newer version has been here, and kept what it knows as it does.
  var keepsNewer: Bool { finds("SELECT 1 FROM sqlite_schema WHERE name = 'newer_note'") }

  /// Whether a query has a row; a replica that cannot be read fails in what comes next.
  private func finds(_ query: String) -> Bool {
    let found = try? replica.read { transaction in
      try transaction.database.first(query) { _ in
      } row: { _ in
        true
      }
    }
    return found == true
  }

  /// Takes notice of where the replica stands before somebody acts.
  func noteMoment() { noted = (replica.latestChange, replica.clock) }

  /// Brings the planner up to the moment.
  @discardableResult
  func tick() throws -> PlannerMoment {
    let moment = try planner.tick(context)
    return bug == nil ? moment : try mischiefAfterTick(moment)
  }
}

/// What a rebuild came to.
struct Rebuilt {
  var digest: [UInt8]
  var lastEnded: LogicalDate
  var figures: [(day: LogicalDate, figures: DayRecord)]
}
