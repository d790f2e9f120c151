/// What there is to put a day together from.
public struct PlanningBuild: Hashable, Sendable {
  /// The day's tasks, what matters first: every live task due on it or before.
  public var plan: [PlanTask]
  /// Tasks of a later day that matter and do not press yet, worth pulling in.
  public var suggestions: [PlanTask]
  /// Tasks without a day.
  public var candidates: [PlanTask]
  /// Tasks of the plan that are longer than the longest gap.
  public var doesNotFit: [PlanTask]
  /// What may be asked about the plan.
  public var prompts: [PlanPrompt]
  /// How many tasks of the plan have no estimate.
  public var missingDurations: Int

  /// Sorts tasks into what they are to a day.
  ///
  /// They are looked at as of the day before, evening and morning alike: whatever is due after the
  /// planned day does not press yet, so it is suggested if it matters.
  /// - Parameters:
  ///   - date: The day being planned.
  ///   - tasks: The live tasks, in any order.
  ///   - freeTime: The day's free time.
  public init(
    _ date: LogicalDate, tasks: some Sequence<PlanTask>, freeTime: FreeTime
  ) {
    let eve = date - 1
    plan = []
    suggestions = []
    candidates = []
    for task in tasks.ordered(on: eve) {
      guard let due = task.due else {
        candidates.append(task)
        continue
      }
      if due <= date {
        plan.append(task)
      } else if task.priority(on: eve).quadrant == .schedule {
        suggestions.append(task)
      }
    }
    doesNotFit = plan.filter { !freeTime.fits(effortMinutes: $0.effortMinutes) }
    prompts = PlanPrompt.prompts(for: plan.map { $0.priority(on: eve).quadrant })
    missingDurations = plan.count { $0.effortMinutes == nil }
  }
}
