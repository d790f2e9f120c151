import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// The Anchors of a day as numbered lines, several of one rule under its title.
struct AnchorRows {
  let terminal: Terminal
  let moment: PlannerMoment
  /// The number of the first.
  let firstNumber: Int
  /// The highest number of the list, so that its parts line up.
  let numberMax: Int

  private var zone: TimeZoneRules { moment.context.zone }

  func lines(_ today: TodayAnchors) -> [String] {
    var number = firstNumber
    var lines: [String] = []
    for row in today.rows {
      switch row {
      case .single(let item):
        lines += [line(number, item.title, item)]
        number += 1
      case .group(let group):
        let count = "\(group.attended) of \(group.counting)"
        let margin = String(repeating: " ", count: numberColumns + 2)
        lines.append(
          margin + group.title.withoutControls() + "  " + terminal.styled(count, .dim))
        for item in group.items {
          lines.append(line(number, "  " + item.title, item))
          number += 1
        }
      }
    }
    return lines
      + today.sunless.map { rule in
        String(repeating: " ", count: numberColumns + 2) + rule.title.withoutControls() + "  "
          + terminal.styled(Words.sunless(rule.absence), .dim)
      }
  }

  private var numberColumns: Int { String(numberMax).count + 2 }

  private func line(_ number: Int, _ title: String, _ item: AnchorItem) -> String {
    let mark =
      switch item.status {
      case .attended: "✓ "
      case .skipped, .delegated, .missed: "– "
      case .pending, .unknown: ""
      }
    var notes = [Words.standing(of: item, in: zone, today: moment.today)]
    if let day = item.dayNumber, let count = item.dayCount {
      notes.insert("day \(day) of \(count)", at: 0)
    }
    let label = terminal.styled(String(number).padded(toColumns: numberColumns, .right), .dim)
    let indent = String(repeating: " ", count: title.prefix { $0 == " " }.count)
    let name = "\(indent)\(mark)\(String(title.dropFirst(indent.count)).withoutControls())"
    return "\(label)  \(item.isLeft ? name : terminal.styled(name, .dim))  "
      + terminal.styled(notes.joined(separator: " · "), .dim)
  }
}
