import JamaalCore
import Testing

@Suite struct TaskRulesTests {
  private static let daily = RepeatRule(kind: .daily)

  @Test(arguments: [
    (Importance.low, RepeatRule.none, true), (.medium, .none, false), (.high, .none, false),
    (.low, daily, false), (.unknown("new"), .none, true),
    (.low, RepeatRule(kind: .unknown("yearly")), true),
  ])
  func `only a low task that does not repeat may be parked`(
    importance: Importance, repeats: RepeatRule, isOpen: Bool
  ) {
    #expect(TaskRules.mayBeSomeday(importance: importance, repeats: repeats) == isOpen)
    let violations = TaskRules.violations(due: nil, importance: importance, repeats: repeats)
    #expect(violations.isEmpty == isOpen)
    #expect(
      TaskRules.normalisedDue(nil, importance: importance, repeats: repeats, today: date(4))
        == (isOpen ? nil : date(4)))
    #expect(
      TaskRules.normalisedDue(date(9), importance: importance, repeats: repeats, today: date(4))
        == date(9))
  }

  @Test func `every broken rule is named`() {
    #expect(
      TaskRules.violations(due: nil, importance: .high, repeats: Self.daily)
        == [.importantWithoutDay, .repeatingWithoutDay])
    #expect(TaskRules.violations(due: date(1), importance: .high, repeats: Self.daily).isEmpty)
  }

  @Test(
    arguments: [
      (Importance.high, nil, 7), (.medium, nil, 7), (.low, nil, nil), (.high, 3, nil),
    ] as [(Importance, Int?, Int?)])
  func `raising an undated task fills in the day being planned`(
    importance: Importance, due: Int?, filled: Int?
  ) {
    #expect(
      TaskRules.dueToFillIn(
        raisingTo: importance, due: due.map(date), plannedDay: date(7)) == filled.map(date))
  }
}
