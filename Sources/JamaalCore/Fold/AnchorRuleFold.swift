import ReplicaStore

/// What one rule makes, day by day, from everything that was ever done to it.
///
/// An Anchor of a day follows what was written by then, in the order of the stamps. An edit reaches
/// it only if its window, as it was, ends after the edit; otherwise it stays as it was. A window
/// that ended before the rule, or before the edit that made room for it, never exists.
final class AnchorRuleFold {
  let id: RecordID
  let log: EditLog<AnchorRuleState>
  let clock: DayClock
  /// For each state of the log, how it reads.
  private var configs: [Int: AnchorConfig?] = [:]
  /// From each day on which something was edited, how the rule read at that day's end.
  private(set) lazy var epochs: [(from: LogicalDate, config: AnchorConfig?)] = Set(
    log.edits.map(\.tag.day)
  ).sorted().map { day in
    // What cannot be read makes nothing.
    (day, try? log.state(asOf: day).config().get())
  }
  private var prayerDays: [PrayerDayKey: PrayerDay] = [:]

  private struct PrayerDayKey: Hashable {
    var schedule: PrayerSchedule
    var date: LogicalDate
  }

  /// Edits further away than so many days from a date cannot freeze its Anchors, nor come too late
  /// for them: windows last a week at most, and zones are a day apart.
  static let nearDays = 10
  private let nearDays: Int

  /// More `nearDays` than usual give the same at more cost: what tests compare with.
  init(
    _ id: RecordID, _ log: EditLog<AnchorRuleState>, _ clock: DayClock,
    nearDays: Int = AnchorRuleFold.nearDays
  ) {
    self.nearDays = nearDays
    self.id = id
    self.log = log
    self.clock = clock
  }

  /// The rule as it stands; `nil` if it needs attention.
  var newestConfig: AnchorConfig? { config(log.edits.count) }

  private func config(_ index: Int) -> AnchorConfig? {
    if let known = configs[index] { return known }
    let read = try? log.states[index].config().get()  // What cannot be read makes nothing.
    configs[index] = .some(read)
    return read
  }

  // MARK: A range of days

  /// The Anchors of some days, undecided; those of after-last rules are another matter.
  func instances(on days: ClosedRange<LogicalDate>) -> [AnchorView] {
    let dates = days.lowerBound - 3...days.upperBound + 3
    var result: [AnchorView] = []
    var quiet: (index: Int, dates: ClosedRange<LogicalDate>)?
    func flush() {
      if let quiet { addQuiet(quiet.index, quiet.dates, days, to: &result) }
      quiet = nil
    }
    for date in dates {
      guard let index = quietState(at: date) else {
        flush()
        result += disputed(at: date).filter { days.contains($0.occurrenceDate) }
        continue
      }
      if let current = quiet, current.index == index {
        quiet = (index, current.dates.lowerBound...date)
      } else {
        flush()
        quiet = (index, date...date)
      }
    }
    flush()
    return result
  }

  /// The state that holds for every Anchor of a date, if no edit is near it.
  private func quietState(at date: LogicalDate) -> Int? {
    let count = pastCount(at: date)
    for edit in log.edits[count...] where edit.tag.day <= date + nearDays { return nil }
    return count
  }

  /// How many edits from the first on are so long before a date that it simply follows them.
  private func pastCount(at date: LogicalDate) -> Int {
    let limit = Instant(millis: Int64(date.dayNumber - nearDays) * 86_400_000)
    var count = 0
    while count < log.edits.count, log.edits[count].tag.day < date - nearDays,
      log.edits[count].instant < limit
    { count += 1 }
    return count
  }

