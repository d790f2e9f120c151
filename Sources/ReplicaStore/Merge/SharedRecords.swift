/// Records that somebody else wrote to, and what hangs together with them.
///
/// A transaction is kept whole or not at all, and so is a record: what one transaction wrote to a
/// record of others and to one of its own goes together, and so does what else was written there.
extension DecodedChangeSet {
  private struct Place: Hashable {
    var block: Int
    var record: Int
  }

  /// Takes away the records that others than one replica wrote to, and all that hang together with
  /// them.
  ///
  /// - Parameter authors: The ids of that replica, each with the last clock that it has stamped.
  /// - Returns: How many records were taken away.
  mutating func removeShared(by authors: [DeviceID: HybridTime]) -> Int {
    let until = devices.map { authors[DeviceID(rawValue: $0)]?.rawValue }
    var written: [UInt64: [Place]] = [:]
    var clocks: [Place: [UInt64]] = [:]
    var rest: [Place] = []
    for block in blocks.indices {
      for record in blocks[block].ids.indices {
        let place = Place(block: block, record: record)
        var isShared = false
        blocks[block].forEachStamp(of: record) { clock, device in
          if let until = until[device], clock <= until {
            written[clock, default: []].append(place)
            clocks[place, default: []].append(clock)
          } else if devices[device] != DeviceID.none.rawValue {
            isShared = true
          }
        }
        if isShared { rest.append(place) }
      }
    }
    var shared = Set(rest)
    while let place = rest.popLast() {
      for clock in clocks[place] ?? [] {
        for other in written[clock] ?? [] where shared.insert(other).inserted {
          rest.append(other)
        }
      }
    }
    for block in blocks.indices {
      let removed = Set(shared.filter { $0.block == block }.map(\.record))
      guard !removed.isEmpty else { continue }
      blocks[block].removeStamps { record, _, _ in removed.contains(record) }
    }
    return shared.count
  }
}

extension RecordBlock {
  /// Every stamp of a record, its versions and its increments; devices by their place.
  fileprivate func forEachStamp(of record: Int, _ body: (UInt64, Int) -> Void) {
    if covered[record] != 0 { body(clocks[record], Int(devices[record])) }
    for exception in exceptions[record] { body(exception.clock, exception.device) }
    for increment in increments[record] { body(increment.clock, increment.device) }
    for list in versions {
      for version in list[record] { body(version.clock, version.device) }
    }
  }
}
