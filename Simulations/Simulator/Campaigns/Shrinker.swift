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
    return shrink(plan, bug: bug) { $0.violation?.invariant == violation.invariant }
  }

  /// Takes away what is not needed, as long as a world stays as wanted.
  ///
  /// - Parameters:
  ///   - plan: The plan; its world is as wanted.
  ///   - bug: The planted bug to live with.
  ///   - worldsMax: The most worlds to try.
  ///   - isWanted: Looks at what a world came to.
  /// - Returns: The small plan.
  public static func shrink(
    _ plan: Plan, bug: PlantedBug? = nil, worldsMax: Int = Shrinker.worldsMax,
    while isWanted: @escaping (WorldResult) -> Bool
  ) -> Plan {
    var shrinking = Shrinking(plan: plan, bug: bug, worldsMax: worldsMax, isWanted: isWanted)
    shrinking.run()
    return shrinking.plan
  }
}

private struct Shrinking {
  var plan: Plan
  let bug: PlantedBug?
  let worldsMax: Int
  let isWanted: (WorldResult) -> Bool
  private var worlds = 0

  init(
    plan: Plan, bug: PlantedBug?, worldsMax: Int, isWanted: @escaping (WorldResult) -> Bool
  ) {
    self.plan = plan
    self.bug = bug
    self.worldsMax = worldsMax
    self.isWanted = isWanted
  }

  mutating func run() {
    var before = -1
    while before != plan.events.count, worlds < worldsMax {
      before = plan.events.count
      silenceDevices()
      calmWeather()
      leaveEventsOut()
      setClocksRight()
    }
  }

  /// Takes a smaller plan if the same invariant fails in it.
  private mutating func take(_ smaller: Plan) -> Bool {
    guard smaller != plan, worlds < worldsMax else { return false }
    worlds += 1
    guard isWanted(World(smaller, bug: bug).run()) else { return false }
    plan = smaller
    return true
  }

  /// Leaves devices out; those after it move up, and events with them.
  private mutating func silenceDevices() {
    for device in plan.devices.indices.reversed() {
      var smaller = plan
      smaller.events.removeAll { $0.device == device || $0.action.original == device }
      if device > 0 {
        smaller.devices.remove(at: device)
        for index in smaller.events.indices {
          smaller.events[index].moveUp(after: device)
        }
      }
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

extension PlannedAction {
  /// The device that this one comes to life as a copy of.
  fileprivate var original: Int? {
    if case .clone(let original) = self { original } else { nil }
  }
}

extension PlannedEvent {
  /// Keeps its meaning after a device before it was left out.
  fileprivate mutating func moveUp(after left: Int) {
    if device > left { device -= 1 }
    if let original = action.original, original > left { action = .clone(of: original - 1) }
  }
}
