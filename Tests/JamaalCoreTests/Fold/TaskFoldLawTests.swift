import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// What holds for every history, also of devices in different zones whose days differ.
@Suite struct TaskFoldLawTests {
  static let count: UInt64 = 1_500

  static func histories() -> some Sequence<(seed: UInt64, history: RandomHistory)> {
    (1...count).lazy.map { ($0, RandomHistory(seed: $0, inManyZones: true)) }
  }

  @Test func `the order in which facts arrive does not matter`() {
    for (seed, history) in Self.histories() {
      let lastEnded = history.lastDay
      let facts = facts(history.acts)
      let state = TaskFold.state(of: facts, through: lastEnded)
      var random = SeededGenerator(seed: seed)
      for _ in 0..<3 {
        let shuffled = shuffled(facts, using: &random)
        #expect(TaskFold.state(of: shuffled, through: lastEnded) == state, "seed \(seed)")
      }
    }
  }

  @Test func `devices whose days differ get what the rules say word for word`() {
    for (seed, history) in Self.histories() {
      let facts = facts(history.acts)
      for lastEnded in [history.lastDay - 2, history.lastDay, history.lastDay + 3] {
        let state = TaskFold.state(of: facts, through: lastEnded)
        let plain = PlainFold(facts, through: lastEnded)
        let records = state.deferrals(boundary: boundary)
        #expect(records.filter(\.isAutomatic).map(\.day) == plain.automatic, "seed \(seed)")
        #expect(
          Set(records.filter { !$0.isAutomatic }.map(\.day)) == Set(facts.deferrals.map(\.day)))
        #expect(plain.carried.allSatisfy(state.carriedDays.contains), "seed \(seed)")
        #expect(state.carriedDays.count == plain.carried.count, "seed \(seed)")
        #expect(state.due == plain.due, "seed \(seed)")
        #expect(state.importance == plain.importance, "seed \(seed)")
      }
    }
  }

  @Test func `a tick that touches only what can change equals a rebuild`() {
    var touched = 0
    var spared = 0
    for (seed, history) in Self.histories() {
      let facts = facts(history.acts)
      var kept = TaskFold.state(of: facts, through: date(0))
      var day = date(1)
      while day <= history.lastDay + 4 {
        let rebuilt = TaskFold.state(of: facts, through: day)
        if kept.canChange(atEndOf: day) {
          // Exact: it is never touched in vain.
          #expect(!hasEqualConsequences(kept, rebuilt), "seed \(seed), day \(day)")
          kept = rebuilt
          touched += 1
        } else {
          #expect(hasEqualConsequences(kept, rebuilt), "seed \(seed), day \(day)")
          spared += 1
        }
        day = day + 1
      }
    }
    #expect(touched > 1_000 && spared > 1_000)
  }

  @Test func `a task has at most one deferral for a day and its count is their number`() {
    for (seed, history) in Self.histories() {
      let facts = facts(history.acts)
      let state = TaskFold.state(of: facts, through: history.lastDay + 2)
      let records = state.deferrals(boundary: boundary)
      #expect(Set(records.map(\.day)).count == records.count, "seed \(seed)")
      #expect(state.deferralCount == records.count, "seed \(seed)")
      #expect(records.map(\.day) == records.map(\.day).sorted(), "seed \(seed)")
      for record in records {
        #expect(state.deferral(from: record.day, boundary: boundary) == record)
        #expect(state.isDeferred(from: record.day))
        #expect(
          state.deferrals(on: record.day...record.day, boundary: boundary) == [record])
        guard record.isAutomatic else { continue }
        let lived = state.asOf(record.day)
        #expect(lived.isLive && lived.isPlanned, "seed \(seed)")
        #expect(!facts.timedDays.contains(record.day), "seed \(seed)")
        #expect(record.day <= state.lastEnded, "seed \(seed)")
        #expect(record.deferredTo == record.day + 1 && record.reason == .unspecified)
        #expect(record.deferredOn == boundary(record.day))
      }
    }
  }

  @Test func `a day as lived follows only acts of its own time and deferrals away from it`() {
    for (seed, history) in Self.histories() {
      let whole = TaskFold.state(of: facts(history.acts), through: history.lastDay + 3)
      var day = date(1)
      while day <= history.lastDay {
        let known = history.acts.filter { act in
          if case .deferral(let from, _, _) = act.kind, from == day { return true }
          return act.day <= day
        }
        // Timers are left out here: which of two runs on is for the session rules to say.
        var then = facts(known)
        then.timedDays = facts(history.acts).timedDays
        let state = TaskFold.state(of: then, through: day)
        #expect(state.asOf(day) == whole.asOf(day), "seed \(seed), day \(day)")
        day = day + 1
      }
    }
  }

  @Test func `important and repeating tasks always have a day`() {
    var dated = 0
    for (seed, history) in Self.histories() {
      let state = TaskFold.state(of: facts(history.acts), through: history.lastDay)
      let violations = TaskRules.violations(
        due: state.due, importance: state.importance, repeats: state.repeats)
      #expect(violations.isEmpty, "seed \(seed)")
      if state.importance.isImportant || state.repeats.doesRepeat { dated += 1 }
    }
    #expect(dated > 100)
  }
}

/// Whether two states agree in all but how far they are folded.
func hasEqualConsequences(_ left: TaskState, _ right: TaskState) -> Bool {
  left.due == right.due && left.importance == right.importance
    && left.easedFrom == right.easedFrom && left.completed == right.completed
    && left.dropped == right.dropped && left.carriedDays == right.carriedDays
    && left.automaticDays == right.automaticDays && left.nextChange == right.nextChange
    && left.deferrals(boundary: boundary) == right.deferrals(boundary: boundary)
}

/// The same facts as if they had arrived in another order.
private func shuffled(_ facts: TaskFacts, using random: inout SeededGenerator) -> TaskFacts {
  var facts = facts
  facts.due.shuffle(using: &random)
  facts.importance.shuffle(using: &random)
  facts.effortMinutes.shuffle(using: &random)
  facts.completion.shuffle(using: &random)
  facts.drop.shuffle(using: &random)
  facts.repeats.shuffle(using: &random)
  facts.deferrals.shuffle(using: &random)
  for index in facts.deferrals.indices {
    facts.deferrals[index].choices.shuffle(using: &random)
  }
  return facts
}
