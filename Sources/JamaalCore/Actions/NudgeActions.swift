import ReplicaStore
import SQLite

extension NudgeLog {
  /// The quiet card of a day without a plan.
  static func morningCard(_ day: LogicalDate) -> NudgeLog {
    NudgeLog(.morningPlanCard, subjectKey: day.description, day: day)
  }

  /// The line that offers another normal day.
  static func normalDay(_ showing: NormalDaySuggestion.Showing) -> NudgeLog {
    NudgeLog(.normalDaySuggestion, subjectKey: showing.subjectKey)
  }
}

extension WriteTransaction {
  /// Logs that something was shown; the first time stands.
  func show(_ nudge: NudgeLog, _ moment: PlannerMoment) throws {
    var log = try record(NudgeLog.self, nudge.id) ?? nudge
    guard log.sentAt == nil else { return }
    log.sentAt = moment.now
    try write(log, \.kind, \.sentAt)
  }

  /// Logs that something was put away; the first time stands.
  func putAway(_ nudge: NudgeLog, _ moment: PlannerMoment) throws {
    try show(nudge, moment)
    var log = try record(NudgeLog.self, nudge.id) ?? nudge
    guard log.dismissedAt == nil else { return }
    log.dismissedAt = moment.now
    log.dismissedDay = moment.today
    try write(log, \.kind, \.dismissedAt, \.dismissedDay)
  }
}

extension Planner {
  /// Logs that the morning card was shown; once a day is enough.
  ///
  /// - Parameter context: The moment and the place.
  /// - Throws: `ReplicaError`.
  public func noteMorningCard(_ context: DayContext) throws {
    let moment = try tick(context)
    let card = NudgeLog.morningCard(moment.today)
    if try replica.read({ try $0.record(NudgeLog.self, card.id) }) != nil { return }
    try replica.write(tag: moment.tag.tag) { try $0.show(card, moment) }
  }

  /// Not now: the morning card is gone for the day, on every device.
  ///
  /// - Parameter context: The moment and the place.
  /// - Throws: `ReplicaError`.
  public func dismissMorningCard(_ context: DayContext) throws {
    let moment = try tick(context)
    try replica.write(tag: moment.tag.tag) {
      try $0.putAway(.morningCard(moment.today), moment)
    }
  }

  /// What the last four weeks say about a normal day, if it may be offered.
  ///
  /// - Parameters:
  ///   - place: Where it would be shown.
  ///   - context: The moment and the place.
  /// - Returns: The value to offer; reading it logs nothing.
  /// - Throws: `ReplicaError`.
  public func normalDaySuggestion(
    in place: NormalDaySuggestion.Place, _ context: DayContext
  ) throws -> NormalDaySuggestion? {
    let moment = try tick(context)
    return try replica.read { transaction in
      let days = (moment.today - NormalDaySuggestion.dayCount)...(moment.today - 1)
      let lived = try LivedDays(self, transaction, moment).read(days)
      let minutes = Dictionary(
        lived.map { ($0.date, $0.record.completedEffortMinutes) }, uniquingKeysWith: { $1 })
      let suggestion = NormalDaySuggestion(
        normalDayMinutes: moment.settings.mediumDayMinutes, today: moment.today,
        completedMinutes: { minutes[$0] ?? 0 })
      guard let suggestion else { return nil }
      let logs = try transaction.records(NudgeLog.self, where: "kind = ?") {
        (statement) throws(SQLiteError) in
        try statement.bind(NudgeLog.Kind.normalDaySuggestion.text, at: 1)
      }
      let showings = logs.compactMap { log in
        log.subjectKey.flatMap {
          NormalDaySuggestion.Showing(subjectKey: $0, declinedOn: log.dismissedDay)
        }
      }
      return suggestion.isOffered(in: place, on: moment.today, after: showings)
        ? suggestion : nil
    }
  }

  /// Logs that another normal day was offered.
  ///
  /// - Parameters:
  ///   - suggestion: What was offered.
  ///   - place: Where.
  ///   - context: The moment and the place.
  /// - Throws: `ReplicaError`.
  public func noteNormalDay(
    _ suggestion: NormalDaySuggestion, in place: NormalDaySuggestion.Place,
    _ context: DayContext
  ) throws {
    let moment = try tick(context)
    let showing = NormalDaySuggestion.Showing(minutes: suggestion.minutes, place: place)
    try replica.write(tag: moment.tag.tag) { try $0.show(.normalDay(showing), moment) }
  }

  /// Not now: the line rests for four weeks, and this value for good.
  ///
  /// - Parameters:
  ///   - suggestion: What was offered.
  ///   - place: Where.
  ///   - context: The moment and the place.
  /// - Throws: `ReplicaError`.
  public func declineNormalDay(
    _ suggestion: NormalDaySuggestion, in place: NormalDaySuggestion.Place,
    _ context: DayContext
  ) throws {
    let moment = try tick(context)
    let showing = NormalDaySuggestion.Showing(minutes: suggestion.minutes, place: place)
    try replica.write(tag: moment.tag.tag) { try $0.putAway(.normalDay(showing), moment) }
  }

  /// Set it: the suggested value becomes the normal day.
  ///
  /// - Parameters:
  ///   - suggestion: What was offered.
  ///   - context: The moment and the place.
  /// - Throws: `PlannerError` with `badValue`, and nothing is written; `ReplicaError`.
  public func acceptNormalDay(
    _ suggestion: NormalDaySuggestion, _ context: DayContext
  ) throws {
    try changeSettings(context) { $0.mediumDayMinutes = suggestion.minutes }
  }
}
