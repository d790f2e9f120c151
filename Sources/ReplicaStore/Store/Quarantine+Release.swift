import SQLite

extension Replica {
  /// Takes in what was set aside as too far in the future and no longer is, under its own stamps.
  ///
  /// A replica that reads the same change sets only now believes them; so must one that read them
  /// too early, or the two would differ for good. It also heals a device that synced while its own
  /// clock stood far in the past, and set aside what everybody else wrote.
  ///
  /// - Returns: How many values were taken in.
  /// - Throws: `ReplicaError`.
  @discardableResult
  public func takeInArrived() throws -> Int {
    let limit = environment.driftGuard.limit(nowMillis: environment.nowMillis())
    // What this version does not know is then kept for the one that does.
    guard try quarantined().contains(where: { $0.earliest <= limit }) else { return 0 }
    var entries = ChangeEntries()
    let count = try writing {
      let cells = try ForeignCells.load(.quarantined, in: database).filter {
        $0.clock <= limit.rawValue && !isDescribedOtherwise($0)
      }
      guard let latest = cells.map(\.clock).max() else { return 0 }
      let accepted = cells.map { cell in
        var cell = cell
        cell.reason = .unknown
        return cell
      }
      entries = try merge(accepted).entries
      for cell in cells { try ForeignCells.remove(cell, in: database) }
      var clock = HybridLogicalClock(latest: state.clock)
      clock.observe(HybridTime(rawValue: latest))
      state.clock = clock.latest
      try log(entries, isLocal: false)
      return cells.count
    }
    notify(entries, isLocal: false)
    return count
  }
}
