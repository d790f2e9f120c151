/// The worlds that are worth a picture.
public enum Gallery {
  /// The most worlds to try while making one small enough to be looked at.
  private static let worldsMax = 400

  /// Worlds in which something did not hold, made small.
  ///
  /// - Parameter campaign: The campaign.
  /// - Returns: The first three.
  public static func failures(of campaign: Campaign) -> [Scene] {
    campaign.failures.prefix(3).map { failure in
      let plan = Plan(seed: failure.seed)
      let small = Shrinker.shrink(plan, worldsMax: worldsMax) {
        $0.violation?.invariant.rawValue == failure.invariant
      }
      return Scene(
        small, title: "Seed \(failure.seed): \(HTML.words(failure.invariant))",
        lead: failure.message,
        command: "jamaal-sim shrink --seed \(failure.seed)")
    }
  }

  /// The race that gave the simulator its name, as people tell it.
  ///
  /// - Returns: A world of two devices and one night.
  public static func hero() -> Scene {
    let noon: Int64 = 1_772_625_600_000  // 12:00 of Wednesday, 4 March 2026.
    let minute = PlanMaker.minute
    let midnight = noon + 12 * PlanMaker.hour
    let steps: [(Int64, Int, PlannedAction)] = [
      (noon, 0, .add(task: 1, due: 0, importance: .medium)),
      (noon + 10 * minute, 0, .sync(seed: 1, killedAtCall: nil)),
      (noon + 20 * minute, 1, .sync(seed: 1, killedAtCall: nil)),
      (midnight - 10 * minute, 0, .putOff(task: 1, days: 4, isPicked: true)),
      (midnight + minute, 1, .tick),
      (midnight + 8 * PlanMaker.hour, 1, .sync(seed: 1, killedAtCall: nil)),
      (midnight + 8 * PlanMaker.hour + 5 * minute, 0, .sync(seed: 1, killedAtCall: nil)),
      (midnight + 8 * PlanMaker.hour + 30 * minute, 1, .sync(seed: 1, killedAtCall: nil)),
    ]
    let plan = Plan(
      seed: 1, startMillis: noon, days: 2, rolloverMinute: 0,
      devices: ["phone", "laptop"].enumerated().map {
        PlannedDevice(name: $1, seed: UInt64($0) + 1, zone: "UTC", skewMillis: 0)
      },
      weather: .fair,
      events: steps.enumerated().map {
        PlannedEvent(at: $1.0, device: $1.1, sequence: $0, action: $1.2)
      })
    return Scene(
      plan, title: "The race: “Later”, said at 23:50 and heard at 08:05",
      lead: "The phone, offline, puts a task off to Sunday. At midnight the laptop, which cannot"
        + " know, moves it to Thursday by itself. Then they meet: Sunday stands, and the night"
        + " counts as one deferral.",
      command: "jamaal-sim run --seed 1 --story")
  }

  private static let stories: [(marker: Marker, title: String, lead: String)] = [
    (
      .answerLostThenRetried, "The folder took the file and never said so",
      "The upload arrives, its answer is lost, and the device tries again. Nothing is doubled."
    ),
    (
      .killedAfterPut, "A process dies between sending and knowing",
      "What was sent is in the folder; the device that sent it learns that when it starts again."
    ),
  ]

  /// Races that ended well, made small.
  ///
  /// - Parameter campaign: The campaign, which knows where they came about.
  /// - Returns: One for each story whose situation was reached.
  public static func races(of campaign: Campaign) -> [Scene] {
    stories.compactMap { marker, title, lead in
      guard let seed = campaign.markers[marker.rawValue]?.firstSeed else { return nil }
      let small = Shrinker.shrink(Plan(seed: seed), worldsMax: worldsMax) { result in
        result.violation == nil && result.markers[marker] != nil
      }
      return Scene(
        small, title: title, lead: lead, command: "jamaal-sim run --seed \(seed) --story")
    }
  }

  /// What two of the planted bugs look like.
  ///
  /// - Parameter detections: Where they were noticed.
  /// - Returns: A small world for each.
  public static func bugs(_ detections: [Detection]) -> [Scene] {
    [PlantedBug.acknowledgedBeforeDurable, .cursorBeforeApply].compactMap { bug in
      guard let found = detections.first(where: { $0.bug == bug }), let seed = found.seed else {
        return nil
      }
      // Of acts that leave no evidence a picture cannot tell which of them was lost.
      let whole = Plan(seed: seed)
      var plain = whole
      plain.events.removeAll { $0.action.isAct && $0.action.task == nil }
      let failsPlainly =
        World(plain, bug: bug).run().violation?.invariant.rawValue == found.invariant
      let plan = failsPlainly ? plain : whole
      let small = Shrinker.shrink(plan, bug: bug, worldsMax: worldsMax) {
        $0.violation?.invariant.rawValue == found.invariant
      }
      return Scene(
        small, bug: bug, title: "What it looks like when something is lost",
        lead: "On purpose: \(bug.summary). The broken line leads from what was lost to where that"
          + " was noticed.",
        command: "jamaal-sim run --seed \(seed) --bug \(bug.rawValue)")
    }
  }
}
