import CommandLineKit
import JamaalCore
import JamaalVoice

/// A day that is planned, in order of time: what is fixed, the gaps, and what has room anywhere.
struct PlanTimeline {
  let page: PlanningPage
  let zone: TimeZoneRules

  /// What still takes time on the day.
  private var commitments: [Commitment] { page.commitments.filter(\.takesTime) }

  private struct Row {
    let start: Instant
    /// Gaps come after what begins at the same time and takes none of it.
    let rank: Int
    let cells: [TextTable.Cell]
  }

  func lines(for terminal: Terminal) -> [String] {
    var rows = commitments.filter { $0.placement == .fixed }.map { commitment in
      row(commitment.windowStart, 0, .init(commitment.title), commitment.effortMinutes)
    }
    rows += page.freeTime.shownFreeBlocks.map { block in
      row(block.start, 1, .init("free, \(Words.place(block.place))", .dim), block.minutes)
    }
    rows.sort { ($0.start.millis, $0.rank) < ($1.start.millis, $1.rank) }
    var table = TextTable(columns: [.init(), .init(isFlexible: true), .init(.right)])
    for row in rows { table.append(row.cells) }
    for commitment in commitments where commitment.placement == .flexible {
      table.append([
        .init("  any", .dim), .init(commitment.title),
        .init(length(commitment.effortMinutes), .dim),
      ])
    }
    return table.lines(for: terminal)
  }

  private func row(
    _ start: Instant, _ rank: Int, _ title: TextTable.Cell, _ minutes: Int?
  ) -> Row {
    let local = zone.localTime(at: start)
    // What begins in the night after the day, or before it, says on which day that is.
    let day =
      local.date == page.target.forDate ? "" : "\(Words.weekday(local.date.weekday).prefix(3)) "
    return Row(
      start: start, rank: rank,
      cells: [.init("  \(day)\(local.clock)", .dim), title, .init(length(minutes), .dim)])
  }

  private func length(_ minutes: Int?) -> String {
    minutes.map { Words.duration(minutes: $0) } ?? ""
  }
}
