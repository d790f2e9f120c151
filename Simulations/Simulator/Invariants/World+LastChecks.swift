import FolderSync
import JamaalCore
import ReplicaStore

extension World {
  /// Looks whether a device that hears of everything at once, in another order, is equal to those
  /// that heard of it bit by bit.
  func checkNewcomer(_ context: DayContext) throws {
    guard checkDice.chance(40),
      let first = alive.first(where: { !$0.keepsNewer })
    else { return }
    let planned = PlannedDevice(
      name: "newcomer", seed: plan.seed ^ 0x4E57, zone: plan.devices[0].zone, skewMillis: 0)
    let copy = MemoryFolder.Storage()
    copy.restore(storage.snapshot)
    let newcomer = try SimulatedDevice(
      fleet.count, planned, copy, bug: nil, millis: trueMillis, connections: connections)
    try newcomer.membership.join()
    var dice = checkDice
    newcomer.memory.faults = { call in
      call.operation == .list ? [.shuffled(seed: dice.next())] : []
    }
    var report = try newcomer.synchronizer.sync()
    // What nobody can give any more keeps a newcomer waiting too, until it is told not to.
    for _ in 0..<3 where report.outcome != .synced || report.pulledSegmentCount > 0 {
      _ = try retireLost(report, newcomer)
      report = try newcomer.synchronizer.sync()
    }
    try newcomer.planner.tick(context)
    try check(
      .anyOrder, exercised: ledger.count > 1,
      try newcomer.replica.contentDigest() == first.replica.contentDigest(),
      "a newcomer that reads the whole folder at once is not equal to \(first.planned.name)")
    try check(
      .anyOrder, exercised: ledger.count > 1,
      try newcomer.planner.consequences(context) == first.planner.consequences(context),
      "a newcomer concludes something else than \(first.planned.name)")
  }

  /// Days that somebody acted on, not long before the last one.
  func daysToCompare() -> [LogicalDate] {
    guard let last = ledger.last else { return [] }
    return (0..<2).map { _ in ledger[checkDice.below(ledger.count)].day }
      .filter { abs($0 - last.day) < 100 }
  }

  /// Looks whether the figures of some days are the same everywhere and after a rebuild.
  ///
  /// - Parameters:
  ///   - rebuilt: What a rebuild of the first device came to, with the figures of those days.
  ///   - context: The moment and the place.
  /// - Throws: `Violation`.
  func checkDayFigures(like rebuilt: Rebuilt, _ context: DayContext) throws {
    guard let first = alive.first else { return }
    for (day, again) in rebuilt.figures {
      let figures = try first.planner.dayRecord(day, context)
      try check(
        .dayFigures, exercised: figures.completionBasis > 0,
        again == figures,
        "the figures of \(day) differ after a rebuild")
      for device in alive.dropFirst() {
        try check(
          .dayFigures, exercised: figures.completionBasis > 0,
          try device.planner.dayRecord(day, context) == figures,
          "\(device.planned.name) has other figures for \(day) than \(first.planned.name)")
      }
    }
  }

  /// Looks whether the folder stays small: each log at most sixteen files for each of its levels,
  /// and a few kilobytes for each act.
  func checkFolderBound() throws {
    var files: [DeviceID: (count: Int, last: UInt64)] = [:]
    for path in storage.files.keys {
      guard let name = SegmentName(path.name) else { continue }
      let known = files[name.device] ?? (0, 0)
      files[name.device] = (known.count + 1, max(known.last, name.last))
    }
    for (device, log) in files.sorted(by: { $0.key < $1.key }) {
      var levels = 1
      var reach = log.last
      while reach >= 8 {
        reach /= 8
        levels += 1
      }
      try check(
        .folderBound, exercised: log.last >= 8, log.count <= 16 * levels,
        "the log of \(device) has \(log.count) files for \(log.last) change sets")
    }
    let bytes = storage.files.values.reduce(0) { $0 + $1.count }
    let most = 64_000 + 6_000 * (ledger.count + syncCount) * fleet.count
    try check(
      .folderBound, exercised: ledger.count > 10, bytes <= most,
      "the folder holds \(bytes) bytes after \(ledger.count) acts")
  }
}
