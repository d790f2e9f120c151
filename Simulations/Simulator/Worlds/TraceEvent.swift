import JamaalCore
import ReplicaStore

/// One thing that happened in a world, as a picture of it needs it.
public struct TraceEvent: Codable, Hashable, Sendable {
  /// What sort of thing.
  public enum Kind: String, Codable, Hashable, Sendable {
    /// A person did something, and the device acknowledged it.
    case act
    /// A person tried something, and it was refused.
    case refused
    /// A day ended for the device.
    case dayEnds
    /// The device met the folder.
    case sync
    /// Something befell the device or the folder.
    case fault
    /// The fleet is left alone and heals.
    case heal
    /// Where everybody is in the end.
    case end
    /// Something did not hold.
    case violation
  }

  /// What sort of thing.
  public var kind: Kind
  /// The true time, in Unix milliseconds.
  public var at: Int64
  /// Where; `nil` for everybody.
  public var device: Int?
  /// The date on the device's calendar.
  public var date: String
  /// The time on the device's clock, hours and minutes.
  public var time: String
  /// What people would say about it.
  public var text: String
  /// The number of the act, from 1.
  public var act: Int?
  /// Acts that the folder got with it.
  public var pushed: [Int] = []
  /// Acts that the device got to know with it.
  public var pulled: [Int] = []
  /// How many change sets went up and how many files came down.
  public var moved: [Int] = [0, 0]
  /// What went wrong with it.
  public var faults: [String] = []
  /// For the end: the digest of each device.
  public var digests: [String] = []
}

extension World {
  /// Notes something for the picture; only if the world was told to tell.
  func trace(
    _ kind: TraceEvent.Kind, _ device: SimulatedDevice?, _ text: @autoclosure () -> String,
    act: Int? = nil, change: (inout TraceEvent) -> Void = { _ in }
  ) {
    guard tells else { return }
    let zone = device?.zone ?? World.zone(plan.devices[0].zone)
    let local = zone.localTime(at: device?.now ?? .init(millis: trueMillis))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    var event = TraceEvent(
      kind: kind, at: trueMillis, device: device?.index, date: "\(local.date)",
      time: "\(two(local.secondOfDay / 3600)):\(two(local.secondOfDay / 60 % 60))", text: text(),
      act: act.map { $0 + 1 })
    change(&event)
    traceEvents.append(event)
  }

  /// The acts, numbered from 1, that a device knows all of.
  func knownActs(_ device: SimulatedDevice) -> Set<Int> {
    guard tells else { return [] }
    var reader = EvidenceReader(device.replica)
    var known: Set<Int> = []
    for (index, act) in ledger.enumerated() where !act.evidence.isEmpty {
      // A replica that cannot be read shows no arrows; what is wrong with it is told elsewhere.
      if (try? reader.count(of: act)) == act.evidence.count { known.insert(index + 1) }
    }
    return known
  }

  /// Names an act that somebody does not know of, where a failure named none.
  func locating(_ violation: Violation) -> Violation {
    guard violation.invariant == .convergence || violation.invariant == .durability else {
      return violation
    }
    for device in alive {
      let known = knownActs(device)
      for (index, act) in ledger.enumerated() where !act.isForgiven && !act.evidence.isEmpty {
        if known.contains(index + 1) { continue }
        return Violation(
          violation.invariant,
          "\(device.planned.name) does not have \(index + 1), “\(act.kind.picture(act.task))”",
          act: index)
      }
    }
    return violation
  }

  /// Draws where everybody is in the end.
  func traceEnd() {
    trace(.end, nil, "Everybody is equal.") { event in
      event.digests = fleet.map { device in
        device.map { String("\($0.replica.digest)".prefix(6)) } ?? ""
      }
      let alive = Set(event.digests.filter { !$0.isEmpty })
      if alive.count > 1 { event.text = "They are not equal." }
    }
  }
}