  private func addQuiet(
    _ index: Int, _ dates: ClosedRange<LogicalDate>, _ days: ClosedRange<LogicalDate>,
    to result: inout [AnchorView]
  ) {
    guard let config = config(index), config.isActive else { return }
    switch config.family {
    case .scheduled(_, let slots):
      let first = max(dates.lowerBound, days.lowerBound)
      let last = min(dates.upperBound, days.upperBound)
      for date in first..<max(first, last + 1) {
        for slot in slots {
          guard let window = config.window(of: slot, on: date, clock) else { continue }
          let key = AnchorKey(subject: id, date: date, slotKey: slot.key)
          result.append(
            AnchorView(
              key, config, title: slot.label, window: window, occurrenceDate: date,
              lastDate: slot.time == nil ? date : nil))
        }
      }
    case .prayers(let schedule?):
      for day in schedule.days(dates) {
        for window in day.windows {
          guard let view = view(of: window, config) else { continue }
          if days.contains(view.occurrenceDate) { result.append(view) }
        }
      }
    case .prayers(nil): break
    }
  }

  private func view(of window: PrayerWindow, _ config: AnchorConfig) -> AnchorView? {
    let day = clock.day(of: window.start)
    guard config.breaks.covering(day) == nil, !config.isOver(on: day) else { return nil }
    let key = AnchorKey(subject: id, date: window.civilDate, slotKey: window.prayer.slotKey)
    return AnchorView(
      key, config, title: window.title.text, window: window.start..<window.end,
      occurrenceDate: day, note: window.note)
  }

  // MARK: Dates with edits near them

  /// The Anchors of a date, each taken through the edits near it.
  private func disputed(at date: LogicalDate) -> [AnchorView] {
    let count = pastCount(at: date)
    var slotKeys: Set<String> = []
    for index in count...log.edits.count {
      if index > count, log.edits[index - 1].tag.day > date + nearDays { continue }
      guard let config = config(index) else { continue }
      switch config.family {
      case .scheduled(_, let slots): slotKeys.formUnion(slots.map(\.key))
      case .prayers: slotKeys.formUnion(Prayer.allCases.map(\.slotKey))
      }
    }
    return slotKeys.sorted().compactMap { disputed(slot: $0, at: date, after: count) }
  }

  private func disputed(slot: String, at date: LogicalDate, after count: Int) -> AnchorView? {
    var state = log.states[count]
    // Whether every edit so far was applied, so that what it read as is known already.
    var isPlain = true
    var current = config(count).flatMap { view(slot: slot, at: date, $0) }
    for index in count..<log.edits.count {
      let edit = log.edits[index]
      // Too late for anything that can come of this date.
      if edit.tag.day > date + nearDays {
        isPlain = false
        continue
      }
      if let current, current.windowEnd <= edit.instant, edit.tag.day <= current.occurrenceDate {
        return current
      }
      var changed = state
      edit.apply(to: &changed)
      let read: AnchorConfig? =
        isPlain
        ? config(index + 1)
        : try? changed.config().get()  // What cannot be read makes nothing.
      let candidate = read.flatMap { view(slot: slot, at: date, $0) }
      let day = current?.occurrenceDate ?? candidate?.occurrenceDate ?? date
      guard edit.tag.day <= day else {
        isPlain = false
        continue
      }
      state = changed
      current = candidate.flatMap { $0.windowEnd > edit.instant ? $0 : nil }
    }
    return current
  }

  /// What a config makes of a slot on a date.
  private func view(
    slot key: String, at date: LogicalDate, _ config: AnchorConfig
  ) -> AnchorView? {
    guard config.isActive else { return nil }
    switch config.family {
    case .scheduled(_, let slots):
      guard let slot = slots.first(where: { $0.key == key }),
        let window = config.window(of: slot, on: date, clock)
      else { return nil }
      return AnchorView(
        AnchorKey(subject: id, date: date, slotKey: key), config, title: slot.label,
        window: window, occurrenceDate: date)
    case .prayers(let schedule?):
      return prayerDay(schedule, date).windows.first { $0.prayer.slotKey == key }
        .flatMap { view(of: $0, config) }
    case .prayers(nil): return nil
    }
  }

  private func prayerDay(_ schedule: PrayerSchedule, _ date: LogicalDate) -> PrayerDay {
    let key = PrayerDayKey(schedule: schedule, date: date)
    if let known = prayerDays[key] { return known }
    let day = schedule.day(date)
    prayerDays[key] = day
    return day
  }
}
