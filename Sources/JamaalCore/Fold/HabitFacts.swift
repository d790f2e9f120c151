import ReplicaStore
import SQLite

/// Everything people chose about a habit that the record of a day asks for.
struct HabitFacts: Sendable {
  let kind: HabitKind
  let created: LogicalDate
  let schedule: Timeline<HabitSchedule>
  let isArchived: Timeline<Bool>
  /// The choices about each pause.
  let pauses: [Timeline<PauseSpan?>]
}

/// Everything people chose about one time of day that the record of a day asks for.
struct HabitWindowFacts: Sendable {
  let id: RecordID
  let created: LogicalDate
  let target: Timeline<Int>
  let effortMinutes: Timeline<Int?>
  let times: Timeline<HabitTimes>
  let isRemoved: Timeline<Bool>
  /// Whether anything was ever logged for it, which keeps it from being taken away.
  let hasEntries: Bool
}

/// A stretch of days on which one time of day stood as it does here, and could be due.
struct HabitSpan: Equatable, Sendable {
  var first: LogicalDate
  /// `nil` while nothing has changed it.
  var last: LogicalDate?
  var schedule: HabitSchedule
  var target: Int
  /// What the whole target takes.
  var minutes: Int
  var times: HabitTimes

  /// Whether another differs in its days only.
  fileprivate func continues(_ other: HabitSpan) -> Bool {
    other.last.map { $0 + 1 == first } ?? false && schedule == other.schedule
      && target == other.target && minutes == other.minutes && times == other.times
  }
}

extension HabitFacts {
  /// How a time of day stood, day by day: as of each day, by what was chosen on it or before.
  ///
  /// Days on which it did not exist, was archived or rested are left out. What is chosen later about
  /// an earlier day changes nothing about that day's record.
  ///
  /// - Parameter window: The time of day.
  /// - Returns: Ascending, without gaps that are not meant.
  /// - Complexity: O(n log n) in the number of choices, times the number of pauses.
  func spans(of window: HabitWindowFacts) -> [HabitSpan] {
    guard kind.isKnown else { return [] }
    let start = max(created, window.created)
    var edges: Set<LogicalDate> = [start]
    func add<Value>(_ timeline: Timeline<Value>) {
      for version in timeline.versions where version.tag.day > start {
        edges.insert(version.tag.day)
      }
    }
    add(schedule)
    add(isArchived)
    add(window.target)
    add(window.effortMinutes)
    add(window.times)
    add(window.isRemoved)
    for pause in pauses {
      add(pause)
      for case let span? in pause.versions.map(\.value) {
        if span.first > start { edges.insert(span.first) }
        if let last = span.last, last >= start { edges.insert(last + 1) }
      }
    }
    let days = edges.sorted()
    var spans: [HabitSpan] = []
    for (index, day) in days.enumerated() {
      let last = index + 1 < days.count ? days[index + 1] - 1 : nil
      guard let span = span(of: window, from: day, through: last) else { continue }
      if let previous = spans.last, span.continues(previous) {
        spans[spans.count - 1].last = last
      } else {
        spans.append(span)
      }
    }
    return spans
  }

  /// How it stood on the first of some days between which nothing changes; `nil` if not at all.
  private func span(
    of window: HabitWindowFacts, from day: LogicalDate, through last: LogicalDate?
  ) -> HabitSpan? {
    let isRemoved = window.isRemoved.newest(asOf: day)?.value ?? false
    if isRemoved && !window.hasEntries || isArchived.newest(asOf: day)?.value ?? false {
      return nil
    }
    let isPaused = pauses.contains { pause in
      (pause.newest(asOf: day)?.value).map { $0.contains(day) } ?? false
    }
    if isPaused { return nil }
    let defaults = HabitTimeWindow(id: window.id)
    let target = HabitTarget.bounded(
      window.target.newest(asOf: day)?.value ?? defaults.target, kind)
    let effort = window.effortMinutes.newest(asOf: day)?.value ?? nil
    return HabitSpan(
      first: day, last: last, schedule: schedule.newest(asOf: day)?.value ?? .daily,
      target: target,
      minutes: HabitTarget.minutes(kind, target: target, effortMinutes: effort),
      times: window.times.newest(asOf: day)?.value ?? defaults.times)
  }
}

extension ReadTransaction {
  /// The facts about a habit.
  func facts(of habit: Habit) throws -> HabitFacts {
    let history = try history(Habit.self, habit.id)
    let days = try history.versions(of: \.scheduledDays)
    let counts = try history.versions(of: \.targetPerWeek)
    let schedule = zip(days, counts).map { days, count in
      Version(
        stamp: days.stamp, tag: days.tag,
        value: HabitSchedule(stored: days.value, timesPerWeek: count.value))
    }
    let pauses = try records(HabitPause.self, where: "habit = ?") {
      (statement) throws(SQLiteError) in
      try statement.bind(high: habit.id.high, low: habit.id.low, at: 1)
    }.map { Timeline(try self.history(HabitPause.self, $0.id).spans()) }
    return HabitFacts(
      kind: habit.kind, created: habit.createdDay ?? LogicalDate(dayNumber: 0),
      schedule: Timeline(schedule.authored()),
      isArchived: Timeline(try history.versions(of: \.isArchived).authored()), pauses: pauses)
  }

  /// The facts about a time of day.
  func facts(of window: HabitTimeWindow, hasEntries: Bool) throws -> HabitWindowFacts {
    let history = try history(HabitTimeWindow.self, window.id)
    let starts = try history.versions(of: \.startMinute)
    let ends = try history.versions(of: \.endMinute)
    let times = zip(starts, ends).map { start, end in
      Version(
        stamp: start.stamp, tag: start.tag,
        value: HabitTimes(startMinute: start.value, endMinute: end.value))
    }
    return HabitWindowFacts(
      id: window.id, created: window.createdDay ?? LogicalDate(dayNumber: 0),
      target: Timeline(try history.versions(of: \.target).authored()),
      effortMinutes: Timeline(try history.versions(of: \.effortMinutes).authored()),
      times: Timeline(times.authored()),
      isRemoved: Timeline(try history.versions(of: \.isRemoved).authored()),
      hasEntries: hasEntries)
  }
}

extension RecordHistory<HabitPause> {
  /// Every choice of the pause's days; `nil` where it was taken away.
  fileprivate func spans() throws -> [Authored<PauseSpan?>] {
    let firsts = try versions(of: \.firstDay)
    let lasts = try versions(of: \.lastDay)
    let reasons = try versions(of: \.reason)
    let removals = try versions(of: \.isRemoved)
    return zip(zip(firsts, lasts), zip(reasons, removals)).map { days, rest in
      Version(
        stamp: days.0.stamp, tag: days.0.tag,
        value: rest.1.value
          ? nil
          : days.0.value.map { PauseSpan(first: $0, last: days.1.value, reason: rest.0.value) })
    }.authored()
  }
}

extension Array {
  /// The versions that say when their author lived.
  func authored<Value>() -> [Authored<Value>] where Element == Version<Value> {
    compactMap { version in
      DayTag(version.tag).map {
        Authored(stamp: version.stamp, tag: $0, value: version.value)
      }
    }
  }
}
