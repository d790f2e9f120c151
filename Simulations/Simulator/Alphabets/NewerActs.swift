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

/// A label as a newer version keeps it.
struct NewerLabel: Record, Equatable {
  var label: TaskCategory
  var mood = ""

  init(id: RecordID) { label = TaskCategory(id: id) }

  var id: RecordID { label.id }

  static let recordType = RecordType<NewerLabel>(
    "category",
    [
      Field("name", \.label.name, formsClasses: true), Field("presetKey", \.label.presetKey),
      Field("colorKey", \.label.colorKey), Field("sortOrder", \.label.sortOrder),
      Field("isArchived", \.label.isArchived),
      Field("createdAt", \.label.createdAt, merge: .minimum), Field("mood", \.mood),
    ], classOrder: \.label.createdAt)
}

extension Schema {
  /// The planner's schema as a newer version will have it.
  static let newerPlanner = Schema(
    .planner, version: 1_000,
    adding: [NewerNote.recordType.erased, NewerLabel.recordType.erased])
}

/// Values, fields and record types of a newer version, on fleets of mixed versions.
enum NewerActs: ModuleActs {
  static let name = "newer"
  static let isEveryday = false

  /// Where a text is that only a newer version knows.
  enum Place: Hashable {
    case note(Int)
    case mood(RecordID)
  }

  static func draw(_ dice: inout Dice) -> ModuleAct {
    ModuleAct(
      module: name, act: dice.pick(["value", "note", "mood"]), subject: dice.below(3),
      number: dice.below(100))
  }

  static func perform(
    _ act: ModuleAct, in world: World, on device: SimulatedDevice, _ moment: PlannerMoment
  ) throws {
    // Only a newer version writes what is newer.
    guard device.isNewer else { return }
    switch act.act {
    case "value": try writeValue(act, world, device, moment)
    case "mood": try writeMood(act, world, device, moment)
    default:
      let text = "text \(act.number)"
      try device.replica.write { transaction in
        var note = NewerNote(id: NewerNote.id(act.subject))
        note.text = text
        note.mark = "mark \(act.number)"
        try transaction.write(note, \.text)
        try transaction.write(note, \.mark)
      }
      note(text, at: .note(act.subject), act, world, device, moment)
      world.strike(.unknownType)
    }
  }

  /// Writes a field that only newer versions know, in a record that all of them write to.
  private static func writeMood(
    _ act: ModuleAct, _ world: World, _ device: SimulatedDevice, _ moment: PlannerMoment
  ) throws {
    let labels = try device.planner.categories(device.context).categories
    guard !labels.isEmpty else { return }
    let id = labels[act.subject % labels.count].id
    let text = "mood \(act.number)"
    let isThere = try device.replica.write { transaction in
      guard var label = try transaction.record(NewerLabel.self, id) else { return false }
      label.mood = text
      try transaction.write(label, \.mood)
      return true
    }
    guard isThere else { return }
    note(text, at: .mood(id), act, world, device, moment)
    world.strike(.unknownField)
  }

  private static func note(
    _ text: String, at place: Place, _ act: ModuleAct, _ world: World, _ device: SimulatedDevice,
    _ moment: PlannerMoment
  ) {
    world.note(.module(act), device, moment)
    let stamp = Stamp(clock: device.replica.clock, device: device.replica.device)
    world.newerTexts[place, default: []].append((stamp, text, device.index))
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
    guard !world.newerTexts.isEmpty else { return }
    for device in world.alive {
      // In the end everybody gets the newer version.
      let replica = try Replica(
        image: try device.image(), schema: .newerPlanner,
        environment: SimulatedDevice.environment(device.authorities, nil, world.connections))
      if !device.isNewer { world.reach(.upgradedWithUnknown) }
      for (place, writes) in world.newerTexts.sorted(by: { "\($0.key)" < "\($1.key)" }) {
        guard let last = writes.max(by: { $0.stamp < $1.stamp }), !world.hasForgiven(last.device)
        else { continue }
        let text = try replica.read { transaction in
          switch place {
          case .note(let number):
            try transaction.record(NewerNote.self, NewerNote.id(number))?.text
          case .mood(let id): try transaction.record(NewerLabel.self, id)?.mood
          }
        }
        try world.check(
          .unknownSurvives, exercised: !device.isNewer, text == last.text,
          "\(device.planned.name) has '\(text ?? "nothing")' once it is up to date, not"
            + " '\(last.text)'")
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
