/// Why an action was refused: nothing was written.
public struct PlannerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of refusal; more may come.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// A stable name.
    public let rawValue: String

    /// Wraps a name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// There is no such task.
    public static let notFound = Code(rawValue: "notFound")
    /// The task is done already.
    public static let alreadyDone = Code(rawValue: "alreadyDone")
    /// The task is not done.
    public static let notDone = Code(rawValue: "notDone")
    /// The task has repeated, and the next instance has begun.
    public static let alreadyRepeated = Code(rawValue: "alreadyRepeated")
    /// The task was dropped.
    public static let dropped = Code(rawValue: "dropped")
    /// A value is not allowed.
    public static let badValue = Code(rawValue: "badValue")
    /// A rule of deferring would be broken.
    public static let deferral = Code(rawValue: "deferral")
    /// Somebody changed it in the meantime.
    public static let changedSince = Code(rawValue: "changedSince")
    /// The rollover cannot change now.
    public static let notNow = Code(rawValue: "notNow")
  }

  /// The kind of refusal.
  public let code: Code
  /// What, why and what to do next.
  public let message: String

  /// Makes a refusal.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  public var description: String { message }
}
