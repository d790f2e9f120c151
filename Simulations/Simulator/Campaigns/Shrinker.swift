/// Makes a plan in which something does not hold as small as it can be.
public enum Shrinker {
  /// The most worlds that are tried for one plan.
  public static let worldsMax = 4_000

  /// Takes away what is not needed, as long as the same invariant still fails.
  ///
  /// Devices first, then faults, then events in ever smaller stretches, then the skew of clocks.
  /// Source: Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - bug: The planted bug to live with.
  /// - Returns: The small plan, or `nil` if everything holds in this one.
  public static func shrink(_ plan: Plan, bug: PlantedBug? = nil) -> Plan? {
    guard let violation = World(plan, bug: bug).run().violation else { return nil }
    var shrinking = Shrinking(plan: plan, bug: bug, invariant: violation.invariant)
    shrinking.run()
    return shrinking.plan
  }
}

private struct Shrinking {
  var plan: Plan
  let bug: PlantedBug?
  let invariant: Invariant
  private var worlds = 0

  init(plan: Plan, bug: PlantedBug?, invariant: Invariant) {
    self.plan = plan
    self.bug = bug
    self.invariant = invariant
  }

  mutating func run() {
    var before = -1
    while before != plan.events.count, worlds < Shrinker.worldsMax {
      before = plan.events.count
      silenceDevices()
      calmWeather()
      leaveEventsOut()
      setClocksRight()
    }
  }

  /// Takes a smaller plan if the same invariant fails in it.
  private mutating func take(_ smaller: Plan) -> Bool {
    guard smaller != plan, worlds < Shrinker.worldsMax else { return false }
    worlds += 1
    guard World(smaller, bug: bug).run().violation?.invariant == invariant else { return false }
    plan = smaller
    return true
  }

  /// Devices keep their places, so that events keep their meaning; the last ones can go.
  private mutating func silenceDevices() {
    for device in plan.devices.indices.reversed() {
      var smaller = plan
      smaller.events.removeAll { $0.device == device }
      if device == smaller.devices.count - 1, device > 0 { smaller.devices.removeLast() }
      _ = take(smaller)
    }
  }

  private mutating func calmWeather() {
    var calm = plan
    calm.weather = .fair
    if take(calm) { return }
    for way in Weather.ways where plan.weather[keyPath: way] != 0 {
      var smaller = plan
      smaller.weather[keyPath: way] = 0
      _ = take(smaller)
    }
  }

  private mutating func leaveEventsOut() {
    var stretch = max(plan.events.count / 2, 1)
    while true {
      var start = 0
      while start < plan.events.count {
        var smaller = plan
        smaller.events.removeSubrange(start..<min(start + stretch, plan.events.count))
        if !take(smaller) { start += stretch }
      }
      if stretch == 1 { return }
      stretch /= 2
    }
  }

  private mutating func setClocksRight() {
    var exact = plan
    for index in exact.devices.indices { exact.devices[index].skewMillis = 0 }
    if take(exact) { return }
    for index in plan.devices.indices where plan.devices[index].skewMillis != 0 {
      var smaller = plan
      smaller.devices[index].skewMillis = 0
      _ = take(smaller)
    }
  }
}
