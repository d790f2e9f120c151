public import ReplicaStore

extension Planner {
  /// Makes a scheduled rule.
  ///
  /// - Parameters:
  ///   - draft: What the person filled in.
  ///   - context: The moment and the place.
  /// - Returns: The rule's id, with what undoes its making.
  /// - Throws: `PlannerError` with `badValue`, and nothing is written; `ReplicaError`.
  public func addAnchorRule(
    _ draft: AnchorRuleDraft, _ context: DayContext
  ) throws -> AnchorReceipt {
    let moment = try tick(context)
    let draft = try draft.checked(today: moment.today)
    return try replica.write(tag: moment.tag.tag) { transaction in
      var rule = AnchorRule(id: transaction.newID())
      rule.fill(from: draft)
      rule.sourceKey = draft.source
      rule.createdAt = moment.now
      rule.createdDay = moment.today
      try transaction.insert(rule)
      for slot in draft.slots { try transaction.add(slot, to: rule.id, moment) }
      return AnchorReceipt(id: rule.id, versions: transaction.authored)
    }
  }

  /// Changes a scheduled rule; only what differs is written.
  ///
  /// A time that keeps its key keeps its Anchors; its breaks stay.
  ///
  /// - Parameters:
  ///   - id: The rule.
  ///   - draft: Everything as it is to be.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound`, `badValue`, or `anchor` for a rule that is not
  ///   scheduled or cannot be read, and nothing is written; `ReplicaError`.
  public func changeAnchorRule(
    _ id: RecordID, to draft: AnchorRuleDraft, _ context: DayContext
  ) throws -> AnchorReceipt {
    let moment = try tick(context)
    let draft = try draft.checked(today: min(moment.today, draft.endDate ?? moment.today))
    return try changeRule(id, context) { state, transaction in
      guard case .success(let config) = state.config(), config.recurrence != nil else {
        throw PlannerError(
          .anchor,
          "“\(state.rule.title)” is no scheduled rule that can be read here, so it stays as it is.")
      }
      var rule = state.rule
      rule.fill(from: draft)
      try transaction.save(rule)
      let keys = Set(draft.slots.compactMap(\.key))
      for var slot in state.slotsInUse where !keys.contains(slot.key) {
        slot.isRemoved = true
        try transaction.write(slot, \.isRemoved)
      }
      for edited in draft.slots {
        guard let key = edited.key else {
          try transaction.add(edited, to: id, moment)
          continue
        }
        guard var slot = state.slots[key], !slot.isRemoved else {
          throw PlannerError(.notFound, "The rule has no time with the key “\(key)”.")
        }
        slot.fill(from: edited)
        try transaction.save(slot)
      }
    }
  }

  /// Switches a rule off or on: while it is off it makes nothing, and nothing is missed.
  ///
  /// - Parameters:
  ///   - id: The rule.
  ///   - isEnabled: Whether it makes Anchors.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound`; `ReplicaError`.
  public func setAnchorRule(
    _ id: RecordID, isEnabled: Bool, _ context: DayContext
  ) throws -> AnchorReceipt {
    try changeRule(id, context) { state, transaction in
      var rule = state.rule
      rule.isEnabled = isEnabled
      try transaction.write(rule, \.isEnabled)
    }
  }

  /// Puts a rule away, or takes it out again; what it made stays.
  ///
  /// - Parameters:
  ///   - id: The rule.
  ///   - isArchived: Whether it is put away.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound`; `ReplicaError`.
  public func setAnchorRule(
    _ id: RecordID, isArchived: Bool, _ context: DayContext
  ) throws -> AnchorReceipt {
    try changeRule(id, context) { state, transaction in
      var rule = state.rule
      rule.isArchived = isArchived
      try transaction.write(rule, \.isArchived)
    }
  }

  /// Changes a rule in one act.
  func changeRule(
    _ id: RecordID, _ context: DayContext,
    _ body: (AnchorRuleState, WriteTransaction) throws -> Void
  ) throws -> AnchorReceipt {
    let moment = try tick(context)
    return try replica.write(tag: moment.tag.tag) { transaction in
      guard try transaction.record(AnchorRule.self, id) != nil else {
        throw PlannerError.noSuchRule
      }
      let log = try transaction.anchorEdits(id)
      guard !log.edits.isEmpty else { throw PlannerError.noSuchRule }
      try body(log.newest, transaction)
      return AnchorReceipt(id: id, versions: transaction.authored)
    }
  }
}

// MARK: - Breaks

