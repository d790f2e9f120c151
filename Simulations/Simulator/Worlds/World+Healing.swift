import FolderSync
import JamaalCore
import ReplicaStore

extension World {
  /// Lets everything heal, with nobody acting, and looks whether the fleet agrees and is quiet.
  func heal() throws {
    noteRaces()
    tell(nil, "everything heals")
    trace(.heal, nil, "Faults end, nobody acts: everything heals")
    trueMillis = max(trueMillis, plan.startMillis) + 2 * PlanMaker.hour
    try healDevices()
    try healFolder()
    try recoverClocks()
    try meetUntilEqual()
    try settleDeletions()
    pass(days: 3)
    try checkQuiet()
    // Later than any day that anybody has seen end, for one zone and instant.
    pass(days: 9)
    let context = DayContext(
      now: Instant(millis: trueMillis), zone: World.zone(plan.devices[0].zone))
    let rebuilt = try checkAgreement(context)
    try checkEverythingKept(context)
    try checkOracle(context)
    try checkModules(context)
    if let rebuilt { try checkDayFigures(like: rebuilt, context) }
    try checkNewcomer(context)
    try checkFolderBound()
  }

  /// Lets days go by; all clocks are right by now.
  private func pass(days: Int64) {
    trueMillis += days * PlanMaker.day
    for device in alive { device.look(at: trueMillis) }
  }

  /// Rounds of syncing, until one of them moved nothing and all are equal.
  private func meetUntilEqual() throws {
    for round in 1...Self.roundsMax {
      var moved = 0
      for device in alive {
        let report = try meet(device, seed: plan.seed &+ UInt64(round))
        moved += report.pulledSegmentCount + report.pushedChangeSetCount
        moved += try retireLost(report, device)
        if report.outcome != .synced { moved += 1 }
        // What is put again is not new, but others may not have read it yet.
        for case .folderHealed(let count) in report.notes { moved += count }
        if try device.synchronizer.isMissingInFolder { moved += 1 }
        digest(device.replica.digest.high, device.replica.clock.rawValue)
      }
      let digests = Set(alive.map(\.replica.digest))
      if digests.count == 1, moved == 0 {
        rounds = round - 1
        return
      }
      // A stale listing under a fresh tag is found out by the full listing of every hour.
      trueMillis += 61 * PlanMaker.minute
      for device in alive { device.look(at: trueMillis) }
    }
    let states = alive.map { "\($0.planned.name) \($0.replica.digest.description.prefix(6))" }
      .joined(separator: ", ")
    throw Violation(.convergence, "after \(Self.roundsMax) rounds: \(states)")
  }

  /// Syncs a device, and says that the folder is the right one if it asks.
  @discardableResult
  func meet(_ device: SimulatedDevice, seed: UInt64) throws -> SyncReport {
    let report = try sync(device, seed: seed, killedAtCall: nil, weather: .fair)
    if report.outcome == .otherFolder {
      // The folder went back to before this device's first file: a person says it is right.
      try device.membership.rejoin()
      reach(.joinedAgain)
    }
    return report
  }

  /// Stops waiting for names that nobody has any more, as a person would who was told of them.
  ///
  /// A file that was cut off while it was sent, by a device that then went back to an old copy and
  /// took another name, can be repaired by nobody.
  ///
  /// - Returns: How many were let go of.
  func retireLost(_ report: SyncReport, _ device: SimulatedDevice) throws -> Int {
    let living = Set(alive.map(\.replica.device))
    // What somebody has read comes back by itself.
    let lost = report.heldBack.filter {
      !living.contains($0.device) && !$0.reason.contains("hands on what it has")
    }
    for held in lost {
      _ = try device.synchronizer.retire(held.device)
      tell(device, "waits no more for \(held.device): \(held.reason)")
      reach(.lostDeviceRetired)
    }
    return lost.count
  }

