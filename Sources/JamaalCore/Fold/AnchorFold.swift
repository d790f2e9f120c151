import ReplicaStore
import SQLite

/// Every Anchor of some days: what rules make, one-offs, and what was decided about them.
final class AnchorFold {
  let transaction: ReadTransaction
  let moment: PlannerMoment
  let clock: DayClock
  private let ids: [RecordID]
  private var folds: [RecordID: AnchorRuleFold] = [:]
  private var chains: [RecordID: [AnchorRuleFold.ChainWindow]] = [:]

  private let nearDays: Int

  init(
    _ transaction: ReadTransaction, _ moment: PlannerMoment,
    nearDays: Int = AnchorRuleFold.nearDays
  ) throws {
    self.nearDays = nearDays
    self.transaction = transaction
    self.moment = moment
    clock = try DayClock(transaction, moment)
    ids = try transaction.allIDs(AnchorRule.self)
  }

  /// The rules that anybody made, ascending by id.
  func rules() throws -> [AnchorRuleFold] {
    try ids.compactMap { try rule($0) }
  }

  /// One rule; `nil` if there is none, or its making was undone.
  func rule(_ id: RecordID) throws -> AnchorRuleFold? {
    if let known = folds[id] { return known }
    guard try transaction.record(AnchorRule.self, id) != nil else { return nil }
    let log = try moment.anchorLogs.log(id, transaction)
    guard !log.edits.isEmpty else { return nil }
    let fold = AnchorRuleFold(id, log, clock, nearDays: nearDays)
    folds[id] = fold
    return fold
  }

  /// The Anchors that count for some days, in order of time.
  func anchors(on days: ClosedRange<LogicalDate>) throws -> [AnchorView] {
    var anchors: [AnchorView] = []
    for rule in try rules() {
      anchors += try undecided(of: rule, on: days)
    }
    anchors += try oneOffs(on: days)
    anchors += try decided(on: days)
    return anchors.sorted(by: AnchorView.isBefore)
  }

  /// The Anchors that count for a day, and undecided ones of earlier days that reach into it.
  func anchors(reachingInto day: LogicalDate) throws -> [AnchorView] {
    let start = clock.interval(of: day).lowerBound
    var left = try oneOffs(on: day - Self.oneOffDaysMax...day)
    for rule in try rules() {
      let days = day - rule.reachDays...day
      left += try undecided(of: rule, on: days)
      left += try chain(of: rule, closingFrom: day).filter {
        $0.occurrenceDate < days.lowerBound
      }
    }
    left.removeAll { $0.occurrenceDate != day && $0.windowEnd <= start }
    return (left + (try decided(on: day...day))).sorted(by: AnchorView.isBefore)
  }

  /// How many days before a day a one-off can open and reach into it: a week at most.
  private static let oneOffDaysMax = 8

  /// What a rule makes on some days, without what was decided about.
  func undecided(
    of rule: AnchorRuleFold, on days: ClosedRange<LogicalDate>
  ) throws -> [AnchorView] {
    let made = rule.instances(on: days)
    // A rule that was made another kind of rule can name one window twice.
    let names = Set(made.map(\.key))
    let chain = try chain(of: rule, closingFrom: days.lowerBound).filter {
      days.contains($0.occurrenceDate) && !names.contains($0.key)
    }
    if made.isEmpty { return chain }
    let keys = try decidedKeys(of: rule.id, from: days.lowerBound - 3, to: days.upperBound + 3)
    return chain + made.filter { !keys.contains($0.key) }
  }

  /// The windows of a rule's after-last slots that close on a day or later, without what was
  /// decided about.
  func chain(of rule: AnchorRuleFold, closingFrom day: LogicalDate) throws -> [AnchorView] {
    guard rule.hasChain else { return [] }
    let windows = try chains[rule.id] ?? workedOutChain(of: rule)
    chains[rule.id] = windows
    return windows.filter { $0.days.upperBound >= day }.compactMap { rule.view(of: $0) }
  }

  private func workedOutChain(
    of rule: AnchorRuleFold
  ) throws -> [AnchorRuleFold.ChainWindow] {
    let rows = try database.rows(
      """
      SELECT date, slot, status, handled_day FROM local_anchor_decision
      WHERE subject = ? ORDER BY handled_day
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bindID(rule.id, at: 1)
    } row: { row in
      (
        key: AnchorKey(subject: rule.id, date: row.date(0), slotKey: row.text(1)),
        status: AnchorStatus(row.text(2)), handled: row.date(3)
      )
    }
    var handled: [String: [LogicalDate]] = [:]
    for row in rows {
      if let day = row.handled { handled[row.key.slotKey, default: []].append(day) }
    }
    let decided = Set(rows.filter { $0.status != .pending }.map(\.key))
    return rule.chain(handled: handled).filter { !decided.contains($0.key) }
  }

  private var database: Database { transaction.database }

  /// Every Anchor of the days that have ended, for comparing replicas.
  func lived() throws -> [AnchorView] {
    let days = try rules().flatMap { $0.log.edits.map(\.tag.day) }
    guard let first = days.min(), first <= moment.lastEnded else { return [] }
    return try anchors(on: first...moment.lastEnded)
  }

  private func decidedKeys(
    of rule: RecordID, from first: LogicalDate, to last: LogicalDate
  ) throws -> Set<AnchorKey> {
    let keys = try database.rows(
      """
      SELECT date, slot FROM local_anchor_decision
      WHERE subject = ? AND date BETWEEN ? AND ? AND status != 'pending'
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bindID(rule, at: 1)
      try statement.bind(first.dayNumber, at: 2)
      try statement.bind(last.dayNumber, at: 3)
    } row: {
      AnchorKey(subject: rule, date: $0.date(0), slotKey: $0.text(1))
    }
    return Set(keys)
  }

