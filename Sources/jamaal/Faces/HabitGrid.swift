import CommandLineKit
import JamaalCore
import JamaalVoice

/// A habit's weeks as a heat map: a column a week, a line a weekday.
///
/// Every cell has a sign of its own, so that it can be read without colour.
struct HabitGrid {
  let detail: HabitDetail
  let today: LogicalDate
  let terminal: Terminal

  /// The columns that a week and the names of weekdays take.
  private static let weekColumns = 2
  private static let marginColumns = 6

  /// How many weeks fit on a terminal, an even number.
  static func weeksMax(_ terminal: Terminal) -> Int {
    let fitting = (terminal.columns - marginColumns) / weekColumns
    return max(2, fitting - fitting % 2)
  }

  func lines() -> [String] {
    let byDay = Dictionary(
      detail.days.map { ($0.day, $0) }, uniquingKeysWith: { first, _ in first })
    var lines = ["      " + months]
    for weekday in 0..<7 {
      let name = String(Words.weekday(weekday + 1).prefix(3))
      let cells = detail.weeks.mondays.map { monday in
        byDay[monday + weekday].map { sign($0) } ?? " "
      }
      // Days to come leave no blanks at the end of a line.
      let shown = cells.prefix((cells.lastIndex { $0 != " " } ?? -1) + 1)
      let row = shown.isEmpty ? "" : " " + shown.joined(separator: " ")
      lines.append("  \(terminal.styled(name, .dim))\(row)")
    }
    return lines + ["", "  " + legend]
  }

  /// The names of months above the weeks that they begin in.
  private var months: String {
    var line = ""
    for (index, monday) in detail.weeks.mondays.enumerated() {
      let column = index * Self.weekColumns
      let isNew = index == 0 || (monday - 7).month != monday.month
      guard isNew, line.count <= column else { continue }
      line += String(repeating: " ", count: column - line.count)
      line += Words.month(monday.month).prefix(3)
      line += " "
    }
    while line.last == " " { line.removeLast() }
    return terminal.styled(line, .dim)
  }

  private func sign(_ day: HabitDetail.Day) -> String {
    if day.day > today { return " " }
    if day.isPaused { return terminal.styled("–", .dim) }
    return Self.sign(day.cell, terminal)
  }

  /// The sign of a cell.
  static func sign(_ cell: HabitCell, _ terminal: Terminal) -> String {
    switch cell {
    case .complete: terminal.styled("█", .green)
    case .partialHigh: terminal.styled("▓", .green)
    case .partialLow: terminal.styled("▒", .green)
    case .missed: terminal.styled("·", .dim)
    case .empty: " "
    }
  }

  /// A row of days.
  static func strip(_ days: [HabitCell], _ terminal: Terminal) -> String {
    days.contains { $0 != .empty }
      ? days.map { sign($0, Terminal(isTerminal: false)) }.joined() : ""
  }

  private var legend: String {
    let kind = detail.habit.kind
    var parts = [(HabitCell.complete, kind == .avoid ? "held" : "done")]
    if kind == .counted || kind == .timed || detail.habit.windows.count > 1 {
      parts += [(.partialHigh, "half or more"), (.partialLow, "less")]
    }
    parts.append((.missed, kind == .avoid ? "past it" : "not done"))
    var words = parts.map { "\(Self.sign($0, terminal)) \($1)" }
    if detail.days.contains(where: \.isPaused) { words.append("– resting") }
    return words.joined(separator: "   ")
  }
}
