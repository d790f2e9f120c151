import FoundationEssentials

/// Nextcloud's login flow, version 2: the person allows access in a browser, and this device gets a
/// password of its own.
///
/// Source: Nextcloud developer manual, "Login Flow v2". The password that the person types is never
/// seen here.
public struct LoginFlow {
  private let base: HTTPAddress
  private let client: HTTPClient

  /// How long the server keeps an attempt, in seconds.
  public static let secondsMax = 20 * 60
  /// How often it is asked, in seconds.
  public static let pauseSeconds = 3

  /// An attempt that waits for the person.
  public struct Attempt: Sendable {
    /// The page to open in a browser.
    public let page: String
    let endpoint: HTTPAddress
    let token: String
  }

  /// What the server gave: the name to log in by, and a password for this device alone.
  public struct Account: Sendable, CustomStringConvertible, CustomReflectable {
    /// The name to log in by, perhaps a mail address.
    public let user: String
    /// The password.
    public let password: String
    /// A text that tells nothing.
    public var description: String { "Account(hidden)" }
    /// A mirror that shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  /// Prepares to log in; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - address: Where the server is.
  ///   - options: How to speak HTTP; the user agent is the name that the password is listed under.
  /// - Throws: `FolderError.badAddress` if a password would cross a network in the open.
  public init(
    _ address: NextcloudAddress, options: HTTPOptions = HTTPOptions()
  ) throws(FolderError) {
    base = address.base
    guard base.isEncrypted || base.isLoopback else {
      throw FolderError(
        .badAddress,
        "Over http the password would be readable to everybody on the way. Use the https address"
          + " of \(base.host).")
    }
    client = try HTTPClient(origin: base, credentials: nil, options: options)
  }

  private struct Beginning: Decodable {
    struct Poll: Decodable {
      var token: String
      var endpoint: String
    }
    var poll: Poll
    var login: String
  }

  /// Asks for a page on which the person can allow access.
  ///
  /// - Returns: The attempt.
  /// - Throws: `FolderError`: `.notDAV` if the server knows no such flow, `.redirect` if it points
  ///   to another host or to an open connection.
  public func begin() throws(FolderError) -> Attempt {
    let address = base.appending(["index.php", "login", "v2"], isCollection: false)
    let response = try client.send(HTTPRequest(method: "POST", address: address, body: []))
    switch response.status {
    case 200: break
    case 300..<400: throw moved(response, address)
    case 429, 500..<600: throw busy(response)
    default: throw unknown()
    }
    let beginning: Beginning
    do {
      beginning = try JSONDecoder().decode(Beginning.self, from: Data(response.body))
    } catch {
      throw unknown()
    }
    let page = try own(beginning.login)
    let endpoint = try own(beginning.poll.endpoint)
    guard !beginning.poll.token.isEmpty else { throw unknown() }
    return Attempt(page: page.text, endpoint: endpoint, token: beginning.poll.token)
  }

  private struct Grant: Decodable {
    var server: String
    var loginName: String
    var appPassword: String
  }

  /// Asks once whether the person has allowed it.
  ///
  /// - Parameter attempt: The attempt.
  /// - Returns: What the server gave; `nil` if the person is not done.
  /// - Throws: `FolderError`: `.forbidden` if it was refused, or what keeps the server from
  ///   answering.
  public func poll(_ attempt: Attempt) throws(FolderError) -> Account? {
    var request = HTTPRequest(
      method: "POST", address: attempt.endpoint,
      body: Array("token=\(Self.formEncoded(attempt.token))".utf8))
    request.headers = ["Content-Type: application/x-www-form-urlencoded"]
    let response = try client.send(request)
    switch response.status {
    case 200: break
    case 404: return nil
    case 300..<400: throw moved(response, attempt.endpoint)
    case 429, 500..<600: throw busy(response)
    default:
      throw FolderError(
        .forbidden, "\(client.host) refused the log-in (status \(response.status)). Try again.")
    }
    let grant: Grant
    do {
      grant = try JSONDecoder().decode(Grant.self, from: Data(response.body))
    } catch {
      throw unknown()
    }
    _ = try own(grant.server)
    guard !grant.loginName.isEmpty, !grant.appPassword.isEmpty else { throw unknown() }
    return Account(user: grant.loginName, password: grant.appPassword)
  }

  /// Waits until the person has allowed it.
  ///
  /// A network that is away for a while is waited for too.
  /// - Parameters:
  ///   - attempt: The attempt.
  ///   - pause: Waits so many seconds; `false` if the person gave up.
  /// - Returns: What the server gave; `nil` if the person gave up.
  /// - Throws: `FolderError`: `.busy` once the time is over, or what `poll` throws.
  public func wait(
    for attempt: Attempt, pause: (Int) -> Bool
  ) throws(FolderError) -> Account? {
    var waited = 0
    while waited < Self.secondsMax {
      var seconds = Self.pauseSeconds
      do throws(FolderError) {
        if let account = try poll(attempt) { return account }
      } catch {
        guard error.isTransient else { throw error }
        seconds = max(seconds, min(error.retryAfterSeconds ?? 0, 60))
      }
      guard pause(seconds) else { return nil }
      waited += seconds
    }
    throw FolderError(
      .busy, "Nobody allowed the access within \(Self.secondsMax / 60) minutes. Log in again.")
  }

  // MARK: Trust

  /// An address that the server gave, if it is on the same host and no less protected.
  private func own(_ link: String) throws(FolderError) -> HTTPAddress {
    guard let address = HTTPAddress(link: link, base: base, hasQuery: true) else { throw unknown() }
    guard address.host == base.host else {
      throw FolderError(
        .redirect,
        "\(base.host) wants the log-in to go on at another host, \(address.host). If that is the"
          + " right one, log in there: jamaal login \(address.origin)")
    }
    guard address.isEncrypted || !base.isEncrypted else {
      throw FolderError(
        .redirect,
        "\(base.host) wants the log-in to go on over http, where everybody on the way could read"
          + " the password. Whoever runs the server has to set its overwriteprotocol to https.")
    }
    return address
  }

  private func moved(_ response: HTTPResponse, _ asked: HTTPAddress) -> FolderError {
    let target = response.header("location").flatMap {
      HTTPAddress(link: $0, base: asked, hasQuery: true)
    }
    if let target, target.host == base.host, target.isEncrypted, !base.isEncrypted {
      var offer = base
      (offer.isEncrypted, offer.port) = (true, target.port)
      return FolderError(
        .redirect,
        "\(base.host) wants an encrypted connection. Use the address \(offer.text) instead.",
        newAddress: offer.text)
    }
    let whereto = target.map { $0.origin == base.origin ? " elsewhere" : " to \($0.origin)" } ?? ""
    return FolderError(
      .redirect,
      "\(base.host) points\(whereto), which was not followed. Give the address that the browser"
        + " shows when you are logged in there.")
  }

  private func busy(_ response: HTTPResponse) -> FolderError {
    FolderError(
      .busy, "\(base.host) is busy or in maintenance (status \(response.status)). Try again later.",
      retryAfterSeconds: response.retryAfterSeconds)
  }

  private func unknown() -> FolderError {
    FolderError(
      .notDAV,
      "\(base.host) does not answer like a Nextcloud (login flow version 2). Check the address, or"
        + " set the folder with --user and an app password.")
  }

  private static func formEncoded(_ text: String) -> String {
    text.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      let isPlain = character.isASCII && (character.isLetter || character.isNumber)
      return isPlain || "-._~".contains(character)
        ? String(character) : "%" + Hexadecimal.text([byte]).uppercased()
    }.joined()
  }
}
