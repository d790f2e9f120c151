public import ReplicaStore

/// The look back at a day, in plain counts.
///
/// Nothing is judged: a partial is told as a partial, and what is still open as open.
public struct PlanningReview: Hashable, Sendable {
  /// How many tasks were done that day.
  public var tasksDone: Int
  /// How many it leaves, also those that the day's end has moved on already.
  public var tasksLeft: Int
  /// What became of the day's habits.
  public var habits: Habits
  /// What became of the day's Anchors.
  public var anchors: Anchors
  /// Where time went, the task that took most first.
  public var timeSpent: [TimeSpent]

  /// Reads a day.
  ///
  /// - Parameters:
  ///   - target: The day under review, and the one being planned.
  ///   - today: The day its author is in.
  ///   - tasks: Every task that could belong to the day, each once.
  ///   - habits: The windows of the day's habits.
  ///   - anchors: How each of the day's Anchors reads just now.
  ///   - sessions: The day's focus sessions.
  public init(
    _ target: PlanningTarget, today: LogicalDate, tasks: some Sequence<TaskState>,
    habits: some Sequence<HabitWindow>, anchors: some Sequence<AnchorReading>,
    sessions: some Sequence<Session>
  ) {
    let carry = CarryForward(target: target, today: today)
    var estimates: [RecordID: Int] = [:]
    tasksDone = 0
    tasksLeft = 0
    for task in tasks {
      estimates[task.id] = task.effortMinutes
      if task.completed?.day == target.reviewedDay { tasksDone += 1 }
      if carry.status(of: task) == .pending { tasksLeft += 1 }
    }
    self.habits = Habits(habits)
    self.anchors = Anchors(anchors)
    timeSpent = Self.timeSpent(sessions, estimates: estimates)
  }

  private static func timeSpent(
    _ sessions: some Sequence<Session>, estimates: [RecordID: Int]
  ) -> [TimeSpent] {
    var seconds: [RecordID: Int] = [:]
    for session in sessions where !session.isRunning && !session.isManual {
      seconds[session.task, default: 0] += min(max(session.seconds, 0), Budget.minutesMax)
    }
    return seconds.map { task, seconds in
      TimeSpent(task: task, minutes: (seconds + 30) / 60, estimateMinutes: estimates[task])
    }.sorted { ($1.minutes, $0.task) < ($0.minutes, $1.task) }
  }
}

extension PlanningReview {
  /// One time of day of a habit, as the reviewed day left it.
  public struct HabitWindow: Hashable, Sendable {
    /// Whether its target was reached; for a habit of avoiding, whether the day was held.
    public var isDone: Bool
    /// Whether something was done, but not all.
    public var isPartial: Bool
    /// Whether the day lies in a pause.
    public var isPaused: Bool
    /// Whether it belongs to a habit of so many times a week, which no single day asks for.
    public var isWeekly: Bool

    /// Makes a value from its parts.
    public init(isDone: Bool, isPartial: Bool, isPaused: Bool = false, isWeekly: Bool = false) {
      self.isDone = isDone
      self.isPartial = isPartial
      self.isPaused = isPaused
      self.isWeekly = isWeekly
    }

    /// Whether it is listed: paused ones never, weekly ones on the days they were done.
    public var isListed: Bool { !isPaused && (isDone || !isWeekly) }
  }

  /// What became of habits: `3 of 5, one in part`.
  public struct Habits: Hashable, Sendable {
    /// Windows done.
    public var done = 0
    /// Windows listed, done or not.
    public var due = 0
    /// Windows done in part.
    public var partial = 0

    /// Counts windows.
    public init(_ windows: some Sequence<HabitWindow>) {
      for window in windows where window.isListed {
        due += 1
        if window.isDone { done += 1 } else if window.isPartial { partial += 1 }
      }
    }
  }

  /// How an Anchor reads at the time of the review.
  public enum AnchorReading: Hashable, Sendable, CaseIterable {
    case attended
    case missed
    case skipped
    case delegated
    /// Its window has not closed yet.
    case open
  }

  /// What became of Anchors.
  public struct Anchors: Hashable, Sendable {
    /// Attended.
    public var attended = 0
    /// Closed without having been attended.
    public var missed = 0
    /// Not for that day, by choice.
    public var skipped = 0
    /// Done by somebody else.
    public var delegated = 0
    /// Not closed yet.
    public var open = 0

    /// Counts Anchors.
    public init(_ readings: some Sequence<AnchorReading>) {
      for reading in readings {
        switch reading {
        case .attended: attended += 1
        case .missed: missed += 1
        case .skipped: skipped += 1
        case .delegated: delegated += 1
        case .open: open += 1
        }
      }
    }
  }

  /// One focus session on a task.
  public struct Session: Hashable, Sendable {
    /// The task.
    public var task: RecordID
    /// How long it was, pauses excluded.
    public var seconds: Int
    /// Whether it has not ended.
    public var isRunning: Bool
    /// Whether the minutes were typed in.
    public var isManual: Bool

    /// Makes a value from its parts.
    public init(task: RecordID, seconds: Int, isRunning: Bool = false, isManual: Bool = false) {
      self.task = task
      self.seconds = seconds
      self.isRunning = isRunning
      self.isManual = isManual
    }
  }

  /// The time a task took that day, beside what it was thought to take.
  public struct TimeSpent: Hashable, Sendable {
    /// The task.
    public var task: RecordID
    /// The minutes of its sessions together, to the nearest one.
    public var minutes: Int
    /// Its estimate, if it has one.
    public var estimateMinutes: Int?

    /// Makes a value from its parts.
    public init(task: RecordID, minutes: Int, estimateMinutes: Int?) {
      self.task = task
      self.minutes = minutes
      self.estimateMinutes = estimateMinutes
    }
  }
}
