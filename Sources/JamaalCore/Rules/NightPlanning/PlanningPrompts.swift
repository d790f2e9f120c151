/// The quiet card of a day without a plan: `No plan for today`, and two minutes to pick.
public enum MorningCard {
  /// Whether it may be shown.
  ///
  /// After midnight both it and ``EveningPrompt`` can be due for the same day: a face with room for
  /// one shows the prompt.
  /// - Parameters:
  ///   - workingDay: All of today's working day.
  ///   - now: The moment.
  ///   - sessions: Planning sessions, those of other days among them.
  ///   - putAwayOn: The day on which the card was last dismissed or acted on, if ever.
  /// - Returns: `true` until the working day ends, if no plan for today is confirmed: a skipped or
  ///   unfinished one still gets the card, and so does a day with a plan for another one.
  public static func isDue(
    _ workingDay: WorkingDay, at now: Instant, sessions: some Sequence<PlanningSession>,
    putAwayOn: LogicalDate?
  ) -> Bool {
    guard now < workingDay.end, putAwayOn != workingDay.date else { return false }
    return !sessions.contains { $0.isComplete && $0.forDate == workingDay.date }
  }
}

/// The quiet row that offers to plan the coming day: `Plan tomorrow`.
public enum EveningPrompt {
  /// Whether it may be shown.
  ///
  /// - Parameters:
  ///   - now: The moment.
  ///   - settings: The planning time, the rollover and the start of the working day.
  ///   - zone: Where the person is.
  ///   - sessions: Planning sessions, those of other days among them.
  /// - Returns: `true` from the planning time until the planned day's work starts, past midnight
  ///   too, unless that day's plan is confirmed or skipped; an unfinished one still gets the row.
  public static func isDue(
    at now: Instant, settings: DaySettings, zone: TimeZoneRules,
    sessions: some Sequence<PlanningSession>
  ) -> Bool {
    let target = PlanningTarget(now: now, settings: settings, zone: zone)
    let time = start(of: target, settings: settings, zone: zone)
    guard now >= time else { return false }
    return !sessions.contains {
      $0.forDate == target.forDate && ($0.isComplete || $0.isSkipped)
    }
  }

  /// When the planning of a day is prompted.
  ///
  /// - Parameters:
  ///   - target: The day being planned and the one under review.
  ///   - settings: The planning time and the rollover.
  ///   - zone: Where the person is.
  /// - Returns: The planning time of the reviewed day; one before the rollover is in the night after
  ///   it.
  public static func start(
    of target: PlanningTarget, settings: DaySettings, zone: TimeZoneRules
  ) -> Instant {
    DayBoundary(rolloverMinute: settings.rolloverMinute).instant(
      of: WallClock(clamping: settings.planningMinute), on: target.reviewedDay, in: zone)
  }
}
