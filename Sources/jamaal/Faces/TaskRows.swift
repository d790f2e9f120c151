import CommandLineKit
import JamaalCore
import JamaalVoice

/// Numbered tasks as lines that stand in columns.
struct TaskRows {
  /// Narrower terminals show the notes of a task on a line of their own.
  private static let columnsForNotes = 64

  private let terminal: Terminal
  private let moment: PlannerMoment
  private let showsDay: Bool
  private let numberColumns: Int
  private var table: TextTable
  private var notes: [String] = []

  private var isNarrow: Bool { terminal.isTerminal && terminal.columns < Self.columnsForNotes }

  /// An empty list.
  ///
  /// - Parameters:
  ///   - terminal: Where it goes.
  ///   - moment: When it is read.
  ///   - showsDay: Whether every row says its day; on Today only one that is not today's does.
  ///   - numberMax: The highest number, so that lists under each other line up.
  init(_ terminal: Terminal, _ moment: PlannerMoment, showsDay: Bool, numberMax: Int) {
    self.terminal = terminal
    self.moment = moment
    self.showsDay = showsDay
    numberColumns = String(numberMax).count + 2
    var columns: [TextTable.Column] = [.init(.right), .init(isFlexible: true), .init(.right)]
    if showsDay { columns.append(.init()) }
    columns.append(.init(isFlexible: true))
    table = TextTable(columns: columns)
  }

  mutating func append(_ task: TaskView, number: Int, seconds: Int? = nil) {
    let effort = task.effortMinutes.map { Words.duration(minutes: $0) } ?? ""
    var words = Words.notes(task)
    if !showsDay, task.isLive, let due = task.dueDate, due != moment.today {
      words.insert("due \(Words.day(due, today: moment.today))", at: 0)
    }
    if let seconds {
      words.insert(Words.tracked(seconds: seconds, isDone: task.isCompleted), at: 0)
    }
    let text = words.joined(separator: " · ")
    var cells: [TextTable.Cell] = [
      .init(String(number).padded(toColumns: numberColumns, .right), .dim),
      task.isLive
        ? .init(task.title) : .init("\(task.isCompleted ? "✓" : "–") \(task.title)", .dim),
      .init(effort, .dim),
    ]
    if showsDay { cells.append(.init(day(task), .dim)) }
    cells.append(.init(isNarrow ? "" : text, .dim))
    table.append(cells)
    notes.append(text)
  }

  private func day(_ task: TaskView) -> String {
    let today = moment.today
    if let day = task.completedDay { return "done \(Words.day(day, today: today))" }
    if let instant = task.droppedAt {
      let day = moment.boundary.logicalDate(of: instant, in: moment.context.zone)
      return "dropped \(Words.day(day, today: today))"
    }
    return Words.day(task.dueDate, today: today)
  }

  /// The lines, without line breaks.
  func lines() -> [String] {
    let lines = table.lines(for: terminal)
    guard isNarrow else { return lines }
    let margin = String(repeating: " ", count: numberColumns + 2)
    return zip(lines, notes).flatMap { line, note in
      note.isEmpty
        ? [line]
        : [line]
          + note.withoutControls().wrapped(toColumns: max(10, terminal.columns - margin.count))
          .map { margin + terminal.styled($0, .dim) }
    }
  }
}
