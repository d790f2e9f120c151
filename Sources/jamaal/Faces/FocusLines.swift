import CommandLineKit
import JamaalCore
import JamaalVoice

/// What the timer brings to the page of today: its chip, and tasks to go on with.
struct FocusLines {
  let focus: FocusToday
  let moment: PlannerMoment
  let terminal: Terminal

  /// The chip; the same tone whether it runs within its estimate or past it.
  var chip: [String] {
    guard let status = focus.status else { return [] }
    return wrapped(Words.chip(status), status.phase == .paused ? .dim : .green)
  }

  /// The offers to go on.
  var pickUps: [String] {
    focus.pickUps.flatMap { row in
      wrapped(
        Words.pickUp(row, in: moment.context.zone, today: moment.today)
          + " “jamaal focus begin N” goes on, “jamaal focus dismiss” puts this away.", .blue)
    }
  }

  private func wrapped(_ text: String, _ style: TextStyle) -> [String] {
    terminal.wrapped(text.withoutControls(), [style])
  }
}
