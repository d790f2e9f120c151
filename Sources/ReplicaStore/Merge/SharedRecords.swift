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
  /// - Parameters:
  ///   - authors: The ids of that replica. A copy of it may have written under one as well.
  ///   - own: The records that it wrote to itself, by their types.
  /// - Returns: How many records were taken away.
  mutating func removeShared(
    by authors: Set<DeviceID>, in own: [String: Set<RecordID>]
  ) -> Int {
    let isAuthor = devices.map { authors.contains(DeviceID(rawValue: $0)) }
    var written: [UInt64: [Place]] = [:]
    var clocks: [Place: [UInt64]] = [:]
    var rest: [Place] = []
    for block in blocks.indices {
      let own = own[blocks[block].name] ?? []
      for record in blocks[block].ids.indices {
        let isOwn = own.contains(blocks[block].ids[record])
        let place = Place(block: block, record: record)
        var isShared = false
        blocks[block].forEachStamp(of: record) { clock, device in
          if isAuthor[device] {
            if !isOwn { isShared = true }
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
