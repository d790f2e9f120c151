/// What a companion may ask about a plan's tasks.
public enum PlanPrompt: Hashable, Sendable {
  /// Many tasks, hardly any of which matter: pick one or two that do.
  case pickPriorities
  /// Several tasks press and matter: which matters most?
  case multipleDoFirst

  /// The plan size from which priorities are worth picking.
  public static let planCount = 5
  /// So many important tasks are priorities enough.
  public static let importantCount = 2
  /// So many pressing and important tasks are worth a question.
  public static let doFirstCount = 2

  /// The prompts that a plan gives rise to.
  ///
  /// - Parameter quadrants: Where each task of the plan belongs.
  /// - Returns: The prompts that apply, in a fixed order.
  public static func prompts(for quadrants: some Sequence<Quadrant>) -> [PlanPrompt] {
    var total = 0
    var important = 0
    var doFirst = 0
    for quadrant in quadrants {
      total += 1
      if quadrant == .doFirst || quadrant == .schedule { important += 1 }
      if quadrant == .doFirst { doFirst += 1 }
    }
    var prompts: [PlanPrompt] = []
    if total >= planCount, important < importantCount { prompts.append(.pickPriorities) }
    if doFirst >= doFirstCount { prompts.append(.multipleDoFirst) }
    return prompts
  }
}
