import FolderSync
import Testing

/// When a device that keeps running syncs next, as a table.
@Suite struct WatchScheduleTests {
  /// Something the schedule takes notice of, and what it makes of that.
  enum Event: Sendable {
    case sync(SyncOutcome, hasNews: Bool = false)
    case change
    case nothingToSend
    case settings
    case busyReplica
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var what: String
    var events: [Event]
    /// How many seconds after the last event the next sync is due.
    var seconds: Int64
    var testDescription: String { what }
  }

  private static let idle = Event.sync(.synced)
  private static let news = Event.sync(.synced, hasNews: true)

  static let cases = [
    Case(what: "it begins at once", events: [], seconds: 0),
    Case(what: "after news: a minute", events: [news], seconds: 60),
    Case(what: "after nothing: two", events: [idle], seconds: 120),
    Case(what: "again nothing: four", events: [idle, idle], seconds: 240),
    Case(what: "a third time: eight", events: [idle, idle, idle], seconds: 480),
    Case(
      what: "then every quarter of an hour", events: [idle, idle, idle, idle], seconds: 900),
    Case(
      what: "and no less often", events: Array(repeating: idle, count: 500), seconds: 900),
    Case(what: "news bring it back to a minute", events: [idle, idle, idle, news], seconds: 60),
    Case(what: "a device held back is no trouble", events: [.sync(.heldBack)], seconds: 120),
    Case(what: "a change is sent in three seconds", events: [idle, idle, .change], seconds: 3),
    Case(
      what: "files touched without a change start nothing",
      events: [idle, .change, .nothingToSend], seconds: 120),
    Case(what: "away: half a minute", events: [.sync(.offline)], seconds: 30),
    Case(what: "still away: a minute", events: [.sync(.offline), .sync(.offline)], seconds: 60),
    Case(
      what: "away for long: a quarter of an hour",
      events: Array(repeating: .sync(.offline), count: 99), seconds: 900),
    Case(
      what: "a change while away waits for the pause", events: [.sync(.offline), .change],
      seconds: 30),
    Case(
      what: "back again: as if nothing had been",
      events: [.sync(.offline), .sync(.offline), news], seconds: 60),
    Case(
      what: "busy: as long as it asks", events: [.sync(.busy(retryAfterSeconds: 300))],
      seconds: 300),
    Case(
      what: "busy, and asks for days: an hour",
      events: [.sync(.busy(retryAfterSeconds: 999_999))], seconds: 3600),
    Case(
      what: "busy without a word: half a minute", events: [.sync(.busy(retryAfterSeconds: nil))],
      seconds: 30),
    Case(
      what: "a change does not hurry a busy server",
      events: [.sync(.busy(retryAfterSeconds: 300)), .change], seconds: 300),
    Case(what: "refused: an hour", events: [.sync(.credentials)], seconds: 3600),
    Case(
      what: "and no change hurries that", events: [.sync(.credentials), .change], seconds: 3600),
    Case(what: "but new settings do", events: [.sync(.credentials), .settings], seconds: 3),
    Case(what: "full: a minute, then longer", events: [.sync(.storageFull)], seconds: 60),
    Case(
      what: "full for long: a quarter of an hour",
      events: Array(repeating: .sync(.storageFull), count: 99), seconds: 900),
    Case(what: "another folder: a minute", events: [.sync(.otherFolder)], seconds: 60),
    Case(what: "another sync is running", events: [.busyReplica], seconds: 15),
  ]

  @Test(arguments: cases)
  func `the next sync is due`(_ example: Case) {
    for chance in [UInt64.min, 12_345, .max] {
      let due = due(example.events, chance)
      // What is not asked for exactly comes up to an eighth earlier or later.
      let millis = example.seconds * 1000
      #expect((millis - millis / 8...millis + millis / 8).contains(due), "\(chance)")
    }
  }

  private func due(_ events: [Event], _ chance: UInt64) -> Int64 {
    var schedule = WatchSchedule(now: 0) { chance }
    for event in events {
      switch event {
      case .sync(let outcome, let hasNews): schedule.note(outcome, hadNews: hasNews, at: 0)
      case .change: schedule.noteChange(at: 0)
      case .nothingToSend: schedule.noteNothingToSend()
      case .settings: schedule.noteSettings(at: 0)
      case .busyReplica: schedule.noteBusyReplica(at: 0)
      }
    }
    return schedule.due
  }

  @Test func `an idle day takes some hundred syncs, and an idle week no more a day`() {
    var now: Int64 = 0
    var schedule = WatchSchedule(now: now) { 0 }
    var count = 0
    while now < 7 * 86_400_000 {
      now = schedule.due
      schedule.note(.synced, hadNews: false, at: now)
      count += 1
    }
    #expect((600...800).contains(count))
  }
}
