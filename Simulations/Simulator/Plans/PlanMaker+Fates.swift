extension PlanMaker {
  /// Adds the rare fates that this world drew.
  mutating func addFates() {
    for fate in Habits.Fate.allCases where habits.fates.contains(fate) {
      switch fate {
      case .travels: addJourneys()
      case .freezes: addStandstill()
      case .year1970: addClockSetting(-56 * 365 * Self.day)
      case .year2099:
        let device = addClockSetting(73 * 365 * Self.day)
        // At times its owner begins anew, and nobody has the name any more that wrote in 2099.
        if dice.chance(30) { add(.reinstall, on: device, at: endMillis - Self.hour) }
      case .dayJump: addClockSetting(dice.pick([-23, -12, 12, 23]) * Self.hour)
      case .reinstalls: add(.reinstall, on: anyDevice(), at: anyTime())
      case .folderRestored:
        // At times before anybody had sent anything.
        let early = dice.chance(30) ? plan.startMillis + 5 * Self.minute : nil
        addPair(.backUp, .restore, firstAt: early)
      case .folderEmptied: add(.folder(.empty), on: 0, at: anyTime())
      case .folderReplaced: addPair(.replace, .giveBack)
      case .copies:
        for _ in 0..<3 { add(.folder(.conflictedCopies), on: 0, at: anyTime()) }
      case .asleepForAYear: addLateMeeting()
      case .disk: addDiskFaults()
      case .deletions: addDeletions()
      case .newerVersion: addDowngrade()
      case .fastClock, .prayers: break
      }
    }
  }

  /// Two people meet, part, and act on the same thing of a module before they meet again.
  mutating func addModuleRaces() {
    let modules = Alphabet.modules.filter { habits.modules.contains($0.name) }
    guard !modules.isEmpty else { return }
    for _ in 0..<dice.below(4) {
      let module = dice.pick(modules)
      let first = anyDevice()
      let second = anyDevice()
      guard first != second else { continue }
      let at = anyTime()
      let subject = module.draw(&dice).subject
      func draw(_ dice: inout Dice) -> PlannedAction {
        var act = module.draw(&dice)
        act.subject = subject
        return .module(act)
      }
      for number in 0..<2 as Range<Int64> {
        add(draw(&dice), on: first, at: at + number * Self.minute)
      }
      add(syncs(), on: first, at: at + 3 * Self.minute)
      add(syncs(), on: second, at: at + 4 * Self.minute)
      for device in [first, second] {
        for _ in 0..<dice.within(1...4) {
          add(draw(&dice), on: device, at: at + Int64(dice.within(5...240)) * Self.minute)
        }
      }
    }
  }

  private mutating func anyDevice() -> Int {
    let devices = plan.devices.indices.filter { !plan.devices[$0].isClone }
    return dice.pick(devices)
  }

  private var endMillis: Int64 { plan.startMillis + Int64(plan.days) * Self.day }

  /// Some time after everybody has heard of the first tasks.
  private mutating func anyTime() -> Int64 {
    plan.startMillis + Int64(dice.within(2...max(3, plan.days * 24 - 2))) * Self.hour
      + Int64(dice.below(3600)) * 1000
  }

  private mutating func addJourneys() {
    let device = anyDevice()
    for _ in 0..<dice.within(1...3) {
      let at = anyTime()
      var zone = dice.pick(["<-11>11", "<+14>-14", "JST-9", "UTC", "EST5EDT,M3.2.0,M11.1.0"])
      if dice.chance(30) {
        // From one side of the date line to the other, more than a day at once.
        add(.travel(zone: "<-11>11"), on: device, at: at - Self.hour)
        zone = "<+14>-14"
      }
      add(.travel(zone: zone), on: device, at: at)
      for _ in 0..<3 {
        add(act(), on: device, at: at + Int64(dice.within(1...180)) * Self.minute)
      }
      add(.tick, on: device, at: at + Int64(dice.within(0...20)) * Self.minute)
    }
  }

  private mutating func addStandstill() {
    let device = anyDevice()
    let at = anyTime()
    add(.freezeClock(true), on: device, at: at)
    add(act(), on: device, at: at + Self.hour)
    add(act(), on: device, at: at + 2 * Self.hour)
    add(.freezeClock(false), on: device, at: at + Int64(dice.within(3...40)) * Self.hour)
  }

  /// Sets a clock far off for a while, lets its owner act by it, and sets it right again.
  @discardableResult
  private mutating func addClockSetting(_ aheadMillis: Int64) -> Int {
    let device = anyDevice()
    let at = anyTime()
    add(.setClock(aheadMillis: aheadMillis), on: device, at: at)
    for number in 1...3 { add(act(), on: device, at: at + Int64(number) * Self.minute) }
    if dice.chance(60) { add(syncs(), on: device, at: at + 5 * Self.minute) }
    add(
      .setClock(aheadMillis: 0), on: device,
      at: at + Int64(dice.within(10...300)) * Self.minute)
    return device
  }

  private mutating func addPair(
    _ first: FolderFate, _ second: FolderFate, firstAt: Int64? = nil
  ) {
    let times = [firstAt ?? anyTime(), anyTime()].sorted()
    add(.folder(first), on: 0, at: times[0])
    add(.folder(second), on: 0, at: times[1] + Self.minute)
  }

  /// Whoever has a newer version goes back to today's, and perhaps forward again.
  private mutating func addDowngrade() {
    guard let device = plan.devices.firstIndex(where: \.isNewer), dice.chance(40) else { return }
    let times = [anyTime(), anyTime()].sorted()
    add(.install(isNewer: false), on: device, at: times[0])
    if dice.chance(50) { add(.install(isNewer: true), on: device, at: times[1] + Self.minute) }
  }

  /// Everybody sleeps for more than a year, wakes up, acts, and only then meets.
  private mutating func addLateMeeting() {
    let morning = plan.startMillis + Int64(plan.days + 400) * Self.day
    for device in plan.devices.indices where !plan.devices[device].isClone {
      let at = morning + Int64(device) * Self.hour
      add(.tick, on: device, at: at, isLate: true)
      add(act(), on: device, at: at + Self.minute, isLate: true)
      add(syncs(), on: device, at: at + 2 * Self.minute, isLate: true)
    }
  }

  private mutating func addDiskFaults() {
    for device in plan.devices.indices where plan.devices[device].hasDisk {
      for _ in 0..<dice.within(1...3) {
        let fate = dice.pick(DiskFate.allCases)
        let at = anyTime()
        add(.disk(fate, after: dice.within(0...12)), on: device, at: at)
        add(act(), on: device, at: at + 1000)
        add(syncs(), on: device, at: at + 2000)
        add(act(), on: device, at: at + 3000)
      }
    }
  }

  /// Somebody deletes everything and begins again, while others have said what nobody has heard yet.
  private mutating func addDeletions() {
    for _ in 0..<(dice.chance(30) ? 2 : 1) {
      let device = anyDevice()
      let at = anyTime()
      for other in plan.devices.indices where other != device && dice.chance(60) {
        add(act(on: 0), on: other, at: at - Int64(dice.within(1...50)) * Self.minute)
      }
      add(.module(ResetActs.act), on: device, at: at)
      for task in 0...dice.below(2) {
        add(newTask(task), on: device, at: at + Int64(task + 1) * Self.minute)
      }
      add(act(on: 0), on: device, at: at + Int64(dice.within(3...9)) * Self.minute)
      if dice.chance(60) { add(syncs(), on: device, at: at + 10 * Self.minute) }
    }
  }

  private mutating func syncs() -> PlannedAction { .sync(seed: dice.next(), killedAtCall: nil) }
}
