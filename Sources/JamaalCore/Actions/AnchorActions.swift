public import ReplicaStore

/// What an action on Anchors did, and what undoes it.
public struct AnchorReceipt: Hashable, Sendable {
  /// The Anchor or the rule acted on.
  public var id: RecordID
  /// The versions it wrote; `Planner.undo` takes them back.
  public var versions: [VersionReference]
  /// The Anchor as it was before, where the action was about one.
  public var anchor: AnchorView?
}

extension Planner {
  /// Says something about an Anchor.
  ///
  /// What is written holds the window as it was seen here, and stays true to it whatever becomes of
  /// the rule.
  ///
  /// - Parameters:
  ///   - action: What is said.
  ///   - id: The Anchor.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound` or `anchor` if it cannot be said now, and nothing is
  ///   written; `ReplicaError`.
  public func say(
    _ action: AnchorAction, of id: RecordID, _ context: DayContext
  ) throws -> AnchorReceipt {
    let moment = try tick(context)
    return try replica.write(tag: moment.tag.tag) { transaction in
      let fold = try AnchorFold(transaction, moment)
      guard let anchor = try fold.anchor(id) else { throw PlannerError.noSuchAnchor }
      if let refusal = fold.attendance(of: anchor).refusal(of: action) {
        throw PlannerError(refusal, action, anchor, moment)
      }
      var decision = AnchorDecision(anchor.key)
      decision.status = action.status
      decision.resolvedAt = action == .undo ? nil : moment.now
      decision.isLate = action == .correct
      decision.occurrenceDate = anchor.occurrenceDate
      decision.windowStart = anchor.windowStart
      decision.windowEnd = anchor.windowEnd
      decision.title = anchor.title
      decision.ruleTitle = anchor.ruleTitle
      decision.effortMinutes = anchor.effortMinutes
      decision.placement = anchor.placement
      try transaction.write(decision, \.subject, \.status)
      return AnchorReceipt(id: id, versions: transaction.authored, anchor: anchor)
    }
  }

  /// Takes an action on Anchors back, as if it had never been; later ones stay.
  ///
  /// - Parameters:
  ///   - receipt: What the action returned.
  ///   - context: The moment and the place.
  /// - Throws: `ReplicaError`.
  public func undo(_ receipt: AnchorReceipt, _ context: DayContext) throws {
    let moment = try tick(context)
    try replica.write(tag: moment.tag.tag) { try $0.void(receipt.versions) }
  }
}

extension PlannerError.Code {
  /// A rule about Anchors would be broken.
  public static let anchor = Self(rawValue: "anchor")
}

extension PlannerError {
  init(
    _ refusal: AnchorRefusal, _ action: AnchorAction, _ anchor: AnchorView,
    _ moment: PlannerMoment
  ) {
    let title = "“\(anchor.rowTitle)”"
    func time(_ instant: Instant) -> String {
      let local = moment.context.zone.localTime(at: instant)
      return local.date == moment.today ? "\(local.clock)" : "\(local.clock) on \(local.date)"
    }
    let words =
      switch refusal {
      case .notOpenYet:
        "\(title) opens at \(time(anchor.windowStart)). It can be skipped or left to somebody else"
          + " before that."
      case .closed(isCorrectable: true):
        "\(title) closed at \(time(anchor.windowEnd)). If it was done after all, say so with"
          + " “jamaal anchor correct”."
      case .closed(isCorrectable: false):
        "\(title) closed at \(time(anchor.windowEnd)), so what was said stays."
      case .stillOpen:
        "\(title) is not over before \(time(anchor.windowEnd)), so there is nothing to put right."
      case .tooLate:
        "\(title) could be put right until the end of the day it closed on, which is over."
      case .decided(let status):
        "\(title) is \(status.text) already. Take that back first, with “jamaal anchor undo”."
      case .undecided: "Nothing was said about \(title) yet."
      case .unknownStatus:
        "A newer version of Jamaal marked \(title). Update Jamaal here to change that."
      }
    self.init(.anchor, words)
  }
}
