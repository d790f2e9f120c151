public import JamaalCore

extension Words {
  /// Why a task was put off.
  ///
  /// - Parameter deferral: The deferral.
  /// - Returns: The words.
  public static func reason(_ deferral: Deferral) -> String {
    if deferral.isAutomatic { return "carried over at the day's end" }
    return switch deferral.reason {
    case .tooMuch: "too much for the day"
    case .notReady: "not ready yet"
    case .noLonger: "perhaps no longer needed"
    case .reschedule, .unspecified, .unknown: "by choice"
    }
  }

  /// What putting a task off amounted to.
  ///
  /// - Parameters:
  ///   - decision: What was decided.
  ///   - before: The task as it was.
  ///   - after: The task as it is.
  ///   - today: The day it happened on.
  /// - Returns: One or two sentences.
  public static func outcome(
    _ decision: DeferralDecision, before: TaskView, after: TaskView, today: LogicalDate
  ) -> String {
    let title = quoted(after.title)
    let target = destination(after.dueDate, today: today)
    switch decision {
    case .refused: return "\(title) stays where it is."
    case .reschedule: return "Moved \(title) to \(target)."
    case .refinement: return "\(title) goes to \(target) instead; it still counts once."
    case .deferral:
      var sentences = ["Put \(title) off to \(target)."]
      if before.importance.isImportant, !after.importance.isImportant {
        sentences.append("It weighs less now: low rather than \(before.importance.text).")
      }
      if after.suggestsRemoval {
        sentences.append(
          "That was the \(ordinal(after.deferralCount)) time; letting it go is fine too.")
      }
      return sentences.joined(separator: " ")
    }
  }

  /// Why a day has to be picked before a task is put off once more.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - preview: What putting it off would be.
  /// - Returns: Sentences that end before saying how to pick one.
  public static func pickADay(_ task: TaskView, _ preview: DeferralPreview) -> String {
    // A deferral that exists is only refined, and its own number counts among the earlier ones.
    let earlier = max((preview.number ?? 1) - 1, 1)
    let start = "\(quoted(task.title)) was put off \(times(earlier)) already."
    return preview.isFifth
      ? "\(start) Choose a day that really works, or let it go; both are fine."
      : "\(start) Choose a day that works for it."
  }

  /// What putting a task off would be.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - preview: What was found.
  /// - Returns: One sentence or more.
  public static func preview(_ task: TaskView, _ preview: DeferralPreview) -> String {
    let title = quoted(task.title)
    guard let number = preview.number else {
      return "\(title) is not due yet: giving it another day counts for nothing."
    }
    var sentences = [
      preview.isRefinement
        ? "\(title) was put off today already; another day still counts as the \(ordinal(number)) time."
        : "It would be the \(ordinal(number)) time that \(title) is put off."
    ]
    if preview.opensPicker { sentences.append("A day has to be picked.") }
    if let importance = preview.easesFrom {
      sentences.append("It would weigh less then: low rather than \(importance.text).")
    }
    if preview.isFifth { sentences.append("Letting it go is fine too.") }
    return sentences.joined(separator: " ")
  }
}
