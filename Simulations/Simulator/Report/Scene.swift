/// One world to look at, with a few words about why.
public struct Scene: Sendable {
  /// What it shows, in a few words.
  public var title: String
  /// What to look for, in a sentence.
  public var lead: String
  /// Everything that happened.
  public var events: [TraceEvent]
  /// The names of the devices.
  public var devices: [String]
  /// What did not hold, if anything.
  public var violation: Violation?
  /// How to see it again.
  public var command: String

  /// Lives through a plan, and keeps what there is to see.
  ///
  /// - Parameters:
  ///   - plan: The plan; a small one is a better picture.
  ///   - bug: The planted bug to live with.
  ///   - title: What it shows.
  ///   - lead: What to look for.
  ///   - command: How to see it again.
  public init(
    _ plan: Plan, bug: PlantedBug? = nil, title: String, lead: String, command: String
  ) {
    let result = World(plan, bug: bug, tells: true).run()
    self.title = title
    self.lead = lead
    self.command = command
    events = result.trace
    devices = plan.devices.map(\.name)
    violation = result.violation
  }
}