  /// Looks whether a day's end and a sync leave a fleet that agrees alone.
  private func checkQuiet() throws {
    for device in alive {
      let name = device.planned.name
      let digest = device.replica.digest
      try tick(device)
      try check(
        .quiescence, try !device.replica.hasUnsealed() && device.replica.digest == digest,
        "the day's end made \(name) write something that others need")
      let change = device.replica.latestChange
      try tick(device)
      try check(
        .quiescence, device.replica.latestChange == change, "a second look made \(name) write")
    }
    for device in alive {
      let report = try sync(
        device, seed: plan.seed, killedAtCall: nil, weather: .fair)
      try check(
        .quiescence,
        report.outcome == .synced && report.pushedChangeSetCount == 0
          && report.pulledSegmentCount == 0,
        "\(device.planned.name) still moves something: \(report)")
    }
  }

  /// Looks whether all devices hold and conclude the same.
  ///
  /// - Returns: What a rebuild of the first device came to.
  private func checkAgreement(_ context: DayContext) throws -> Rebuilt? {
    guard let first = alive.first else { return nil }
    var rebuilt: Rebuilt?
    var contents: [Bool: [UInt8]] = [:]
    let consequences = try first.planner.consequences(context)
    let today = try first.planner.today(context)
    for device in alive {
      let name = device.planned.name
      try checkDigest(device)
      if device === first {
        // Opening a copy costs as much as all else here, and worlds with crashes do it all the time.
        rebuilt = try checkRebuild(
          device, context, isCold: plan.seed % 4 == 0, days: daysToCompare())
      } else {
        try checkRebuild(device, context)
      }
      // A version that knows more keeps the same in other tables.
      let content = try device.replica.contentDigest()
      let keepsNewer = device.keepsNewer
      contents[keepsNewer] = contents[keepsNewer] ?? content
      try check(
        .convergence, exercised: ledger.count > 1, contents[keepsNewer] == content,
        "\(name) and \(first.planned.name) hold different values under equal digests")
      try check(
        .equalConsequences, exercised: ledger.count > 1,
        try device.planner.consequences(context) == consequences,
        "\(name) and \(first.planned.name) conclude different things")
      let own = try device.planner.today(context)
      try check(
        .equalConsequences,
        own.shown == today.shown && own.alsoToday == today.alsoToday
          && own.loadScore == today.loadScore,
        "\(name) and \(first.planned.name) show another today")
      try checkDeferrals(device, context)
    }
    let names = try first.planner.categories(context).categories
    if names.contains(where: { $0.members.count > 1 }) {
      reach(.labelsOfOneName)
      strike(.labelsOfOneName)
    }
    return rebuilt
  }

  /// Finds what raced, from everything that was done.
  private func noteRaces() {
    for number in Set(ledger.compactMap(\.task)).sorted() {
      let acts = ledger.filter { $0.task == number && $0.undo == nil }
      var deferred: [LogicalDate: Set<Int>] = [:]
      for act in acts {
        if case .deferred = act.kind { deferred[act.day, default: []].insert(act.device) }
      }
      if deferred.values.contains(where: { $0.count > 1 }) { reach(.bothDeferredSameDay) }
      let done = Set(acts.filter { $0.kind == .completed }.map(\.device))
      if done.count > 1 { reach(.doneTwice) }
      if acts.contains(where: { act in
        act.kind == .dropped && done.contains { $0 != act.device }
      }) {
        reach(.doneAndDropped)
      }
      let clocks = Dictionary(grouping: acts, by: \.stamp.clock)
      if clocks.values.contains(where: { Set($0.map(\.device)).count > 1 }) { reach(.equalClocks) }
      if isOutOfDayOrder(acts) { reach(.factsOutOfDayOrder) }
      noteTaskRaces(acts)
    }
    noteOtherRaces()
    for device in alive where device.hasMergedSegments { reach(.segmentsMerged) }
    for (index, act) in ledger.enumerated() {
      guard case .rollover = act.kind, index > 0 else { continue }
      let near = ledger.filter {
        $0.device != act.device && abs($0.instant.millis - act.instant.millis) < PlanMaker.day
      }
      if !near.isEmpty {
        reach(.rolloverChangedWhileAway)
        strike(.settingsWhileAway)
      }
    }
  }

