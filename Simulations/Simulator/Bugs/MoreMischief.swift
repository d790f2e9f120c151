import FolderSync
import JamaalCore
import ReplicaStore
import SQLite

extension Mischief {
  /// Makes the next instance of a repeat as somebody would who did not name it by its predecessor.
  func makeSecondSuccessor(
    _ first: RecordID, _ device: SimulatedDevice, _ moment: PlannerMoment
  ) throws {
    let tag = DayTag(day: moment.today, zone: device.zone.identifier).tag
    try device.replica.write(tag: tag) { transaction in
      var task = TaskItem(id: transaction.newID())
      task.title = "Again"
      task.dueDate = moment.today + 1
      task.seriesID = first
      task.repeats = RepeatRule(kind: .daily)
      task.createdAt = device.now
      task.createdDay = moment.today
      try transaction.insert(task)
    }
  }
}

extension SimulatedDevice {
  /// The moment as a wrong program would see it.
  var wrongContext: DayContext? {
    switch bug {
    case .staleMoment:
      DayContext(now: Instant(millis: mischief.lookedAt ?? authorities.millis), zone: zone)
    case .rolloverIgnored:
      DayContext(now: now + mischief.rolloverMinute * 60, zone: zone)
    default: nil
    }
  }

  /// Lets the clock of stamps go where the wall clock is.
  func setClockToWall() {
    guard replica.clock.millis > authorities.millis else { return }
    // Without this the bug does nothing.
    try? setClockBack(to: HybridTime(millis: authorities.millis))
  }

  func moreMischiefAfterTick(_ moment: PlannerMoment) throws -> PlannerMoment {
    mischief.rolloverMinute = moment.settings.rolloverMinute
    let tag = DayTag(day: moment.today, zone: zone.identifier).tag
    switch bug {
    case .lookWrites:
      try replica.write(tag: tag) { transaction in
        var settings = moment.settings
        settings.createdAt = nil
        settings.morningMinute = 481
        try transaction.write(settings, \.morningMinute)
      }
    case .unknownRewritten: try rewriteUnknown(tag)
    case .missedWritten: try writeMissed(moment)
    case .deletedComesBack:
      let all = try replica.read { try $0.records(TaskItem.self) }
      mischief.tasks = (all, replica.generation)
    case .onlyLastDayFolded:
      try change(
        "DELETE FROM local_deferral WHERE is_automatic = 1 AND last_day - first_day > 1")
    case .dropBeatsDone:
      try change(
        """
        UPDATE local_task SET completed_day = NULL, completed_at = NULL WHERE completed_day IS NOT
        NULL AND id IN (SELECT id FROM task WHERE droppedAt IS NOT NULL)
        """)
    case .neverEased:
      try change("UPDATE local_task SET importance = eased_from WHERE eased_from IS NOT NULL")
    default: break
    }
    return try planner.tick(context)
  }

  private func change(_ sql: String) throws {
    try replica.writeLocally { try $0.database.execute(sql) }
  }

  private func rewriteUnknown(_ tag: Tag) throws {
    guard !isNewer else { return }
    for view in try planner.tasks(includesEnded: true, context) {
      guard case .unknown = view.importance else { continue }
      try replica.write(tag: tag) { transaction in
        guard var item = try transaction.record(TaskItem.self, view.id) else { return }
        item.importance = .low
        try transaction.write(item, \.importance)
      }
    }
  }
}

extension World {
  func moreMischiefAfterSync(
    _ device: SimulatedDevice, _ report: SyncReport, _ fate: SyncFate
  ) throws {
    let tag = DayTag(day: device.today?.day ?? plan.firstDay, zone: device.zone.identifier).tag
    switch bug {
    case .endedDayReplicated:
      let last = alive.compactMap(\.lastEnded).max()
      guard let last, report.pulledSegmentCount > 0 else { return }
      try device.replica.writeLocally { transaction in
        try transaction.database.run("UPDATE local_state SET last_ended = ?") {
          (statement) throws(SQLiteError) in
          try statement.bind(last.dayNumber, at: 1)
        }
      }
    case .seedStampedNow where report.pulledSegmentCount > 0 && !device.mischief.hasSeeded:
      device.mischief.hasSeeded = true
      try device.replica.write(tag: tag) { transaction in
        try transaction.write(UserSettings(), \.rolloverMinute)
      }
    case .historyTrimmed:
      try device.replica.writeLocally { transaction in
        try transaction.database.execute(
          """
          DELETE FROM "task.version" WHERE clock < (SELECT max(clock) FROM "task.version" AS newer
          WHERE newer.row = "task.version".row)
          """)
      }
    case .unknownDropped where !device.isNewer:
      try device.replica.writeLocally { transaction in
        try transaction.database.execute("DELETE FROM foreign_cell")
      }
    case .arrivalWins where report.pulledSegmentCount > 0: try keepArrived(device)
    case .deletedComesBack where device.replica.generation > device.mischief.tasks.generation:
      try device.replica.write(tag: tag) { transaction in
        for task in device.mischief.tasks.all { try transaction.insert(task) }
      }
    case .retryAppliedAsNew where device.lostAnswer: try applyAgain(device)
    default: break
    }
  }

  /// Gives every task the words of the latest act of anybody else that is known here.
  private func keepArrived(_ device: SimulatedDevice) throws {
    var reader = EvidenceReader(device.replica)
    for (number, id) in taskIDs {
      let other = try ledger.last { act in
        guard case .retitled = act.kind, act.task == number, act.device != device.index else {
          return false
        }
        return try reader.knows(task: id)
      }
      guard case .retitled(let title)? = other?.kind else { continue }
      try device.replica.writeLocally { transaction in
        try transaction.database.run("UPDATE task SET title = ? WHERE id = ?") {
          (statement) throws(SQLiteError) in
          try statement.bind(title, at: 1)
          try statement.bind(high: id.high, low: id.low, at: 2)
        }
      }
    }
  }

  private func applyAgain(_ device: SimulatedDevice) throws {
    let act = ledger.last { act in
      if case .deferred = act.kind { act.device == device.index } else { false }
    }
    guard let act, let number = act.task, let id = taskIDs[number] else { return }
    do {
      let today = try device.tick().today
      _ = try device.planner.putOff(id, to: .day(today + 1), device.context)
    } catch is PlannerError {
      // The task has ended since, and the act is refused when it comes again.
    }
  }
}

extension Plan {
  /// The date on which it begins.
  var firstDay: LogicalDate {
    World.zone(devices[0].zone).localTime(at: Instant(millis: startMillis)).date
  }
}
