import JamaalCore
import Testing

/// Windows that follow from when something was last handled, on numbered days.
@Suite struct AfterLastChainTests {
  private func date(_ number: Int) -> LogicalDate { LogicalDate(dayNumber: number) }

  private func terms(
    _ least: Int, _ most: Int, last: Int, breaks: [(Int, Int?)] = [], end: Int? = nil
  ) -> AfterLastChain.Terms {
    AfterLastChain.Terms(
      minDays: least, maxDays: most, start: date(last),
      breaks: BreakRanges(
        breaks.map { BreakRange(first: date($0.0), last: $0.1.map { date($0) }) }),
      endDate: end.map { date($0) })
  }

  private func windows(
    _ epochs: [(Int, AfterLastChain.Terms?)], handled: [Int] = [], lastEnded: Int
  ) -> [[Int]] {
    AfterLastChain(
      epochs: epochs.map { AfterLastChain.Epoch(from: date($0.0), terms: $0.1) },
      handled: handled.map { date($0) }, lastEnded: date(lastEnded)
    ).windows.map { [$0.lowerBound.dayNumber, $0.upperBound.dayNumber] }
  }

  @Test func `the first opens after the last time, and waits for its window to pass`() {
    let rule = [(100, terms(3, 5, last: 99))]
    #expect(windows(rule, lastEnded: 99) == [[102, 104]])
    #expect(windows(rule, lastEnded: 103) == [[102, 104]])
    // Missed: the next opens the day after and stays open for as long.
    #expect(windows(rule, lastEnded: 104) == [[102, 104], [105, 107]])
    #expect(windows(rule, lastEnded: 108) == [[102, 104], [105, 107], [108, 110]])
  }

  @Test func `a rule made long after the last time is due on the day it is made`() {
    #expect(windows([(100, terms(3, 5, last: 50))], lastEnded: 99) == [[100, 102]])
    // Made while the window is open: it opened in the past.
    #expect(windows([(100, terms(3, 5, last: 96))], lastEnded: 99) == [[99, 101]])
  }

  @Test func `once handled, it counts from that day`() {
    let rule = [(100, terms(3, 5, last: 99))]
    #expect(windows(rule, handled: [103], lastEnded: 103) == [[106, 108]])
    // Ahead of its window, too.
    #expect(windows(rule, handled: [101], lastEnded: 101) == [[104, 106]])
    // Two windows were missed before it was handled in the third.
    #expect(
      windows(rule, handled: [109], lastEnded: 109) == [[102, 104], [105, 107], [112, 114]])
    #expect(windows(rule, handled: [103, 107], lastEnded: 108) == [[110, 112]])
  }

  @Test func `a break pauses the clock`() {
    let rule = [(100, terms(3, 5, last: 99, breaks: [(101, 110)]))]
    #expect(windows(rule, lastEnded: 99) == [[111, 113]])
    let open = [(100, terms(3, 5, last: 99, breaks: [(101, nil)]))]
    #expect(windows(open, lastEnded: 150).isEmpty)
    // Made when the window was open already: the window goes, and opens after the break.
    let later = [(100, terms(3, 5, last: 99)), (103, terms(3, 5, last: 99, breaks: [(102, 110)]))]
    #expect(windows(later, lastEnded: 103) == [[111, 113]])
  }

  @Test func `its end stops it`() {
    #expect(windows([(100, terms(3, 5, last: 99, end: 104))], lastEnded: 120) == [[102, 104]])
    #expect(windows([(100, terms(3, 5, last: 99, end: 101))], lastEnded: 120).isEmpty)
  }

  @Test func `a time switched off leaves no misses and resumes where it was, or is due`() {
    let on = terms(3, 5, last: 99)
    // Off for a month: due on the day it is switched on.
    #expect(windows([(100, on), (103, nil), (140, on)], lastEnded: 140) == [[140, 142]])
    // Off for a day within the window: the same window again.
    #expect(windows([(100, on), (102, nil), (103, on)], lastEnded: 102) == [[102, 104]])
    #expect(windows([(100, on), (103, nil)], lastEnded: 140).isEmpty)
    // What was missed before stays missed.
    #expect(windows([(100, on), (106, nil)], lastEnded: 140) == [[102, 104]])
  }

  @Test func `an edit reaches only a window that has not closed`() {
    let epochs = [(100, terms(3, 5, last: 99)), (106, terms(1, 9, last: 99))]
    #expect(windows(epochs, lastEnded: 106) == [[102, 104], [105, 107]])
    let reached = [(100, terms(3, 5, last: 99)), (103, terms(1, 9, last: 99))]
    #expect(windows(reached, lastEnded: 103) == [[100, 108]])
    // A later last time that the person types in counts.
    let typed = [(100, terms(3, 5, last: 99)), (103, terms(3, 5, last: 102))]
    #expect(windows(typed, lastEnded: 103) == [[105, 107]])
  }
}
