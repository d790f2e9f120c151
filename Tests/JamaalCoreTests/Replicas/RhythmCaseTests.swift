import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// What other habit trackers, timers and prayer calendars got wrong, on replicas that really sync.
@Suite struct RhythmCaseTests {
  private static let monday = "2026-03-02"

  private func pair(
    _ time: String = "2026-03-02T08:00:00Z", rollover: Int = 0, zone: String = "UTC"
  ) throws -> (Machine, Machine) {
    let laptop = try Machine(1, at: time, zone: zone)
    let phone = try Machine(2, at: time, zone: zone)
    if rollover > 0 {
      try laptop.planner.changeSettings(laptop.context) { $0.rolloverMinute = rollover }
    }
    try sync(laptop, phone)
    return (laptop, phone)
  }

  // MARK: Days that end late

  @Test func `rollover 03:00, a session from 23:30 to 01:30: one day, 120 minutes`() throws {
    let (laptop, phone) = try pair("2026-03-02T12:00:00Z", rollover: 180)
    let task = try laptop.add("Report", due: Self.monday)
    _ = try laptop.planner.beginFocus(onTask: task, laptop.at("2026-03-02T23:30:00Z"))
    _ = try laptop.planner.endFocus(.done, laptop.at("2026-03-03T01:30:00Z"))
    try phone.at("2026-03-03T01:30:00Z")
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      try machine.at("2026-03-04T09:00:00Z")
      let sessions = try machine.planner.sessions(ofTask: task, machine.context)
      #expect(try sessions.map(\.day) == [parsed(Self.monday)])
      #expect(sessions.map { $0.seconds(at: machine.now) } == [120 * 60])
      let record = try machine.planner.dayRecord(parsed(Self.monday), machine.context)
      #expect(record.completedEffortMinutes == 120 && record.completedCount == 1)
    }
    try expectAgreement(laptop, phone)
  }

  @Test func `rollover 03:00, 01:00 at night: habits, Anchors and the timer say yesterday`() throws
  {
    let (laptop, phone) = try pair("2026-03-02T09:00:00Z", rollover: 180)
    let monday = try parsed(Self.monday)
    let read = try laptop.habit("Read", schedule: HabitSchedule(weekdays: [1]))
    try laptop.habit("Tuesdays", schedule: HabitSchedule(weekdays: [2]))
    try laptop.addDaily("Walk", at: "10:00", weekdays: [1])
    let task = try laptop.add("Report", due: Self.monday)
    try sync(laptop, phone)
    for machine in [laptop, phone] { try machine.at("2026-03-03T01:00:00Z") }
    #expect(try phone.planner.todayHabits(phone.context).rows.map(\.title) == ["Read"])
    #expect(try phone.summary("Read").isDueToday && !phone.summary("Tuesdays").isDueToday)
    #expect(try phone.planner.todayAnchors(phone.context).date == monday)
    #expect(try phone.anchorLines() == ["Walk 10:00-11:00 missed"])
    #expect(try phone.anchor("Walk", on: Self.monday).occurrenceDate == monday)
    #expect(try phone.log(.tick, read).day == monday)
    let timer = try phone.planner.beginFocus(onTask: task, phone.context)
    #expect(try phone.planner.session(timer.session, phone.context)?.day == monday)
    let minutes = try phone.habit("Run", .timed, target: 10)
    try phone.planner.addHabitMinutes(10, for: minutes, phone.context)
    #expect(try phone.reading("Run", on: Self.monday).isDone)
    // At three it is Tuesday everywhere.
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      try machine.at("2026-03-03T03:00:00Z")
      #expect(try machine.planner.todayHabits(machine.context).rows.map(\.title).first == "Run")
      #expect(try machine.summary("Tuesdays").isDueToday && !machine.summary("Read").isDueToday)
      #expect(try machine.planner.todayAnchors(machine.context).date == monday + 1)
      #expect(try machine.cell("Read", on: Self.monday) == .complete)
      #expect(try machine.planner.focus(machine.context) == nil, "its day is over")
    }
    try expectAgreement(laptop, phone)
  }

  @Test func `an Anchor at 02:00 with rollover 05:00 belongs to the day before, and is generated`()
    throws
  {
    let (laptop, phone) = try pair("2026-03-02T12:00:00Z", rollover: 300)
    try laptop.addDaily("Feed", at: "02:00", minutes: 30, weekdays: [1])
    try sync(laptop, phone)
    try phone.at("2026-03-03T02:10:00Z")
    #expect(try phone.anchorLines() == ["Feed 02:00-02:30 pending"])
    try phone.say(.attend, "Feed", on: Self.monday)
    try laptop.at("2026-03-03T09:00:00Z")
    try phone.at("2026-03-03T09:00:00Z")
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      let feed = try machine.anchor("Feed", on: Self.monday)
      #expect(try feed.windowStart == instant("2026-03-03T02:00:00Z"))
      #expect(feed.status == .attended)
      #expect(try machine.anchorLines(on: "2026-03-03").isEmpty)
    }
    try expectAccord([laptop, phone])
  }

  @Test func `a habit logged at 01:00 with rollover 03:00 counts for the day before`() throws {
    let (laptop, phone) = try pair("2026-03-02T12:00:00Z", rollover: 180)
    let read = try laptop.habit("Read")
    try sync(laptop, phone)
    #expect(try phone.at("2026-03-03T01:00:00Z").zone.identifier == "UTC")
    #expect(try phone.log(.tick, read).day == parsed(Self.monday))
    try laptop.at("2026-03-03T04:00:00Z")
    try phone.at("2026-03-03T04:00:00Z")
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      #expect(try machine.cell("Read", on: Self.monday) == .complete)
      #expect(try !machine.reading("Read", on: "2026-03-03").isDone)
    }
    try expectAgreement(laptop, phone)
  }

  /// A zone, a moment, the rollover, a reminder's time of day, and when it comes.
  static let reminders: [(zone: String, now: String, rollover: Int, clock: Int, at: String)] = [
    ("Europe/London", "2026-03-27T12:00:00Z", 180, 1320, "2026-03-27T22:00:00Z"),
    // Clocks go forward in the night to the 29th: 22:00 is an hour earlier for the world.
    ("Europe/London", "2026-03-28T12:00:00Z", 180, 1320, "2026-03-28T22:00:00Z"),
    ("Europe/London", "2026-03-29T12:00:00Z", 180, 1320, "2026-03-29T21:00:00Z"),
    ("Europe/London", "2026-10-25T12:00:00Z", 180, 1320, "2026-10-25T22:00:00Z"),
    // The person is elsewhere: 22:00 is that of the wall there.
    ("Asia/Tokyo", "2026-03-27T03:00:00Z", 180, 1320, "2026-03-27T13:00:00Z"),
    ("America/Los_Angeles", "2026-03-27T20:00:00Z", 180, 1320, "2026-03-28T05:00:00Z"),
    // At 01:00 it is still yesterday, whose 22:00 is three hours ago.
    ("Europe/London", "2026-03-28T01:00:00Z", 180, 1320, "2026-03-27T22:00:00Z"),
    // Before the rollover a time of day is in the night after the day.
    ("Europe/London", "2026-03-27T12:00:00Z", 180, 60, "2026-03-28T01:00:00Z"),
    ("Europe/London", "2026-03-27T12:00:00Z", 0, 60, "2026-03-27T01:00:00Z"),
    // 01:30 is no time in the night the clocks jump over it: the first instant after.
    ("Europe/London", "2026-03-28T12:00:00Z", 180, 90, "2026-03-29T01:00:00Z"),
  ]

  @Test(arguments: reminders.indices)
  func `the 22:00 reminder stays on the wall's clock`(row: Int) throws {
    let row = Self.reminders[row]
    let (laptop, phone) = try pair("2026-03-20T12:00:00Z", rollover: row.rollover)
    var draft = HabitDraft(title: "Read")
    draft.windows[0].reminderMinute = row.clock
    try laptop.planner.addHabit(draft, laptop.context)
    try sync(laptop, phone)
    phone.zone = try ZoneDirectory().rules(for: row.zone)
    try phone.at(row.now)
    let reading = try #require(try phone.planner.todayHabits(phone.context).rows.first)
    #expect(try reading.remindsAt == instant(row.at))
    // Nothing reminds of what is done, nor of what rests.
    let receipt = try phone.log(.tick, reading.window)
    #expect(try phone.planner.todayHabits(phone.context).rows.map(\.remindsAt) == [nil])
    try phone.planner.undo(receipt, phone.context)
    let today = try phone.planner.tick(phone.context).today
    try phone.planner.pauseHabit(reading.habit, from: today, through: today, phone.context)
    #expect(try phone.planner.todayHabits(phone.context).rows.isEmpty)
  }

  @Test func `so many a week reminds until the week is met`() throws {
    let (laptop, phone) = try pair()
    var draft = HabitDraft(title: "Run", schedule: HabitSchedule(timesPerWeek: 1))
    draft.windows[0].reminderMinute = 1320
    try laptop.planner.addHabit(draft, laptop.context)
    let run = try #require(try laptop.summary("Run").windows.first?.id)
    try laptop.log(.tick, run)
    for machine in [laptop, phone] { try machine.at("2026-03-04T08:00:00Z") }
    try sync(laptop, phone)
    #expect(try phone.planner.todayHabits(phone.context).rows.map(\.remindsAt) == [nil])
    try phone.at("2026-03-09T08:00:00Z")
    #expect(
      try phone.planner.todayHabits(phone.context).rows.map(\.remindsAt)
        == [instant("2026-03-09T22:00:00Z")])
  }

  // MARK: Timers

  @Test func `a session paused at 23:00 and resumed at 08:00 closed at 00:00, without the pause`()
    throws
  {
    let (laptop, phone) = try pair()
    let task = try laptop.add("Report", due: Self.monday)
    try sync(laptop, phone)
    _ = try laptop.planner.beginFocus(onTask: task, laptop.at("2026-03-02T22:00:00Z"))
    _ = try laptop.planner.pauseFocus(laptop.at("2026-03-02T23:00:00Z"))
    try phone.at("2026-03-02T23:00:00Z")
    try sync(laptop, phone)
    // There is nothing to go on with in the morning, on either of them.
    for machine in [laptop, phone] {
      try machine.at("2026-03-03T08:00:00Z")
      let error = #expect(throws: PlannerError.self) {
        try machine.planner.resumeFocus(machine.context)
      }
      #expect(error?.code == .noTimer)
      let session = try #require(
        try machine.planner.sessions(ofTask: task, machine.context).first)
      #expect(session.outcome(at: machine.now) == .autoClosed)
      #expect(try session.endedAt(at: machine.now) == instant("2026-03-03T00:00:00Z"))
      #expect(session.seconds(at: machine.now) == 3600)
    }
    try expectAgreement(laptop, phone)
  }

  @Test func `a laptop asleep through the rollover with a timer running: no phantom hours`() throws
  {
    let (laptop, phone) = try pair()
    let task = try laptop.add("Report", due: Self.monday)
    try sync(laptop, phone)
    _ = try laptop.planner.beginFocus(onTask: task, laptop.at("2026-03-02T23:18:00Z"))
    // Three days later it wakes; the phone has gone on without having heard of the timer.
    for day in 3...5 { try phone.planner.tick(phone.at("2026-03-0\(day)T08:00:00Z")) }
    for machine in [laptop, phone] { try machine.at("2026-03-05T09:00:00Z") }
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      let session = try #require(
        try machine.planner.sessions(ofTask: task, machine.context).first)
      #expect(session.seconds(at: machine.now) == 42 * 60)
      #expect(try session.endedAt(at: machine.now) == instant("2026-03-03T00:00:00Z"))
      // Carried over the first night without counting, put off in the two after it.
      #expect(try machine.task("Report").deferrals.map(\.day.day) == [3, 4])
    }
    try expectAgreement(laptop, phone)
  }

  @Test(arguments: [
    // The day's end is at the jump itself: 01:00 UTC either way.
    ("Europe/London", 60, "2026-03-28T23:30:00Z", "2026-03-29T01:00:00Z"),
    ("Europe/London", 90, "2026-10-24T23:00:00Z", "2026-10-25T00:30:00Z"),
    ("Africa/Cairo", 0, "2026-04-23T21:00:00Z", "2026-04-23T22:00:00Z"),
    ("Australia/Lord_Howe", 135, "2026-10-03T14:00:00Z", "2026-10-03T15:30:00Z"),
  ])
  func `trap 17: a timer and a habit at a rollover that is a change of clocks`(
    zone: String, rollover: Int, begin: String, end: String
  ) throws {
    let start = try instant(begin)
    let boundary = try instant(end)
    let (laptop, phone) = try pair((start - 12 * 3600).description, rollover: rollover, zone: zone)
    let task = try laptop.add("Report")
    let water = try laptop.habit("Water", .counted, target: 2)
    try sync(laptop, phone)
    _ = try laptop.planner.beginFocus(onTask: task, laptop.at(begin))
    let day = try laptop.planner.tick(laptop.context).today
    try laptop.at((boundary - 1).description)
    try laptop.log(.step(1), water)
    try phone.at(end)
    try phone.log(.step(1), water)
    try laptop.at((boundary + 3600).description)
    try phone.at((boundary + 3600).description)
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      let session = try #require(
        try machine.planner.sessions(ofTask: task, machine.context).first)
      #expect(session.endedAt(at: machine.now) == boundary)
      #expect(Int64(session.seconds(at: machine.now)) == (boundary.millis - start.millis) / 1000)
      #expect(try machine.reading("Water", on: day.description).amount == 1)
      #expect(try machine.reading("Water", on: (day + 1).description).amount == 1)
      #expect(try machine.planner.tick(machine.context).today == day + 1)
    }
    try expectAgreement(laptop, phone)
  }

  // MARK: Anchors

  @Test(arguments: [
    ("Europe/London", "2026-03-26"), ("Europe/London", "2026-10-22"),
    ("America/New_York", "2026-03-05"), ("Australia/Sydney", "2026-04-02"),
    ("Asia/Beirut", "2026-03-26"),
  ])
  func `an Anchor every two days from a date is two days apart across a change of clocks`(
    zone: String, first: String
  ) throws {
    let day = try parsed(first)
    let (laptop, phone) = try pair("\(day - 1)T02:00:00Z", zone: zone)
    let draft = AnchorRuleDraft(
      title: "Physio", recurrence: .everyDays(2, from: day),
      slots: [AnchorSlotDraft(start: try wallClock("09:00"))])
    _ = try laptop.planner.addAnchorRule(draft, laptop.context)
    try sync(laptop, phone)
    let anchors = try phone.planner.anchors(on: day...day + 9, phone.context).map(\.anchor)
    #expect(anchors.map { $0.occurrenceDate - day } == [0, 2, 4, 6, 8])
    for anchor in anchors {
      #expect(phone.zone.localTime(at: anchor.windowStart).clock.description == "09:00")
    }
    let gaps = zip(anchors, anchors.dropFirst()).map {
      ($1.windowStart.millis - $0.windowStart.millis) / 3_600_000
    }
    #expect(gaps.contains { $0 != 48 } && gaps.allSatisfy { (47...49).contains($0) })
  }

  @Test(arguments: PrayerMethod.allCases, Madhab.allCases)
  func `42.7467 N, 177.2401 E, 2025-12-01: prayer times in order`(
    method: PrayerMethod, madhab: Madhab
  ) throws {
    let date = try parsed("2025-12-01")
    let place = try #require(Coordinates(latitude: 42.7467, longitude: 177.2401))
    let times = try PrayerTimes(
      on: date, at: place, by: PrayerCalculation(method: method, madhab: madhab))
    let order = [
      times.fajr, times.sunrise, times.dhuhr, times.asr, times.maghrib, times.isha,
    ]
    #expect(zip(order, order.dropFirst()).allSatisfy { $0 < $1 }, "\(order)")
    // Noon is near midnight UTC there: the date line must not take a prayer a day away.
    let midnight = Int64(date.dayNumber) * 86_400_000
    #expect(abs(times.dhuhr.millis - midnight) < 30 * 60_000)
    #expect(times.isha.millis - times.fajr.millis < 86_400_000)
    // As Anchors, on two machines, in the zone of the place.
    let (laptop, phone) = try pair("2025-11-29T12:00:00Z", zone: "Asia/Kamchatka")
    _ = try laptop.addPrayers(place.latitude, place.longitude) { draft in
      draft.method = method
      draft.madhab = madhab
    }
    try sync(laptop, phone)
    let anchors = try phone.planner.anchors(on: date...date, phone.context).map(\.anchor)
    #expect(anchors.map(\.key.slotKey) == Prayer.allCases.map(\.slotKey))
    #expect(zip(anchors, anchors.dropFirst()).allSatisfy { $0.windowEnd <= $1.windowStart })
    #expect(anchors.allSatisfy { $0.windowStart < $0.windowEnd && $0.key.date == date })
  }

  @Test(arguments: IshaEnd.allCases)
  func `latitude 52 in June, middle-of-the-night rule: every window ends after it starts`(
    end: IshaEnd
  ) throws {
    let (laptop, phone) = try pair("2026-05-30T12:00:00Z", zone: "Europe/London")
    _ = try laptop.addPrayers(52, 0) { draft in
      draft.highLatitudeRule = .middleOfNight
      draft.ishaEnds = end
    }
    try sync(laptop, phone)
    let days = try parsed("2026-06-01")...parsed("2026-06-30")
    let anchors = try phone.planner.anchors(on: days, phone.context).map(\.anchor)
    #expect(anchors.count == 150)
    for anchor in anchors { #expect(anchor.windowStart < anchor.windowEnd, "\(anchor)") }
    #expect(
      try anchors == laptop.planner.anchors(on: days, laptop.context).map(\.anchor))
  }
}
