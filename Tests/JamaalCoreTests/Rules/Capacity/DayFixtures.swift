import JamaalCore
import ReplicaStore

/// The instant at which clocks in UTC show a time on a numbered day.
func clock(_ hour: Int, _ minutes: Int = 0, day: Int = 0) -> Instant {
  Instant(millis: Int64(minute(day, hour, minutes)) * 60_000)
}

/// A working day from 08:00 to 19:00 in UTC.
func workingDay(_ day: Int = 0, now: Instant? = nil) -> WorkingDay {
  WorkingDay(date: date(day), settings: DaySettings(), zone: .utc, now: now)
}

/// A commitment whose window opens at a time of day 0 and is open for three hours.
func commitment(
  _ title: String, _ hour: Int, _ minutes: Int = 0, takes effort: Int?,
  _ placement: Commitment.Placement = .fixed
) -> Commitment {
  let start = clock(hour, minutes)
  return Commitment(
    id: RecordID(high: 7, low: UInt64(title.utf8.reduce(0) { $0 * 31 + Int($1) })), title: title,
    placement: placement, windowStart: start, windowEnd: start + 3 * 3600, effortMinutes: effort)
}

/// A task with a number for an id, which is also its age.
func planTask(
  _ number: Int, due: Int? = 0, _ importance: Importance = .low, minutes: Int? = 30,
  deferrals: Int = 0
) -> PlanTask {
  PlanTask(
    id: RecordID(high: 0, low: UInt64(number)), due: due.map(date), importance: importance,
    deferralCount: deferrals, createdAt: Instant(millis: Int64(number)), effortMinutes: minutes)
}

extension PlanTask {
  /// The number it was made with.
  var number: Int { Int(id.low) }
}

extension FreeBlock {
  /// Where it lies and how long it is, for tables.
  var summary: String {
    let name =
      switch place {
      case .wholeDay: "whole day"
      case .before(let next): "before \(next.title)"
      case .between(let previous, let next): "between \(previous.title) and \(next.title)"
      case .after(let previous): "after \(previous.title)"
      }
    return "\(name) \(minutes)"
  }
}
