/// Everything about the moment and the place that a rule may know: handed in, never looked up.
public struct DayContext: Sendable {
  /// The wall clock of this device.
  public var now: Instant
  /// The zone of this device.
  public var zone: TimeZoneRules
  /// The first day of the week here, as an ISO weekday.
  public var firstWeekday: Int

  /// Describes a moment.
  public init(now: Instant, zone: TimeZoneRules, firstWeekday: Int = 1) {
    self.now = now
    self.zone = zone
    self.firstWeekday = firstWeekday
  }
}

/// A moment as the planner reads it: the settings, the logical day, and what has ended.
public struct PlannerMoment: Sendable {
  /// The place, and the moment as far as it is believed; see ``now``.
  public let context: DayContext
  /// The settings as they stand.
  public let settings: UserSettings
  /// The logical day: what "today" means everywhere.
  public let today: LogicalDate
  /// The last day that has ended here.
  public let lastEnded: LogicalDate
  /// Where the zones of other days and devices are looked up.
  let zones: ZoneDirectory
  /// What was done to rules about Anchors, as far as it was read already.
  let anchorLogs: AnchorLogs

  /// What the tick that gave this moment did, in the order of its doing.
  ///
  /// Empty where everything had been done before.
  public internal(set) var signals: [TickSignal] = []

  /// The instant that everything goes by.
  ///
  /// It is the wall clock, unless that stands more than a day behind what has been stamped already:
  /// then it is the latest stamp, so that the day, the plan and what is written agree.
  public var now: Instant { context.now }

  /// When days end.
  public var boundary: DayBoundary { DayBoundary(rolloverMinute: settings.rolloverMinute) }

  /// What a fact written now carries.
  var tag: DayTag { DayTag(day: today, zone: context.zone.identifier) }
}
