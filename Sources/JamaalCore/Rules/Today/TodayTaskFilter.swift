public import ReplicaStore

/// The label that Today's tasks are narrowed to, on one device and for one day.
///
/// It narrows the task list only. The meter, the load and Also today stay those of the whole day. It
/// is not kept with the records: it is gone when the day ends or the program starts anew.
public struct TodayTaskFilter: Hashable, Sendable {
  /// The day it was chosen on.
  public let day: LogicalDate
  /// A record of the label, as it was when it was picked.
  public let category: RecordID

  /// Narrows a day to a label.
  ///
  /// - Parameters:
  ///   - category: One of the label's records.
  ///   - day: The day it is chosen on.
  public init(_ category: RecordID, on day: LogicalDate) {
    self.category = category
    self.day = day
  }

  /// The filter after a label was picked: the same one again clears it.
  ///
  /// - Parameters:
  ///   - members: The records that read as the label picked, the one that stands for it first.
  ///   - current: The filter so far.
  ///   - day: The day it is.
  /// - Returns: `nil` for no filter.
  public static func picking(
    _ members: [RecordID], current: TodayTaskFilter?, on day: LogicalDate
  ) -> TodayTaskFilter? {
    if let current, current.isValid(on: day), members.contains(current.category) { return nil }
    return members.first.map { TodayTaskFilter($0, on: day) }
  }

  /// Whether it still holds.
  ///
  /// - Parameter day: The day it is.
  /// - Returns: `false` once the day it was chosen on is over.
  public func isValid(on day: LogicalDate) -> Bool { self.day == day }

  /// Whether it shows a task.
  ///
  /// Labels are told apart by who they are, not by their name: a label made on two devices is one,
  /// whichever of its records the filter or the task points at.
  /// - Parameter members: The records that read as the task's label; none for a task without one.
  /// - Returns: `false` for a task of another label, or of none.
  public func shows(members: some Sequence<RecordID>) -> Bool {
    members.contains(category)
  }

  /// The tasks it shows, in the order they have.
  ///
  /// - Parameter tasks: Tasks as lists show them.
  /// - Returns: Those of the label.
  public func narrowing(_ tasks: [TaskView]) -> [TaskView] {
    tasks.filter { shows(members: $0.category?.members ?? []) }
  }

  /// The labels to choose from, in their own order; archived ones are left out.
  ///
  /// - Parameter categories: All labels.
  /// - Returns: The active ones.
  public static func choices(_ categories: CategoryList) -> [CategoryView] {
    categories.categories.filter { !$0.isArchived }
  }
}
