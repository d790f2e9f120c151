import ReplicaStore

/// A place in a device's log: a number, and the chain there, which tells apart what two branches of
/// a forked log have under that number.
struct LogPlace: Hashable {
  var device: DeviceID
  var number: UInt64
  /// The first half of the chain, as in file names.
  var chain: String
}

extension LogPlace {
  init(_ applied: Replica.Applied) {
    self.init(device: applied.device, number: applied.number, chain: applied.chain.prefix)
  }

  /// Where a file ends.
  init(endOf name: SegmentName) {
    self.init(device: name.device, number: name.last, chain: name.chain)
  }

  /// Reads what `description` writes.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-")
    guard parts.count == 3, let device = DeviceID(parts[0]), let number = UInt64(parts[1]) else {
      return nil
    }
    self.init(device: device, number: number, chain: String(parts[2]))
  }
}

extension LogPlace: CustomStringConvertible {
  /// Device, number and chain with hyphens between.
  var description: String { "\(device)-\(number)-\(chain)" }
}
