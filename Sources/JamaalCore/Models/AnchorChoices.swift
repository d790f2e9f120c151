/// What kind of rule makes Anchors; a kind of a newer version is kept as it is.
public enum AnchorSource: Hashable, Sendable {
  /// Prayer times at a place.
  case prayerWindow
  /// The way to school and back.
  case schoolRun
  /// The evening on which the bins go out.
  case binNight
  /// Plants, so many days after the last time.
  case plantWatering
  /// Anything else that repeats.
  case custom
  /// A kind that this version does not know.
  case unknown(String)

  /// The kinds that this version knows.
  public static let known: [AnchorSource] = [
    .prayerWindow, .schoolRun, .binNight, .plantWatering, .custom,
  ]

  /// The stored form.
  public var text: String {
    switch self {
    case .prayerWindow: "prayerWindow"
    case .schoolRun: "schoolRun"
    case .binNight: "binNight"
    case .plantWatering: "plantWatering"
    case .custom: "custom"
    case .unknown(let text): text
    }
  }

  /// Reads the stored form.
  public init(_ text: String) {
    self = Self.known.first { $0.text == text } ?? .unknown(text)
  }
}

/// What a person said about one Anchor; a status of a newer version is kept as it is.
public enum AnchorStatus: Hashable, Sendable {
  /// Nothing yet, or taken back.
  case pending
  /// It was attended.
  case attended
  /// Its window closed without a word; never stored.
  case missed
  /// Not this time, by choice.
  case skipped
  /// Somebody else did it.
  case delegated
  /// A status that this version does not know: shown neutrally and left alone.
  case unknown(String)

  private static let known: [AnchorStatus] = [.pending, .attended, .missed, .skipped, .delegated]

  /// The stored form.
  public var text: String {
    switch self {
    case .pending: "pending"
    case .attended: "attended"
    case .missed: "missed"
    case .skipped: "skipped"
    case .delegated: "delegated"
    case .unknown(let text): text
    }
  }

  /// Reads the stored form.
  public init(_ text: String) {
    self = Self.known.first { $0.text == text } ?? .unknown(text)
  }

  /// Whether it was handled: what the clock of an after-last rule starts from.
  public var isHandled: Bool { self == .attended || self == .skipped || self == .delegated }
}

/// How an Anchor takes its time; a choice of a newer version is kept as it is and counts as fixed.
public enum AnchorPlacement: Hashable, Sendable {
  /// From the start of its window on: it cuts the day.
  case fixed
  /// Somewhere within its window.
  case flexible
  /// A placement that this version does not know.
  case unknown(String)

  /// The stored form.
  public var text: String {
    switch self {
    case .fixed: "fixed"
    case .flexible: "flexible"
    case .unknown(let text): text
    }
  }

  /// Reads the stored form.
  public init(_ text: String) {
    switch text {
    case "fixed": self = .fixed
    case "flexible": self = .flexible
    default: self = .unknown(text)
    }
  }
}

/// Why a rule rests for a while; a reason of a newer version is kept as it is.
public enum BreakReason: Hashable, Sendable {
  /// Between school terms.
  case term
  /// A holiday.
  case holiday
  /// Away from home.
  case travel
  /// Ill.
  case illness
  /// Anything else.
  case other
  /// A reason that this version does not know.
  case unknown(String)

  /// The reasons that this version knows.
  public static let known: [BreakReason] = [.term, .holiday, .travel, .illness, .other]

  /// The stored form.
  public var text: String {
    switch self {
    case .term: "term"
    case .holiday: "holiday"
    case .travel: "travel"
    case .illness: "illness"
    case .other: "other"
    case .unknown(let text): text
    }
  }

  /// Reads the stored form.
  public init(_ text: String) {
    self = Self.known.first { $0.text == text } ?? .unknown(text)
  }
}

extension AnchorSource: TextChoice {}
extension AnchorStatus: TextChoice {}
extension AnchorPlacement: TextChoice {}
extension BreakReason: TextChoice {}
