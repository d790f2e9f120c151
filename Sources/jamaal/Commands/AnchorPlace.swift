import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// `jamaal anchor here`.
struct AnchorPlace {
  let run: Run

  init(_ run: Run) {
    self.run = run
  }

  static let here = Command(
    "here", summary: "Tell where this device is; prayers that follow it move along.",
    discussion: [
      "A place follows only a device that has itself moved 25 kilometres since it last told. Where it"
        + " was is remembered on this device and sent nowhere. The first time nothing moves."
    ],
    positionals: [Positional("LAT,LON", help: "Degrees north and east, such as 51.51,-0.13.")],
    options: [.value("name", "NAME", help: "What the place is called.")],
    examples: [.init("jamaal anchor here 53.80,-1.55 --name Leeds", help: "Arrived in Leeds.")])

  func tell() throws {
    let session = try run.session()
    let position = try AnchorOptions(run).coordinates(
      run.invocation.arguments("LAT,LON")[0], "LAT,LON")
    let following = try session.planner.followDevice(
      to: position, named: run.invocation.value("name") ?? "", session.context)
    let rules = try following.moved.map { try session.planner.anchorRule($0, session.context) }
    let sentence = try words(rules).withoutControls()
    run.remember(following.acts, sentence)
    guard run.wantsJSON else { return run.output.line(sentence) }
    run.output.json(.array(rules.map { JSON($0, in: session.zone) }))
  }

  private func words(_ rules: [AnchorRuleView]) throws -> String {
    if let rule = rules.first, let place = rule.place {
      let name =
        place.name.isEmpty
        ? "\(place.coordinates.latitude), \(place.coordinates.longitude)" : place.name
      return "\(Words.list(rules.map { Words.quoted($0.title) })) moved to \(name)."
    }
    let session = try run.session()
    let follows = try session.planner.anchorsOverview(session.context).rules.contains {
      $0.place?.mode == .device
    }
    return follows
      ? "Nothing moved: a place follows this device once it has itself moved"
        + " \(Int(PrayerPlace.followKilometres)) kilometres."
      : "No place follows a device. “jamaal anchor edit N --follow-device” makes one follow this one."
  }
}
