public import ReplicaStore
import SQLite

/// One Anchor in a list, with what can be said about it now.
public struct AnchorItem: Hashable, Sendable {
  /// The Anchor.
  public var anchor: AnchorView
  /// What the row is called: with its rule's title where it stands alone.
  public var title: String
  /// Where the clock stands in its window.
  public var state: AnchorWindowState
  /// What was said; `missed` as soon as its window has closed without a word.
  public var status: AnchorStatus
  /// How much of its window is over, 0 to 1.
  public var progress: Double
  /// Which day of several this is, from 1; `nil` for a window of one day.
  public var dayNumber: Int?
  /// How many days its window has; `nil` for one.
  public var dayCount: Int?
  /// What can be said.
  public var actions: [AnchorAction]

  /// Its id on every device.
  public var id: RecordID { anchor.id }
  /// Whether it is still to be decided.
  public var isLeft: Bool { status == .pending }
}

/// All Anchors of one rule on one day, as one row.
public struct AnchorGroup: Hashable, Sendable {
  /// The rule.
  public var rule: RecordID
  /// What the rule is called.
  public var title: String
  /// Its Anchors in order of time, titled by slot.
  public var items: [AnchorItem]

  /// How many were attended.
  public var attended: Int { items.count { $0.status == .attended } }
  /// How many count: skipped and delegated ones do not, missed ones do.
  public var counting: Int {
    items.count { [.pending, .attended, .missed].contains($0.status) }
  }
  /// The first that is still to be decided.
  public var next: AnchorItem? { items.first { $0.isLeft } }
}

/// One row of the Anchors on Today.
public enum AnchorRow: Hashable, Sendable {
  /// One Anchor.
  case single(AnchorItem)
  /// Several of one rule.
  case group(AnchorGroup)

  /// Its Anchors.
  public var items: [AnchorItem] {
    switch self {
    case .single(let item): [item]
    case .group(let group): group.items
    }
  }
}

/// The Anchors of a day: what is fixed in it from outside, always shown.
public struct TodayAnchors: Hashable, Sendable {
  /// Prayers that have no times today, which is told and not passed over.
  public struct Sunless: Hashable, Sendable {
    /// The rule.
    public var rule: RecordID
    /// What it is called.
    public var title: String
    /// Why there are none.
    public var absence: PrayerTimesAbsence
  }

  /// The day.
  public var date: LogicalDate
  /// Its rows, in order of time.
  public var rows: [AnchorRow]
  /// Rules of prayers for a place where the sun does not rise or not set today, by title.
  public var sunless: [Sunless]

  /// Every Anchor, in the order of the rows.
  public var items: [AnchorItem] { rows.flatMap(\.items) }

  /// Puts Anchors in rows.
  init(_ items: [AnchorItem], sunless: [Sunless], on date: LogicalDate) {
    self.date = date
    self.sunless = sunless
    var members: [RecordID: [AnchorItem]] = [:]
    for item in items {
      if let rule = item.anchor.rule { members[rule, default: []].append(item) }
    }
    rows = items.compactMap { item in
      guard let rule = item.anchor.rule, let group = members[rule], group.count > 1 else {
        return .single(item)
      }
      guard group[0] == item else { return nil }
      let items = group.map { member in
        var member = member
        member.title = member.anchor.title
        return member
      }
      return .group(
        AnchorGroup(rule: rule, title: group[group.count - 1].anchor.ruleTitle, items: items))
    }
  }
}

extension AnchorFold {
  /// An Anchor with what can be said about it now.
  func item(_ anchor: AnchorView) -> AnchorItem {
    let now = moment.now
    let day = anchor.dayNumber(on: moment.today)
    return AnchorItem(
      anchor: anchor, title: anchor.rowTitle, state: anchor.state(at: now),
      status: anchor.status(at: now), progress: anchor.progress(at: now), dayNumber: day?.number,
      dayCount: day?.count, actions: attendance(of: anchor).actions)
  }

  /// What can be said about an Anchor now.
  func attendance(of anchor: AnchorView) -> AnchorAttendance {
    // Of what closed long ago nothing can be said, whatever day that was.
    let isLongOver = anchor.windowEnd + 4 * 86_400 < moment.now
    let closingDay = isLongOver ? anchor.occurrenceDate : clock.day(of: anchor.windowEnd)
    return AnchorAttendance(
      anchor, now: moment.now, today: moment.today, closingDay: closingDay)
  }
}

extension Planner {
  /// Reads the Anchors of today, and those of earlier days that are still open and undecided.
  ///
  /// - Parameter context: The moment and the place.
  /// - Returns: The rows.
  /// - Throws: `ReplicaError`.
  public func todayAnchors(_ context: DayContext) throws -> TodayAnchors {
    let moment = try tick(context)
    return try replica.read { transaction in
      let fold = try AnchorFold(transaction, moment)
      return TodayAnchors(
        try fold.todayAnchors().map(fold.item), sunless: try fold.sunless(), on: moment.today)
    }
  }