  /// Finds what raced among the acts that concern no single task.
  func noteOtherRaces() {
    var levels: [LogicalDate: Set<Int>] = [:]
    var movers: Set<Int> = []
    var namers: [RecordID: Set<Int>] = [:]
    for act in ledger {
      switch act.kind {
      case .level(let day, _): levels[day, default: []].insert(act.device)
      case .rollover: movers.insert(act.device)
      case .categoryNamed(let ids, _):
        for id in ids { namers[id, default: []].insert(act.device) }
      default: break
      }
    }
    if levels.values.contains(where: { $0.count > 1 }) { reach(.levelChosenTwice) }
    if movers.count > 1 { reach(.rolloverMovedTwice) }
    if namers.values.contains(where: { $0.count > 1 }) { reach(.labelRenamedTwice) }
  }

  /// Finds what raced among the acts on one task.
  private func noteTaskRaces(_ acts: [LedgerAct]) {
    let devices = Set(acts.map(\.device))
    if devices.count > 2 { reach(.threeActedOnOne) }
    func by(_ isWanted: (LedgerAct.Kind) -> Bool) -> Set<Int> {
      Set(acts.filter { isWanted($0.kind) }.map(\.device))
    }
    if by({ if case .retitled = $0 { true } else { false } }).count > 1 { reach(.retitledTwice) }
    let done = by { $0 == .completed }
    let undone = by { $0 == .uncompleted }
    if undone.contains(where: { !done.subtracting([$0]).isEmpty }) { reach(.doneAndUndone) }
    let order = acts.sorted { $0.stamp < $1.stamp }.compactMap { act -> Bool? in
      act.kind == .completed ? true : act.kind == .uncompleted ? false : nil
    }
    if zip(order, zip(order.dropFirst(), order.dropFirst(2))).contains(where: {
      $0 && !$1.0 && $1.1
    }) {
      reach(.doneUndoneDone)
    }
    noteDeferralRaces(acts)
    let ends = acts.filter { $0.kind == .completed || $0.kind == .dropped }
    if acts.contains(where: { act in
      act.kind != .uncompleted
        && ends.contains { $0.device != act.device && $0.stamp < act.stamp && act.kind != $0.kind }
    }) {
      reach(.editOfEndedTask)
      strike(.editOfEnded)
    }
  }

  private func noteDeferralRaces(_ acts: [LedgerAct]) {
    var places: [LogicalDate: [LogicalDate?: Set<Int>]] = [:]
    for act in acts {
      if case .deferred(let to, _) = act.kind {
        places[act.day, default: [:]][to, default: []].insert(act.device)
      }
    }
    for places in places.values where Set(places.values.joined()).count > 1 && places.count > 1 {
      reach(.deferredToTwoDays)
      if places.keys.contains(nil) { reach(.parkedAndDeferred) }
    }
  }

  /// Finds what is remarkable about an act at the moment it is acknowledged.
  func noteMoment(_ act: LedgerAct, _ device: SimulatedDevice) {
    if device.frozenMillis != nil { reach(.actedWhileFrozen) }
    if trueMillis - device.now.millis > 2 * PlanMaker.day { reach(.actedInThePast) }
    let near = ledger.suffix(8).filter {
      $0.device == act.device && abs($0.instant.millis - act.instant.millis) < 120_000
    }
    if near.count >= 2 {
      reach(.burst)
      strike(.burst)
    }
    if case .undone(let index) = act.kind, case .deferred = ledger[index].kind,
      ledger[index].day < act.day
    {
      reach(.deferralUndoneAfterMidnight)
    }
  }

  func isOutOfDayOrder(_ acts: [LedgerAct]) -> Bool {
    let ordered = acts.sorted { $0.stamp < $1.stamp }
    return zip(ordered, ordered.dropFirst()).contains { $0.day > $1.day }
  }
}
