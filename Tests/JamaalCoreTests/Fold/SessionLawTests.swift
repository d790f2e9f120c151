import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// What holds for timers however devices race each other.
@Suite struct SessionLawTests {
  static func histories() -> some Sequence<(seed: UInt64, acts: [Act])> {
    (1...1_500).lazy.map { ($0, RandomHistory(seed: $0, inManyZones: $0 % 2 == 0).acts) }
  }

  private func states(_ acts: [Act]) -> [SessionState] {
    SessionSweep.states(of: sessionFacts(acts, closings: facts(acts).closings))
  }

  @Test func `the order in which facts arrive does not matter`() {
    for (seed, acts) in Self.histories() {
      var random = SeededGenerator(seed: seed)
      let expected = states(acts)
      #expect(states(acts.shuffled(using: &random)) == expected, "seed \(seed)")
    }
  }

  @Test func `at no instant do two timers run`() {
    var ran = 0
    for (seed, acts) in Self.histories() {
      let states = states(acts)
      for act in acts {
        let live = states.filter { $0.startedAt <= act.instant && $0.isLive(at: act.instant) }
        #expect(live.count <= 1, "seed \(seed), \(act)")
        ran += live.count
      }
    }
    #expect(ran > 1_000)
  }

  @Test func `times only grow and stay within the session`() {
    for (seed, acts) in Self.histories() {
      for state in states(acts) {
        #expect(state.startedAt <= state.closesAt, "seed \(seed)")
        var last = 0
        for act in acts where act.instant >= state.startedAt {
          let seconds = state.seconds(at: act.instant)
          #expect(seconds >= last && seconds >= 0, "seed \(seed)")
          last = seconds
        }
        let length = state.closesAt.millis - state.startedAt.millis
        #expect(state.time.workedMillis + state.time.pausedMillis <= length, "seed \(seed)")
        #expect(!state.isTimedAtDayEnd || !state.isClosed, "seed \(seed)")
      }
    }
  }
}
