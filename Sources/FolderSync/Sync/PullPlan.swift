import ReplicaStore

/// Which segments of one device to fetch, in order, and what is missing between them.
struct PullPlan: Equatable {
  /// To fetch and apply, in this order.
  var needed: [SegmentName] = []
  /// Names inside the range of something better; fetched only if they are still there next time.
  var shadowed: [SegmentName] = []
  /// The first number that is missing, if later ones are there.
  var missing: UInt64?

  /// What was applied of a device's log: a number with the chain it was applied with.
  struct Applied: Hashable {
    var number: UInt64
    var chain: String
  }

  init() {}

  /// Plans the segments of one device.
  ///
  /// From what was applied last, the segment that reaches furthest is taken, then the next. A known
  /// number with another chain is a twin's and is taken like any other. The rest lies inside what
  /// was taken: merged meanwhile, or a twin's that only time can tell. A hole is passed over up to
  /// the number at which a person has retired the device.
  ///
  /// - Parameters:
  ///   - names: The files of the device.
  ///   - applied: The latest that was applied of it, and all that ends where one of the files does.
  ///   - seenBefore: What was passed over in the last sync.
  ///   - retiredThrough: Up to where holes are passed over.
  init(
    _ names: [SegmentName], applied: Set<Applied>, seenBefore: Set<String>,
    retiredThrough: UInt64 = 0
  ) {
    var rest = names.filter { !applied.contains(Applied(number: $0.last, chain: $0.chain)) }
    var cursor = applied.map(\.number).max() ?? 0
    while true {
      if let best = Self.furthest(rest, from: cursor) {
        needed.append(best)
        // Another file that ends at the same chain holds the same news.
        rest.removeAll { $0.last == best.last && $0.chain == best.chain }
        cursor = best.last
      } else if let next = rest.map(\.first).filter({ $0 > cursor + 1 }).min(),
        next <= retiredThrough
      {
        cursor = next - 1
      } else {
        break
      }
    }
    let known = Set(applied.map(\.number)).union(needed.map(\.last))
    for name in rest.sorted(by: { ($0.first, $0.last, $0.chain) < ($1.first, $1.last, $1.chain) }) {
      if name.last > cursor {
        missing = min(missing ?? .max, cursor + 1)
      } else if known.contains(name.last) || seenBefore.contains(name.description) {
        needed.append(name)
      } else {
        shadowed.append(name)
      }
    }
  }

  private static func furthest(_ names: [SegmentName], from cursor: UInt64) -> SegmentName? {
    names.filter { $0.first <= cursor + 1 && $0.last > cursor }
      .max { ($0.last, $0.first, $0.chain) < ($1.last, $1.first, $1.chain) }
  }
}
