import FolderSync
import JamaalCore
import ReplicaStore
import SQLite

/// What planted bugs remember on one device.
struct Mischief {
  private var fixed: TimeZoneRules?
  private var imageBeforeAct: [UInt8]?
  var deferralsWrittenThrough: LogicalDate?
  var counts: [RecordID: Int] = [:]
  var hasSeeded = false
  var rolloverMinute = 0
  /// The day of which missed Anchors were written down last.
  var missedDay: LogicalDate?
  /// The tasks that were here at the latest look, and the deletion heard of last.
  var tasks: (all: [TaskItem], generation: Stamp) = ([], .zero)
  /// What the clock showed at the latest look.
  var lookedAt: Int64?

  /// The zone with the offset it had when first asked for.
  mutating func fixedZone(_ zone: TimeZoneRules, at now: Instant) -> TimeZoneRules {
    if let fixed { return fixed }
    let seconds = zone.offsetSeconds(at: now)
    let minutes = abs(seconds) / 60
    let sign = seconds < 0 ? "" : "-"
    let rules = World.zone("<LOC>\(sign)\(minutes / 60):\(minutes % 60)")
    fixed = rules
    return rules
  }

  mutating func beforeAct(_ device: SimulatedDevice) {
    if device.bug == .stampFollowsWall { device.setClockToWall() }
    guard device.bug == .acknowledgedBeforeDurable else { return }
    // Without an image the bug has nothing to go back to, and does nothing.
    imageBeforeAct = try? device.image()
  }

  func imageAtDeath(_ bug: PlantedBug?) -> [UInt8]? {
    bug == .acknowledgedBeforeDurable ? imageBeforeAct : nil
  }

  /// Takes an act back by writing the values from before it.
  func writeBack(
    _ before: TaskItem, _ act: LedgerAct, _ device: SimulatedDevice, _ moment: PlannerMoment
  ) throws {
    let tag = DayTag(day: moment.today, zone: device.zone.identifier).tag
    try device.replica.write(tag: tag) { transaction in
      switch act.kind {
      case .completed, .uncompleted: try transaction.write(before, \.completedAt)
      case .dropped: try transaction.write(before, \.droppedAt)
      default: try transaction.write(before, \.dueDate)
      }
    }
  }
}

extension SimulatedDevice {
  /// Lets a planted bug do its work after a look at the clock.
  func mischiefAfterTick(_ moment: PlannerMoment) throws -> PlannerMoment {
    switch bug {
    case .deferralWrittenAsFact: try writeDeferrals(moment)
    case .countByArrival: try keepCounts()
    case .endedDaysGoBack:
      try replica.writeLocally { transaction in
        try transaction.database.run("UPDATE local_state SET last_ended = ?") {
          (statement) throws(SQLiteError) in
          try statement.bind((moment.today - 1).dayNumber, at: 1)
        }
      }
    default: return try moreMischiefAfterTick(moment)
    }
    return try planner.tick(context)
  }

  private func writeDeferrals(_ moment: PlannerMoment) throws {
    let last = moment.lastEnded
    guard mischief.deferralsWrittenThrough.map({ $0 < last }) ?? false else {
      mischief.deferralsWrittenThrough = last
      return
    }
    mischief.deferralsWrittenThrough = last
    let sight = try Sight(replica)
    let tag = DayTag(day: moment.today, zone: zone.identifier).tag
    let carried = sight.deferrals.filter { _, runs in
      runs.contains { $0.isAutomatic && $0.days.contains(last.dayNumber) }
    }
    for task in carried.keys.sorted() {
      try replica.write(tag: tag) { transaction in
        guard var item = try transaction.record(TaskItem.self, task) else { return }
        item.dueDate = moment.today
        try transaction.write(item, \.dueDate)
        let choice = DeferralChoice(
          deferredTo: moment.today, reason: .unspecified, deferredOn: now)
        let record = DeferralRecord(task: task, day: last, choice: choice)
        try transaction.write(record, \.task, \.deferredTo)
      }
    }
  }

