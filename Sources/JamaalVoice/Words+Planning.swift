public import JamaalCore

extension Words {
  /// The name of a step.
  ///
  /// - Parameter step: The step.
  /// - Returns: The words.
  public static func step(_ step: PlanningStep) -> String {
    switch step {
    case .review: "Review"
    case .carry: "Carry"
    case .build: "Build"
    case .load: "Load"
    case .close: "Close"
    case .unknown: "A step of a newer version"
    }
  }

  /// What a planning is of: `Planning Tuesday, 3 March`, in the morning `This morning`.
  ///
  /// - Parameter page: The planning.
  /// - Returns: The words.
  public static func planningTitle(_ page: PlanningPage) -> String {
    page.session?.isShortened == true
      ? "This morning: \(fullDay(page.target.forDate))"
      : "Planning \(fullDay(page.target.forDate))"
  }

  /// The look back in plain counts, one sentence a line.
  ///
  /// - Parameter page: The planning.
  /// - Returns: What there is to tell.
  public static func review(_ page: PlanningPage) -> [String] {
    let review = page.review
    var lines = ["\(count(review.tasksDone, "task")) done, \(review.tasksLeft) left."]
    if review.habits.due > 0 {
      let partial = review.habits.partial
      let rest = partial == 0 ? "" : ", \(partial) more in part"
      lines.append("Habits: \(review.habits.done) of \(review.habits.due)\(rest).")
    }
    let anchors = review.anchors
    let readings = [
      (anchors.attended, "attended"), (anchors.missed, "missed"), (anchors.skipped, "not that day"),
      (anchors.delegated, "done by somebody else"), (anchors.open, "still open"),
    ]
    let told = readings.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if !told.isEmpty { lines.append("Anchors: \(told.joined(separator: ", ")).") }
    return lines
  }

  /// The time a task took beside what it was thought to take: `50m of 30m`.
  ///
  /// - Parameter spent: The time.
  /// - Returns: The words.
  public static func timeSpent(_ spent: PlanningReview.TimeSpent) -> String {
    let minutes = duration(minutes: spent.minutes)
    return spent.estimateMinutes.map { "\(minutes) of \(duration(minutes: $0))" } ?? minutes
  }

  /// What was said about a task that is left over.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - page: The planning.
  /// - Returns: The words; for one that is undecided what has to be known to decide.
  public static func carried(_ task: CarriedTask, _ page: PlanningPage) -> String {
    switch task.status {
    case .dropped: return "let go"
    case .moved(page.target.forDate): return "kept"
    case .moved(let day): return "to \(destination(day, today: page.today))"
    case .pending: break
    }
    var parts = ["to settle"]
    if task.preview.opensPicker { parts.append("needs a day that works") }
    if let importance = task.preview.easesFrom { parts.append("eases from \(importance.text)") }
    if task.preview.isFifth { parts.append("fine to let go") }
    return parts.joined(separator: " · ")
  }

