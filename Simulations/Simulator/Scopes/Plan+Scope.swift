import JamaalCore

extension Plan {
  /// A schedule of a small scope as a plan for real replicas and a real folder.
  ///
  /// Before each step the device's clock is set to a minute before or after its day's end, whatever
  /// the true time is, as in the scope.
  ///
  /// - Parameters:
  ///   - path: The steps.
  ///   - scope: The scope.
  init(_ path: [(device: Int, step: ScopeStep)], _ scope: Scope) {
    let midnight = Int64(ScopeState.day.dayNumber + 1) * PlanMaker.day
    let names = ["phone", "laptop", "desktop"]
    self.init(
      seed: 1, startMillis: midnight - 3 * PlanMaker.day + 12 * PlanMaker.hour, days: 3,
      rolloverMinute: 0,
      devices: (0..<scope.deviceCount).map { index in
        PlannedDevice(name: names[index], seed: UInt64(index) + 1, zone: "UTC", skewMillis: 0)
      },
      weather: .fair, events: [])
    var sequence = 0
    func add(_ action: PlannedAction, on device: Int, at: Int64) {
      events.append(PlannedEvent(at: at, device: device, sequence: sequence, action: action))
      sequence += 1
    }
    add(.add(task: 0, due: 0, importance: .medium), on: 0, at: startMillis)
    for device in devices.indices {
      let at = startMillis + Int64(device + 1) * PlanMaker.minute
      add(.sync(seed: 4, killedAtCall: nil), on: device, at: at)
    }
    var at = midnight - 30_000
    var hasEnded: Set<Int> = []
    for (device, step) in path {
      if step == .dayEnds { hasEnded.insert(device) }
      let wall = midnight + (hasEnded.contains(device) ? PlanMaker.minute : -PlanMaker.minute)
      add(.setClock(aheadMillis: wall - at), on: device, at: at)
      switch step {
      case .act(let choice): add(choice.planned, on: device, at: at)
      case .dayEnds: add(.tick, on: device, at: at)
      case .sync: add(.sync(seed: 1, killedAtCall: nil), on: device, at: at)
      }
      at += 1000
    }
  }
}
