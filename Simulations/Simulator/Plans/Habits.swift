/// What one plan's people and machines are like: each world draws its own.
struct Habits {
  var deviceCount: Int
  var days: Int
  var taskCount: Int
  /// At most so many acts around each day's end.
  var nightActs: Int
  var syncPercent: Int
  var sleepPercent: Int
  var hasLongSleep: Bool
  var changesClocks: Bool
  var haveTwoZones: Bool
  var areClocksExact: Bool
  var haveTwins: Bool
  var haveMeetings: Bool
  var haveClone: Bool
  var kills: Bool
  var killsSyncs: Bool
  var restores: Bool
  var setClocks: Bool
  /// How often, in a hundred, people use another day's end than the first.
  var otherRolloverPercent: Int
  var otherRollover: Int
  /// How often, in a hundred, an act is one that a module added.
  var modulePercent: Int
  /// The modules that people use.
  var modules: Set<String>
  /// Rare fates; each world has few of them.
  var fates: Set<Fate>

  /// A rare thing that may befall a world.
  enum Fate: CaseIterable {
    case travels
    case freezes
    case fastClock
    case year1970
    case year2099
    case dayJump
    case reinstalls
    case folderRestored
    case folderEmptied
    case folderReplaced
    case copies
    case asleepForAYear
    case newerVersion
    case disk
    case deletions
    case prayers
  }

  init(_ dice: inout Dice) {
    deviceCount = dice.pick([2, 2, 2, 3, 3, 4])
    hasLongSleep = dice.chance(20)
    days = hasLongSleep ? dice.within(13...16) : dice.pick([3, 4, 5, 6, 8, 10])
    taskCount = dice.within(1...4)
    nightActs = dice.within(1...4)
    syncPercent = dice.pick([15, 35, 60, 90])
    sleepPercent = hasLongSleep ? 90 : dice.pick([0, 30, 60])
    changesClocks = dice.chance(30)
    haveTwoZones = dice.chance(15)
    areClocksExact = dice.chance(40)
    haveTwins = dice.chance(45)
    haveMeetings = dice.chance(35)
    haveClone = dice.chance(8)
    kills = dice.chance(30)
    killsSyncs = dice.chance(30)
    restores = dice.chance(14)
    setClocks = dice.chance(12)
    otherRolloverPercent = dice.chance(18) ? 30 : 0
    otherRollover = dice.pick([0, 60, 150, 300])
    modulePercent = dice.pick([0, 20, 40, 60])
    modules = []
    for module in Alphabet.modules where module.isEveryday && dice.chance(45) {
      modules.insert(module.name)
    }
    fates = []
    for fate in Fate.allCases where dice.chance(fate.percent) { fates.insert(fate) }
    if fates.contains(.prayers) { modules.insert(PrayerActs.name) }
    // A clock that gains four days in a year is one that is far ahead; see `year2099` for those.
    if fates.contains(.asleepForAYear) { fates.remove(.fastClock) }
  }
}

extension PlanMaker {
  /// Anything that a person may do.
  mutating func act() -> PlannedAction {
    if habits.fates.contains(.newerVersion), dice.chance(20) {
      return .module(NewerActs.draw(&dice))
    }
    if dice.chance(habits.modulePercent) {
      // A world has the acts of a few modules, so that they meet.
      let modules = Alphabet.modules.filter { habits.modules.contains($0.name) }
      if !modules.isEmpty { return .module(dice.pick(modules).draw(&dice)) }
    }
    return plainAct()
  }

  private mutating func plainAct() -> PlannedAction {
    switch dice.below(40) {
    case 0: newTask(habits.taskCount + dice.below(4))
    case 1: .addCategory(name: dice.below(5))
    case 2: .renameCategory(name: dice.below(5), to: dice.below(5))
    case 3, 4: .level(dice.pick(PlannedImportance.allCases))
    case 5..<9: .undo
    default: act(on: dice.chance(70) ? 0 : dice.below(habits.taskCount))
    }
  }

  /// Anything that a person may do to one task.
  mutating func act(on task: Int) -> PlannedAction {
    switch dice.below(24) {
    case 0..<4: .complete(task: task)
    case 4..<7: .uncomplete(task: task)
    case 7: .drop(task: task)
    case 8..<12: .importance(task: task, dice.pick(PlannedImportance.allCases))
    case 12, 13: .park(task: task)
    case 14, 15: .retitle(task: task, number: dice.below(100))
    default:
      .putOff(task: task, days: dice.pick([1, 1, 1, 2, 3, 6, -1]), isPicked: dice.chance(70))
    }
  }
}

extension PlannedAction {
  /// The task that a person acts on.
  var task: Int? {
    switch self {
    case .add(let task, _, _), .complete(let task), .uncomplete(let task), .drop(let task),
      .putOff(let task, _, _), .park(let task), .importance(let task, _), .retitle(let task, _):
      task
    default: nil
    }
  }

  /// What somebody else may do at the same time so that only the device decides between them.
  var twin: PlannedAction? {
    switch self {
    case .putOff(let task, let days, _): .putOff(task: task, days: max(days, 0) + 1, isPicked: true)
    case .importance(let task, let importance):
      .importance(task: task, importance == .high ? .medium : .high)
    case .retitle(let task, let number): .retitle(task: task, number: number + 100)
    default: nil
    }
  }

  /// Whether a person does it, rather than a machine or fate.
  var isAct: Bool {
    switch self {
    case .tick, .sync, .kill, .backUp, .restore, .clone, .setClock, .freezeClock, .travel,
      .reinstall, .install, .folder, .disk:
      false
    default: true
    }
  }
}

extension Habits.Fate {
  /// How many worlds in a hundred have it.
  var percent: Int {
    switch self {
    case .travels, .newerVersion: 12
    case .reinstalls, .fastClock, .folderRestored, .copies: 7
    case .prayers: 6
    case .deletions: 9
    case .freezes, .folderEmptied, .folderReplaced, .dayJump: 5
    case .year1970, .year2099, .asleepForAYear: 4
    case .disk: 15
    }
  }
}
