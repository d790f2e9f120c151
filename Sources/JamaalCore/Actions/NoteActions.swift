public import ReplicaStore

extension Planner {
  /// Ticks one box of a task's note, or takes the tick back; nothing else of the note changes.
  ///
  /// - Parameters:
  ///   - line: The line's number, from 0, blank lines counted.
  ///   - id: The task.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound`, or `badValue` if there is no box on that line, and
  ///   nothing is written; `ReplicaError`.
  public func toggleNoteLine(
    _ line: Int, of id: RecordID, _ context: DayContext
  ) throws -> ActionReceipt {
    try act(on: id, context) { item, _, action in
      guard let notes = item.notes, let toggled = TaskNotes.toggled(notes, line: line) else {
        throw PlannerError(
          .badValue,
          item.notes == nil
            ? "“\(item.title)” has no note."
            : "There is no box to tick on that line of the note of “\(item.title)”.")
      }
      let before = item
      item.notes = toggled
      try action.replace(before, with: item)
      return nil
    }
  }

  /// Adds lines at the end of a task's note.
  ///
  /// - Parameters:
  ///   - text: One line or more.
  ///   - id: The task.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound`, or `badValue` if there is nothing to add or the note
  ///   becomes too long, and nothing is written; `ReplicaError`.
  public func appendToNote(
    _ text: String, of id: RecordID, _ context: DayContext
  ) throws -> ActionReceipt {
    try act(on: id, context) { item, _, action in
      guard !text.isEmpty else {
        throw PlannerError(.badValue, "There is nothing to add to the note.")
      }
      let before = item
      let notes = item.notes ?? ""
      let hasOpenLine = !(notes.isEmpty || notes.utf8.last == UInt8(ascii: "\n"))
      item.notes = try TaskDraft.checkedNotes(notes + (hasOpenLine ? "\n" : "") + text)
      try action.replace(before, with: item)
      return nil
    }
  }

  /// Gives a task the note that somebody wrote, unless it says something else by now.
  ///
  /// - Parameters:
  ///   - notes: The note; empty is none.
  ///   - former: What they started from.
  ///   - id: The task.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound`, `badValue`, or `changedSince`, and nothing is
  ///   written; `ReplicaError`.
  public func rewriteNote(
    _ notes: String?, from former: String?, of id: RecordID, _ context: DayContext
  ) throws -> ActionReceipt {
    try act(on: id, context) { item, _, action in
      guard item.notes == former else {
        throw PlannerError(.changedSince, "The note of “\(item.title)” was changed meanwhile.")
      }
      let before = item
      item.notes = try TaskDraft.checkedNotes(notes)
      try action.replace(before, with: item)
      return nil
    }
  }
}
