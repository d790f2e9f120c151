import JamaalCore
import JamaalVoice
import ReplicaStore

extension PlanGesture {
  /// Does it.
  ///
  /// - Parameter planning: The planning it is said in.
  /// - Returns: What became of it, in words.
  /// - Throws: What the planner refuses, and nothing is changed.
  func perform(in planning: PlanSession) throws -> [String] {
    let planner = try planning.planner
    let context = try planning.context
    let date = planning.forDate
    switch self {
    case .begin:
      let before = planner.replica.latestChange
      let receipt = try planner.openPlanning(isShortened: planning.isShortened, context)
      let lines = planning.done(receipt, Self.standing(receipt, planning))
      // A first step is where every planning stands; that it was begun is no version.
      guard planner.replica.latestChange != before,
        !receipt.acts.contains(where: \.changedAnything)
      else { return lines }
      planning.run.remember(
        .refused("It can be left where it stands, or skipped with “jamaal plan skip”."),
        "The planning was begun.")
      return lines
    case .next:
      let receipt = try planner.continuePlanning(of: date, context)
      return planning.done(
        receipt, try Self.carried(receipt, planning) + Self.standing(receipt, planning))
    case .back:
      let receipt = try planner.goBackInPlanning(of: date, context)
      return planning.done(receipt, Self.standing(receipt, planning))
    case .go(let step):
      let receipt = try planner.goInPlanning(to: step, of: date, context)
      return planning.done(receipt, Self.standing(receipt, planning))
    case .keep(let tasks): return try Self.carry(.keep, tasks, planning)
    case .later(let task, let day, let reason):
      return try Self.carry(.later(day, reason: reason), [task], planning)
    case .drop(let tasks): return try Self.carry(.drop, tasks, planning)
    case .undo(let tasks):
      try planner.undoCarry(tasks, in: date, context)
      return planning.done(
        .refused("Choose again with “jamaal plan set”."),
        try tasks.map { "\(try Self.title($0, planning)) is as it was before that." })
    case .level(let level):
      let receipt = try planner.setLevel(level, on: date, context)
      let load = try planner.planning(of: date, context).load
      return planning.done(receipt, [Words.meter(load.level, load.load)])
    case .normalDay(let isAccepted): return try Self.answer(isAccepted, planning)
    case .close:
      let summary = try planner.closePlanning(of: date, context)
      return planning.done(
        summary.receipt,
        Words.closed(
          summary, isShortened: planning.isShortened,
          today: try planning.run.session().moment().today))
    case .skip:
      return planning.done(
        try planner.skipPlanning(of: date, context),
        ["No plan for \(Words.fullDay(date)), and that is fine. What was decided stays."])
    case .notNow:
      try planner.aside { try planner.dismissMorningCard(context) }
      return ["Not now, then. A day goes without a plan too."]
    case .add, .anchor, .pull, .push, .weigh, .move: return try build(planning, planner, context)
    }
  }

  /// What is done to the plan itself.
  private func build(
    _ planning: PlanSession, _ planner: Planner, _ context: DayContext
  ) throws -> [String] {
    let date = planning.forDate
    switch self {
    case .add(let draft):
      let receipt = try planner.addPlanned(draft, in: date, context)
      return planning.done(
        receipt, try receipt.tasks.map { "Added \(try Self.title($0.task, planning))." })
    case .anchor(let draft):
      let receipt = try planner.addPlannedAnchor(draft, in: date, context)
      return planning.done(receipt, try Self.made(receipt, planning))
    case .pull(let tasks):
      return try Self.move(tasks, to: date, planning)
    case .push(let task, let day): return try Self.move([task], to: day, planning)
    case .weigh(let task, let importance):
      let receipt = try planner.weighPlanned(task, as: importance, in: date, context)
      return planning.done(
        receipt, ["\(try Self.title(task, planning)) matters: \(importance.text)."])
    case .move(let day):
      guard let offer = try planner.planning(of: date, context).load.move else {
        throw Refusal("There is nothing that has to move: the day holds what is planned.")
      }
      guard let day = day ?? offer.destination else {
        throw Refusal("None of the next seven days has room. Name a day: “move DATE”.")
      }
      return try Self.move([offer.task], to: day, planning)
    default: return []
    }
  }

  /// The Anchor that was made.
  private static func made(
    _ receipt: PlanningReceipt, _ planning: PlanSession
  ) throws -> [String] {
    guard let id = receipt.anchor else { return [] }
    let session = try planning.run.session()
    let item = try session.planner.anchor(id, planning.context)
    let window = Words.window(
      of: item.anchor, in: session.zone, today: try session.moment().today)
    return ["Added the Anchor \(Words.quoted(item.title)): \(window)."]
  }

  private static func title(_ task: RecordID, _ planning: PlanSession) throws -> String {
    Words.quoted(try planning.planner.task(task, planning.context).task.title)
  }

  /// Where it stands now, unless that is about to be shown anyway.
  private static func standing(
    _ receipt: PlanningReceipt, _ planning: PlanSession
  ) -> [String] {
    guard !planning.showsSteps, let step = receipt.session?.currentStep else { return [] }
    return ["\(Words.step(step)), for \(Words.fullDay(receipt.forDate))."]
  }

  private static func carry(
    _ choice: CarryForward.Choice, _ tasks: [RecordID], _ planning: PlanSession
  ) throws -> [String] {
    let context = try planning.context
    let receipt = try planning.planner.carry(choice, tasks, in: planning.forDate, context)
    return planning.done(receipt, try carried(receipt, planning))
  }

  /// What became of tasks, one sentence each.
  private static func carried(
    _ receipt: PlanningReceipt, _ planning: PlanSession
  ) throws -> [String] {
    let today = try planning.run.session().moment().today
    return try receipt.tasks.map { done in
      let task = try planning.planner.task(done.task, planning.context).task
      let title = Words.quoted(task.title)
      if done.deferral == nil { return "Let go of \(title)." }
      return task.dueDate == planning.forDate
        ? "Kept \(title) for \(Words.destination(planning.forDate, today: today))."
        : "\(title) goes to \(Words.destination(task.dueDate, today: today))."
    }
  }

  private static func move(
    _ tasks: [RecordID], to day: LogicalDate?, _ planning: PlanSession
  ) throws -> [String] {
    let context = try planning.context
    let receipt = try planning.planner.movePlanned(
      tasks, to: day, in: planning.forDate, context)
    let target = Words.destination(day, today: try planning.run.session().moment().today)
    return planning.done(
      receipt, try tasks.map { "Moved \(try title($0, planning)) to \(target)." })
  }

  private static func answer(_ isAccepted: Bool, _ planning: PlanSession) throws -> [String] {
    let context = try planning.context
    // Once shown in planning it is no longer offered there, but it can still be answered.
    guard
      let suggestion = try planning.planner.normalDaySuggestion(in: .settings, context)
    else { throw Refusal("No other normal day is suggested just now.") }
    guard isAccepted else {
      let planner = try planning.planner
      try planner.aside { try planner.declineNormalDay(suggestion, in: .planning, context) }
      return ["Your normal day stays as it is."]
    }
    try planning.planner.acceptNormalDay(suggestion, context)
    return planning.done(
      .refused("Set it with “jamaal settings set mediumDayMinutes N”."),
      ["Your normal day is \(Words.duration(minutes: suggestion.minutes)) now."])
  }
}