  /// One-offs nobody decided about.
  private func oneOffs(on days: ClosedRange<LogicalDate>) throws -> [AnchorView] {
    let records = try transaction.records(
      Anchor.self,
      where: """
        id IN (SELECT id FROM anchor WHERE occurrenceDate BETWEEN ?1 AND ?2)
        AND id NOT IN
          (SELECT id FROM local_anchor_decision WHERE date IS NULL AND status != 'pending')
        """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(days.lowerBound.dayNumber - 366, at: 1)
      try statement.bind(days.upperBound.dayNumber + 366, at: 2)
    }
    return try records.compactMap { record in
      guard let view = try oneOff(record), days.contains(view.occurrenceDate) else { return nil }
      return view
    }
  }

  /// A one-off as its own day saw it: an edit reaches it only while its window had not ended.
  func oneOff(_ record: Anchor) throws -> AnchorView? {
    let log = try transaction.oneOffEdits(record)
    var state = log.states[0]
    var current: AnchorView?
    for edit in log.edits {
      if let current, current.windowEnd <= edit.instant { return current }
      var changed = state
      edit.apply(to: &changed)
      let candidate = AnchorView(changed)
      if let day = current?.occurrenceDate ?? candidate?.occurrenceDate, edit.tag.day > day {
        continue
      }
      state = changed
      current = candidate
    }
    return current
  }

  /// What was decided about, with the windows as they were.
  private func decided(on days: ClosedRange<LogicalDate>) throws -> [AnchorView] {
    try decisions(where: "occurrence BETWEEN ? AND ? AND status != 'pending'") {
      (statement) throws(SQLiteError) in
      try statement.bind(days.lowerBound.dayNumber, at: 1)
      try statement.bind(days.upperBound.dayNumber, at: 2)
    }
  }

  func decisions(
    where condition: String, _ bind: (Statement) throws(SQLiteError) -> Void
  ) throws -> [AnchorView] {
    try database.rows(
      """
      SELECT subject, date, slot, status, resolved_at, decided_day, is_late, occurrence,
        window_start, window_end, title, rule_title, effort, placement
      FROM local_anchor_decision WHERE \(condition)
      """, bind, row: AnchorView.init)
  }
}

extension AnchorView {
  /// What was decided about, from its row.
  fileprivate init(_ row: Statement) {
    let date = row.date(1)
    key = AnchorKey(subject: row.recordID(0), date: date, slotKey: row.text(2))
    rule = date == nil ? nil : key.subject
    status = AnchorStatus(row.text(3))
    resolvedAt = row.instant(4)
    decidedDay = row.date(5)
    isLate = row.int(6) != 0
    occurrenceDate = LogicalDate(dayNumber: row.int(7))
    lastDate = occurrenceDate
    windowStart = Instant(millis: row.int64(8))
    windowEnd = Instant(millis: row.int64(9))
    title = row.text(10)
    ruleTitle = row.text(11)
    effortMinutes = row.isNull(12) ? nil : row.int(12)
    placement = AnchorPlacement(row.text(13))
  }
}

extension AnchorRuleFold {
  /// How many days before a day a window can open and reach into it.
  var reachDays: Int {
    // A night's isha is over by noon wherever people are.
    if log.newest.rule.sourceKey == .prayerWindow { return 2 }
    let longest = log.states.flatMap(\.slots.values).map(\.windowMinutes).max() ?? 0
    return min(max(longest, 0), AnchorRule.windowMinutesRange.upperBound) / 1440 + 1
  }

  /// Whether the rule ever counted from when it was last handled.
  var hasChain: Bool {
    log.states.contains { $0.rule.recurrenceKind == "afterLast" }
  }

  /// One window of an after-last slot.
  struct ChainWindow {
    let slot: String
    let days: ClosedRange<LogicalDate>
    let key: AnchorKey
  }

  /// The windows of after-last slots, given for each slot the days on which it was handled in time.
  func chain(handled: [String: [LogicalDate]]) -> [ChainWindow] {
    let epochs = epochs
    let slots = Set(log.states.flatMap(\.slots.keys)).sorted()
    return slots.flatMap { slot in
      AfterLastChain(
        epochs: epochs.map {
          AfterLastChain.Epoch(from: $0.from, terms: $0.config?.terms(of: slot))
        },
        handled: handled[slot] ?? [], lastEnded: clock.moment.lastEnded
      ).windows.map { days in
        ChainWindow(
          slot: slot, days: days,
          key: AnchorKey(subject: id, date: days.lowerBound, slotKey: slot))
      }
    }
  }

  /// A window as an Anchor; `nil` if nothing can be read that made it.
  func view(of window: ChainWindow) -> AnchorView? {
    let epoch = epochs.last { $0.from <= window.days.upperBound }
    guard let config = epoch?.config ?? newestConfig else { return nil }
    let label = config.slots.first { $0.key == window.slot }?.label ?? ""
    let start = clock.interval(of: window.days.lowerBound).lowerBound
    return AnchorView(
      window.key, config, title: label,
      window: start..<max(clock.end(of: window.days.upperBound), start + 60),
      occurrenceDate: window.days.lowerBound, lastDate: window.days.upperBound)
  }
}

extension AnchorConfig {
  /// What a chain of windows follows from; `nil` if there is none.
  fileprivate func terms(of slot: String) -> AfterLastChain.Terms? {
    guard isActive, case .scheduled(.afterLast(let least, let most, let start), let slots) = family,
      slots.contains(where: { $0.key == slot })
    else { return nil }
    return AfterLastChain.Terms(
      minDays: least, maxDays: most, start: start, breaks: breaks, endDate: endDate)
  }
}
