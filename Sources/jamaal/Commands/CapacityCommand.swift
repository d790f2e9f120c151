import CommandLineKit
import JamaalCore
import JamaalVoice

/// `jamaal capacity`.
enum CapacityCommand: ProgramCommand {
  static let command = Command(
    "capacity", group: Groups.day, summary: "Say how much you have in you on a day.",
    discussion: [
      "A low day shows only what presses and matters; the rest waits under “also today” and nothing is"
        + " lost. Without a level it tells what the day holds and has room for; a day that is over is"
        + " told as it was lived."
    ],
    positionals: [
      Positional(
        "LEVEL", .optional, help: "How much the day holds.",
        hint: .words(["low", "medium", "high"]))
    ],
    options: [
      .value("on", "DATE", letter: "o", help: "The day, if not today.", hint: DateOption.hint)
    ],
    examples: [
      .init("jamaal capacity low", help: "A gentle day."),
      .init("jamaal capacity high --on tomorrow", help: "There is much in you tomorrow."),
      .init("jamaal capacity --on yesterday", help: "How yesterday went."),
    ])

  static func run(_ run: Run) throws -> Int32 {
    let session = try run.session()
    let moment = try session.moment()
    var day = moment.today
    if let text = run.invocation.value("on") {
      guard let date = try DateOption(run).date(text, "--on") else {
        throw run.invocation.invalid("--on", text, "a level is for a day")
      }
      day = date
    }
    if let level = run.invocation.argument("LEVEL") {
      let receipt = try session.planner.setLevel(CapacityLevel(level), on: day, session.context)
      var act = ActionReceipt(unchanged: DayPlan.id(date: day))
      act.versions = receipt.versions
      run.remember([act], "capacity \(level).")
    }
    if day < moment.today { return try tellLived(day, run) }
    let capacity = try session.planner.capacity(of: day, session.context)
    if run.wantsJSON {
      run.output.json(JSON(capacity))
      return ExitStatus.done
    }
    var meter = [Words.meter(capacity.level, capacity.load)]
    if let overflow = capacity.overflow { meter.append(Words.overflow(overflow)) }
    run.output.line(meter.joined(separator: " · "))
    if day == moment.today, let hidden = Words.alsoToday(try today(run)) {
      run.output.line(hidden)
    }
    return ExitStatus.done
  }

  private static func today(_ run: Run) throws -> TodayOverview {
    let session = try run.session()
    return try session.planner.today(session.context)
  }

  /// A day that is over.
  private static func tellLived(_ day: LogicalDate, _ run: Run) throws -> Int32 {
    let session = try run.session()
    guard let lived = try session.planner.livedDays(day...day, session.context).first else {
      let today = try session.moment().today
      throw Refusal("Nothing is on record for \(Words.date(day, today: today)).")
    }
    if run.wantsJSON {
      run.output.json(JSON(lived, in: session.zone))
    } else {
      run.output.line(Words.lived(lived))
    }
    return ExitStatus.done
  }
}

extension JSON {
  /// What a day holds and has room for.
  fileprivate init(_ capacity: DayCapacity) {
    self = [
      "date": JSON(capacity.date),
      "capacity": .string(capacity.level.text),
      "suggestedCapacity": .string(capacity.suggestedLevel.text),
      "budgetMinutes": JSON(capacity.load.budget.minutes),
      "plannedTaskMinutes": JSON(capacity.load.plannedTaskMinutes),
      "loadScore": JSON(capacity.load.score),
      "loadState": .string(capacity.load.state.rawValue),
      "missingDurations": JSON(capacity.load.missingDurations),
      "freeMinutes": JSON(capacity.freeTime.freeMinutes),
      "committedMinutes": JSON(capacity.freeTime.committedMinutes),
      "overflowMinutes": JSON(capacity.overflow?.minutes),
    ]
  }

  /// A day as it was lived, with the fields of a day's plan.
  fileprivate init(_ day: LivedDay, in zone: TimeZoneRules) {
    self = [
      "id": JSON(DayPlan.id(date: day.date)),
      "date": JSON(day.date),
      "capacity": .string(day.level.text),
      "plannedTaskMinutes": JSON(day.record.plannedTaskMinutes),
      "freeMinutes": JSON(day.freeMinutes),
      "committedMinutes": JSON(day.committedMinutes),
      "completedEffortMinutes": JSON(day.record.completedEffortMinutes),
      "loadScore": JSON(day.record.loadScore),
      "wasOverloaded": .bool(day.record.wasOverloaded),
      "completionRate": JSON(day.record.completionRate),
      "completionBasis": JSON(day.record.completionBasis),
      "planningCompletedAt": JSON(day.planningCompletedAt, in: zone),
    ]
  }
}
