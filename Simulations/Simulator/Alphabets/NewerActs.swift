import JamaalCore
import ReplicaStore

/// What only a newer version of the planner knows.
struct NewerNote: Record, Equatable {
  let id: RecordID
  var text = ""
  var mark = ""

  init(id: RecordID) { self.id = id }

  static let recordType = RecordType<NewerNote>(
    "newer_note", [Field("text", \.text), Field("mark", \.mark, merge: .history)])

  static func id(_ number: Int) -> RecordID { RecordID(high: 0x4E45_5745, low: UInt64(number)) }
}

extension Schema {
  /// The planner's schema as a newer version will have it.
  static let newerPlanner = Schema(
    .planner, version: 1_000, adding: [NewerNote.recordType.erased])
}

/// Values and record types of a newer version, on fleets of mixed versions.
enum NewerActs: ModuleActs {
  static let name = "newer"
  static let isEveryday = false

  static func draw(_ dice: inout Dice) -> ModuleAct {
    ModuleAct(
      module: name, act: dice.chance(50) ? "value" : "note", subject: dice.below(3),
      number: dice.below(100))
  }

  static func perform(
    _ act: ModuleAct, in world: World, on device: SimulatedDevice, _ moment: PlannerMoment
  ) throws {
    // Only a newer version writes what is newer.
    guard device.planned.isNewer else { return }
    if act.act == "value" { return try writeValue(act, world, device, moment) }
    try device.replica.write { transaction in
      var note = NewerNote(id: NewerNote.id(act.subject))
      note.text = "text \(act.number)"
      note.mark = "mark \(act.number)"
      try transaction.write(note, \.text)
      try transaction.write(note, \.mark)
    }
    world.note(.module(act), device, moment)
    world.newerNotes[act.subject, default: []].append(
      (device.replica.clock, device.replica.device, "text \(act.number)", device.index))
    world.strike(.unknownType)
  }

  /// Chooses an importance that older versions have no word for.
  private static func writeValue(
    _ act: ModuleAct, _ world: World, _ device: SimulatedDevice, _ moment: PlannerMoment
  ) throws {
    guard let id = world.taskIDs[act.subject],
      try device.planner.task(id, device.context).task.isLive
    else { return }
    let tag = DayTag(day: moment.today, zone: device.context.zone.identifier)
    let versions = try device.replica.write(tag: tag.tag) { transaction in
      guard var item = try transaction.record(TaskItem.self, id) else {
        return [VersionReference]()
      }
      item.importance = .unknown("colossal")
      try transaction.write(item, \.importance)
      return transaction.authored
    }
    world.note(
      .importance(.unknown("colossal"), due: nil), device, moment, task: act.subject,
      versions: versions)
    world.strike(.unknownValue)
  }

  static func check(_ world: World, _ context: DayContext) throws {
    guard !world.newerNotes.isEmpty else { return }
    for device in world.alive {
      // In the end everybody gets the newer version.
      let replica = try Replica(
        image: try device.image(), schema: .newerPlanner,
        environment: SimulatedDevice.environment(device.authorities, nil, world.connections))
      if !device.planned.isNewer { world.reach(.upgradedWithUnknown) }
      for (number, writes) in world.newerNotes.sorted(by: { $0.key < $1.key }) {
        guard let last = writes.max(by: { ($0.0, $0.1) < ($1.0, $1.1) }),
          !world.hasForgiven(last.3)
        else { continue }
        let note = try replica.read { try $0.record(NewerNote.self, NewerNote.id(number)) }
        try world.check(
          .unknownSurvives, exercised: !device.planned.isNewer, note?.text == last.2,
          "\(device.planned.name) has '\(note?.text ?? "nothing")' once it is up to date, not"
            + " '\(last.2)'")
      }
    }
  }
}

extension World {
  /// Whether a device lost something with its disk that nobody else could know of.
  func hasForgiven(_ device: Int) -> Bool {
    ledger.contains { $0.device == device && $0.isForgiven }
  }
}
