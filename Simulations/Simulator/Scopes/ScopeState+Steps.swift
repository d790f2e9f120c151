import JamaalCore
import ReplicaStore

extension ScopeState {
  /// What a device can do next.
  func steps(of device: Int, _ scope: Scope) -> [ScopeStep] {
    let own = devices[device]
    var steps: [ScopeStep] = own.actsLeft > 0 ? scope.choices.map { .act($0) } : []
    if !own.hasEndedDay { steps.append(.dayEnds) }
    if !own.hasSynced { steps.append(.sync) }
    return steps
  }

  /// Takes a step.
  ///
  /// - Parameters:
  ///   - step: What happens.
  ///   - device: Where.
  ///   - scope: The scope, which says where acts have their places.
  ///   - view: What the device makes of the facts it knows.
  /// - Returns: The state after it.
  func after(
    _ step: ScopeStep, on device: Int, _ scope: Scope, view: () -> TaskState
  ) -> ScopeState {
    var next = self
    switch step {
    case .dayEnds: next.devices[device].hasEndedDay = true
    case .sync:
      next.devices[device].hasSynced = true
      next.meetFolder(device)
    case .act(let choice):
      let place = device * scope.actsEach + scope.actsEach - next.devices[device].actsLeft
      next.devices[device].actsLeft -= 1
      next.act(choice, on: device, place: place, view())
    }
    return next
  }

  /// Gives the folder what the device knows, and takes what the folder holds.
  mutating func meetFolder(_ device: Int) {
    folder |= devices[device].known
    devices[device].known = folder
    var clock = HybridLogicalClock(latest: devices[device].clock)
    for place in Self.places(folder) {
      if let fact = facts[place] { clock.observe(fact.stamp.clock) }
    }
    devices[device].clock = clock.latest
  }

  private mutating func act(
    _ choice: ScopeChoice, on device: Int, place: Int, _ view: TaskState
  ) {
    guard let kind = kind(of: choice, on: device, view) else { return }
    var clock = HybridLogicalClock(latest: devices[device].clock)
    let time = clock.tick(nowMillis: wall(device))
    let stamp = Stamp(clock: time, device: DeviceID(rawValue: UInt64(device) + 1))
    facts[place] = ScopeFact(kind: kind, stamp: stamp, day: today(device))
    devices[device].clock = clock.latest
    devices[device].known |= 1 << UInt16(place)
    switch kind {
    case .undo, .importance: devices[device].latest = nil
    default: devices[device].latest = place
    }
  }

  /// What the act writes, decided by the rules that the planner decides by; `nil` if it is refused.
  private func kind(
    of choice: ScopeChoice, on device: Int, _ view: TaskState
  ) -> ScopeFact.Kind? {
    let today = today(device)
    switch choice {
    case .complete: return view.isLive ? .completion(true) : nil
    case .uncomplete: return view.completed == nil ? nil : .completion(false)
    case .drop: return view.isLive ? .drop : nil
    case .tomorrow: return putOff(view, .day(today + 1), today)
    case .thursday: return putOff(view, .day(today + 3), today)
    case .someday: return putOff(view, .someday, today)
    case .raise:
      guard view.isLive else { return nil }
      return .importance(
        due: TaskRules.dueToFillIn(raisingTo: .high, due: view.due, plannedDay: today))
    case .undo: return devices[device].latest.map { .undo($0) }
    }
  }

  private func putOff(
    _ view: TaskState, _ destination: DeferralDestination, _ today: LogicalDate
  ) -> ScopeFact.Kind? {
    switch TaskDeferral(view, from: today, today: today).decide(destination) {
    case .deferral(let to, let reason), .refinement(let to, let reason):
      .deferral(to: to, reason: reason)
    case .reschedule(let to): .due(to)
    case .refused: nil
    }
  }
}
