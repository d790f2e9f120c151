/// How a habit is kept; fixed when it is made, since its history is read by it.
public enum HabitKind: Hashable, Sendable {
  /// Done or not done.
  case binary
  /// So many of something.
  case counted
  /// So many minutes, which come from sessions.
  case timed
  /// Something to leave be: slips are counted, and a few may be allowed.
  case avoid
  /// A value of a newer version, kept as it is; it is left out of everything that counts.
  case unknown(String)

  /// The kinds that can be chosen, in the order in which they are offered.
  public static let offered: [HabitKind] = [.binary, .counted, .timed, .avoid]

  /// Reads the stored form.
  public init(_ text: String) {
    switch text {
    case "binary": self = .binary
    case "counted": self = .counted
    case "timed": self = .timed
    case "avoid": self = .avoid
    default: self = .unknown(text)
    }
  }

  /// The stored form.
  public var text: String {
    switch self {
    case .binary: "binary"
    case .counted: "counted"
    case .timed: "timed"
    case .avoid: "avoid"
    case .unknown(let text): text
    }
  }

  /// Whether this version knows what to do with it.
  public var isKnown: Bool {
    if case .unknown = self { false } else { true }
  }
}

/// Why a habit rests.
public enum PauseReason: Hashable, Sendable {
  case travel
  case illness
  case cycle
  case other
  /// A value of a newer version, kept as it is; it reads as some other reason.
  case unknown(String)

  /// The reasons that can be chosen.
  public static let offered: [PauseReason] = [.travel, .illness, .cycle, .other]

  /// Reads the stored form.
  public init(_ text: String) {
    switch text {
    case "travel": self = .travel
    case "illness": self = .illness
    case "cycle": self = .cycle
    case "other": self = .other
    default: self = .unknown(text)
    }
  }

  /// The stored form.
  public var text: String {
    switch self {
    case .travel: "travel"
    case .illness: "illness"
    case .cycle: "cycle"
    case .other: "other"
    case .unknown(let text): text
    }
  }
}

extension HabitKind: TextChoice {}
extension PauseReason: TextChoice {}
