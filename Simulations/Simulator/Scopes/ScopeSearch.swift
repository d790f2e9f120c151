import JamaalCore
import ReplicaStore

/// Tries everything that a small scope can do.
///
/// Depth first, with every state looked into once: what follows from a state does not depend on how
/// it came about. The number of schedules that pass through is carried up, so that in the end it can
/// be compared with what counting alone says.
public final class ScopeSearch {
  private let scope: Scope
  private let sampleEvery: Int
  private var waysFrom: [ScopeKey: UInt64] = [:]
  private var views: [ScopeKey: TaskState] = [:]
  private var endings: Set<ScopeKey> = []
  private var path: [(device: Int, step: ScopeStep)] = []
  private var report = ScopeReport()
  private let progress: (ScopeReport) -> Void

  /// The most failures that are told.
  private static let failuresMax = 20

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - scope: The scope.
  ///   - sampleEvery: Each so many endings one schedule is lived through with real replicas; 0 for
  ///     none.
  ///   - progress: Told now and then how far it has come.
  public init(
    _ scope: Scope, sampleEvery: Int = 0, progress: @escaping (ScopeReport) -> Void = { _ in }
  ) {
    self.scope = scope
    self.sampleEvery = sampleEvery
    self.progress = progress
    report.scope = scope.rawValue
  }

  /// Tries everything.
  ///
  /// - Returns: What it came to.
  public func run() -> ScopeReport {
    let start = ScopeState(scope)
    report.schedules = ways(from: start)
    report.states = waysFrom.count
    report.views = views.count
    report.endings = endings.count
    if report.schedules != scope.scheduleCount {
      report.failures.append(
        "\(report.schedules) schedules were lived through, and there are \(scope.scheduleCount)")
    }
    return report
  }

  private func ways(from state: ScopeState) -> UInt64 {
    let key = state.key
    if let known = waysFrom[key] {
      report.pruned += 1
      return known
    }
    var ways: UInt64 = 0
    if state.devices.allSatisfy(\.isDone) {
      end(state)
      ways = 1
    }
    for device in state.devices.indices {
      for step in state.steps(of: device, scope) {
        report.steps += 1
        let next = state.after(step, on: device, scope) { view(device, state) }
        path.append((device, step))
        look(device, next)
        ways += self.ways(from: next)
        path.removeLast()
      }
    }
    waysFrom[key] = ways
    if waysFrom.count % 100_000 == 0 {
      report.states = waysFrom.count
      progress(report)
    }
    return ways
  }

  /// What a device makes of the facts that it knows.
  private func view(_ device: Int, _ state: ScopeState) -> TaskState {
    let known = state.devices[device].known
    let last = state.today(device) - 1
    let key = state.key(of: known, through: last)
    if let view = views[key] { return view }
    let view = TaskFold.state(of: state.taskFacts(ScopeState.places(known)), through: last)
    views[key] = view
    check(view)
    return view
  }

  /// Looks at what a device shows after a step.
  private func look(_ device: Int, _ state: ScopeState) { _ = view(device, state) }

  private func check(_ view: TaskState) {
    let days = view.deferrals { Instant(millis: Int64($0.dayNumber) * 86_400_000) }.map(\.day)
    if Set(days).count != days.count || days.count != view.deferralCount {
      fail("oneDeferralADay: counts \(view.deferralCount), deferred from \(days)")
    }
    if view.importance.isImportant, view.due == nil {
      fail("importantIsDated: it matters and has no day")
    }
  }

  private func fail(_ message: String) {
    guard report.failures.count < Self.failuresMax else { return }
    let steps = path.map { "\($0.device) \($0.step.words)" }.joined(separator: ", ")
    report.failures.append("\(message); \(steps)")
  }

  // MARK: In the end

  /// Everybody hears of everything, and one more day ends.
  private func end(_ state: ScopeState) {
    let all = state.facts.indices.reduce(into: UInt16(0)) { bits, place in
      if state.facts[place] != nil { bits |= 1 << UInt16(place) }
    }
    let last = ScopeState.day + 1
    guard endings.insert(state.key(of: all, through: last)).inserted else { return }
    let places = ScopeState.places(all)
    let view = TaskFold.state(of: state.taskFacts(places), through: last)
    check(view)
    forEachOrder(of: places) { order in
      report.orders += 1
      let other = TaskFold.state(of: state.taskFacts(order), through: last)
      if other != view { fail("convergence: the order \(order) of arrival matters") }
    }
    compare(view, state, places, last)
    if sampleEvery > 0, endings.count % sampleEvery == 0 { live() }
  }

  private func forEachOrder(of places: [Int], _ body: ([Int]) -> Void) {
    var places = places
    func permute(_ count: Int) {
      if count <= 1 { return body(places) }
      for index in 0..<count {
        places.swapAt(index, count - 1)
        permute(count - 1)
        places.swapAt(index, count - 1)
      }
    }
    permute(places.count)
  }

  private func compare(
    _ view: TaskState, _ state: ScopeState, _ places: [Int], _ last: LogicalDate
  ) {
    let acts = state.referenceActs(places)
    let isInOrder = zip(acts, acts.dropFirst()).allSatisfy { $0.day <= $1.day }
    let expected =
      isInOrder
      ? AlwaysOnDevice.state(after: acts, through: last)
      : DayByDay.state(after: acts, through: last)
    guard let expected else { return }
    report.compared += 1
    let found = ReferenceState(
      due: view.due, importance: expected.importance == nil ? nil : view.importance,
      completedAt: view.completed?.instant, completedDay: view.completed?.day,
      droppedAt: view.dropped?.instant,
      deferrals: view.deferrals { Instant(millis: Int64($0.dayNumber) * 86_400_000) }
        .reduce(into: [:]) { $0[$1.day] = $1.isAutomatic })
    if found != expected { fail("oracle: \(found), not \(expected)") }
  }

  /// Lives through the schedule that was just tried with real replicas and a real folder.
  private func live() {
    report.worlds += 1
    let result = World(Plan(path, scope)).run()
    if let violation = result.violation { fail("in a world: \(violation)") }
  }
}

extension ScopeState {
  /// What was done to the task, in the order of stamps, as the reference models are told of it.
  fileprivate func referenceActs(_ places: [Int]) -> [ReferenceAct] {
    let first = Stamp(clock: Self.firstClock, device: DeviceID(rawValue: 1))
    var acts = [
      ReferenceAct(
        stamp: first, day: Self.made, instant: Instant(millis: first.clock.millis),
        kinds: [.due(Self.made), .importance(.medium)])
    ]
    let undone = places.compactMap { place -> Int? in
      if case .undo(let other) = facts[place]?.kind { other } else { nil }
    }
    for place in places where !undone.contains(place) {
      guard let fact = facts[place] else { continue }
      let kinds: [ReferenceAct.Kind]
      switch fact.kind {
      case .completion(let isDone): kinds = [isDone ? .complete : .uncomplete]
      case .drop: kinds = [.drop]
      case .due(let day): kinds = [.due(day)]
      case .deferral(let to, let reason): kinds = [.deferral(to: to, reason: reason)]
      case .importance(let due): kinds = (due.map { [.due($0)] } ?? []) + [.importance(.high)]
      case .undo: continue
      }
      acts.append(
        ReferenceAct(
          stamp: fact.stamp, day: fact.day, instant: Instant(millis: fact.stamp.clock.millis),
          kinds: kinds))
    }
    return acts.sorted { $0.stamp < $1.stamp }
  }
}
