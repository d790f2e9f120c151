import JamaalCore
import ReplicaStore
import Testing

@Suite struct RepeatChainTests {
  @Test func `trap 4: two completions on different days give one next instance`() {
    var series = Series(.daily, due: 0)
    series.act(0, 1, 0, 12, .complete)
    series.act(0, 2, 2, 12, .complete)
    let links = series.links()
    #expect(links.count == 2)
    #expect(links[1].scheduled == date(1))
    #expect(links[1].follows?.day == date(0))
    #expect(series.live() == [1])
  }

  @Test func `trap 4: an instance somebody has written to is kept whichever completion stands`() {
    var series = Series(.daily, due: 0)
    series.act(0, 2, 2, 12, .complete)
    series.act(1, 2, 2, 13, .effort(90))
    // A's earlier completion arrives late, and stands.
    series.act(0, 1, 0, 12, .complete)
    let links = series.links()
    #expect(links.count == 2)
    #expect(links[1].scheduled == date(1))
    #expect(TaskFold.state(of: links[1].facts, through: date(2)).effortMinutes == 90)
  }

  @Test func `trap 5: an instance deferred on one device and made again on another is one`() {
    var series = Series(.daily, due: 0)
    series.act(0, 1, 0, 12, .complete)
    series.act(1, 1, 1, 12, .deferral(from: date(1), to: date(5)))
    series.act(0, 2, 0, 13, .complete)
    let links = series.links()
    #expect(links.count == 2)
    let state = TaskFold.state(of: links[1].facts, through: date(1))
    #expect(state.due == date(5))
    #expect(state.deferralCount == 1)
  }

  @Test func `trap 6: an un-complete loses against an edit of the next instance`() {
    var series = Series(.daily, due: 0)
    series.act(0, 1, 0, 12, .complete)
    series.act(0, 1, 0, 14, .uncomplete)
    #expect(series.live() == [0])
    for hour in [13, 15] {
      var edited = series
      edited.act(1, 2, 0, hour, .effort(90))
      #expect(edited.live() == [1])
      #expect(TaskFold.state(of: edited.links()[0].facts, through: date(3)).completed != nil)
    }
  }

  @Test func `writing a note or starting a timer counts as an edit`() {
    var series = Series(.daily, due: 0)
    series.act(0, 1, 0, 12, .complete)
    series.act(0, 1, 0, 14, .uncomplete)
    series.note(1, 2, 0, 13)
    #expect(series.live() == [1])
  }

  @Test func `an un-complete after the next instance's day has ended counts for nothing`() {
    var series = Series(.daily, due: 0)
    series.act(0, 1, 0, 12, .complete)
    var inTime = series
    inTime.act(0, 1, 1, 12, .uncomplete)
    #expect(inTime.live() == [0])
    series.act(0, 1, 2, 12, .uncomplete)
    #expect(series.live() == [1])
  }

  @Test func `trap 22: each un-complete is judged by what stood then`() {
    var series = Series(.daily, due: 0)
    series.act(0, 1, 0, 12, .complete)
    series.act(0, 1, 0, 13, .uncomplete)
    series.act(0, 1, 1, 12, .complete)
    series.act(1, 1, 1, 13, .effort(90))
    let first = TaskFold.state(of: series.links()[0].facts, through: date(3))
    #expect(first.completed?.day == date(1))
    #expect(first.deferrals(boundary: boundary).map(\.day) == [date(0)])
    #expect(series.live() == [1])
    // A second un-complete does meet the edit.
    series.act(0, 2, 1, 14, .uncomplete)
    let again = TaskFold.state(of: series.links()[0].facts, through: date(3))
    #expect(again.completed?.day == date(1))
    #expect(again.deferrals(boundary: boundary).map(\.day) == [date(0)])
    #expect(series.live() == [1])
  }

  @Test func `dropping skips one occurrence only`() {
    var series = Series(.weekly, due: 0)
    series.act(0, 1, 3, 12, .drop)
    #expect(series.links().map(\.scheduled) == [nil, date(7)])
    #expect(series.live() == [1])
  }

  @Test func `a weekly task done late comes back after both its day and the day it was done`() {
    var series = Series(.weekly, due: 0)
    series.act(0, 1, 8, 12, .complete)
    #expect(series.links()[1].scheduled == date(14))
    var early = Series(.weekly, due: 7)
    early.act(0, 1, 2, 12, .complete)
    #expect(early.links()[1].scheduled == date(14))
  }

