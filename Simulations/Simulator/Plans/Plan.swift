/// Everything that happens in one world, written down before it happens.
///
/// A world is made from a plan alone: the same plan gives the same history on every machine. A seed
/// only makes a plan (`Plan(seed:)`), so a plan that was saved still replays after the way in which
/// plans are made has changed.
public struct Plan: Codable, Hashable, Sendable {
  /// The layout of saved plans; a file of another one is refused.
  public static let format = 2

  /// The layout of this plan.
  public var format = Plan.format
  /// The seed it was made from.
  public var seed: UInt64
  /// When it begins, in Unix milliseconds.
  public var startMillis: Int64
  /// How many days people act.
  public var days: Int
  /// The day's end that everybody starts with, in minutes after midnight.
  public var rolloverMinute: Int
  /// Who takes part.
  public var devices: [PlannedDevice]
  /// How bad the folder's weather is.
  public var weather: Weather
  /// What happens, ordered by time, device and sequence.
  public var events: [PlannedEvent]
}

/// A device of a plan.
public struct PlannedDevice: Codable, Hashable, Sendable {
  /// What stories call it.
  public var name: String
  /// Where its randomness starts.
  public var seed: UInt64
  /// Its zone, as a POSIX rule, so that no time-zone file is needed.
  public var zone: String
  /// How far its wall clock is ahead of the true time, in milliseconds.
  public var skewMillis: Int64
  /// Whether it only comes to life as the copy of another one.
  public var isClone = false
  /// How fast its clock goes, in thousandths beyond the true one.
  public var fastPerMille = 0
  /// Whether it runs a version that knows more.
  public var isNewer = false
  /// Whether its replica is a file on a disk that can fail.
  public var hasDisk = false
}

/// How often a call to the folder goes wrong, in thousandths for each way.
public struct Weather: Codable, Hashable, Sendable {
  /// Nothing is done, and the call fails.
  public var fail = 0
  /// Everything is done, and the call fails all the same.
  public var answerLost = 0
  /// A put is cut off, and the stump is there for all to see.
  public var seenHalf = 0
  /// A file is not there for this call.
  public var gone = 0
  /// The call sees the files as they were a few changes ago.
  public var stale = 0
  /// A listing or a body ends early.
  public var cut = 0
  /// A listing comes in another order.
  public var shuffled = 0
  /// A bit of a body is wrong.
  public var flipped = 0
  /// The server answers with one of its many refusals.
  public var refused = 0
  /// How tags behave.
  public var tags = TagHabit.strong

  /// The ways in which a call can go wrong, to switch them off one by one.
  static var ways: [WritableKeyPath<Weather, Int>] {
    [
      \.fail, \.answerLost, \.seenHalf, \.gone, \.stale, \.cut, \.shuffled, \.flipped,
      \.refused,
    ]
  }

  /// A folder that never fails.
  public static let fair = Weather()
}

/// How a server's tags behave.
public enum TagHabit: String, Codable, Hashable, Sendable, CaseIterable {
  /// Each change gives a new one.
  case strong
  /// There are none.
  case missing
  /// They never change.
  case stuck
}

/// One thing that happens on one device.
public struct PlannedEvent: Codable, Hashable, Sendable {
  /// The true time, in Unix milliseconds; every device's own clock differs a little.
  public var at: Int64
  /// The position of the device in the plan.
  public var device: Int
  /// Decides between events of one device at one time.
  public var sequence: Int
  /// What happens.
  public var action: PlannedAction

  /// The order in which a world lives through events.
  static func < (left: PlannedEvent, right: PlannedEvent) -> Bool {
    (left.at, left.device, left.sequence) < (right.at, right.device, right.sequence)
  }
}

/// What can happen on a device.
///
/// Tasks are named by the number that the plan gave them, so that leaving an event out never changes
/// what the others mean. What a device cannot do at that moment is refused, and nothing happens.
public enum PlannedAction: Codable, Hashable, Sendable {
  /// A person makes a task; `due` is in days from today.
  case add(task: Int, due: Int?, importance: PlannedImportance)
  /// A person ticks a task off.
  case complete(task: Int)
  /// A person takes a tick back.
  case uncomplete(task: Int)
  /// A person lets a task go.
  case drop(task: Int)
  /// A person puts a task off, by so many days, having picked the day or not.
  case putOff(task: Int, days: Int, isPicked: Bool)
  /// A person parks a task.
  case park(task: Int)
  /// A person changes how much a task matters.
  case importance(task: Int, PlannedImportance)
  /// A person changes the words of a task.
  case retitle(task: Int, number: Int)
  /// A person takes back what was last done on this device.
  case undo
  /// A person makes a label out of a small set of names.
  case addCategory(name: Int)
  /// A person renames a label to another name of the set.
  case renameCategory(name: Int, to: Int)
  /// A person chooses a level for today.
  case level(PlannedImportance)
  /// A person moves the day's end.
  case rollover(minute: Int)
  /// The screen is looked at.
  case tick
  /// The device meets the folder.
  case sync(seed: UInt64, killedAtCall: Int?)
  /// The process dies and is started again.
  case kill
  /// The device is copied, for a later `restore`.
  case backUp
  /// The device goes back to its latest copy.
  case restore
  /// This device comes to life as a copy of another one.
  case clone(of: Int)
  /// The wall clock is set so far from its usual reading, in milliseconds.
  case setClock(aheadMillis: Int64)
  /// The wall clock stops, or goes again.
  case freezeClock(Bool)
  /// The device is taken to another zone.
  case travel(zone: String)
  /// Everything on the device is gone, and it joins the folder anew.
  case reinstall
  /// Another version of the program is installed: the newer one that the device had, or today's.
  case install(isNewer: Bool)
  /// Something befalls the folder.
  case folder(FolderFate)
  /// The disk fails at the so-manieth durable write from now.
  case disk(DiskFate, after: Int)
  /// A person does something that a module of the planner added.
  case module(ModuleAct)
}

/// How a disk fails.
public enum DiskFate: String, Codable, Hashable, Sendable, CaseIterable {
  /// There is no room.
  case full
  /// Another process holds the lock.
  case busy
  /// The machine loses power: what was not synced is gone, the last page half written.
  case powerCut
  /// As `powerCut`, and syncs before it had done nothing.
  case lyingSync
  /// The disk takes no more writes.
  case readOnly
}

/// Low, medium or high, as plans write it.
public enum PlannedImportance: String, Codable, Hashable, Sendable, CaseIterable {
  case low
  case medium
  case high
}
