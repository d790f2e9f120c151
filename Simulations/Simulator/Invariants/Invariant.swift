/// What must hold in every world.
public enum Invariant: String, CaseIterable, Hashable, Codable, Sendable {
  /// Equal state digests mean equal content, and in the end all of them are equal.
  case convergence
  /// Equal facts, zone and instant mean equal consequences.
  case equalConsequences
  /// Once equal, a tick writes nothing and a sync sends nothing.
  case quiescence
  /// The running digest is the one worked out from the tables.
  case runningDigest
  /// Consequences kept up step by step equal those worked out from nothing.
  case rebuild
  /// One deferral at most for each task and day, and the count is their number.
  case oneDeferralADay
  /// The fleet ends where one always-online device would have ended.
  case oracle
  /// Every acknowledged act is there, and visible unless a later one beat it.
  case noLostAct
  /// What was acknowledged survives the death of the process.
  case durability
  /// An act is stamped after everything that its author saw.
  case causality
  /// A device knows all of what one act wrote, or nothing of it.
  case wholeActs
  /// Every fact carries the day its author was living in.
  case authorsDay
  /// The last ended day never goes back.
  case endedDays
  /// A medium or high task has a day.
  case importantIsDated
  /// Nothing fails that has no reason to fail.
  case noSurprise
  /// At most one instance of a repeat is live, and each has at most one successor.
  case oneLiveInstance
  /// What this version does not know survives every journey.
  case unknownSurvives
  /// A day's figures equal those worked out anew.
  case dayFigures
  /// A folder stays under its stated bound.
  case folderBound
  /// A wrong clock harms nobody else.
  case wrongClockHarmsNobody
  /// The same facts in another order, and more than once, make the same replica.
  case anyOrder
  /// One timer at most runs, and no session counts more than its length.
  case oneTimer
  /// What was counted anywhere adds up everywhere.
  case countsAddUp
  /// What a person decided changes only by a person.
  case decidedStays
  /// What was deleted everywhere does not come back.
  case deletedStays
  /// Moving what is too much takes from the bottom of the day until the rest fits.
  case overflowFits

  /// What it says, in a sentence.
  public var summary: String {
    switch self {
    case .convergence: "In the end all replicas are equal, and equal digests mean equal content"
    case .equalConsequences: "Equal facts, zone and instant mean equal consequences"
    case .quiescence: "Once equal, a look writes nothing and a sync sends nothing"
    case .runningDigest: "The running digest is that of the tables"
    case .rebuild: "Consequences kept step by step equal a rebuild"
    case .oneDeferralADay: "One deferral at most for each task and day, and the count is right"
    case .oracle: "The fleet ends where one always-on device would have ended"
    case .noLostAct: "Every acknowledged act is there, and shows unless a later one beat it"
    case .durability: "What was acknowledged survives the death of its process"
    case .causality: "An act is stamped after everything its author saw"
    case .wholeActs: "A device knows all that one act wrote, or nothing of it"
    case .authorsDay: "Every fact carries the day its author was living in"
    case .endedDays: "The last ended day never goes back"
    case .importantIsDated: "What matters has a day"
    case .noSurprise: "Nothing fails that has no reason to fail"
    case .oneLiveInstance: "A repeat has at most one live instance"
    case .unknownSurvives: "What a version does not know survives every journey"
    case .dayFigures: "A day's figures equal those worked out anew"
    case .folderBound: "A folder stays under its stated bound"
    case .wrongClockHarmsNobody: "A wrong clock harms nobody else"
    case .anyOrder: "Any order of arrival, and any repetition, makes the same replica"
    case .oneTimer: "One timer at most runs, and no session counts more than its length"
    case .countsAddUp: "What was counted anywhere adds up everywhere"
    case .decidedStays: "What a person decided changes only by a person"
    case .deletedStays: "What was deleted everywhere does not come back"
    case .overflowFits: "Moving the overflow takes from the bottom of the day until the rest fits"
    }
  }
}

/// How often an invariant was looked at, and how often there was really something to look at.
public struct InvariantTally: Codable, Hashable, Sendable {
  /// How often it was checked.
  public var checked = 0
  /// How often the situation was one in which it could have failed.
  public var exercised = 0

  mutating func add(_ other: InvariantTally) {
    checked += other.checked
    exercised += other.exercised
  }
}

/// An invariant that did not hold: what was seen.
public struct Violation: Error, Hashable, Sendable, CustomStringConvertible {
  /// The invariant.
  public let invariant: Invariant
  /// What was seen, on which device.
  public let message: String
  /// The position of the act that it concerns, if it concerns one.
  public let act: Int?

  init(_ invariant: Invariant, _ message: String, act: Int? = nil) {
    self.invariant = invariant
    self.message = message
    self.act = act
  }

  /// The invariant and what was seen.
  public var description: String { "\(invariant.rawValue): \(message)" }
}
