import JamaalCore
import ReplicaStore

/// An act of one module of the planner, as a plan writes it.
public struct ModuleAct: Codable, Hashable, Sendable {
  /// The module, as `ModuleActs.name` has it.
  public var module: String
  /// What is done, in the module's own words.
  public var act: String
  /// What it is done to, by the number that the plan gave it.
  public var subject: Int
  /// Anything else, such as a day or a count.
  public var number: Int

  /// The same act where what it is done to has to be made first.
  var making: ModuleAct {
    var act = self
    act.act = "make"
    return act
  }
}

/// What one module of the planner adds to what people can do.
///
/// A new module is one file: it draws acts, does them with the planner's own gestures, and looks at
/// the fleet once it has healed. It is named in `Alphabet.modules`, and everything else (plans,
/// traces, shrinking, stories, pictures, the search for lost acts) knows it from then on.
protocol ModuleActs {
  /// The name in plans; frozen once a trace with it is kept.
  static var name: String { get }

  /// Whether people do it every day; what is rarer has a fate that brings it.
  static var isEveryday: Bool { get }

  /// Draws an act; people act on few things, so that races happen.
  static func draw(_ dice: inout Dice) -> ModuleAct

  /// Does it, and notes what was acknowledged with `World.note`.
  ///
  /// - Throws: `PlannerError` if the planner refuses it.
  static func perform(
    _ act: ModuleAct, in world: World, on device: SimulatedDevice, _ moment: PlannerMoment
  ) throws

  /// Looks at the healed fleet.
  ///
  /// - Throws: `Violation` if something does not hold.
  static func check(_ world: World, _ context: DayContext) throws
}

extension ModuleActs {
  static var isEveryday: Bool { true }
}

/// Every module that takes part.
enum Alphabet {
  static var modules: [any ModuleActs.Type] {
    [
      RepeatActs.self, NewerActs.self, FocusActs.self, HabitActs.self, AnchorActs.self,
      PrayerActs.self, PlanningActs.self, OverflowActs.self, ResetActs.self,
    ]
  }

  static func module(_ name: String) -> (any ModuleActs.Type)? {
    modules.first { $0.name == name }
  }
}

extension World {
  /// Lets a module do one of its acts.
  func actOnModule(
    _ act: ModuleAct, _ device: SimulatedDevice, _ moment: PlannerMoment
  ) throws {
    try Alphabet.module(act.module)?.perform(act, in: self, on: device, moment)
  }

  /// Lets every module look at the healed fleet.
  func checkModules(_ context: DayContext) throws {
    for module in Alphabet.modules { try module.check(self, context) }
  }
}

/// What modules made in a world, and what they have to remember for their checks.
struct ModuleThings {
  /// Tasks that only the timer runs on.
  var timed: [Int: RecordID] = [:]
  /// Windows of habits.
  var habits: [Int: RecordID] = [:]
  /// What was counted: the device, the place in the ledger, the entry, how much.
  var counted: [(device: Int, act: Int, entry: RecordID, amount: Int)] = []
  /// A rule under 0, one-offs under the other numbers.
  var anchors: [Int: RecordID] = [:]
  /// The rule of prayers.
  var prayers: RecordID?
  /// What was said about each Anchor: the device, the place in the ledger, the words.
  var said: [RecordID: [(device: Int, act: Int, action: AnchorAction)]] = [:]
  /// The days that were planned, with the places in the ledger.
  var closedPlans: [(LogicalDate, Int)] = []
  /// Anchors that were made while planning.
  var plannedAnchors: [PlannedAnchor] = []
  /// Who last moved a day's overflow.
  var overflow: [LogicalDate: Int] = [:]

  /// An Anchor made while planning.
  struct PlannedAnchor {
    var id: RecordID
    var title: String
    /// The day that was planned.
    var day: LogicalDate
    /// The place in the ledger at which it was made.
    var act: Int
    /// The place in the ledger at which it was removed.
    var removal: Int?
  }

  /// Lets go of what was made, so that it is made again.
  mutating func forget() {
    timed = [:]
    habits = [:]
    anchors = [:]
    prayers = nil
    plannedAnchors = []
  }
}
