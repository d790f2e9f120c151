import CommandLineKit
import JamaalCore
import JamaalVoice

/// What goes with a day beside its tasks: a label to look through, a card, a word about its room.
extension Run {
  /// Says something, in lines that fit a terminal; in a file each paragraph is one.
  func say(_ text: String) {
    for line in text.withoutControls(keepsLines: true).split(separator: "\n") {
      output.lines(
        String(line).wrapped(toColumns: terminal.isTerminal ? terminal.columns : .max))
    }
  }

  /// Narrows Today's tasks to the label that was asked for; everything else stays whole.
  func narrow(_ today: inout TodayOverview) throws -> CategoryView? {
    guard let name = invocation.value("category") else { return nil }
    let category = try Categories(self).any(named: name)
    let filter = TodayTaskFilter.picking(category.members, current: nil, on: today.date)
    if let filter {
      today.shown = filter.narrowing(today.shown)
      today.completedToday = filter.narrowing(today.completedToday)
    }
    return category
  }

  /// Remembers that the morning card was shown; the page does not depend on it.
  func noteMorningCard() {
    do {
      let session = try session()
      try session.planner.aside { try session.planner.noteMorningCard(session.context) }
    } catch {
      Output.complain("\(Program.name): That the card was shown could not be noted. \(error)")
    }
  }

  /// Offers the normal day that the last four weeks suggest, to a person who looks at the settings.
  func offerNormalDay() throws {
    let session = try session()
    guard terminal.isTerminal,
      let offer = try session.planner.normalDaySuggestion(in: .settings, session.context)
    else { return }
    output.line()
    say(
      "\(Words.normalDay(offer)) “jamaal settings set mediumDayMinutes \(offer.minutes)” does, and"
        + " “jamaal plan set normal no” puts it away.")
    try session.planner.aside {
      try session.planner.noteNormalDay(offer, in: .settings, session.context)
    }
  }
}
