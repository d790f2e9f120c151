import ReplicaStore
import Testing

@testable import FolderSync

/// Which segments of one device are fetched; a segment is written `first-last:chain`.
@Suite struct PullPlanTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var what: String
    var applied: [String]
    var listed: [String]
    var seen: [String] = []
    var needed: [String]
    var shadowed: [String] = []
    var missing: UInt64?
    var testDescription: String { what }
  }

  private static func name(_ text: String) -> SegmentName? {
    let parts = text.split { $0 == "-" || $0 == ":" }
    guard parts.count == 3, let first = UInt64(parts[0]), let last = UInt64(parts[1]),
      let chain = Chain([UInt8](repeating: UInt8(parts[2], radix: 16) ?? 0, count: 16))
    else { return nil }
    return SegmentName(device: DeviceID(rawValue: 1), first: first, last: last, chain: chain)
  }

  private static func text(_ name: SegmentName) -> String {
    "\(name.first)-\(name.last):\(name.chain.prefix(2))"
  }

  static let cases = [
    Case(what: "nothing new", applied: ["1-1:aa"], listed: ["1-1:aa"], needed: []),
    Case(
      what: "what follows is taken in order", applied: ["1-1:aa"],
      listed: ["3-3:cc", "1-1:aa", "2-2:bb"], needed: ["2-2:bb", "3-3:cc"]),
    Case(
      what: "a merge that reaches further is taken whole", applied: ["1-1:aa"],
      listed: ["1-4:dd", "5-5:ee"], needed: ["1-4:dd", "5-5:ee"]),
    Case(
      what: "a merge of what was applied one by one is not fetched", applied: ["1-1:aa", "2-2:bb"],
      listed: ["1-2:bb"], needed: []),
    Case(
      what: "what a merge covers waits until next time", applied: [],
      listed: ["1-1:aa", "2-2:bb", "1-3:cc", "3-3:cc"], needed: ["1-3:cc"],
      shadowed: ["1-1:aa", "2-2:bb"]),
    Case(
      what: "what waited and is still there is fetched", applied: ["1-3:cc"],
      listed: ["1-3:cc", "2-2:bb"], seen: ["2-2:bb"], needed: ["2-2:bb"]),
    Case(
      what: "a gap stops there", applied: ["1-1:aa"], listed: ["1-1:aa", "3-3:cc"], needed: [],
      missing: 2),
    Case(
      what: "what lies before a gap is taken", applied: [], listed: ["1-1:aa", "3-3:cc"],
      needed: ["1-1:aa"], missing: 2),
    Case(
      what: "a known number with another chain is a twin's and is taken", applied: ["1-1:aa"],
      listed: ["1-1:aa", "1-1:ab"], needed: ["1-1:ab"]),
    Case(
      what: "both branches of a twin are taken", applied: ["1-1:aa"],
      listed: ["2-2:bb", "2-2:bc"], needed: ["2-2:bc", "2-2:bb"]),
  ]

  @Test(arguments: cases)
  func `the plan is`(_ example: Case) throws {
    let names = example.listed.compactMap(Self.name)
    let applied = Set(
      example.applied.compactMap(Self.name).map {
        PullPlan.Applied(number: $0.last, chain: $0.chain)
      })
    let seen = Set(example.seen.compactMap(Self.name).map(\.description))
    for order in [names, names.reversed()] {
      let plan = PullPlan(order, applied: applied, seenBefore: seen)
      #expect(plan.needed.map(Self.text) == example.needed)
      #expect(plan.shadowed.map(Self.text) == example.shadowed)
      #expect(plan.missing == example.missing)
    }
  }
}
