/// Taking Done back, for as long as the offer stands.
public enum FocusUndo {
  /// How long it stands.
  public static let seconds = 5

  /// Why it cannot be taken back.
  public enum Refusal: Hashable, Sendable {
    /// The offer is over.
    case tooLate
    /// Another timer was begun since.
    case anotherBegan
    /// The task has repeated, and the next instance has begun.
    case alreadyRepeated
  }

  /// Whether Done can be taken back.
  ///
  /// - Parameters:
  ///   - endedAt: When it was pressed.
  ///   - now: The instant.
  ///   - anotherBegan: Whether another timer was begun since.
  ///   - hasMovedOn: Whether the next instance of a repeating task was touched.
  /// - Returns: `nil` if it can.
  public static func refusal(
    endedAt: Instant, now: Instant, anotherBegan: Bool, hasMovedOn: Bool
  ) -> Refusal? {
    if now > endedAt + seconds { return .tooLate }
    if anotherBegan { return .anotherBegan }
    return hasMovedOn ? .alreadyRepeated : nil
  }
}
