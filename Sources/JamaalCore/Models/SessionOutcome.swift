/// How a focus session ended, or that it has not.
public enum SessionOutcome: Hashable, Sendable {
  /// It has not ended.
  case running
  /// Done, or a habit's minutes logged.
  case finished
  /// Its task was put off.
  case deferred
  /// Its task was let go.
  case dropped
  /// Stopped for now, or begun while another one ran.
  case abandoned
  /// Its day ended while it ran.
  case autoClosed
  /// Minutes typed in by hand, without a timer.
  case manual
  /// A value of a newer version, kept as it is; it has ended.
  case unknown(String)

  /// Reads the stored form.
  public init(_ text: String) {
    switch text {
    case "running": self = .running
    case "finished": self = .finished
    case "deferred": self = .deferred
    case "dropped": self = .dropped
    case "abandoned": self = .abandoned
    case "autoClosed": self = .autoClosed
    case "manual": self = .manual
    default: self = .unknown(text)
    }
  }

  /// The stored form.
  public var text: String {
    switch self {
    case .running: "running"
    case .finished: "finished"
    case .deferred: "deferred"
    case .dropped: "dropped"
    case .abandoned: "abandoned"
    case .autoClosed: "autoClosed"
    case .manual: "manual"
    case .unknown(let text): text
    }
  }
}

extension SessionOutcome: TextChoice {}
