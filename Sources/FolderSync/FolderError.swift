/// What went wrong in a folder, in words a person can act on.
///
/// A message says what happened, why, and what to do next. It names the host and the file, and
/// never holds a user name, a password, or any text that a server sent.
public struct FolderError: Error, Equatable, Sendable {
  /// The kind of failure; open to new ones, so a `switch` over it needs a `default`.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the kind, fit for logs and tests.
    public let rawValue: String

    /// Makes a kind from its name.
    /// - Parameter rawValue: The name of the kind.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The file or directory is not there now.
    public static let notFound = Code(rawValue: "notFound")
    /// Credentials are missing or wrong; nothing more was or will be sent with them.
    public static let unauthorized = Code(rawValue: "unauthorized")
    /// The credentials are good but do not allow this.
    public static let forbidden = Code(rawValue: "forbidden")
    /// The folder cannot be reached.
    public static let offline = Code(rawValue: "offline")
    /// The connection broke before the answer; a change may or may not have been made.
    public static let interrupted = Code(rawValue: "interrupted")
    /// The server asks to come back later, or did not answer in time.
    public static let busy = Code(rawValue: "busy")
    /// There is no room for what was to be put.
    public static let full = Code(rawValue: "full")
    /// The answer is not one of a WebDAV server: a login page, a captive portal, another service.
    public static let notDAV = Code(rawValue: "notDAV")
    /// A file did not arrive as it was declared.
    public static let damaged = Code(rawValue: "damaged")
    /// An answer ended before all of it was there, as it does when the connection breaks.
    public static let cutShort = Code(rawValue: "cutShort")
    /// A file or an answer is larger than the limit.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// The server points elsewhere, and it is not for us to follow.
    public static let redirect = Code(rawValue: "redirect")
    /// The folder can be read but not written.
    public static let readOnly = Code(rawValue: "readOnly")
    /// The server refuses because of the state it is in.
    public static let conflict = Code(rawValue: "conflict")
    /// The server cannot prove who it is, or an encrypted connection cannot be made.
    public static let untrusted = Code(rawValue: "untrusted")
    /// The address of the folder, or a setting that goes with it, cannot be used.
    public static let badAddress = Code(rawValue: "badAddress")
    /// The folder is encrypted, and no passphrase or key at hand opens it.
    public static let locked = Code(rawValue: "locked")
    /// A kept connection was closed without an answer to a request that must not be repeated blindly.
    static let unanswered = Code(rawValue: "unanswered")
    /// Any other refusal; the message holds the status.
    public static let refused = Code(rawValue: "refused")
  }

  /// The longest time to wait that is taken from a server, in seconds.
  public static let retryAfterSecondsMax = 3_600

  /// The kind of failure.
  public let code: Code

  /// What happened, why, and what to do next.
  public let message: String

  /// How long the server asks to wait, in seconds, at most `retryAfterSecondsMax`.
  public let retryAfterSeconds: Int?

  /// The address the same folder has moved to, without credentials, for a person to agree to.
  ///
  /// Given only for a step from `http` to `https` on the same host.
  public let newAddress: String?

  /// Describes a failure.
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: What happened, why, and what to do next; no secrets.
  ///   - retryAfterSeconds: How long to wait, if the server says so; capped.
  ///   - newAddress: The address to offer instead, without credentials.
  public init(
    _ code: Code, _ message: String, retryAfterSeconds: Int? = nil, newAddress: String? = nil
  ) {
    self.code = code
    self.message = message
    self.retryAfterSeconds = retryAfterSeconds.map {
      min(max($0, 0), FolderError.retryAfterSecondsMax)
    }
    self.newAddress = newAddress
  }

  /// Whether the same call can be expected to work later with nothing changed by a person.
  public var isTransient: Bool {
    [.offline, .interrupted, .cutShort, .busy].contains(code)
  }

  /// Whether further calls on the same folder are pointless until something has changed.
  public var stopsEverything: Bool {
    [.unauthorized, .offline, .untrusted, .redirect, .badAddress].contains(code)
  }

  /// Whether a file is not as it was declared to be, whoever is to blame for that.
  var isAboutContent: Bool {
    [.damaged, .cutShort, .tooLarge].contains(code)
  }

  /// Whether it can be the trouble of one file alone, such as a lock that nobody lifts.
  var canConcernOneFile: Bool {
    [.busy, .forbidden, .refused, .notDAV, .interrupted].contains(code)
  }
}

extension FolderError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
