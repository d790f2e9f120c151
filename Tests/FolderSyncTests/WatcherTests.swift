import FolderSync
import TestSupport
import Testing

/// A sync that keeps running, on a clock that only the test moves.
@Suite struct WatcherTests {
  /// A world in which waiting takes no time and things happen at given moments.
  private final class World {
    var now: Int64 = 1_000_000
    let start: Int64 = 1_000_000
    /// What happens, and when after the start, in milliseconds.
    var events: [(at: Int64, event: Watcher.Event)]
    var hasChanges: Bool
    var outcomes: (Int) -> SyncOutcome?
    var news: (Int) -> Bool
    var syncs: [Int64] = []
    var alerts: [SyncOutcome] = []
    var notes = 0
    private var random = SeededGenerator(seed: 5)

    init(
      _ events: [(at: Int64, event: Watcher.Event)], hasChanges: Bool = true,
      outcomes: @escaping (Int) -> SyncOutcome? = { _ in .synced },
      news: @escaping (Int) -> Bool = { _ in false }
    ) {
      self.events = events
      self.hasChanges = hasChanges
      self.outcomes = outcomes
      self.news = news
    }

    func wait(_ millis: Int64) -> Watcher.Event {
      guard let next = events.first, start + next.at <= now + millis else {
        now += millis
        return .timeOut
      }
      now = max(now, start + next.at)
      events.removeFirst()
      return next.event
    }

    /// Runs to the end and gives the moments of all syncs, in seconds after the start.
    func run() throws -> [Double] {
      try Watcher(
        Watcher.Surroundings(
          now: { self.now }, wait: wait, hasChanges: { self.hasChanges },
          sync: {
            self.syncs.append(self.now)
            guard let outcome = self.outcomes(self.syncs.count) else { return nil }
            var report = SyncReport()
            report.outcome = outcome
            report.pulledSegmentCount = self.news(self.syncs.count) ? 1 : 0
            return report
          },
          note: { _ in self.notes += 1 }, alert: { self.alerts.append($0.outcome) },
          random: { self.random.next() })
      ).run()
      return syncs.map { Double($0 - start) / 1000 }
    }
  }

  private static let hour: Int64 = 3_600_000

  @Test func `while nothing happens, syncs come less and less often, down to every quarter hour`()
    throws
  {
    let world = World([(24 * Self.hour, .stop)])
    let moments = try world.run()
    #expect(moments.first == 0)
    let pauses = zip(moments.dropFirst(), moments).map { $0 - $1 }
    // Each within an eighth of 2, 4, 8, 15, 15 ... minutes.
    for (pause, minutes) in zip(pauses, [2.0, 4, 8] + Array(repeating: 15, count: 200)) {
      #expect(abs(pause - minutes * 60) <= minutes * 60 / 8)
    }
    #expect((85...110).contains(pauses.count), "a day is some hundred syncs")
    #expect(Set(pauses.dropFirst(3)).count > 50, "not all devices come at the same moment")
  }

  @Test func `news keep the next sync a minute away`() throws {
    let world = World([(600_000, .stop)], news: { _ in true })
    let pauses = try world.run()
    for (next, moment) in zip(pauses.dropFirst(), pauses) {
      #expect((52.5...67.5).contains(next - moment))
    }
  }

  @Test func `a sync comes three seconds after the last of several changes`() throws {
    let world = World([
      (10_000, .change), (11_000, .change), (12_500, .change), (20_000, .stop),
    ])
    #expect(try world.run() == [0, 15.5])
  }

  @Test func `changes that never end are sent every half minute all the same`() throws {
    let changes = (10..<100).map { (at: Int64($0) * 1000, event: Watcher.Event.change) }
    let moments = try World(changes + [(100_500, .stop)]).run()
    #expect(moments.prefix(3) == [0, 40, 71])
  }

  @Test func `files that are touched without a change start nothing`() throws {
    let touches = (1..<50).map { (at: Int64($0) * 1000, event: Watcher.Event.change) }
    let world = World(touches + [(100_000, .stop)], hasChanges: false)
    #expect(try world.run() == [0])
  }

