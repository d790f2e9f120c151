import JamaalCore
import Testing

@Suite("A time of day")
struct WallClockTests {
  @Test func `has one text for each minute`() {
    for minute in 0..<1440 {
      let clock = WallClock(minuteOfDay: minute)
      #expect(clock == WallClock(hour: minute / 60, minute: minute % 60))
      #expect(clock.map(\.description).flatMap(WallClock.init) == clock)
    }
    #expect(WallClock(hour: 7, minute: 5)?.description == "07:05")
  }

  @Test(arguments: [
    "", "7:30", "07:3", "24:00", "23:60", "-1:00", "07.30", "0730", "07:30:00", " 07:30", "07:30 ",
    "aa:bb",
  ])
  func `reads nothing but HH:mm`(text: String) {
    #expect(WallClock(text) == nil)
  }

  @Test(arguments: [-1, 1440, Int.min, Int.max])
  func `exists from 00:00 to 23:59 only`(minute: Int) {
    #expect(WallClock(minuteOfDay: minute) == nil)
  }

  @Test(arguments: [(-1, 0), (24, 0), (0, -1), (0, 60)])
  func `has hours to 23 and minutes to 59`(hour: Int, minute: Int) {
    #expect(WallClock(hour: hour, minute: minute) == nil)
  }
}
