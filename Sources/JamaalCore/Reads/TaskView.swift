public import ReplicaStore

/// A task as every list shows it: what was written and what follows from it.
public struct TaskView: Hashable, Sendable {
  /// Its identity on every device.
  public var id: RecordID
  /// What it is.
  public var title: String
  /// Light markdown.
  public var notes: String?
  /// The due day as carried; `nil` is Someday.
  public var dueDate: LogicalDate?
  /// The estimate.
  public var effortMinutes: Int?
  /// The importance, eased if deferrals eased it.
  public var importance: Importance
  /// Whether it is done.
  public var isCompleted: Bool
  /// When it was ticked off.
  public var completedAt: Instant?
  /// The logical day it was completed on.
  public var completedDay: LogicalDate?
  /// When it was dropped.
  public var droppedAt: Instant?
  /// How often it was put off.
  public var deferralCount: Int
  /// How it comes back.
  public var repeats: RepeatRule
  /// The first instance of a repeat.
  public var seriesID: RecordID?
  /// When it was made.
  public var createdAt: Instant
  /// The label it shows.
  public var category: CategoryView?
  /// What it was before deferrals eased it.
  public var easedFrom: Importance?
  /// Its place among others today; never shown.
  public var priority: TaskPriority

  /// Whether it was put off three times or more.
  public var isStale: Bool { deferralCount >= TaskState.staleCount }
  /// Whether it was put off so often that letting it go is worth a thought.
  public var suggestsRemoval: Bool { deferralCount >= TaskState.removalCount }
  /// Whether it is neither completed nor dropped.
  public var isLive: Bool { !isCompleted && droppedAt == nil }

  init(_ row: TaskRow, _ categories: CategoryList?, today: LogicalDate) {
    id = row.id
    title = row.title
    notes = row.notes
    dueDate = row.due
    effortMinutes = row.effortMinutes
    importance = row.importance
    isCompleted = row.completedAt != nil
    completedAt = row.completedAt
    completedDay = row.completedDay
    droppedAt = row.droppedAt
    deferralCount = row.deferralCount
    repeats = row.repeats
    seriesID = row.series
    createdAt = row.createdAt
    category = categories?.category(row.category)
    easedFrom = row.easedFrom
    priority = TaskPriority(
      quadrant: TaskPriority.quadrant(
        importance: row.importance, due: row.due, deferralCount: row.deferralCount, today: today),
      due: row.due, createdAt: row.createdAt, id: row.id)
  }
}

/// A task with the deferrals that led to where it is.
public struct TaskDetail: Hashable, Sendable {
  /// The task.
  public var task: TaskView
  /// Oldest first, those of a day's end among them.
  public var deferrals: [Deferral]
}
