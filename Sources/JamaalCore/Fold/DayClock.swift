import ReplicaStore
import SQLite

/// When each day began and ended: ended days by the zone they were lived in, others by this one.
///
/// So every machine that is past a day agrees on it, and each has its own today.
final class DayClock {
  let moment: PlannerMoment
  private var known: [String: TimeZoneRules] = [:]
  /// Days on which the zone may change, ascending, with the zone from then on.
  private let zones: [(day: LogicalDate, zone: String)]
  private let rollovers: Timeline<Int>
  /// Whether every day was lived in this zone with this rollover, as it nearly always is.
  private let isUniform: Bool

  init(_ transaction: ReadTransaction, _ moment: PlannerMoment) throws {
    self.moment = moment
    zones = try Self.changes(through: moment.lastEnded, in: transaction.database)
    let versions = try transaction.history(UserSettings.self, UserSettings.only)
      .versions(of: \.rolloverMinute)
    rollovers = Timeline(versions.authored())
    let rollover = moment.settings.rolloverMinute
    isUniform =
      zones.allSatisfy { $0.zone == moment.context.zone.identifier }
      && (rollovers.versions.isEmpty
        ? rollover == UserSettings().rolloverMinute
        : rollovers.versions.allSatisfy { $0.value == rollover }
          && rollover == UserSettings().rolloverMinute)
  }

  /// Only days on which the zone changes: a person of ten years has thousands of others.
  ///
  /// Passed over here, because a window function in SQL takes thirty times as long.
  private static func changes(
    through day: LogicalDate, in database: Database
  ) throws(SQLiteError) -> [(day: LogicalDate, zone: String)] {
    let all = try database.rows("SELECT day, zone FROM local_day_zone WHERE day <= ? ORDER BY day")
    {
      (statement) throws(SQLiteError) in
      try statement.bind(day.dayNumber, at: 1)
    } row: {
      (day: LogicalDate(dayNumber: $0.int(0)), zone: $0.text(1))
    }
    var changes: [(day: LogicalDate, zone: String)] = []
    for next in all where next.zone != changes.last?.zone { changes.append(next) }
    return changes
  }

  /// The zone a day was or is lived in.
  func zone(of day: LogicalDate) -> TimeZoneRules {
    let here = moment.context.zone
    guard day <= moment.lastEnded else { return here }
    var low = 0
    var high = zones.count
    while low < high {
      let middle = (low + high) / 2
      if zones[middle].day <= day { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? here : rules(zones[low - 1].zone)
  }

  private func rules(_ identifier: String) -> TimeZoneRules {
    let here = moment.context.zone
    if identifier == here.identifier { return here }
    if let rules = known[identifier] { return rules }
    // Another device may know zones that this one's tables do not.
    let rules = (try? moment.zones.rules(for: identifier)) ?? here
    known[identifier] = rules
    return rules
  }

  /// The rollover that held on a day.
  func boundary(of day: LogicalDate) -> DayBoundary {
    guard day <= moment.lastEnded else { return moment.boundary }
    return DayBoundary(
      rolloverMinute: rollovers.newest(asOf: day)?.value ?? UserSettings().rolloverMinute)
  }

  /// The first instant after a day.
  func end(of day: LogicalDate) -> Instant { boundary(of: day).end(of: day, in: zone(of: day)) }

  /// All of a day.
  func interval(of day: LogicalDate) -> Range<Instant> {
    let boundary = boundary(of: day)
    return boundary.interval(of: day, in: zone(of: day))
  }

  /// The day that an instant belongs to.
  ///
  /// An ended day is the first whose end lies after the instant, so that ended days share no
  /// instant, whatever zones they were lived in.
  func day(of instant: Instant) -> LogicalDate {
    let here = moment.boundary.logicalDate(of: instant, in: moment.context.zone)
    if isUniform || here > moment.lastEnded { return here }
    // No two zones are further apart than 26 hours.
    var day = here - 2
    while day <= moment.lastEnded, end(of: day) <= instant { day = day + 1 }
    return day
  }
}
