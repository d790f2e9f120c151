import JamaalCore

extension Plan {
  /// Draws a plan from a seed.
  ///
  /// Every world draws its own subset of zones, habits and faults, since a world in which everything
  /// goes wrong at once hides what goes wrong when only two things do.
  ///
  /// - Parameter seed: The same seed gives the same plan.
  public init(seed: UInt64) {
    var maker = PlanMaker(seed: seed)
    self = maker.make()
  }
}

/// Draws one plan.
struct PlanMaker {
  var dice: Dice
  var plan: Plan
  var habits: Habits
  private var sequence = 0

  static let minute: Int64 = 60_000
  static let hour: Int64 = 60 * minute
  static let day: Int64 = 24 * hour

  init(seed: UInt64) {
    dice = Dice(seed: Dice.mixed(seed &+ 0x5EED))
    habits = Habits(&dice)
    plan = Plan(
      seed: seed, startMillis: 0, days: habits.days, rolloverMinute: 0, devices: [],
      weather: .fair, events: [])
  }

  mutating func make() -> Plan {
    choosePlaces()
    plan.weather = weather()
    begin()
    for device in plan.devices.indices where !plan.devices[device].isClone {
      live(device)
    }
    if habits.haveTwins { addTwins() }
    if habits.haveMeetings { addMeetings() }
    addModuleRaces()
    if habits.haveClone { addClone() }
    addFates()
    plan.events.sort { $0 < $1 }
    return plan
  }

  mutating func add(
    _ action: PlannedAction, on device: Int, at: Int64, isLate: Bool = false
  ) {
    let end = plan.startMillis + Int64(plan.days) * Self.day
    guard at <= end || isLate else { return }
    plan.events.append(PlannedEvent(at: at, device: device, sequence: sequence, action: action))
    sequence += 1
  }

  // MARK: Places and weather

  private mutating func choosePlaces() {
    var rule = dice.pick(PlannedZone.steady)
    // 12:00 of 2 March 2026 there.
    var noon = 1_772_452_800 - Int64(World.zone(rule).offsetSeconds(at: Instant(millis: 0)))
    var rollovers = [0, 0, 60, 180, 180, 240, 360]
    if habits.changesClocks {
      let place = dice.pick(PlannedZone.changing)
      rule = place.rule
      rollovers = place.rollovers
      noon = dice.pick(place.changes) - Int64(habits.days / 2) * 86_400
    }
    if habits.fates.contains(.prayers) {
      rule = PlannedZone.london
      // A noon of 10 July to 8 August 2026, when the end of twilight crosses midnight.
      noon = 1_783_684_800 + Int64(dice.below(30)) * 86_400
      rollovers = [0, 0, 60]
    }
    plan.startMillis = noon * 1000
    plan.rolloverMinute = dice.pick(rollovers)
    let other = habits.haveTwoZones ? dice.pick(PlannedZone.steady) : rule
    let names = ["phone", "laptop", "desktop", "tablet"]
    for index in 0..<habits.deviceCount {
      plan.devices.append(
        PlannedDevice(
          name: names[index], seed: dice.next(), zone: index % 2 == 0 ? rule : other,
          skewMillis: habits.areClocksExact ? 0 : Int64(dice.within(-90_000...90_000))))
    }
    if habits.fates.contains(.fastClock) {
      plan.devices[dice.below(plan.devices.count)].fastPerMille = 10
    }
    if habits.fates.contains(.newerVersion) {
      plan.devices[dice.below(plan.devices.count)].isNewer = true
    }
    if habits.fates.contains(.disk) {
      for index in plan.devices.indices { plan.devices[index].hasDisk = dice.chance(70) }
    }
  }

  private mutating func weather() -> Weather {
    var weather = Weather.fair
    guard !dice.chance(12) else { return weather }
    for way in Weather.ways where dice.chance(40) {
      weather[keyPath: way] = dice.pick([10, 30, 80, 150])
    }
    if dice.chance(20) { weather.tags = dice.pick([.missing, .stuck]) }
    return weather
  }

  // MARK: What everybody starts with

  /// Tasks made at noon of the first day, and everybody hears of them.
  private mutating func begin() {
    for task in 0..<habits.taskCount {
      let at = plan.startMillis + Int64(task + 1) * Self.minute
      add(newTask(task), on: 0, at: at)
    }
    for round in 0..<2 {
      for device in plan.devices.indices {
        let at = plan.startMillis + Int64(20 + 10 * round + device) * Self.minute
        add(.sync(seed: dice.next(), killedAtCall: nil), on: device, at: at)
      }
    }
  }

  mutating func newTask(_ task: Int) -> PlannedAction {
    let due = dice.pick([0, 0, 0, 1, 2, nil])
    let importance = due == nil ? .low : dice.pick(PlannedImportance.allCases)
    return .add(task: task, due: due, importance: importance)
  }

  // MARK: One device's life

  private mutating func live(_ device: Int) {
    let start = plan.startMillis + Self.hour
    let awake = stretchesAwake(from: start)
    let rules = World.zone(plan.devices[device].zone)
    for day in 0...plan.days {
      let noon = Instant(millis: plan.startMillis + Int64(day) * Self.day)
      let date = rules.localTime(at: noon).date + 1
      let minutes = dice.chance(habits.otherRolloverPercent) ? habits.otherRollover : nil
      let ends = DayBoundary(rolloverMinute: minutes ?? plan.rolloverMinute)
      let boundary = ends.start(of: date, in: rules).millis - plan.devices[device].skewMillis
      for (at, action) in night(around: boundary) + daytime(from: noon.millis)
      where at >= start && awake.contains(where: { $0.contains(at) }) {
        add(action, on: device, at: at)
      }
    }
  }

