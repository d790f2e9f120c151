import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// Laws over random days: up to eight commitments anywhere around the working day.
@Suite struct FreeTimeLawTests {
  private static func randomDay(_ random: inout SeededGenerator) -> FreeTime {
    let commitments = (0..<Int.random(in: 0...8, using: &random)).map { number in
      let start = clock(0) + Int.random(in: 5 * 3600...21 * 3600, using: &random)
      return Commitment(
        id: RecordID(high: 0, low: UInt64(number)), title: "\(number)",
        placement: Int.random(in: 0...3, using: &random) == 0 ? .flexible : .fixed,
        windowStart: start, windowEnd: start + Int.random(in: 0...9000, using: &random),
        effortMinutes: Int.random(in: 0...5, using: &random) == 0
          ? nil : Int.random(in: 0...150, using: &random),
        takesTime: Int.random(in: 0...9, using: &random) != 0)
    }
    let now = clock(0) + Int.random(in: 0...24 * 3600, using: &random)
    return FreeTime(
      workingDay: workingDay(now: Bool.random(using: &random) ? now : nil),
      commitments: commitments, habitMinutes: Int.random(in: 0...120, using: &random))
  }

  @Test func `busy and free blocks take turns and make up the working day`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let time = Self.randomDay(&random)
      let busy = time.busyBlocks.map { (start: $0.start, end: $0.end, isBusy: true) }
      let free = time.freeBlocks.map { (start: $0.start, end: $0.end, isBusy: false) }
      let blocks = (busy + free).sorted { $0.start < $1.start }
      var edge = time.workingDay.start
      for block in blocks {
        #expect(block.start == edge && block.start < block.end, "seed \(seed)")
        edge = block.end
      }
      #expect(edge == time.workingDay.end, "seed \(seed)")
      for (left, right) in zip(blocks, blocks.dropFirst()) {
        #expect(left.isBusy != right.isBusy, "seed \(seed)")
      }
    }
  }

  @Test func `a gap is named by the blocks beside it`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let time = Self.randomDay(&random)
      for gap in time.freeBlocks {
        let previous = time.busyBlocks.first { $0.end == gap.start }
        let next = time.busyBlocks.first { $0.start == gap.end }
        #expect(gap.after == previous?.last && gap.before == next?.first, "seed \(seed)")
        #expect(gap.minutes <= time.longestFreeBlock?.minutes ?? 0, "seed \(seed)")
      }
    }
  }

  @Test func `free and committed minutes make up the working day, unless it is overfull`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let time = Self.randomDay(&random)
      let left = time.workingDay.minutes - time.committedMinutes
      #expect(time.freeMinutes == max(0, left), "seed \(seed)")
    }
  }

  @Test func `moving the overflow makes the plan fit or names what still does not`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let time = Self.randomDay(&random)
      let tasks = (0..<Int.random(in: 0...10, using: &random)).map { number in
        planTask(
          number, due: [nil, -1, 0, 5].randomElement(using: &random) ?? 0,
          Bool.random(using: &random) ? .high : .low,
          minutes: [nil, 0, 15, 60, 240].randomElement(using: &random) ?? 15)
      }
      let stays = Set(
        tasks.map(\.number).filter { _ in Int.random(in: 0...4, using: &random) == 0 })
      let move = time.movingOverflow(of: tasks, on: date(0)) { !stays.contains($0.number) }
      let gone = Set(move.moved.map(\.number))
      let left = tasks.filter { !gone.contains($0.number) }
      let minutes = left.reduce(0) { $0 + $1.countedMinutes }
      #expect(move.rest == time.overflow(taskMinutes: minutes), "seed \(seed)")
      #expect(gone.isDisjoint(with: stays), "seed \(seed)")
      if move.rest != nil {
        // Everything that could go has gone.
        #expect(
          left.allSatisfy { $0.countedMinutes == 0 || stays.contains($0.number) }, "seed \(seed)")
      }
      if let last = move.moved.last {
        // One fewer would not have been enough.
        #expect(minutes + last.countedMinutes > time.freeMinutes, "seed \(seed)")
      }
      // From the bottom: whatever is left and could have gone stands above all that went.
      let highest = move.moved.map { $0.priority(on: date(0)) }.min()
      for task in left where task.countedMinutes > 0 && !stays.contains(task.number) {
        #expect(highest.map { task.priority(on: date(0)) < $0 } ?? true, "seed \(seed)")
      }
    }
  }
}