extension Planner {
  /// Lets a rule rest for some days.
  ///
  /// - Parameters:
  ///   - id: The rule.
  ///   - range: The days, both ends included.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound`, or `badValue` if it ends before it starts, and
  ///   nothing is written; `ReplicaError`.
  public func addBreak(
    to id: RecordID, _ range: BreakRange, _ context: DayContext
  ) throws -> AnchorReceipt {
    if let last = range.last, last < range.first {
      throw PlannerError(.badValue, "A break cannot end before it starts. Swap the days.")
    }
    return try changeRule(id, context) { _, transaction in
      var record = AnchorBreak(id: transaction.newID())
      record.rule = id
      record.first = range.first
      record.last = range.last
      record.reason = range.reason
      try transaction.write(record, \.rule, \.first)
    }
  }

  /// Ends the break that a day lies in: the rule works again from that day on.
  ///
  /// - Parameters:
  ///   - id: The rule.
  ///   - day: The first day on which it works again.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound`, or `anchor` if it does not rest then, and nothing is
  ///   written; `ReplicaError`.
  public func endBreak(
    of id: RecordID, on day: LogicalDate, _ context: DayContext
  ) throws -> AnchorReceipt {
    try changeRule(id, context) { state, transaction in
      guard let merged = state.breakRanges.covering(day) else {
        throw PlannerError(.anchor, "“\(state.rule.title)” does not rest on \(day).")
      }
      // Every record that makes up the break ends, and those that lie after the day with it.
      for var record in state.breaks.values.sorted(by: { $0.id < $1.id }) where !record.isRemoved {
        guard let first = record.first, merged.contains(first),
          record.last.map({ day <= $0 }) ?? true
        else { continue }
        if first < day {
          record.last = day - 1
          try transaction.write(record, \.last)
        } else {
          record.isRemoved = true
          try transaction.write(record, \.isRemoved)
        }
      }
    }
  }
}

extension AnchorRule {
  /// Takes over what a form says.
  fileprivate mutating func fill(from draft: AnchorRuleDraft) {
    title = draft.title
    recurrence = draft.recurrence
    effortMinutes = draft.effortMinutes
    placement = draft.placement
    endDate = draft.endDate
    remindAtStart = draft.remindAtStart
    remindBeforeEndMinutes = draft.remindBeforeEndMinutes
  }
}

extension AnchorSlot {
  fileprivate mutating func fill(from draft: AnchorSlotDraft) {
    label = draft.label
    isAllDay = draft.start == nil
    // An all-day slot keeps its time, for when it is made a window again.
    if let start = draft.start {
      startMinute = start.minuteOfDay
      windowMinutes = draft.windowMinutes
    }
  }
}

extension WriteTransaction {
  fileprivate func add(
    _ draft: AnchorSlotDraft, to rule: RecordID, _ moment: PlannerMoment
  ) throws {
    // Random, so that two devices that add a time each make two, and none comes back.
    var slot = AnchorSlot(rule: rule, key: String(newID().description.prefix(8)))
    slot.fill(from: draft)
    slot.createdAt = moment.now
    try write(slot, \.rule, \.label, \.startMinute, \.isRemoved, \.createdAt)
  }
}

extension PlannerError {
  static let noSuchRule = PlannerError(
    .notFound, "There is no such rule. See “jamaal anchor list”.")
}

// MARK: - Configs from elsewhere

extension Planner {
  /// Makes a rule from a config as the export writes it.
  ///
  /// A config that cannot be read here is kept word for word, and the rule needs attention.
  ///
  /// - Parameters:
  ///   - configData: The config.
  ///   - title: What the rule is called.
  ///   - source: What kind of rule it is.
  ///   - effortMinutes: The minutes it takes.
  ///   - placement: How it takes its time.
  ///   - context: The moment and the place.
  /// - Returns: The rule's id, with what undoes its making.
  /// - Throws: `PlannerError` with `badValue` for a blank title, and nothing is written;
  ///   `ReplicaError`.
  public func addAnchorRule(
    configData: String, title: String, source: AnchorSource, effortMinutes: Int? = nil,
    placement: AnchorPlacement = .fixed, _ context: DayContext
  ) throws -> AnchorReceipt {
    let title = try AnchorRule.checkedTitle(title)
    let moment = try tick(context)
    return try replica.write(tag: moment.tag.tag) { transaction in
      var state = AnchorRuleState(transaction.newID())
      state.rule.title = title
      state.rule.sourceKey = source
      state.rule.effortMinutes = effortMinutes
      state.rule.placement = placement
      state.rule.createdAt = moment.now
      state.rule.createdDay = moment.today
      state.fill(fromConfigData: configData, newID: transaction.newID)
      try transaction.insert(state.rule)
      for slot in state.slotsInUse {
        try transaction.write(slot, \.rule, \.label, \.startMinute, \.isRemoved)
      }
      for range in state.breaks.values.sorted(by: { $0.id < $1.id }) {
        try transaction.write(range, \.rule, \.first)
      }
      return AnchorReceipt(id: state.rule.id, versions: transaction.authored)
    }
  }
}
