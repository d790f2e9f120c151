import ReplicaStore

extension AnchorRuleState {
  /// The config as reads and the export speak it; a text that could not be read stays word for
  /// word.
  var configData: String {
    if let text = rule.configText { return text }
    let members =
      rule.sourceKey == .prayerWindow ? prayerMembers : scheduledMembers
    return ConfigValue.object([("version", .integer(rule.configVersion))] + members).json
  }

  private typealias Members = [(name: String, value: ConfigValue)]

  private var sharedMembers: Members {
    let reminder: Members = [
      ("atStart", .bool(rule.remindAtStart)),
      ("beforeEndMinutes", rule.remindBeforeEndMinutes.map { .integer($0) } ?? .null),
    ]
    let exceptions = breakRanges.ranges.map { range -> ConfigValue in
      .object([
        ("from", .text("\(range.first)")), ("to", range.last.map { .text("\($0)") } ?? .null),
        ("reason", .text(range.reason.text)),
      ])
    }
    return [("reminder", .object(reminder)), ("exceptions", .list(exceptions))]
  }

  private var scheduledMembers: Members {
    let weekdays = RepeatRule.weekdays(rule.recurrenceWeekdays).sorted()
    var recurrence: Members = [("kind", .text(rule.recurrenceKind))]
    switch rule.recurrenceKind {
    case "everyNDays", "everyNWeeks": recurrence.append(("n", .integer(rule.recurrenceInterval)))
    case "afterLast":
      recurrence.append(("minDays", .integer(rule.recurrenceMinDays)))
      recurrence.append(("maxDays", .integer(rule.recurrenceMaxDays)))
    default: break
    }
    if !weekdays.isEmpty { recurrence.append(("weekdays", .list(weekdays.map { .integer($0) }))) }
    if let start = rule.recurrenceStart { recurrence.append(("startDate", .text("\(start)"))) }
    let slots = slotsInUse.map { slot -> ConfigValue in
      .object([
        ("id", .text(slot.key)), ("label", .text(slot.label)),
        ("start", .text(WallClock(clamping: slot.startMinute).description)),
        ("windowMinutes", .integer(slot.windowMinutes)), ("allDay", .bool(slot.isAllDay)),
      ])
    }
    return [
      ("recurrence", .object(recurrence)), ("slots", .list(slots)),
      ("endDate", rule.endDate.map { .text("\($0)") } ?? .null),
    ] + sharedMembers
  }

  private var prayerMembers: Members {
    let adjustments: Members = rule.adjustments.nonzero.map {
      ($0.prayer.rawValue, .integer($0.minutes))
    }
    var members: Members = [
      ("method", .text(rule.method)), ("madhab", .text(rule.madhab)),
      ("highLatitude", rule.highLatitude.map { .text($0) } ?? .null),
      ("ishaEnds", .text(rule.ishaEnds)), ("fridayLabel", .bool(rule.fridayLabel)),
      ("prayers", .list(rule.prayers.split(separator: ",").map { .text("\($0)") })),
      ("adjustmentsMinutes", .object(adjustments)),
    ]
    if rule.polarRule != PolarRule.noTimes.rawValue {
      members.append(("polar", .text(rule.polarRule)))
    }
    let place: ConfigValue =
      rule.place.map { place in
        .object([
          ("mode", .text(place.mode.rawValue)),
          ("latitude", .decimal(place.coordinates.latitude)),
          ("longitude", .decimal(place.coordinates.longitude)), ("name", .text(place.name)),
        ])
      } ?? .null
    return members + [("location", place)] + sharedMembers
  }

  /// Takes over a config, and says whether all of it could be read; if not, it keeps the text.
  ///
  /// - Parameters:
  ///   - text: The config.
  ///   - newID: Makes ids for breaks.
  mutating func fill(fromConfigData text: String, newID: () -> RecordID) {
    var filled = self
    if let config = ConfigValue(json: text), filled.fill(from: config, newID: newID),
      (try? filled.config().get()) != nil  // What cannot be read is kept as it is instead.
    {
      self = filled
    } else {
      let version = ConfigValue(json: text)?["version"]?.integer ?? 0
      rule.configVersion = version
      rule.configText = text
    }
  }

