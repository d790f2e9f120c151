import ReplicaStore

extension Planner {
  /// Reads the settings.
  ///
  /// - Parameter context: The moment and the place.
  /// - Returns: The settings as they stand.
  /// - Throws: `ReplicaError`.
  public func settings(_ context: DayContext) throws -> UserSettings {
    try tick(context).settings
  }

  /// Changes settings.
  ///
  /// - Parameters:
  ///   - context: The moment and the place.
  ///   - change: Sets what is to change; only that is written.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `badValue` or `notNow`, and nothing is written; `ReplicaError`.
  @discardableResult
  public func changeSettings(
    _ context: DayContext, _ change: (inout UserSettings) -> Void
  ) throws -> ActionReceipt {
    let moment = try tick(context)
    var settings = moment.settings
    change(&settings)
    for minute in [settings.planningMinute, settings.morningMinute]
    where !(0..<1440).contains(minute) {
      throw PlannerError(.badValue, "A time of day is 00:00 to 23:59.")
    }
    if let problem = settings.day.problems.first {
      throw PlannerError(.badValue, problem.words)
    }
    if settings.rolloverMinute != moment.settings.rolloverMinute {
      let availability = DaySettings.rolloverAvailability(
        at: context.zone.localTime(at: moment.now).clock, from: moment.settings.rolloverMinute,
        to: settings.rolloverMinute)
      if case .after(let time) = availability {
        throw PlannerError(
          .notNow,
          "The day's end can change only after \(time), so that today"
            + " stays today. Try again then.")
      }
    }
    return try act(on: UserSettings.only, moment) { action in
      try action.replace(moment.settings, with: settings)
      try action.transaction.save(settings)
    }
  }

  /// Notes when the planner was first used; of several devices the earliest counts.
  ///
  /// - Parameter context: The moment and the place.
  /// - Throws: `ReplicaError`.
  public func noteFirstLaunch(_ context: DayContext) throws {
    let moment = try tick(context)
    var settings = moment.settings
    guard settings.firstLaunchAt == nil || settings.createdAt == nil else { return }
    settings.firstLaunchAt = settings.firstLaunchAt ?? moment.now
    settings.createdAt = settings.createdAt ?? moment.now
    try replica.write(tag: moment.tag.tag) { try $0.save(settings) }
  }

  /// Chooses the level of today.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `ReplicaError`.
  @discardableResult
  public func setLevel(_ level: CapacityLevel, _ context: DayContext) throws -> ActionReceipt {
    let receipt = try setLevel(level, on: nil, context)
    return ActionReceipt(task: DayPlan.id(date: receipt.forDate), versions: receipt.versions)
  }
}

extension DaySettings.Problem {
  fileprivate var words: String {
    switch self {
    case .normalDayNotOffered:
      "A normal day is 30 to 360 minutes, in steps of 15."
    case .notATimeOfDay: "A time of day is 00:00 to 23:59."
    case .rolloverNotOffered: "The day can end from 00:00 to 06:00."
    case .rolloverNotBeforeDayStart: "The day has to end before the working day starts."
    case .workingDayTooShort: "The working day needs at least two hours between start and end."
    }
  }
}
