import FoundationEssentials

/// A plan that could not be read: what is wrong with it.
public struct PlanError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What, why and what to do next.
  public let message: String

  /// The message.
  public var description: String { message }
}

extension Plan {
  /// The plan as JSON, for a file that `jamaal-sim replay` takes.
  ///
  /// - Returns: Text of several lines, names in alphabetical order.
  public func jsonText() -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    // A plan holds whole numbers, texts and lists only, none of which can fail to be written.
    guard let data = try? encoder.encode(self) else { return "" }
    return String(decoding: data, as: UTF8.self)
  }

  /// Reads a plan.
  ///
  /// - Parameter json: What `jsonText` wrote, perhaps changed by hand.
  /// - Throws: `PlanError` if it is no plan, or one that no world can be made from.
  public init(json: [UInt8]) throws(PlanError) {
    do {
      self = try JSONDecoder().decode(Plan.self, from: Data(json))
    } catch {
      throw PlanError(message: "This is no plan that can be read: \(error)")
    }
    if let problem { throw PlanError(message: "This plan cannot be lived: \(problem).") }
    events.sort { $0 < $1 }
  }

  private var problem: String? {
    if format != Plan.format {
      return "its format is \(format), and this program reads \(Plan.format)"
    }
    if devices.isEmpty || devices[0].isClone {
      return "its first device must be there from the start"
    }
    if devices.count > 16 { return "it has more than 16 devices" }
    if !(0...360).contains(rolloverMinute) { return "its rolloverMinute is not 0 to 360" }
    // From 2001 to 2100: no arithmetic on such a time overflows.
    let plausible: ClosedRange<Int64> = 978_307_200_000...4_102_444_800_000
    if !plausible.contains(startMillis) || events.contains(where: { !plausible.contains($0.at) }) {
      return "a time in it is not between 2001 and 2100"
    }
    if let event = events.first(where: { !devices.indices.contains($0.device) }) {
      return "an event names device \(event.device), which it does not have"
    }
    let week = 7 * PlanMaker.day
    if let device = devices.first(where: { !(-week...week).contains($0.skewMillis) }) {
      return "the clock of \(device.name) is more than a week off"
    }
    if let device = devices.first(where: { World.knownZone($0.zone) == nil }) {
      return "the zone '\(device.zone)' is no POSIX rule"
    }
    for event in events {
      if case .travel(let zone) = event.action, World.knownZone(zone) == nil {
        return "the zone '\(zone)' is no POSIX rule"
      }
      if case .module(let act) = event.action, Alphabet.module(act.module) == nil {
        return "there is no module '\(act.module)'"
      }
    }
    return nil
  }
}
