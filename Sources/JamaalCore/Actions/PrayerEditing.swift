public import ReplicaStore

/// What a person fills in to make or change the prayer rule.
public struct PrayerRuleDraft: Hashable, Sendable {
  /// What it is.
  public var title: String
  /// Where; needed.
  public var place: PrayerPlace?
  /// Whose convention.
  public var method: PrayerMethod
  /// The school that asr follows.
  public var madhab: Madhab
  /// The wanted prayers.
  public var prayers: Set<Prayer>
  /// When isha's window is over.
  public var ishaEnds: IshaEnd
  /// Whether Friday's dhuhr has its own name.
  public var fridayLabel: Bool
  /// What bounds the twilight where nights are short; `nil` leaves it to the latitude.
  public var highLatitudeRule: HighLatitudeRule?
  /// What happens on days without sunrise or sunset.
  public var polarRule: PolarRule
  /// Minutes added to prayers.
  public var adjustments: [Prayer: Int]
  /// The minutes each takes.
  public var effortMinutes: Int?
  /// How each takes its time.
  public var placement: AnchorPlacement
  /// Whether it reminds when a window opens.
  public var remindAtStart: Bool
  /// The minutes before a window closes at which it reminds.
  public var remindBeforeEndMinutes: Int?

  /// A draft as the form opens for a country.
  ///
  /// - Parameters:
  ///   - country: An ISO code of two letters, which suggests the method and the school.
  ///   - place: Where.
  public init(country: String? = nil, place: PrayerPlace? = nil) {
    let suggestion = PrayerMethodSuggestion(country: country)
    title = "Salah"
    self.place = place
    method = suggestion.method
    madhab = suggestion.madhab
    prayers = Set(Prayer.allCases)
    ishaEnds = .midnight
    fridayLabel = true
    highLatitudeRule = nil
    polarRule = .noTimes
    adjustments = [:]
    effortMinutes = 10
    placement = .fixed
    remindAtStart = true
    remindBeforeEndMinutes = nil
  }

  func checked() throws -> PrayerRuleDraft {
    var draft = self
    draft.title = try AnchorRule.checkedTitle(title)
    guard place != nil else {
      throw PlannerError(.badValue, "Prayer times need a place. Give one with --place.")
    }
    guard !prayers.isEmpty else {
      throw PlannerError(.badValue, "Choose at least one prayer.")
    }
    let range = PrayerAdjustments.minutesRange
    for (_, minutes) in adjustments where !range.contains(minutes) {
      throw PlannerError(.badValue, "A prayer moves by an hour at most, not by \(minutes) minutes.")
    }
    if let effortMinutes, !TaskDraft.effortRange.contains(effortMinutes) {
      throw PlannerError(.badValue, "It takes 1 to 1440 minutes, not \(effortMinutes).")
    }
    try AnchorRule.checkReminder(remindBeforeEndMinutes)
    return draft
  }

  /// The prayers of a day as the draft has them, with those that are over already.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - boundary: When days end.
  ///   - context: The moment and the place.
  /// - Returns: The windows still to come or open, and those that have closed.
  public func upcoming(
    on day: LogicalDate, boundary: DayBoundary, _ context: DayContext
  ) -> (left: [PrayerWindow], closed: [PrayerWindow]) {
    guard let place else { return ([], []) }
    let schedule = PrayerSchedule(
      place: place.coordinates,
      calculation: PrayerCalculation(
        method: method, madhab: madhab, highLatitudeRule: highLatitudeRule, polarRule: polarRule,
        adjustments: PrayerAdjustments(adjustments)), prayers: prayers, ishaEnds: ishaEnds,
      fridayLabel: fridayLabel)
    let windows = schedule.windows(beginningOn: day...day, boundary: boundary, in: context.zone)
    return (
      windows.filter { $0.end > context.now }, windows.filter { $0.end <= context.now }
    )
  }
}

extension Planner {
  /// Makes a prayer rule.
  ///
  /// - Parameters:
  ///   - draft: What the person filled in.
  ///   - context: The moment and the place.
  /// - Returns: The rule's id, with what undoes its making.
  /// - Throws: `PlannerError` with `badValue`, and nothing is written; `ReplicaError`.
  public func addPrayers(
    _ draft: PrayerRuleDraft, _ context: DayContext
  ) throws -> AnchorReceipt {
    let draft = try draft.checked()
    let moment = try tick(context)
    let receipt = try replica.write(tag: moment.tag.tag) { transaction in
      var rule = AnchorRule(id: transaction.newID())
      rule.sourceKey = .prayerWindow
      rule.fill(from: draft)
      rule.createdAt = moment.now
      rule.createdDay = moment.today
      try transaction.insert(rule)
      return AnchorReceipt(id: rule.id, versions: transaction.authored)
    }
    try rememberPlace(of: draft, instead: nil)
    return receipt
  }

  /// Changes a prayer rule; only what differs is written, and its breaks stay.
  ///
  /// - Parameters:
  ///   - id: The rule.
  ///   - draft: Everything as it is to be.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound`, `badValue`, or `anchor` for a rule that is not one of
  ///   prayers or cannot be read, and nothing is written; `ReplicaError`.
  public func changePrayers(
    _ id: RecordID, to draft: PrayerRuleDraft, _ context: DayContext
  ) throws -> AnchorReceipt {
    let draft = try draft.checked()
    var former: PrayerPlace?
    let receipt = try changeRule(id, context) { state, transaction in
      guard case .success(let config) = state.config(), case .prayers = config.family else {
        throw PlannerError(
          .anchor, "“\(state.rule.title)” has no prayers that can be read here.")
      }
      former = state.rule.place
      var rule = state.rule
      rule.fill(from: draft)
      try transaction.save(rule)
    }
    try rememberPlace(of: draft, instead: former)
    return receipt
  }

  /// A place that follows the device and was said on this one is where this one is.
  private func rememberPlace(of draft: PrayerRuleDraft, instead former: PrayerPlace?) throws {
    guard let place = draft.place, place.mode == .device, place != former else { return }
    try replica.writeLocally { try DeviceMark.save(place.coordinates, in: $0.database) }
  }
}

extension AnchorRule {
  /// The place of a prayer rule; `nil` if it has none.
  var place: PrayerPlace? {
    get {
      guard let mode = PrayerPlace.Mode(rawValue: placeMode), let latitude, let longitude,
        let coordinates = Coordinates(latitude: latitude, longitude: longitude)
      else { return nil }
      return PrayerPlace(mode: mode, coordinates: coordinates, name: placeName)
    }
    set {
      placeMode = newValue?.mode.rawValue ?? ""
      latitude = newValue?.coordinates.latitude
      longitude = newValue?.coordinates.longitude
      placeName = newValue?.name ?? ""
    }
  }

  /// Takes over what a form says.
  fileprivate mutating func fill(from draft: PrayerRuleDraft) {
    title = draft.title
    place = draft.place
    method = draft.method.key
    madhab = draft.madhab.rawValue
    prayers = draft.prayers.sorted().map(\.rawValue).joined(separator: ",")
    ishaEnds = draft.ishaEnds.rawValue
    fridayLabel = draft.fridayLabel
    highLatitude = draft.highLatitudeRule?.rawValue
    polarRule = draft.polarRule.rawValue
    adjustments = PrayerAdjustments(draft.adjustments)
    effortMinutes = draft.effortMinutes
    placement = draft.placement
    remindAtStart = draft.remindAtStart
    remindBeforeEndMinutes = draft.remindBeforeEndMinutes
  }
}
