import ReplicaStore

extension HabitLog {
  /// Works out what an entry comes to.
  ///
  /// - Parameters:
  ///   - targets: Every target written, in order of stamps: the first is the day's.
  ///   - checks: Every tick and un-tick.
  ///   - steps: What was counted, in order of stamps, from the latest setting on.
  init(
    targets: [Version<Int>], checks: [Authored<Instant?>], steps: [CounterStep]
  ) {
    let target = targets.first?.value
    var total = 0
    var reached: Instant?
    for step in steps {
      let (sum, overflows) = total.addingReportingOverflow(step.amount)
      // Only a damaged record counts so far; it stops at the ends, as the stored sum does.
      total = step.isSetting ? step.amount : overflows ? (step.amount < 0 ? Int.min : Int.max) : sum
      guard let target, max(total, 0) >= target else {
        reached = nil
        continue
      }
      if reached == nil { reached = Instant(millis: step.stamp.clock.millis) }
    }
    self.init(
      amount: HabitTarget.counted(total), target: target, reachedAt: reached,
      checkedAt: Timeline(checks).standing()?.instant)
  }
}
