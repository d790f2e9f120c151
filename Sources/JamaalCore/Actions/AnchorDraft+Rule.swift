extension AnchorRuleView {
  /// How it repeats; `nil` for prayers, and for what cannot be read.
  public var recurrence: AnchorRecurrence? { source == .prayerWindow ? nil : rule.recurrence }

  /// Where a prayer rule's times are for.
  public var place: PrayerPlace? { rule.place }
}

extension AnchorRuleDraft {
  /// A scheduled rule as its form opens; `nil` for one of prayers, or one that cannot be read.
  ///
  /// - Parameter view: The rule.
  public init?(_ view: AnchorRuleView) {
    guard let recurrence = view.recurrence else { return nil }
    let rule = view.rule
    self.init(
      title: rule.title, source: rule.sourceKey, recurrence: recurrence,
      slots: view.slots.map { slot in
        AnchorSlotDraft(
          key: slot.key, label: slot.label,
          start: slot.isAllDay ? nil : WallClock(minuteOfDay: slot.startMinute),
          windowMinutes: slot.windowMinutes)
      }, effortMinutes: rule.effortMinutes, placement: rule.placement, endDate: rule.endDate,
      remindAtStart: rule.remindAtStart, remindBeforeEndMinutes: rule.remindBeforeEndMinutes)
  }
}

extension PrayerRuleDraft {
  /// A prayer rule as its form opens; `nil` for any other.
  ///
  /// - Parameter view: The rule.
  public init?(_ view: AnchorRuleView) {
    guard view.source == .prayerWindow else { return nil }
    let rule = view.rule
    self.init(place: rule.place)
    title = rule.title
    method = PrayerMethod(key: rule.method)
    madhab = Madhab(rawValue: rule.madhab) ?? .shafi
    prayers = Set(rule.prayers.split(separator: ",").compactMap { Prayer(rawValue: "\($0)") })
    ishaEnds = IshaEnd(rawValue: rule.ishaEnds) ?? .midnight
    fridayLabel = rule.fridayLabel
    highLatitudeRule = rule.highLatitude.flatMap { HighLatitudeRule(rawValue: $0) }
    polarRule = PolarRule(rawValue: rule.polarRule) ?? .noTimes
    adjustments = Dictionary(
      uniqueKeysWithValues: rule.adjustments.nonzero.map { ($0.prayer, $0.minutes) })
    effortMinutes = rule.effortMinutes
    placement = rule.placement
    remindAtStart = rule.remindAtStart
    remindBeforeEndMinutes = rule.remindBeforeEndMinutes
  }
}
