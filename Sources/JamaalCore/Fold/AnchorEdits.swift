import ReplicaStore
import SQLite

/// One act that changed something: every version that one transaction wrote.
struct Edit<State> {
  let stamp: Stamp
  let tag: DayTag
  fileprivate(set) var changes: [(inout State) -> Void]

  /// When it was made, as far as anybody can tell afterwards.
  var instant: Instant { Instant(millis: stamp.clock.millis) }

  func apply(to state: inout State) {
    for change in changes { change(&state) }
  }
}

/// Everything that people did to something, act by act.
struct EditLog<State> {
  /// In the order of their stamps.
  let edits: [Edit<State>]
  /// What stood before each edit, and after the last.
  let states: [State]

  init(_ edits: [Edit<State>], initial: State) {
    self.edits = edits
    var states = [initial]
    states.reserveCapacity(edits.count + 1)
    for edit in edits {
      var state = states[states.count - 1]
      edit.apply(to: &state)
      states.append(state)
    }
    self.states = states
  }

  /// What stands now.
  var newest: State { states[states.count - 1] }

  /// What stood when a day ended: of what was written by then, the latest.
  func state(asOf day: LogicalDate) -> State {
    if edits.allSatisfy({ $0.tag.day <= day }) { return newest }
    var state = states[0]
    for edit in edits where edit.tag.day <= day { edit.apply(to: &state) }
    return state
  }
}

/// Gathers versions into edits.
struct EditCollector<State> {
  private var changes: [Stamp: Edit<State>] = [:]

  /// Takes in every version of one field.
  mutating func add<Model: Record, Value: FieldValue>(
    _ history: RecordHistory<Model>, _ path: WritableKeyPath<Model, Value>,
    _ set: @escaping (inout State, Value) -> Void
  ) throws {
    for version in try history.versions(of: path).authored() {
      changes[version.stamp, default: Edit(stamp: version.stamp, tag: version.tag, changes: [])]
        .changes.append { set(&$0, version.value) }
    }
  }

  func log(initial: State) -> EditLog<State> {
    EditLog(changes.values.sorted { $0.stamp < $1.stamp }, initial: initial)
  }
}

extension ReadTransaction {
  /// Everything that was done to a rule, its slots and its breaks.
  func anchorEdits(_ id: RecordID) throws -> EditLog<AnchorRuleState> {
    var edits = EditCollector<AnchorRuleState>()
    let history = try history(AnchorRule.self, id)
    func add<Value: FieldValue>(_ path: WritableKeyPath<AnchorRule, Value>) throws {
      nonisolated(unsafe) let path = path
      try edits.add(history, path) { $0.rule[keyPath: path] = $1 }
    }
    try add(\.title)
    try add(\.effortMinutes)
    try add(\.placement)
    try add(\.isEnabled)
    try add(\.isArchived)
    try add(\.configVersion)
    try add(\.configText)
    try add(\.recurrenceKind)
    try add(\.recurrenceWeekdays)
    try add(\.recurrenceInterval)
    try add(\.recurrenceMinDays)
    try add(\.recurrenceMaxDays)
    try add(\.recurrenceStart)
    try add(\.endDate)
    try add(\.remindAtStart)
    try add(\.remindBeforeEndMinutes)
    try add(\.method)
    try add(\.madhab)
    try add(\.highLatitude)
    try add(\.polarRule)
    try add(\.ishaEnds)
    try add(\.fridayLabel)
    try add(\.prayers)
    for prayer in Prayer.allCases { try add(AnchorRule.minutesPath(of: prayer)) }
    try add(\.placeMode)
    try add(\.latitude)
    try add(\.longitude)
    try add(\.placeName)
    try addSlots(of: id, to: &edits)
    try addBreaks(of: id, to: &edits)
    var initial = AnchorRuleState(id)
    if let stored = try record(AnchorRule.self, id) {
      initial.rule.sourceKey = stored.sourceKey
      initial.rule.createdAt = stored.createdAt
      initial.rule.createdDay = stored.createdDay
    }
    return edits.log(initial: initial)
  }

  private func addSlots(
    of rule: RecordID, to edits: inout EditCollector<AnchorRuleState>
  ) throws {
    let slots = try records(AnchorSlot.self, where: "rule = ?") {
      (statement) throws(SQLiteError) in
      try statement.bindID(rule, at: 1)
    }
    for slot in slots {
      let history = try history(AnchorSlot.self, slot.id)
      var blank = AnchorSlot(rule: rule, key: slot.key)
      blank.createdAt = slot.createdAt
      func add<Value: FieldValue>(_ path: WritableKeyPath<AnchorSlot, Value>) throws {
        nonisolated(unsafe) let path = path
        try edits.add(history, path) { [blank] in
          $0.slots[blank.key, default: blank][keyPath: path] = $1
        }
      }
      try add(\.label)
      try add(\.startMinute)
      try add(\.windowMinutes)
      try add(\.isAllDay)
      try add(\.isRemoved)
    }
  }

  private func addBreaks(
    of rule: RecordID, to edits: inout EditCollector<AnchorRuleState>
  ) throws {
    let ranges = try records(AnchorBreak.self, where: "rule = ?") {
      (statement) throws(SQLiteError) in
      try statement.bindID(rule, at: 1)
    }
    for range in ranges {
      let history = try history(AnchorBreak.self, range.id)
      let blank = AnchorBreak(id: range.id)
      func add<Value: FieldValue>(_ path: WritableKeyPath<AnchorBreak, Value>) throws {
        nonisolated(unsafe) let path = path
        try edits.add(history, path) { $0.breaks[blank.id, default: blank][keyPath: path] = $1 }
      }
      try add(\.first)
      try add(\.last)
      try add(\.reason)
      try add(\.isRemoved)
    }
  }

  /// Everything that was done to a one-off.
  func oneOffEdits(_ anchor: Anchor) throws -> EditLog<Anchor> {
    var edits = EditCollector<Anchor>()
    let history = try history(Anchor.self, anchor.id)
    func add<Value: FieldValue>(_ path: WritableKeyPath<Anchor, Value>) throws {
      nonisolated(unsafe) let path = path
      try edits.add(history, path) { $0[keyPath: path] = $1 }
    }
    try add(\.title)
    try add(\.occurrenceDate)
    try add(\.windowStart)
    try add(\.windowEnd)
    try add(\.effortMinutes)
    try add(\.remindBeforeStartMinutes)
    try add(\.remindBeforeEndMinutes)
    try add(\.isRemoved)
    var initial = Anchor(id: anchor.id)
    initial.createdAt = anchor.createdAt
    return edits.log(initial: initial)
  }
}

extension Statement {
  func bindID(_ id: RecordID, at index: Int32) throws(SQLiteError) {
    try bind(high: id.high, low: id.low, at: index)
  }
}