  @Test func `a daily task ignored for three days is one live instance with three deferrals`() {
    let series = Series(.daily, due: 0)
    #expect(series.live(through: 2) == [0])
    #expect(TaskFold.state(of: series.links()[0].facts, through: date(2)).deferralCount == 3)
  }

  @Test func `trap 18: a monthly task on the 31st comes through February without drifting`() {
    let january = MonthCalendar.day(1, 31)
    var series = Series(.monthly, due: january)
    // Carried on by two days' ends, and done on 2 February.
    series.act(0, 1, MonthCalendar.day(2, 2), 12, .complete)
    series.act(1, 1, MonthCalendar.day(2, 28), 12, .complete)
    series.act(2, 1, MonthCalendar.day(3, 31), 12, .complete)
    #expect(
      series.links().map(\.scheduled) == [
        nil, date(MonthCalendar.day(2, 28)), date(MonthCalendar.day(3, 31)),
        date(MonthCalendar.day(4, 30)),
      ])
  }

  @Test func `an unwritten field reads from the completion that stands`() {
    var series = Series(.daily, due: 0)
    series.act(0, 1, 0, 10, .effort(20))
    series.act(0, 1, 0, 11, .importance(.high))
    series.act(0, 1, 0, 12, .complete)
    series.act(0, 2, 0, 13, .effort(99))
    let state = TaskFold.state(of: series.links()[1].facts, through: date(0))
    #expect(state.effortMinutes == 20)
    #expect(state.importance == .high)
    #expect(state.repeats == RepeatRule(kind: .daily))
    #expect(state.deferralCount == 0)
  }

  @Test func `an instance moved later was due on its scheduled day until then`() {
    var series = Series(.daily, due: 0)
    series.act(0, 1, 0, 12, .complete)
    series.act(1, 1, 4, 12, .due(date(9)))
    let state = TaskFold.state(of: series.links()[1].facts, through: date(9))
    #expect(
      state.deferrals(boundary: boundary).map(\.day) == [date(1), date(2), date(3), date(9)])
  }

  @Test func `stopping on one device ends the series the other has gone on with`() {
    var series = Series(.daily, due: 0)
    series.act(0, 2, 0, 12, .complete)
    series.act(0, 1, 0, 11, .repeats(.none))
    #expect(series.links().count == 1)
    series.act(1, 2, 0, 13, .effort(90))
    #expect(series.live() == [1])
    series.act(1, 2, 1, 13, .complete)
    #expect(series.links().count == 2)
  }

  @Test func `an instance that was written to outlives the undoing of what made it`() {
    // The completion was undone as if it had never been, after another device had typed something.
    var series = Series(.daily, due: 0)
    series.act(1, 2, 0, 13, .effort(90))
    #expect(series.links().count == 2)
    #expect(series.links()[1].follows == nil && series.links()[1].scheduled == nil)
    #expect(TaskFold.state(of: series.links()[1].facts, through: date(0)).effortMinutes == 90)
  }

  @Test func `a later completion never takes the place of what was written to the next one`() {
    var series = Series(.daily, due: 0)
    series.act(1, 2, 0, 13, .due(date(9)))
    series.act(0, 1, 1, 12, .complete)
    #expect(series.links()[1].scheduled == date(2))
    #expect(TaskFold.state(of: series.links()[1].facts, through: date(1)).due == date(9))
  }

  @Test func `moving an instance that was done already moves no successor`() {
    var series = Series(.daily, due: 0)
    series.act(0, 1, 0, 12, .complete)
    series.act(0, 2, 0, 13, .due(date(5)))
    #expect(series.links()[1].scheduled == date(1))
  }

  @Test func `random histories of a series always have exactly one live instance`() {
    var undoneForNothing = 0
    for seed in 1...UInt64(1_500) {
      let series = Series.random(seed: seed)
      let links = series.links()
      #expect(series.live() == [links.count - 1], "seed \(seed)\n\(series.log)")
      // Nothing typed is lost: every instance that was written to exists.
      #expect(links.count > series.lastWritten, "seed \(seed)\n\(series.log)")
      let stored = series.instance(0).facts
      if links[0].facts.completion.count < stored.completion.count { undoneForNothing += 1 }
    }
    #expect(undoneForNothing > 20)
  }
}