  /// Reads the Anchors that count for some days, decided or not, in order of time.
  ///
  /// - Parameters:
  ///   - days: The days; ones to come are those that rules would make.
  ///   - context: The moment and the place.
  /// - Returns: The Anchors.
  /// - Throws: `ReplicaError`.
  public func anchors(
    on days: ClosedRange<LogicalDate>, _ context: DayContext
  ) throws -> [AnchorItem] {
    let moment = try tick(context)
    return try replica.read { transaction in
      let fold = try AnchorFold(transaction, moment)
      return try fold.anchors(on: days).map(fold.item)
    }
  }

  /// Reads the one-offs whose windows are not over, in order of time.
  ///
  /// - Parameter context: The moment and the place.
  /// - Returns: The Anchors, decided ones among them.
  /// - Throws: `ReplicaError`.
  public func upcomingOneOffs(_ context: DayContext) throws -> [AnchorItem] {
    let moment = try tick(context)
    return try replica.read { transaction in
      let fold = try AnchorFold(transaction, moment)
      let records = try transaction.records(Anchor.self, where: "windowEnd > ?") {
        (statement) throws(SQLiteError) in
        try statement.bind(moment.now.millis, at: 1)
      }
      return try records.compactMap { try fold.anchor($0.id) }
        .filter { $0.windowEnd > moment.now }.sorted(by: AnchorView.isBefore).map(fold.item)
    }
  }

  /// Reads one Anchor.
  ///
  /// - Parameters:
  ///   - id: Its id: of the days around today, a one-off, or decided about.
  ///   - context: The moment and the place.
  /// - Returns: The Anchor.
  /// - Throws: `PlannerError` with `notFound`; `ReplicaError`.
  public func anchor(_ id: RecordID, _ context: DayContext) throws -> AnchorItem {
    let moment = try tick(context)
    return try replica.read { transaction in
      let fold = try AnchorFold(transaction, moment)
      guard let anchor = try fold.anchor(id) else { throw PlannerError.noSuchAnchor }
      return fold.item(anchor)
    }
  }
}

extension AnchorFold {
  /// The rules of prayers that work and have no times today.
  func sunless() throws -> [TodayAnchors.Sunless] {
    try rules().compactMap { rule in
      guard let config = rule.newestConfig, config.isActive,
        config.breaks.covering(moment.today) == nil,
        let absence = config.sunAbsence(on: moment.today)
      else { return nil }
      return TodayAnchors.Sunless(rule: rule.id, title: config.title, absence: absence)
    }.sorted { ($0.title, $0.rule) < ($1.title, $1.rule) }
  }

  /// The day's Anchors, earlier ones that are still open, and those of them decided today.
  func todayAnchors() throws -> [AnchorView] {
    let today = moment.today
    let left = try anchors(reachingInto: today).filter {
      $0.occurrenceDate == today || $0.windowEnd > moment.now
    }
    let decided = try decisions(
      where: "decided_day = ?1 AND occurrence < ?1 AND is_late = 0 AND status != 'pending'"
    ) { (statement) throws(SQLiteError) in
      try statement.bind(today.dayNumber, at: 1)
    }
    return (left + decided).sorted(by: AnchorView.isBefore)
  }

  /// An Anchor that somebody could say something about, by its id.
  func anchor(_ id: RecordID) throws -> AnchorView? {
    let decided = try decisions(where: "id = ? AND status != 'pending'") {
      (statement) throws(SQLiteError) in
      try statement.bindID(id, at: 1)
    }
    if let decided = decided.first { return decided }
    if let record = try transaction.record(Anchor.self, id) { return try oneOff(record) }
    for rule in try rules() {
      let chain = try chain(of: rule, closingFrom: moment.today - Self.sayableDaysBefore)
      if let found = chain.first(where: { $0.id == id }) { return found }
    }
    // Most of what is said is said about today.
    for (first, last) in [(1, 1), (Self.sayableDaysBefore, Self.sayableDaysAfter)] {
      let days = moment.today - first...moment.today + last
      for rule in try rules() {
        if let found = try undecided(of: rule, on: days).first(where: { $0.id == id }) {
          return found
        }
      }
    }
    return nil
  }

  /// Anchors can be skipped so many days ahead.
  private static let sayableDaysAfter = 30
  /// A window of a week that has just closed began so long ago.
  private static let sayableDaysBefore = 8
}

extension PlannerError {
  static let noSuchAnchor = PlannerError(
    .notFound, "There is no such Anchor around today. See “jamaal anchor list”.")
}

extension Planner {
  /// The same as `anchors(on:_:)`, each Anchor taken through every edit one by one.
  ///
  /// Slow, and simple enough to compare with.
  package func anchorsEditByEdit(
    on days: ClosedRange<LogicalDate>, _ context: DayContext
  ) throws -> [AnchorView] {
    let moment = try tick(context)
    return try replica.read { transaction in
      try AnchorFold(transaction, moment, nearDays: 1_000_000).anchors(on: days)
    }
  }
}
