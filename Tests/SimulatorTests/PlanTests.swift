import Simulator
import Testing

@Suite struct PlanTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a plan comes back from its text as it was, and lives the same`(seed: UInt64) throws {
    let plan = Plan(seed: seed)
    let read = try Plan(json: Array(plan.jsonText().utf8))
    #expect(read == plan)
    #expect(read.jsonText() == plan.jsonText())
    guard seed <= 2 else { return }
    #expect(World(read).run().stepDigest == World(plan).run().stepDigest)
  }

  @Test func `events come in the order of time, device and sequence`() {
    for seed in 1...40 as ClosedRange<UInt64> {
      let events = Plan(seed: seed).events
      for (left, right) in zip(events, events.dropFirst()) {
        #expect(
          (left.at, left.device, left.sequence) < (right.at, right.device, right.sequence),
          "seed \(seed)")
      }
    }
  }

  @Test(arguments: [
    ("", "no plan"), ("[]", "no plan"), ("{\"format\": 1}", "no plan"),
    ("{\"seed\": \"x\"", "no plan"),
  ])
  func `what is no plan is refused with words`(text: String, words: String) {
    let error = #expect(throws: PlanError.self) { try Plan(json: Array(text.utf8)) }
    #expect(error?.message.contains(words) == true)
  }

  @Test func `a plan that no world can be made from is refused with the reason`() throws {
    func refusal(_ change: (inout Plan) -> Void) -> String? {
      var plan = Plan(seed: 3)
      change(&plan)
      let error = #expect(throws: PlanError.self) { try Plan(json: Array(plan.jsonText().utf8)) }
      return error?.message
    }
    #expect(refusal { $0.format = 1 }?.contains("format is 1") == true)
    #expect(refusal { $0.devices = [] }?.contains("first device") == true)
    #expect(refusal { $0.devices[0].zone = "Nowhere/Land" }?.contains("Nowhere/Land") == true)
    #expect(refusal { $0.devices[0].skewMillis = .max }?.contains("clock") == true)
    #expect(refusal { $0.events[0].device = 9 }?.contains("device 9") == true)
    #expect(refusal { $0.events[0].at = .max }?.contains("2100") == true)
    #expect(refusal { $0.startMillis = .min }?.contains("2100") == true)
    #expect(refusal { $0.rolloverMinute = 1000 }?.contains("rolloverMinute") == true)
  }
}
