/// How to speak HTTP to a folder: trust, log-in, proxy and limits.
///
/// The standard proxy variables of the environment (`https_proxy`, `no_proxy`) are honoured.
public struct HTTPOptions: Sendable {
  /// How a user name and a password are sent.
  public enum LogIn: Sendable {
    /// Basic at once where nobody can listen (TLS, or this machine itself), else Digest.
    ///
    /// A server that offers only Digest gets Digest.
    case automatic
    /// Basic at once, also over an open connection: whoever is on the way can read the password.
    case basic
    /// Digest only.
    case digest
  }

  /// How the folder presents itself to the server.
  public var userAgent = "FolderSync/1"

  /// How a user name and a password are sent.
  public var logIn = LogIn.automatic

  /// A file with the certificates to trust, in PEM form, in place of the system's.
  public var certificateFile: String?

  /// The public key the server must have, as `sha256//` and the base-64 hash.
  ///
  /// Given alone, the key alone decides, which is the way to use a self-signed certificate. Given
  /// with `certificateFile`, the server must pass both.
  public var pinnedKey: String?

  /// A proxy to use in place of the environment's; an empty text means none.
  public var proxy: String?

  /// How many files are fetched at the same time.
  public var parallelMax = 4

  /// The longest time to wait for a connection, in seconds.
  public var connectSecondsMax = 20

  /// The longest time in which nothing at all is sent or received, in seconds.
  public var silenceSecondsMax = 60

  /// The longest time for one request, in seconds.
  public var requestSecondsMax = 600

  /// The longest listing, in bytes.
  public var listingBytesMax = 16 << 20

  /// Makes the usual options.
  public init() {}
}

// A proxy address can hold a password.
extension HTTPOptions: CustomStringConvertible, CustomReflectable {
  /// A text that holds no secrets.
  public var description: String { "HTTPOptions(userAgent: \(userAgent), logIn: \(logIn))" }
  /// A mirror that shows no secrets.
  public var customMirror: Mirror { Mirror(self, children: ["userAgent": userAgent]) }
}