  @Test func `a network that is away is tried less and less often, and a change tries at once`()
    throws
  {
    let world = World(
      [(3 * Self.hour, .change), (4 * Self.hour, .stop)],
      outcomes: { _ in .offline })
    let moments = try world.run()
    let pauses = zip(moments.dropFirst(), moments).map { $0 - $1 }
    for (pause, seconds) in zip(pauses.prefix(6), [30.0, 60, 120, 240, 480, 900]) {
      #expect(pause >= min(seconds * 7 / 8, 30) && pause <= seconds * 9 / 8)
    }
    #expect(pauses.allSatisfy { $0 >= 26 && $0 <= 15 * 60 * 9 / 8 })
    #expect(moments.contains(Double(3 * Self.hour) / 1000 + 3))
  }

  @Test(arguments: [(120, 120.0...136), (5, 26...34), (1_000_000, 3600...3700)])
  func `a busy server is left alone as long as it asks, within reason`(
    asked: Int, pause: ClosedRange<Double>
  ) throws {
    let events = (1..<100).map { (at: Int64($0) * 1000, event: Watcher.Event.change) }
    let world = World(
      events + [(2 * Self.hour, .stop)],
      outcomes: { $0 == 1 ? .busy(retryAfterSeconds: asked) : .synced })
    let moments = try world.run()
    let second = try #require(moments.dropFirst().first)
    #expect(pause.contains(second), "changes do not hurry it")
  }

  @Test func `refused credentials are told once and left alone until the settings change`() throws {
    var events: [(at: Int64, event: Watcher.Event)] = (1..<50).map { ($0 * 60_000, .change) }
    events += [(55 * 60_000, .settings), (57 * 60_000, .stop)]
    let world = World(events, outcomes: { _ in .credentials })
    #expect(try world.run() == [0, 55 * 60 + 3])
    #expect(world.alerts == [.credentials])
  }

  @Test(arguments: [SyncOutcome.credentials, .storageFull, .otherFolder])
  func `what needs a person is told again only after it was well in between`(outcome: SyncOutcome)
    throws
  {
    let order: [SyncOutcome] = [
      outcome, outcome, .offline, outcome, .synced, outcome, .heldBack, .busy(retryAfterSeconds: 1),
    ]
    let world = World([(24 * Self.hour, .stop)], outcomes: { order[min($0, order.count) - 1] })
    _ = try world.run()
    #expect(world.alerts == [outcome, outcome])
  }

  @Test(arguments: [
    SyncOutcome.synced, .heldBack, .offline, .busy(retryAfterSeconds: nil), .readOnly, .unusable,
  ])
  func `what passes by itself disturbs nobody`(outcome: SyncOutcome) throws {
    let world = World([(Self.hour, .stop)], outcomes: { _ in outcome })
    _ = try world.run()
    #expect(world.alerts.isEmpty && world.notes == world.syncs.count)
  }

  @Test func `another sync of the same replica is waited out`() throws {
    let world = World([(60_000, .stop)], outcomes: { $0 == 1 ? nil : .synced })
    let moments = try world.run()
    #expect(moments.count == 2 && (13...17).contains(moments[1]))
    #expect(world.notes == 1)
  }

  @Test func `a change during a sync is sent by the next one`() throws {
    let world = World([(0, .change), (20_000, .stop)])
    #expect(try world.run() == [0, 3])
  }

  @Test func `whoever asks to stop during a sync is not told of it`() throws {
    let world = World([(0, .stop)])
    #expect(try world.run() == [0])
    #expect(world.notes == 0)
  }

  @Test func `a damaged replica ends it`() {
    struct Damaged: Error {}
    let world = Watcher.Surroundings(
      now: { 0 }, wait: { _ in .timeOut }, hasChanges: { true }, sync: { throw Damaged() },
      note: { _ in }, alert: { _ in }, random: { 0 })
    #expect(throws: Damaged.self) { try Watcher(world).run() }
  }
}
