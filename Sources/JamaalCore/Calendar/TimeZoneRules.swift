/// What the clocks of one place show at every instant: its offsets from UTC and their changes.
///
/// A value: it is read once (`ZoneDirectory`) and then asked, without touching a file or the
/// environment. Two questions matter. `offsetSeconds(at:)` goes from an instant to the wall clock
/// and always has one answer. `instant(of:at:)` goes back, and has none in the gap when clocks are
/// put forward and two when they are put back; see there for the answer that is given.
public struct TimeZoneRules: Sendable, Equatable {
  /// The name it was asked for by, such as `Europe/Paris`; `ZoneDirectory` finds it again by it.
  public let identifier: String

  /// When the offset changes, in seconds since 1970, ascending.
  let transitions: [Int64]
  /// For each transition, what holds from then on: an index into `types`.
  let transitionTypes: [UInt8]
  /// What clocks can show here; the first holds before the first transition.
  let types: [LocalTimeType]
  /// What holds after the last transition, if the file says so.
  let rule: PosixZoneRule?

  /// The bounds of an offset from UTC in seconds, beyond which a zone is refused.
  ///
  /// Source: RFC 9636, section 3.2, the recommended range of `utoff`.
  package static let offsetSecondsRange = -89_999...93_599

  /// Coordinated universal time.
  public static let utc = TimeZoneRules(
    identifier: "UTC",
    rule: PosixZoneRule(standard: LocalTimeType(offsetSeconds: 0, abbreviation: "UTC")))

  /// Makes the rules of a place where one POSIX rule holds for ever.
  init(identifier: String, rule: PosixZoneRule) {
    self.init(
      identifier: identifier, transitions: [], transitionTypes: [], types: [rule.standard],
      rule: rule)
  }

  /// Makes a value from parts that the caller has checked: at least one type, valid indices.
  init(
    identifier: String, transitions: [Int64], transitionTypes: [UInt8], types: [LocalTimeType],
    rule: PosixZoneRule?
  ) {
    precondition(!types.isEmpty && transitions.count == transitionTypes.count)
    self.identifier = identifier
    self.transitions = transitions
    self.transitionTypes = transitionTypes
    self.types = types
    self.rule = rule
  }

  /// The rules of a place whose clocks never change.
  ///
  /// Its identifier is the POSIX form, so that `ZoneDirectory` finds it again: `<+0530>-5:30`.
  /// - Parameter offsetSeconds: Seconds east of UTC, less than 25 hours either way.
  /// - Returns: The rules.
  public static func fixed(offsetSeconds: Int) -> TimeZoneRules {
    precondition(abs(offsetSeconds) <= -offsetSecondsRange.lowerBound, "no such offset from UTC")
    let parts = [abs(offsetSeconds) / 3600, abs(offsetSeconds) / 60 % 60, abs(offsetSeconds) % 60]
    let shown = parts.prefix(parts[2] != 0 ? 3 : parts[1] != 0 ? 2 : 1)
    let isEast = offsetSeconds >= 0
    let name = (isEast ? "+" : "-") + shown.map { zeroPadded($0, to: 2) }.joined()
    // POSIX counts offsets west of Greenwich, hence the opposite sign.
    let rest = shown.dropFirst().map { ":" + zeroPadded($0, to: 2) }.joined()
    return TimeZoneRules(
      identifier: "<\(name)>\(isEast ? "-" : "")\(parts[0])\(rest)",
      rule: PosixZoneRule(
        standard: LocalTimeType(offsetSeconds: offsetSeconds, abbreviation: name)))
  }

  /// How far clocks are ahead of UTC at an instant.
  ///
  /// - Parameter instant: The instant.
  /// - Returns: Seconds east of UTC, negative in the Americas.
  public func offsetSeconds(at instant: Instant) -> Int {
    span(at: instant.seconds).type.offsetSeconds
  }

  /// Whether clocks show daylight-saving time at an instant.
  ///
  /// - Parameter instant: The instant.
  /// - Returns: What the zone's rules say; Ireland's say it of winter, with a negative change.
  public func isDaylightSaving(at instant: Instant) -> Bool {
    span(at: instant.seconds).type.isDaylightSaving
  }

  /// The short name of what clocks show at an instant, such as `CEST` or `+03`.
  ///
  /// - Parameter instant: The instant.
  /// - Returns: The abbreviation, for showing only: it names no zone uniquely.
  public func abbreviation(at instant: Instant) -> String {
    span(at: instant.seconds).type.abbreviation
  }
}

/// What clocks show for a while: an offset from UTC and what it is called.
struct LocalTimeType: Hashable, Sendable {
  /// Seconds east of UTC.
  var offsetSeconds: Int
  /// Whether it counts as daylight-saving time.
  var isDaylightSaving = false
  /// The short name.
  var abbreviation: String
}