  private mutating func fill(from config: ConfigValue, newID: () -> RecordID) -> Bool {
    guard config["version"]?.integer == AnchorRule.configVersionKnown else { return false }
    if let reminder = config["reminder"], !reminder.isNull {
      rule.remindAtStart = reminder["atStart"]?.bool ?? (rule.sourceKey == .prayerWindow)
      rule.remindBeforeEndMinutes = reminder["beforeEndMinutes"]?.integer
    } else {
      rule.remindAtStart = rule.sourceKey == .prayerWindow
    }
    for exception in config["exceptions"]?.list ?? [] {
      guard let first = exception["from"]?.date else { return false }
      let last = exception["to"]
      guard last == nil || last?.isNull == true || last?.date != nil else { return false }
      var range = AnchorBreak(id: newID())
      range.rule = rule.id
      range.first = first
      range.last = last?.date
      range.reason = BreakReason(exception["reason"]?.text ?? "other")
      breaks[range.id] = range
    }
    return rule.sourceKey == .prayerWindow ? fillPrayers(from: config) : fillSchedule(from: config)
  }

  private mutating func fillSchedule(from config: ConfigValue) -> Bool {
    guard let recurrence = config["recurrence"], let kind = recurrence["kind"]?.text,
      let listed = config["slots"]?.list
    else { return false }
    let weekdays = (recurrence["weekdays"]?.list ?? []).compactMap(\.integer)
    rule.recurrenceKind = kind
    rule.recurrenceWeekdays = weekdays.sorted().map(String.init).joined(separator: ",")
    rule.recurrenceInterval = recurrence["n"]?.integer ?? 1
    rule.recurrenceMinDays = recurrence["minDays"]?.integer ?? 1
    rule.recurrenceMaxDays = recurrence["maxDays"]?.integer ?? 1
    rule.recurrenceStart = recurrence["startDate"]?.date
    if let end = config["endDate"], !end.isNull {
      guard let date = end.date else { return false }
      rule.endDate = date
    }
    for listedSlot in listed {
      guard let key = listedSlot["id"]?.text, !key.isEmpty, slots[key] == nil else { return false }
      var slot = AnchorSlot(rule: rule.id, key: key)
      slot.label = listedSlot["label"]?.text ?? ""
      slot.isAllDay = listedSlot["allDay"]?.bool ?? false
      let start = listedSlot["start"]?.text.flatMap { WallClock($0) }
      let minutes = listedSlot["windowMinutes"]?.integer
      if !slot.isAllDay, kind != "afterLast" {
        guard start != nil, let minutes, AnchorRule.windowMinutesRange.contains(minutes) else {
          return false
        }
      }
      slot.startMinute = start?.minuteOfDay ?? 0
      slot.windowMinutes = minutes ?? 60
      slots[key] = slot
    }
    return listed.count == 1 || slots.values.allSatisfy { !$0.label.isEmpty }
  }

  private mutating func fillPrayers(from config: ConfigValue) -> Bool {
    rule.method = config["method"]?.text ?? PrayerMethod.muslimWorldLeague.rawValue
    rule.madhab = config["madhab"]?.text ?? Madhab.shafi.rawValue
    rule.highLatitude = config["highLatitude"]?.text
    rule.polarRule = config["polar"]?.text ?? PolarRule.noTimes.rawValue
    rule.ishaEnds = config["ishaEnds"]?.text ?? IshaEnd.midnight.rawValue
    rule.fridayLabel = config["fridayLabel"]?.bool ?? true
    if let wanted = config["prayers"]?.list {
      let prayers = wanted.compactMap { $0.text.flatMap { Prayer(rawValue: $0) } }
      guard prayers.count == wanted.count else { return false }
      rule.prayers = prayers.sorted().map(\.rawValue).joined(separator: ",")
    }
    if case .object(let members)? = config["adjustmentsMinutes"] {
      for (name, value) in members {
        guard let prayer = Prayer(rawValue: name), let minutes = value.integer,
          PrayerAdjustments.minutesRange.contains(minutes)
        else { return false }
        rule[keyPath: AnchorRule.minutesPath(of: prayer)] = minutes
      }
    }
    guard let location = config["location"], !location.isNull else { return true }
    guard let mode = location["mode"]?.text.flatMap({ PrayerPlace.Mode(rawValue: $0) }),
      let latitude = location["latitude"]?.number, let longitude = location["longitude"]?.number,
      let coordinates = Coordinates(latitude: latitude, longitude: longitude)
    else { return false }
    rule.place = PrayerPlace(
      mode: mode, coordinates: coordinates, name: location["name"]?.text ?? "")
    return true
  }
}

extension ConfigValue {
  fileprivate var date: LogicalDate? { text.flatMap { LogicalDate($0) } }
}
