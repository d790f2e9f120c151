import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// One task as a person sees it, with the deferrals that led to where it is.
struct TaskPage {
  /// The most deferrals listed; the earliest are left out.
  private static let deferralsMax = 10

  let detail: TaskDetail
  let moment: PlannerMoment
  let terminal: Terminal
  /// The time that the timer has logged for it.
  var trackedSeconds = 0

  private var task: TaskView { detail.task }
  private var today: LogicalDate { moment.today }
  private var zone: TimeZoneRules { moment.context.zone }

  func lines() -> [String] {
    var lines = terminal.wrapped(task.title.withoutControls(), [.bold])
    lines += terminal.lines(ofFields: fields)
    if !detail.deferrals.isEmpty { lines += deferralLines }
    return lines + terminal.lines(ofNote: task.notes)
  }

  private var fields: [(String, String)] {
    var fields: [(String, String)] = []
    if let done = task.completedAt {
      fields.append(("Done", Words.time(done, in: zone, today: today)))
    } else if let dropped = task.droppedAt {
      fields.append(("Dropped", Words.time(dropped, in: zone, today: today)))
    }
    fields.append(("Due", due))
    fields.append(
      ("Estimate", task.effortMinutes.map { Words.duration(minutes: $0) } ?? "none"))
    if trackedSeconds > 0 {
      fields.append(("Timed", Words.duration(minutes: (trackedSeconds + 30) / 60)))
    }
    let eased = task.easedFrom.map { " (eased from \($0.text))" } ?? ""
    fields.append(("Importance", task.importance.text + eased))
    if let category = task.category { fields.append(("Label", category.name)) }
    if let repeats = Words.repeats(task.repeats) { fields.append(("Repeats", repeats)) }
    fields.append(("Made", Words.time(task.createdAt, in: zone, today: today)))
    fields.append(("Id", task.id.description))
    return fields
  }

  private var due: String {
    let words = Words.destination(task.dueDate, today: today)
    guard let day = task.dueDate else { return words }
    let date = Words.date(day, today: today)
    return words == date ? date : "\(words) (\(date))"
  }

  private var deferralLines: [String] {
    let all = detail.deferrals
    var lines = ["", terminal.styled("Put off \(Words.times(all.count))", .dim)]
    if all.count > Self.deferralsMax {
      lines.append("  … \(all.count - Self.deferralsMax) earlier; --json tells all of them")
    }
    var table = TextTable(columns: [.init(), .init(), .init(isFlexible: true)])
    for deferral in all.suffix(Self.deferralsMax) {
      let target = deferral.deferredTo.map { Words.date($0, today: today) } ?? "someday"
      table.append([
        .init("  \(Words.date(deferral.day, today: today))"), .init("→ \(target)"),
        .init(Words.reason(deferral), .dim),
      ])
    }
    return lines + table.lines(for: terminal)
  }
}
