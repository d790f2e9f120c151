import JamaalCore
import ReplicaStore
import Testing

@Suite struct TodayRulesTests {
  private static func id(_ number: UInt64) -> RecordID { RecordID(high: 3, low: number) }

  @Test(
    arguments: [
      (1, [1, 2], true), (2, [1, 2], true), (3, [1, 2], false), (1, [], false),
    ] as [(UInt64, [UInt64], Bool)])
  func `a filter shows the tasks of its label, whichever record they point at`(
    picked: UInt64, members: [UInt64], shows: Bool
  ) {
    let filter = TodayTaskFilter(Self.id(picked), on: date(0))
    #expect(filter.shows(members: members.map(Self.id)) == shows)
  }

  @Test func `a filter is gone when its day is over`() {
    let filter = TodayTaskFilter(Self.id(1), on: date(0))
    #expect(filter.isValid(on: date(0)) && !filter.isValid(on: date(1)))
  }

  @Test func `picking the same label again clears the filter`() {
    let family = [Self.id(1), Self.id(2)]
    let picked = TodayTaskFilter.picking(family, current: nil, on: date(0))
    #expect(picked == TodayTaskFilter(Self.id(1), on: date(0)))
    #expect(TodayTaskFilter.picking(family, current: picked, on: date(0)) == nil)
    // The label has been joined with another since.
    #expect(TodayTaskFilter.picking(family.reversed(), current: picked, on: date(0)) == nil)
    let work = TodayTaskFilter.picking([Self.id(9)], current: picked, on: date(0))
    #expect(work == TodayTaskFilter(Self.id(9), on: date(0)))
    // Yesterday's filter is no filter.
    let next = TodayTaskFilter.picking(family, current: picked, on: date(1))
    #expect(next == TodayTaskFilter(Self.id(1), on: date(1)))
    #expect(TodayTaskFilter.picking([], current: picked, on: date(0)) == nil)
  }

  @Test(arguments: [
    (DayItems(), DayOutlook.blank), (DayItems(tasksLeft: 1), .usual),
    (DayItems(anchorsLeft: 1, anchors: 1), .usual), (DayItems(habitsLeft: 1, habits: 3), .usual),
    (DayItems(tasksDone: 1), .allDone), (DayItems(anchors: 2), .allDone),
    (DayItems(habits: 2), .allDone),
    // What the level hides does not count against the day, but is something.
    (DayItems(tasksHidden: 2), .allDone), (DayItems(tasksHidden: 2, tasksDone: 1), .allDone),
    (DayItems(tasksHidden: 2, anchorsLeft: 1, anchors: 1), .usual),
  ])
  func `a day is blank, all done or like any other`(items: DayItems, outlook: DayOutlook) {
    #expect(items.outlook == outlook)
  }
}
