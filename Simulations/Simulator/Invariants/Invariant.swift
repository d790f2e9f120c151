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

  init(_ invariant: Invariant, _ message: String) {
    self.invariant = invariant
    self.message = message
  }

  /// The invariant and what was seen.
  public var description: String { "\(invariant.rawValue): \(message)" }
}
