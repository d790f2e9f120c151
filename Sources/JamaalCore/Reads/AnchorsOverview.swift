public import ReplicaStore
import SQLite

/// How a rule is doing.
public enum AnchorRuleStatus: Hashable, Sendable {
  /// It makes Anchors.
  case running
  /// It rests today, why and until when.
  case paused(BreakRange)
  /// The person switched it off.
  case off
  /// It makes nothing until somebody looks at it.
  case needsAttention(AnchorAttention)
  /// A prayer rule without a place.
  case noPlace
  /// A prayer rule for a place where the sun does not rise or not set today: it makes nothing.
  case noSun(PrayerTimesAbsence)
  /// It was put away.
  case archived
}

/// A rule as a list shows it.
public struct AnchorRuleView: Equatable, Sendable {
  /// Its id.
  public var id: RecordID
  /// What it is called.
  public var title: String
  /// What kind of rule it is.
  public var source: AnchorSource
  /// How it is doing.
  public var status: AnchorRuleStatus
  /// The next Anchor: the earliest that is neither over nor decided.
  public var next: AnchorView?
  /// The fields as they stand.
  public var rule: AnchorRule
  /// Its times of day, in order.
  public var slots: [AnchorSlot]
  /// Its breaks, overlapping ones made one.
  public var breaks: [BreakRange]
  /// The config as the export writes it.
  public var configData: String
}

/// The rules, and those put away.
public struct AnchorsOverview: Equatable, Sendable {
  /// Rules in use, by title.
  public var rules: [AnchorRuleView]
  /// Rules put away, by title.
  public var archived: [AnchorRuleView]
}

extension Planner {
  /// Reads the list of rules.
  ///
  /// - Parameter context: The moment and the place.
  /// - Returns: Each rule with how it is doing and its next Anchor.
  /// - Throws: `ReplicaError`.
  public func anchorsOverview(_ context: DayContext) throws -> AnchorsOverview {
    let moment = try tick(context)
    return try replica.read { transaction in
      let fold = try AnchorFold(transaction, moment)
      let views = try fold.rules().map { try fold.view(of: $0) }.sorted {
        ($0.title, $0.id) < ($1.title, $1.id)
      }
      return AnchorsOverview(
        rules: views.filter { $0.status != .archived },
        archived: views.filter { $0.status == .archived })
    }
  }

  /// Reads one rule.
  ///
  /// - Parameters:
  ///   - id: The rule.
  ///   - context: The moment and the place.
  /// - Returns: The rule.
  /// - Throws: `PlannerError` with `notFound`; `ReplicaError`.
  public func anchorRule(_ id: RecordID, _ context: DayContext) throws -> AnchorRuleView {
    let moment = try tick(context)
    return try replica.read { transaction in
      let fold = try AnchorFold(transaction, moment)
      guard let rule = try fold.rule(id) else { throw PlannerError.noSuchRule }
      return try fold.view(of: rule)
    }
  }

  /// What a rule would make over some days from today on, written nowhere.
  ///
  /// - Parameters:
  ///   - id: The rule.
  ///   - days: How many days, today included.
  ///   - context: The moment and the place.
  /// - Returns: The Anchors whose windows are not over, decided ones with what was said.
  /// - Throws: `PlannerError` with `notFound`; `ReplicaError`.
  public func previewAnchors(
    of id: RecordID, days: Int, _ context: DayContext
  ) throws -> [AnchorView] {
    let moment = try tick(context)
    return try replica.read { transaction in
      let fold = try AnchorFold(transaction, moment)
      guard let rule = try fold.rule(id) else { throw PlannerError.noSuchRule }
      let range = moment.today...moment.today + min(max(days, 1), Self.previewDaysMax) - 1
      let decided = try fold.decisions(
        where: "subject = ? AND occurrence BETWEEN ? AND ? AND status != 'pending'"
      ) { (statement) throws(SQLiteError) in
        try statement.bindID(id, at: 1)
        try statement.bind(range.lowerBound.dayNumber, at: 2)
        try statement.bind(range.upperBound.dayNumber, at: 3)
      }
      return (try fold.undecided(of: rule, on: range) + decided)
        .filter { $0.windowEnd > moment.now }.sorted(by: AnchorView.isBefore)
    }
  }

  /// The longest preview.
  static let previewDaysMax = 3660
}

extension AnchorFold {
  /// A rule as a list shows it.
  func view(of fold: AnchorRuleFold) throws -> AnchorRuleView {
    let state = fold.log.newest
    return AnchorRuleView(
      id: fold.id, title: state.rule.title, source: state.rule.sourceKey,
      status: status(of: state), next: try next(of: fold), rule: state.rule,
      slots: state.slotsInUse, breaks: state.breakRanges.ranges, configData: state.configData)
  }

  private func status(of state: AnchorRuleState) -> AnchorRuleStatus {
    if state.rule.isArchived { return .archived }
    switch state.config() {
    case .failure(let failure): return .needsAttention(failure.attention)
    case .success(let config):
      if !state.rule.isEnabled { return .off }
      if case .prayers(nil) = config.family { return .noPlace }
      if let range = config.breaks.covering(moment.today) { return .paused(range) }
      return config.sunAbsence(on: moment.today).map { .noSun($0) } ?? .running
    }
  }

  /// The earliest Anchor that is neither over nor decided.
  private func next(of fold: AnchorRuleFold) throws -> AnchorView? {
    guard let config = fold.newestConfig, config.isActive,
      config.breaks.firstOpen(from: moment.today) != nil
    else { return nil }
    let now = moment.now
    var from = moment.today - 8
    // Further and further ahead: most have one within two days, few only after years.
    for days in Self.nextDays {
      let range = from...moment.today + days
      let found = try undecided(of: fold, on: range).filter { $0.windowEnd > now }
        .min(by: AnchorView.isBefore)
      if let found { return found }
      from = range.upperBound + 1
    }
    // The window of an after-last slot can be any time ago or ahead.
    return try chain(of: fold, closingFrom: moment.today - 1).filter { $0.windowEnd > now }
      .min(by: AnchorView.isBefore)
  }

  private static let nextDays = [2, 14, 60, 400, 4000]
}