  private func keepCounts() throws {
    try replica.writeLocally { transaction in
      let rows = try transaction.database.rows("SELECT id, deferral_count FROM local_task") { _ in
      } row: { row in
        (row.high128(0), row.int(1))
      }
      for case (let id?, let count) in rows {
        let id = RecordID(high: id.high, low: id.low)
        let most = max(mischief.counts[id] ?? 0, count)
        mischief.counts[id] = most
        guard most > count else { continue }
        try transaction.database.run("UPDATE local_task SET deferral_count = ? WHERE id = ?") {
          (statement) throws(SQLiteError) in
          try statement.bind(most, at: 1)
          try statement.bind(high: id.high, low: id.low, at: 2)
        }
      }
    }
  }
}

extension World {
  /// Lets a planted bug do its work after a sync, with the folder's weather still on.
  func mischiefAfterSync(
    _ device: SimulatedDevice, _ report: SyncReport, _ fate: SyncFate, clockBefore: HybridTime
  ) throws {
    switch bug {
    case .clockNotAdvanced where device.replica.clock > clockBefore && fate.imageAtDeath == nil:
      try device.setClockBack(to: clockBefore)
    case .damagedFileSkipped: try device.pretendApplied(try device.refusedNames())
    case .cursorBeforeApply:
      try device.pretendApplied(fate.failedGets.compactMap { SegmentName($0.name) })
    case .listingIsComplete where report.outcome == .synced: try deleteUnlisted(device)
    case .tieKeepsOwn: try keepOwnTies(device)
    default: try moreMischiefAfterSync(device, report, fate)
    }
  }

  private func deleteUnlisted(_ device: SimulatedDevice) throws {
    // A listing that fails is no listing.
    guard let listing = try? device.memory.list("log") else { return }
    let authors = Set(listing.entries.compactMap { SegmentName($0.path.name)?.device })
    for act in ledger {
      guard case .added = act.kind, !authors.contains(act.stamp.device), let number = act.task,
        let id = taskIDs[number],
        try device.replica.read({ try $0.record(TaskItem.self, id) }) != nil
      else { continue }
      try device.replica.write { try $0.delete(TaskItem.self, id) }
    }
  }

  private func keepOwnTies(_ device: SimulatedDevice) throws {
    for own in ledger where own.device == device.index {
      guard case .retitled(let title) = own.kind, let number = own.task, let id = taskIDs[number],
        ledger.contains(where: {
          $0.task == number && $0.stamp.clock == own.stamp.clock && $0.stamp > own.stamp
        }),
        try device.replica.read({ try $0.stamp(of: \TaskItem.title, id) })?.clock
          == own.stamp.clock
      else { continue }
      try device.replica.writeLocally { transaction in
        try transaction.database.run("UPDATE task SET title = ? WHERE id = ?") {
          (statement) throws(SQLiteError) in
          try statement.bind(title, at: 1)
          try statement.bind(high: id.high, low: id.low, at: 2)
        }
      }
    }
  }
}

extension SimulatedDevice {
  func setClockBack(to clock: HybridTime) throws {
    try replica.writeLocally { transaction in
      for sql in [
        "UPDATE change SET clock = min(clock, ?)", "UPDATE replica SET clock = min(clock, ?)",
      ] {
        try transaction.database.run(sql) { (statement) throws(SQLiteError) in
          try statement.bind(Int64(bitPattern: clock.rawValue), at: 1)
        }
      }
    }
    try reopen(try image())
  }

  fileprivate func refusedNames() throws -> [SegmentName] {
    try replica.read { transaction in
      try transaction.database.rows("SELECT name FROM sync_refused ORDER BY name") { _ in
      } row: {
        SegmentName($0.text(0))
      }.compactMap { $0 }
    }
  }

  fileprivate func pretendApplied(_ names: [SegmentName]) throws {
    guard !names.isEmpty else { return }
    try replica.writeLocally { transaction in
      for name in names {
        guard let prefix = DeviceID(name.chain)?.rawValue else { continue }
        try transaction.database.run("INSERT OR IGNORE INTO applied VALUES(?, ?, ?)") {
          (statement) throws(SQLiteError) in
          try statement.bind(Int64(bitPattern: name.device.rawValue), at: 1)
          try statement.bind(Int64(clamping: name.last), at: 2)
          try statement.bind(high: prefix, low: 0, at: 3)
        }
      }
    }
  }
}