  /// How far Carry is: `2 to settle`, `1 kept, 1 moved`.
  ///
  /// - Parameter counts: The counts.
  /// - Returns: The words; empty if there is nothing to tell.
  public static func carry(_ counts: CarryCounts) -> String {
    let parts = [
      (counts.pending, "to settle"), (counts.kept, "kept"), (counts.moved, "moved"),
      (counts.dropped, "let go"),
    ]
    return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  /// Where a gap lies: `before School run`, `between A and B`, `after B`.
  ///
  /// - Parameter place: The place.
  /// - Returns: The words.
  public static func place(_ place: FreeBlock.Place) -> String {
    switch place {
    case .wholeDay: "the whole working day"
    case .before(let next): "before \(next.title)"
    case .between(let previous, let next): "between \(previous.title) and \(next.title)"
    case .after(let previous): "after \(previous.title)"
    }
  }

  /// What may be asked about a plan.
  ///
  /// - Parameter prompt: The prompt.
  /// - Returns: One sentence.
  public static func prompt(_ prompt: PlanPrompt) -> String {
    switch prompt {
    case .pickPriorities: "That is a full list. Pick one or two that matter most."
    case .multipleDoFirst: "Several of these press and matter. Which matters most?"
    }
  }

  /// By how much a day runs past its end: `2h 10m past 19:00`.
  ///
  /// - Parameter overflow: The overflow.
  /// - Returns: The words.
  public static func overflow(_ overflow: TimeOverflow) -> String {
    "\(duration(minutes: overflow.minutes)) past \(overflow.endClock)"
  }

  /// A day's load against its budget: `Low day · 1h 30m of 2h · balanced`.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - load: The load.
  /// - Returns: The words.
  public static func meter(_ level: CapacityLevel, _ load: DayLoad) -> String {
    let budget = duration(minutes: load.budget.minutes)
    var parts = [day(of: level)]
    if load.plannedTaskMinutes == 0, load.missingDurations == 0 {
      parts.append("room for \(budget)")
    } else {
      parts.append("\(duration(minutes: load.plannedTaskMinutes)) of \(budget)")
      parts.append(Words.load(load.state))
    }
    if load.missingDurations > 0 { parts.append("\(load.missingDurations) without an estimate") }
    return parts.joined(separator: " · ")
  }

  /// What a plan amounts to: `4 tasks · 3h 30m`.
  ///
  /// - Parameter page: The planning.
  /// - Returns: The words.
  public static func plan(_ page: PlanningPage) -> String {
    let minutes = duration(minutes: page.load.load.plannedTaskMinutes)
    return "\(count(page.build.plan.count, "task")) · \(minutes)"
  }

  /// The done screen.
  ///
  /// - Parameters:
  ///   - summary: What was planned.
  ///   - isShortened: Whether it was the morning's way.
  ///   - today: The day it is; after midnight that is the planned one.
  /// - Returns: A few short sentences.
  public static func closed(
    _ summary: PlanSummary, isShortened: Bool, today: LogicalDate
  ) -> [String] {
    let minutes = duration(minutes: summary.plan.plannedTaskMinutes)
    let isToday = summary.forDate <= today
    return [
      (isToday ? "Today is set." : "Tomorrow is ready.") + (isShortened ? "" : " Good night."),
      "\(count(summary.taskCount, "task")), \(minutes), a \(day(of: summary.plan.level).lowercased()).",
      "\(count(summary.nightsPlanned, "night")) planned.",
    ]
  }

  /// A day that is over: `Low day · 1h 30m in it · balanced · 2 of 3 finished`.
  ///
  /// - Parameter day: The day.
  /// - Returns: The words.
  public static func lived(_ day: LivedDay) -> String {
    let record = day.record
    var parts = [
      Words.day(of: day.level), "\(duration(minutes: record.plannedTaskMinutes)) in it",
      load(LoadState(score: record.loadScore)),
    ]
    if record.completionBasis > 0 {
      parts.append("\(record.completedCount) of \(record.completionBasis) finished")
    }
    return parts.joined(separator: " · ")
  }

  /// The quiet card of a day without a plan.
  public static let morningCard = "No plan for today — two minutes to pick?"

  /// The quiet row that offers to plan the coming day.
  ///
  /// - Parameters:
  ///   - target: The day.
  ///   - today: The day it is.
  /// - Returns: `Plan tomorrow.`, or after midnight `Plan today.`
  public static func eveningPrompt(_ target: PlanningTarget, today: LogicalDate) -> String {
    "Plan \(day(target.forDate, today: today))."
  }

  /// A normal day that is offered.
  ///
  /// - Parameter suggestion: The suggestion.
  /// - Returns: One sentence.
  public static func normalDay(_ suggestion: NormalDaySuggestion) -> String {
    "You usually do about \(duration(minutes: suggestion.minutes)) — set your normal day to that?"
  }
}
