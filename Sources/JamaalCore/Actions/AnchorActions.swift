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
    try say(action, of: [id], context)[0]
  }

  /// Says the same about several Anchors: about all of them, or about none.
  ///
  /// - Parameters:
  ///   - action: What is said.
  ///   - ids: The Anchors; one that is named twice counts once.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it, for each Anchor in their order.
  /// - Throws: `PlannerError` with `notFound` or `anchor` if it cannot be said of one of them now, and
  ///   nothing is written; `ReplicaError`.
  public func say(
    _ action: AnchorAction, of ids: [RecordID], _ context: DayContext
  ) throws -> [AnchorReceipt] {
    let moment = try tick(context)
    return try replica.write(tag: moment.tag.tag) { transaction in
      let fold = try AnchorFold(transaction, moment)
      var receipts: [AnchorReceipt] = []
      for id in ids where !receipts.contains(where: { $0.id == id }) {
        guard let anchor = try fold.anchor(id) else { throw PlannerError.noSuchAnchor }
        if let refusal = fold.attendance(of: anchor).refusal(of: action) {
          throw PlannerError(refusal, action, anchor, moment)
        }
        let decision = AnchorDecision(action, of: anchor, at: moment.now)
        try transaction.write(decision, \.subject, \.status)
        receipts.append(
          AnchorReceipt(
            id: id, versions: transaction.authored.filter { $0.id == decision.id }, anchor: anchor))
      }
      return receipts
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

extension AnchorDecision {
  /// What is said about an Anchor, with its window as it is.
  fileprivate init(_ action: AnchorAction, of anchor: AnchorView, at now: Instant) {
    self.init(anchor.key)
    status = action.status
    resolvedAt = action == .undo ? nil : now
    isLate = action == .correct
    occurrenceDate = anchor.occurrenceDate
    windowStart = anchor.windowStart
    windowEnd = anchor.windowEnd
    title = anchor.title
    ruleTitle = anchor.ruleTitle
    effortMinutes = anchor.effortMinutes
    placement = anchor.placement
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