  private mutating func stretchesAwake(from start: Int64) -> [Range<Int64>] {
    let end = plan.startMillis + Int64(plan.days) * Self.day + 1
    guard dice.chance(habits.sleepPercent) else { return [start..<end] }
    let asleep = start + Int64(dice.below(max(1, plan.days / 2) * 24)) * Self.hour
    let longest = habits.hasLongSleep ? 11 * 24 : 60
    let hours = habits.hasLongSleep && dice.chance(50) ? 10 * 24 + 3 : dice.within(6...longest)
    let awake = asleep + Int64(hours) * Self.hour
    return [start..<asleep, min(awake, end)..<end]
  }

  /// What happens in the two minutes before and after a day's end, and around them.
  private mutating func night(around boundary: Int64) -> [(Int64, PlannedAction)] {
    var events: [(Int64, PlannedAction)] = []
    for _ in 0..<dice.within(0...habits.nightActs) {
      events.append((boundary + Int64(dice.within(-120_000...120_000)), act()))
    }
    if dice.chance(60) {
      events.append((boundary + Int64(dice.within(0...300_000)), .tick))
    }
    if dice.chance(habits.syncPercent) {
      events.append((boundary + Int64(dice.within(-300_000...300_000)), sync()))
    }
    if habits.setClocks, dice.chance(15) {
      let minutes = dice.pick([-180, -60, -10, 10, 60, 120])
      let at = boundary + Int64(dice.within(-60_000...60_000))
      events.append((at, .setClock(aheadMillis: Int64(minutes) * Self.minute)))
      events.append((at + Int64(dice.within(5...500)) * Self.minute, .setClock(aheadMillis: 0)))
    }
    return events
  }

  private mutating func daytime(from noon: Int64) -> [(Int64, PlannedAction)] {
    func later(_ dice: inout Dice) -> Int64 { noon + Int64(dice.below(24 * 3600)) * 1000 }
    var events: [(Int64, PlannedAction)] = []
    if dice.chance(35) { events.append((later(&dice), act())) }
    if dice.chance(30) { events.append((later(&dice), .tick)) }
    for _ in 0..<2 where dice.chance(habits.syncPercent) { events.append((later(&dice), sync())) }
    if habits.kills, dice.chance(15) { events.append((later(&dice), .kill)) }
    if habits.restores {
      if dice.chance(20) { events.append((later(&dice), .backUp)) }
      if dice.chance(8) { events.append((later(&dice), .restore)) }
    }
    if dice.chance(habits.otherRolloverPercent / 3) {
      let minute = dice.pick([habits.otherRollover, plan.rolloverMinute])
      events.append((noon + Int64(dice.below(6)) * Self.hour, .rollover(minute: minute)))
    }
    return events
  }

  private mutating func sync() -> PlannedAction {
    let killed = habits.killsSyncs && dice.chance(15) ? dice.within(1...6) : nil
    return .sync(seed: dice.next(), killedAtCall: killed)
  }

  // MARK: Races made on purpose

  /// Two people do different things to one task at the very same time of their clocks.
  private mutating func addTwins() {
    let acts = plan.events.filter { $0.action.task != nil }
    for event in acts where dice.chance(12) {
      let others = plan.devices.indices.filter { $0 != event.device && !plan.devices[$0].isClone }
      let other = dice.pick(others)
      let change = plan.devices[event.device].skewMillis - plan.devices[other].skewMillis
      guard let task = event.action.task else { continue }
      var action = act(on: task)
      if case .retitle = event.action { action = .retitle(task: task, number: dice.below(100)) }
      if dice.chance(40) { action = event.action.twin ?? action }
      add(action, on: other, at: event.at + change)
    }
  }

  /// Somebody acts on one device, it syncs, another one syncs, and the act is answered there, all
  /// within seconds: faster than the clocks of the two agree.
  private mutating func addMeetings() {
    let acts = plan.events.filter { $0.action.task != nil }
    for event in acts where dice.chance(15) {
      let others = plan.devices.indices.filter { $0 != event.device && !plan.devices[$0].isClone }
      let other = dice.pick(others)
      guard let task = event.action.task else { continue }
      add(sync(), on: event.device, at: event.at + Int64(dice.within(1...5)) * 1000)
      add(sync(), on: other, at: event.at + Int64(dice.within(6...10)) * 1000)
      add(act(on: task), on: other, at: event.at + Int64(dice.within(11...30)) * 1000)
    }
  }

  private mutating func addClone() {
    let original = dice.below(plan.devices.count)
    var clone = plan.devices[original]
    clone.name = "copy"
    clone.seed = dice.next()
    clone.isClone = true
    plan.devices.append(clone)
    let index = plan.devices.count - 1
    let born = plan.startMillis + Int64(dice.within(12...max(13, plan.days * 12))) * Self.hour
    add(.clone(of: original), on: index, at: born)
    let first = plan.events.count
    live(index)
    plan.events[first...].removeAll { $0.at <= born }
  }
}
