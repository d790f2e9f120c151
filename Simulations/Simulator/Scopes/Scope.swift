/// A fleet so small that everything it can do is tried: every act, in every order.
public enum Scope: String, CaseIterable, Sendable {
  /// Two devices; each acts twice, ends its day once and syncs once.
  case twoByTwo = "2x2"
  /// Three devices; each acts once, ends its day once and syncs once.
  case threeByOne = "3x1"
  /// Two devices; each acts once, ends its day once and syncs once: enough for every test run.
  case twoByOne = "2x1"

  var deviceCount: Int { self == .threeByOne ? 3 : 2 }
  var actsEach: Int { self == .twoByTwo ? 2 : 1 }

  /// What a person may do in this scope.
  var choices: [ScopeChoice] {
    switch self {
    case .twoByTwo, .twoByOne: ScopeChoice.allCases
    case .threeByOne: [.complete, .drop, .tomorrow, .thursday, .someday, .raise]
    }
  }

  /// How many ways there are to live through it, worked out by counting alone.
  ///
  /// Choices for every act, times the places of a day's end and a sync among one device's acts,
  /// times the ways in which the devices' steps interleave.
  public var scheduleCount: UInt64 {
    func factorial(_ number: Int) -> UInt64 {
      (1...UInt64(max(number, 1))).reduce(1, *)
    }
    let steps = actsEach + 2
    var ways: UInt64 = 1
    for _ in 0..<(deviceCount * actsEach) { ways *= UInt64(choices.count) }
    for _ in 0..<deviceCount { ways *= factorial(steps) / factorial(actsEach) }
    let mixed = (0..<deviceCount).reduce(factorial(steps * deviceCount)) { left, _ in
      left / factorial(steps)
    }
    return ways * mixed
  }
}

/// One thing a person may do to the one task there is; chosen so that any two of them conflict.
enum ScopeChoice: Int, CaseIterable {
  case complete
  case uncomplete
  case drop
  case tomorrow
  case thursday
  case someday
  case raise
  case undo

  /// The same act as a plan writes it.
  var planned: PlannedAction {
    switch self {
    case .complete: .complete(task: 0)
    case .uncomplete: .uncomplete(task: 0)
    case .drop: .drop(task: 0)
    case .tomorrow: .putOff(task: 0, days: 1, isPicked: true)
    case .thursday: .putOff(task: 0, days: 3, isPicked: true)
    case .someday: .park(task: 0)
    case .raise: .importance(task: 0, .high)
    case .undo: .undo
    }
  }
}

/// One step of a schedule.
enum ScopeStep: Equatable {
  case act(ScopeChoice)
  case dayEnds
  case sync

  /// The step as failures tell it.
  var words: String {
    switch self {
    case .act(let choice): "\(choice)"
    case .dayEnds: "ends its day"
    case .sync: "syncs"
    }
  }
}

/// What trying everything came to.
public struct ScopeReport: Codable, Hashable, Sendable {
  /// The scope.
  public var scope = ""
  /// How many schedules there are; all of them were lived through, equal states once.
  public var schedules: UInt64 = 0
  /// How many different states were reached.
  public var states = 0
  /// How many steps were taken.
  public var steps = 0
  /// How many of them led to a state that was known.
  public var pruned = 0
  /// How many different sets of facts the fleet ended with.
  public var endings = 0
  /// How many orders of arrival were folded for them.
  public var orders = 0
  /// How many different views of a device were folded and checked.
  public var views = 0
  /// How many endings the slow reference has an opinion on.
  public var compared = 0
  /// How many schedules were lived through again with real replicas.
  public var worlds = 0
  /// What did not hold: the invariant, what was seen, and the schedule.
  public var failures: [String] = []
}
