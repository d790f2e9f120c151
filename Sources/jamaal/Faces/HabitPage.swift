import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// One habit as a person sees it, with the heat map of its weeks.
struct HabitPage {
  let detail: HabitDetail
  let moment: PlannerMoment
  let terminal: Terminal

  private var habit: HabitSummary { detail.habit }
  private var today: LogicalDate { moment.today }

  func lines() -> [String] {
    let title = habit.title.withoutControls()
    var lines = wrapped(title, .bold)
    lines += terminal.lines(ofFields: fields)
    if habit.kind.isKnown {
      lines += [""] + HabitGrid(detail: detail, today: today, terminal: terminal).lines()
      lines += wrapped(Words.read(detail.read, of: habit)).map { "  \($0)" }
    }
    return lines + terminal.lines(ofNote: habit.notes)
  }

  private var fields: [(String, String)] {
    var fields: [(String, String)] = []
    if habit.isArchived { fields.append(("Archived", "with its history; it can be restored")) }
    fields.append(("Days", Words.days(of: habit.schedule)))
    for window in habit.windows {
      fields.append((habit.windows.count > 1 ? window.label : "Meant", meant(window)))
      if habit.isDueToday {
        let done = window.reading.isDone ? "✓ " : ""
        let words = Words.progress(window.reading)
        let logged = words.isEmpty ? (window.reading.isDone ? "done" : "not yet") : words
        fields.append((habit.windows.count > 1 ? "" : "Today", done + logged))
      }
    }
    if let week = habit.week {
      fields.append(("This week", Words.share(week.done, of: week.target)))
    }
    for pause in habit.pauses where pause.last.map({ $0 >= today }) ?? true {
      fields.append(("Pause", Words.pause(pause, today: today)))
    }
    if let group = detail.group { fields.append(("Group", group)) }
    if let made = habit.createdAt {
      fields.append(("Made", Words.time(made, in: moment.context.zone, today: today)))
    }
    fields.append(("Id", habit.id.description))
    return fields
  }

  private func meant(_ window: HabitSummary.Window) -> String {
    var parts = [Words.target(habit.kind, window.target), Words.times(window.times)]
    if let effort = window.effortMinutes {
      parts.append("takes \(Words.duration(minutes: effort))")
    }
    if let reminder = window.reminderMinute { parts.append("reminder at \(Words.clock(reminder))") }
    return parts.joined(separator: " · ")
  }

  private func wrapped(_ text: String, _ styles: TextStyle...) -> [String] {
    terminal.wrapped(text, styles, indent: 2)
  }
}
