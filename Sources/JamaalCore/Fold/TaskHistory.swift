internal import ReplicaStore

/// The facts about one task, ordered so that any day can be looked at again.
struct TaskHistory: Equatable, Sendable {
  let id: RecordID
  let created: LogicalDate
  let due: Timeline<LogicalDate?>
  let importance: Timeline<Importance>
  let effortMinutes: Timeline<Int?>
  let completion: Timeline<Instant?>
  let drop: Timeline<Instant?>
  let repeats: Timeline<RepeatRule>

  init(_ facts: TaskFacts) {
    id = facts.id
    created = facts.created.day
    due = Timeline(facts.due)
    importance = Timeline(facts.importance)
    effortMinutes = Timeline(facts.effortMinutes)
    completion = Timeline(facts.completion)
    drop = Timeline(facts.drop)
    repeats = Timeline(facts.repeats)
  }

  /// A due day with the day of the choice behind it.
  struct Due: Equatable {
    var day: LogicalDate
    /// Day's ends before this one know nothing of the choice and do not move it.
    var chosen: LogicalDate
  }

  /// Whether the task was neither completed nor dropped when a day ended.
  func isLive(asOf day: LogicalDate) -> Bool {
    completion.newest(asOf: day)?.value == nil && drop.newest(asOf: day)?.value == nil
  }

  /// The chosen due day, before day's ends carried it any further.
  ///
  /// - Parameters:
  ///   - day: As that day ended; `nil` for as it stands.
  ///   - deferrals: The deferrals known so far.
  /// - Returns: The due day, or `nil` for Someday.
  func due(asOf day: LogicalDate? = nil, deferrals: DeferralDays) -> Due? {
    let choice = day.map { due.newest(asOf: $0) } ?? due.newest
    if let choice, let chosen = choice.value {
      return Due(day: chosen, chosen: choice.tag.day)
    }
    let parked =
      choice ?? Authored(stamp: .zero, tag: DayTag(day: created, zone: ""), value: nil)
    return dated(parked, asOf: day, deferrals: deferrals).map { fact in
      let later = max(fact, parked.tag.day)
      return Due(day: later, chosen: later)
    }
  }

  /// Dates a parked task that must have a day: a merge left it undated.
  ///
  /// Two devices can each do something allowed, one raising the task and one parking it under
  /// Someday, that no single device would allow together. It is then due on the later of the two
  /// authors' days, and stays dated when it is lowered again. A task that deferrals eased to low
  /// before it was parked stays parked.
  ///
  /// - Returns: The day of the fact that asks for a day and met the parking first, if there is one.
  private func dated(
    _ parked: Authored<LogicalDate?>, asOf day: LogicalDate?, deferrals: DeferralDays
  ) -> LogicalDate? {
    let importance = importance.around(parked.stamp, asOf: day) { $0.isImportant }
    let repeats = repeats.around(parked.stamp, asOf: day) { $0.doesRepeat }
    if let raised = importance.before, raised.value.isImportant,
      !deferrals.ease(raised, before: parked, through: day)
    {
      return raised.tag.day
    }
    if let repeating = repeats.before, repeating.value.doesRepeat { return repeating.tag.day }
    switch (importance.after, repeats.after) {
    case (let raised?, let repeating?):
      return raised.stamp < repeating.stamp ? raised.tag.day : repeating.tag.day
    case (let raised?, nil): return raised.tag.day
    case (nil, let repeating?): return repeating.tag.day
    case (nil, nil): return nil
    }
  }
}
