/// Why a time zone could not be had.
public struct TimeZoneError: Error, Hashable, Sendable {
  /// The kinds of failure.
  public enum Code: Hashable, Sendable {
    /// The identifier is not one: it is empty, too long, absolute, or climbs with `..`.
    case invalidIdentifier
    /// Neither a file nor a POSIX rule of that name exists here.
    case unknownZone
    /// The file cannot be read.
    case unreadableFile
    /// The file or rule is damaged; the detail says where.
    case malformed
    /// The file counts leap seconds, which Unix time does not.
    case countsLeapSeconds
    /// Nothing on this machine says which zone it is in.
    case unknownSystemZone
  }

  /// What went wrong.
  public let code: Code
  /// The identifier asked for, empty if there was none.
  public let identifier: String
  /// What exactly was found, for a person to read.
  public let detail: String

  /// Makes a value from its parts.
  package init(_ code: Code, identifier: String = "", detail: String = "") {
    self.code = code
    self.identifier = identifier
    self.detail = detail
  }
}

extension TimeZoneError: CustomStringConvertible {
  /// What failed, why, and what to do next.
  public var description: String {
    let name = identifier.isEmpty ? "The time zone" : "The time zone “\(identifier)”"
    let advice = "Set TZ to a name such as Europe/Paris."
    return switch code {
    case .invalidIdentifier: "\(name) is not a zone name: \(detail). \(advice)"
    case .unknownZone:
      "\(name) is not known on this machine. Install tzdata, or check the name. \(advice)"
    case .unreadableFile: "\(name) cannot be read: \(detail). Install tzdata again."
    case .malformed: "\(name) is damaged: \(detail). Install tzdata again, or check TZ."
    case .countsLeapSeconds:
      "\(name) counts leap seconds, which no clock here does. Use the name without “right/”."
    case .unknownSystemZone:
      "This machine does not say which time zone it is in (\(detail)). \(advice)"
    }
  }
}
