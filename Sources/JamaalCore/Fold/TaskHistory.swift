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

  /// The chosen due day as a day ended, before day's ends carried it any further.
  func due(asOf day: LogicalDate, deferrals: DeferralDays) -> Due? {
    resolve(
      due.newest(asOf: day), importance: importance.newest(asOf: day),
      repeats: repeats.newest(asOf: day), deferrals: deferrals, through: day)
  }

  /// The chosen due day, before day's ends carried it any further.
  func due(deferrals: DeferralDays) -> Due? {
    resolve(
      due.newest, importance: importance.newest, repeats: repeats.newest, deferrals: deferrals,
      through: nil)
  }

  /// Dates what a merge has left undated although it must have a day.
  ///
  /// Two devices can each do something allowed, one raising the task and one parking it under
  /// Someday, that no single device would allow together. Such a task is due on the later of the
  /// two authors' days. A task that deferrals eased to low before it was parked may stay undated.
  private func resolve(
    _ due: Authored<LogicalDate?>?, importance: Authored<Importance>?,
    repeats: Authored<RepeatRule>?, deferrals: DeferralDays, through day: LogicalDate?
  ) -> Due? {
    if let due, let chosen = due.value { return Due(day: chosen, chosen: due.tag.day) }
    var since: LogicalDate?
    if let repeats, repeats.value.doesRepeat { since = repeats.tag.day }
    if let importance, importance.value.isImportant {
      let parked = due ?? Authored(stamp: .zero, tag: importance.tag, value: nil)
      let wasEasedFirst =
        importance.stamp < parked.stamp
        && deferrals.ease(importance, before: parked, through: day)
      if !wasEasedFirst { since = min(since ?? importance.tag.day, importance.tag.day) }
    }
    guard let since else { return nil }
    let later = max(since, due?.tag.day ?? created)
    return Due(day: later, chosen: later)
  }
}
