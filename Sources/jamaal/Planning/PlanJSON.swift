import CommandLineKit
import JamaalCore
import ReplicaStore

/// A planning for other programs.
extension JSON {
  init(
    _ page: PlanningPage, normalDay: NormalDaySuggestion?, in zone: TimeZoneRules
  ) {
    self = [
      "forDate": JSON(page.target.forDate),
      "reviewedDay": JSON(page.target.reviewedDay),
      "session": page.session.map { JSON($0, in: zone) } ?? .null,
      "steps": .array(
        page.rail.map { step, standing in
          ["step": .string(step.text), "standing": .string("\(standing)")]
        }),
      "review": JSON(page.review),
      "carry": .array(page.carry.map { JSON($0, in: zone) }),
      "build": Self.build(page, in: zone),
      "load": JSON(page.load),
      "normalDaySuggestion": JSON(normalDay?.minutes),
      "plan": page.confirmed.map { JSON($0) } ?? .null,
      "nightsPlanned": JSON(page.nightsPlanned),
    ]
  }

  private init(_ session: PlanningSession, in zone: TimeZoneRules) {
    self = [
      "id": JSON(NightPlanningSession.id(forDate: session.forDate)),
      "forDate": JSON(session.forDate),
      "currentStep": .string(session.currentStep.text),
      "isComplete": .bool(session.isComplete),
      "isShortened": .bool(session.isShortened),
      "skippedAt": JSON(session.isComplete ? nil : session.skippedAt, in: zone),
      "createdAt": JSON(session.createdAt, in: zone),
      "completedAt": JSON(session.completedAt, in: zone),
    ]
  }

  private init(_ review: PlanningReview) {
    self = [
      "tasksDone": JSON(review.tasksDone),
      "tasksLeft": JSON(review.tasksLeft),
      "habits": [
        "done": JSON(review.habits.done), "due": JSON(review.habits.due),
        "partial": JSON(review.habits.partial),
      ],
      "anchors": [
        "attended": JSON(review.anchors.attended), "missed": JSON(review.anchors.missed),
        "skipped": JSON(review.anchors.skipped), "delegated": JSON(review.anchors.delegated),
        "open": JSON(review.anchors.open),
      ],
      "timeSpent": .array(
        review.timeSpent.map { spent in
          [
            "taskID": JSON(spent.task), "minutes": JSON(spent.minutes),
            "estimateMinutes": JSON(spent.estimateMinutes),
          ]
        }),
    ]
  }

  private init(_ carried: CarriedTask, in zone: TimeZoneRules) {
    let (status, day): (String, LogicalDate?) =
      switch carried.status {
      case .pending: ("pending", nil)
      case .moved(let day): ("moved", day)
      case .dropped: ("dropped", nil)
      }
    self = [
      "task": JSON(carried.task, in: zone),
      "status": .string(status),
      "movedTo": JSON(day),
      "deferralNumber": JSON(carried.preview.number),
      "needsPickedDay": .bool(carried.preview.opensPicker),
      "easesFrom": JSON(carried.preview.easesFrom?.text),
      "isSomedayOpen": .bool(carried.preview.isSomedayOpen),
      "isUndoable": .bool(carried.isUndoable),
    ]
  }

  private static func build(_ page: PlanningPage, in zone: TimeZoneRules) -> JSON {
    func tasks(_ list: [PlanTask]) -> JSON {
      JSON(list.compactMap { page.tasks[$0.id] }, in: zone)
    }
    return [
      "freeMinutes": JSON(page.freeTime.freeMinutes),
      "committedMinutes": JSON(page.freeTime.committedMinutes),
      "habits": .array(
        page.habits.map { row in
          [
            "habitID": JSON(row.habit), "habitWindowID": JSON(row.window),
            "title": .string(row.title), "isDone": .bool(row.isDone),
            "minutes": JSON(row.minutesLeft),
          ]
        }),
      "habitMinutes": JSON(page.habitMinutes),
      "commitments": .array(page.commitments.map { JSON($0, in: zone) }),
      "gaps": .array(page.freeTime.freeBlocks.map { JSON($0, in: zone) }),
      "plan": tasks(page.build.plan),
      "suggestions": tasks(page.build.suggestions),
      "candidates": tasks(page.build.candidates),
      "doesNotFit": .array(page.build.doesNotFit.map { JSON($0.id) }),
      "prompts": .array(page.build.prompts.map { .string("\($0)") }),
      "missingDurations": JSON(page.build.missingDurations),
    ]
  }

  private init(_ commitment: Commitment, in zone: TimeZoneRules) {
    self = [
      "id": JSON(commitment.id),
      "title": .string(commitment.title),
      "placement": .string("\(commitment.placement)"),
      "windowStart": JSON(commitment.windowStart, in: zone),
      "windowEnd": JSON(commitment.windowEnd, in: zone),
      "effortMinutes": JSON(commitment.effortMinutes),
      "takesTime": .bool(commitment.takesTime),
    ]
  }

  private init(_ gap: FreeBlock, in zone: TimeZoneRules) {
    self = [
      "start": JSON(gap.start, in: zone),
      "end": JSON(gap.end, in: zone),
      "minutes": JSON(gap.minutes),
      "isShown": .bool(gap.isShown),
      "after": JSON(gap.after?.title),
      "before": JSON(gap.before?.title),
    ]
  }

  private init(_ load: PlanningLoad) {
    self = [
      "capacity": .string(load.level.text),
      "suggestedCapacity": .string(load.suggestedLevel.text),
      "budgetMinutes": JSON(load.load.budget.minutes),
      "plannedTaskMinutes": JSON(load.load.plannedTaskMinutes),
      "loadScore": JSON(load.load.score),
      "loadState": .string(load.load.state.rawValue),
      "overflowMinutes": JSON(load.overflow?.minutes),
      "move": load.move.map {
        ["taskID": JSON($0.task), "destination": JSON($0.destination)]
      } ?? .null,
    ]
  }

  private init(_ plan: PlanSnapshot) {
    self = [
      "capacity": .string(plan.level.text),
      "plannedTaskMinutes": JSON(plan.plannedTaskMinutes),
      "freeMinutes": JSON(plan.freeMinutes),
      "committedMinutes": JSON(plan.committedMinutes),
      "loadScore": JSON(plan.loadScore),
      "wasOverloaded": .bool(plan.wasOverloaded),
    ]
  }
}
