internal import ReplicaStore

/// Why a rule makes nothing until somebody looks at it: nothing of it is deleted or rewritten.
public enum AnchorAttention: Hashable, Sendable {
  /// A newer version of the program wrote it.
  case newerVersion
  /// Its config cannot be read.
  case unreadable
  /// It is of a kind that this version does not know.
  case unknownKind(String)
  /// Its recurrence is none that this version knows, or impossible.
  case badRecurrence
  /// It has no time of day.
  case noTimes
  /// It wants no prayer.
  case noPrayers
}

/// A rule at one point of its history, read: what its Anchors follow from.
struct AnchorConfig: Hashable {
  /// What it makes Anchors of.
  enum Family: Hashable {
    /// Times of day on days that recur.
    case scheduled(AnchorRecurrence, [Slot])
    /// Prayers; without a place it makes nothing.
    case prayers(PrayerSchedule?)
  }

  /// A time of day of a scheduled rule.
  struct Slot: Hashable {
    var key: String
    var label: String
    /// `nil` is the whole day.
    var time: Time?

    struct Time: Hashable {
      var start: WallClock
      var minutes: Int
    }
  }

  var title: String
  var effortMinutes: Int?
  var placement: AnchorPlacement
  /// Whether it is switched on and not put away.
  var isActive: Bool
  var family: Family
  var breaks: BreakRanges
  var endDate: LogicalDate?
  var remindAtStart: Bool
  var remindBeforeEndMinutes: Int?

  var recurrence: AnchorRecurrence? {
    if case .scheduled(let recurrence, _) = family { recurrence } else { nil }
  }

  var slots: [Slot] {
    if case .scheduled(_, let slots) = family { slots } else { [] }
  }

  /// How its Anchors take their time.
  var countedPlacement: AnchorPlacement {
    recurrence?.isAfterLast == true || placement == .flexible ? .flexible : .fixed
  }

  /// Why prayers have no times on a day of their place; `nil` if they do, and for anything else.
  func sunAbsence(on day: LogicalDate) -> PrayerTimesAbsence? {
    if case .prayers(let schedule?) = family { schedule.day(day).absence } else { nil }
  }

  /// Whether a day lies after its end.
  func isOver(on day: LogicalDate) -> Bool { endDate.map { day > $0 } ?? false }

  /// The window of a slot on a day; `nil` if there is none.
  func window(
    of slot: Slot, on day: LogicalDate, _ clock: DayClock
  ) -> Range<Instant>? {
    guard case .scheduled(let recurrence, _) = family, recurrence.recurs(on: day),
      !isOver(on: day), breaks.covering(day) == nil
    else { return nil }
    guard let time = slot.time else { return clock.interval(of: day) }
    let start = clock.boundary(of: day).instant(of: time.start, on: day, in: clock.zone(of: day))
    return start..<(start + time.minutes * 60)
  }
}

/// What has been written about a rule up to some point of its history.
struct AnchorRuleState {
  var rule: AnchorRule
  var slots: [String: AnchorSlot] = [:]
  var breaks: [RecordID: AnchorBreak] = [:]

  init(_ id: RecordID) {
    rule = AnchorRule(id: id)
  }

  /// The slots in use: by time, then key.
  var slotsInUse: [AnchorSlot] {
    slots.values.filter { !$0.isRemoved }.sorted {
      ($0.isAllDay ? -1 : $0.startMinute, $0.key) < ($1.isAllDay ? -1 : $1.startMinute, $1.key)
    }
  }

  /// The breaks in use.
  var breakRanges: BreakRanges {
    BreakRanges(
      breaks.values.compactMap { range in
        guard !range.isRemoved, let first = range.first else { return nil }
        return BreakRange(first: first, last: range.last, reason: range.reason)
      })
  }

  /// Reads it.
  func config() -> Result<AnchorConfig, AnchorAttention.Failure> {
    do throws(AnchorAttention.Failure) {
      return .success(
        AnchorConfig(
          title: rule.title, effortMinutes: rule.effortMinutes, placement: rule.placement,
          isActive: rule.isEnabled && !rule.isArchived, family: try family(),
          breaks: breakRanges, endDate: rule.endDate, remindAtStart: rule.remindAtStart,
          remindBeforeEndMinutes: rule.remindBeforeEndMinutes))
    } catch {
      return .failure(error)
    }
  }

  private func family() throws(AnchorAttention.Failure) -> AnchorConfig.Family {
    guard rule.configVersion <= AnchorRule.configVersionKnown else {
      throw AnchorAttention.Failure(.newerVersion)
    }
    if rule.configText != nil { throw AnchorAttention.Failure(.unreadable) }
    switch rule.sourceKey {
    case .unknown(let kind): throw AnchorAttention.Failure(.unknownKind(kind))
    case .prayerWindow: return .prayers(try prayerSchedule())
    case .schoolRun, .binNight, .plantWatering, .custom: break
    }
    guard let recurrence = rule.recurrence else { throw AnchorAttention.Failure(.badRecurrence) }
    let slots = slotsInUse.compactMap { slot -> AnchorConfig.Slot? in
      if slot.isAllDay || recurrence.isAfterLast {
        return AnchorConfig.Slot(key: slot.key, label: slot.label)
      }
      guard let start = WallClock(minuteOfDay: slot.startMinute),
        AnchorRule.windowMinutesRange.contains(slot.windowMinutes)
      else { return nil }
      return AnchorConfig.Slot(
        key: slot.key, label: slot.label,
        time: AnchorConfig.Slot.Time(start: start, minutes: slot.windowMinutes))
    }
    guard !slots.isEmpty else { throw AnchorAttention.Failure(.noTimes) }
    return .scheduled(recurrence, slots)
  }

  private func prayerSchedule() throws(AnchorAttention.Failure) -> PrayerSchedule? {
    let wanted = Set(rule.prayers.split(separator: ",").compactMap { Prayer(rawValue: "\($0)") })
    guard !wanted.isEmpty else { throw AnchorAttention.Failure(.noPrayers) }
    guard let latitude = rule.latitude, let longitude = rule.longitude,
      let place = Coordinates(latitude: latitude, longitude: longitude)
    else { return nil }
    let calculation = PrayerCalculation(
      method: PrayerMethod(key: rule.method), madhab: Madhab(rawValue: rule.madhab) ?? .shafi,
      highLatitudeRule: rule.highLatitude.flatMap { HighLatitudeRule(rawValue: $0) },
      polarRule: PolarRule(rawValue: rule.polarRule) ?? .noTimes,
      adjustments: rule.adjustments)
    return PrayerSchedule(
      place: place.coarse, calculation: calculation, prayers: wanted,
      ishaEnds: IshaEnd(rawValue: rule.ishaEnds) ?? .midnight, fridayLabel: rule.fridayLabel)
  }
}

extension AnchorAttention {
  /// An attention as an error.
  struct Failure: Error {
    var attention: AnchorAttention

    init(_ attention: AnchorAttention) {
      self.attention = attention
    }
  }
}

extension AnchorRule {
  /// How long a window can be, in minutes: up to a week.
  public static let windowMinutesRange = 1...10_080

  /// What is added to the prayers.
  var adjustments: PrayerAdjustments {
    get {
      var adjustments = PrayerAdjustments()
      for prayer in Prayer.allCases {
        adjustments[prayer] = self[keyPath: Self.minutesPath(of: prayer)]
      }
      return adjustments
    }
    set {
      for prayer in Prayer.allCases {
        self[keyPath: Self.minutesPath(of: prayer)] = newValue[prayer]
      }
    }
  }
}
