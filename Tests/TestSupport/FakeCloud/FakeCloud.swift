/// A server like Nextcloud, as far as a folder can tell: its files, its manners, and any lie.
///
/// ```swift
/// let cloud = try FakeCloud()
/// cloud.lie { request, honest in request.method == "GET" ? .init(503) : honest() }
/// ```
public final class FakeCloud: Sendable {
  /// A request as it arrived.
  public typealias Request = ScriptedServer.Request
  /// What it is answered with.
  public typealias Reply = ScriptedServer.Reply
  /// Decides about a request; the second argument does what was asked and gives the true answer.
  public typealias Lie = @Sendable (Request, () -> Reply) -> Reply

  /// Who may come in.
  public static let user = "ada@example.org"
  /// The password that goes with it.
  public static let password = "Xy7-app:Password \u{e9}"

  /// Everything a server keeps, to be put back as from its backup.
  public struct Snapshot: Sendable {
    /// The files by their decoded paths.
    public var files: [String: [UInt8]] = [:]
    /// The directories by their decoded paths, each with a slash at its end.
    public var collections: Set<String> = []
  }

  /// Whose files they are, and how he or she comes in.
  public struct Account: Sendable {
    /// The name that goes with the password.
    public var loginName: String
    /// The password.
    public var password: String
    /// The name in the path of the files, which often is another one.
    public var userID: String

    /// Names an account.
    public init(
      loginName: String = FakeCloud.user, password: String = FakeCloud.password,
      userID: String = FakeCloud.user
    ) {
      self.loginName = loginName
      self.password = password
      self.userID = userID
    }

    var home: String { "/remote.php/dav/files/\(userID)/" }
  }

  struct State {
    var account = Account()
    var kept = Snapshot()
    var manners = CloudManners()
    var revision = 0
    var wrongPasswords = 0
    var lie: Lie = { _, honest in honest() }
  }

  let state = Lock(State())
  private let server: ScriptedServer

  /// The directory of the one user, decoded.
  public static let home = Account().home

  /// Starts a server; stop it with `stop()`.
  /// - Parameter account: Whose files it keeps.
  /// - Throws: `SystemFailure`.
  public init(account: Account = Account()) throws {
    let state = state
    state.withLock {
      $0.account = account
      $0.kept.collections = [account.home]
    }
    server = try ScriptedServer { request in
      let lie = state.withLock { $0.lie }
      return lie(request) { state.withLock { $0.answer(request) } }
    }
  }

  /// Stops it; call it once.
  public func stop() { server.stop() }

  /// The address of the user's files, without a slash at the end.
  public var address: String {
    let path = state.withLock { $0.account.home }.dropLast().replacing("@", with: "%40")
    return "\(origin)\(path)"
  }

  /// The address of the server itself, without a slash at the end.
  public var origin: String { "http://127.0.0.1:\(server.port)" }

  /// Everything that was asked so far.
  public var requests: [Request] { server.requests }

  /// How it behaves.
  public var manners: CloudManners {
    get { state.withLock { $0.manners } }
    set { state.withLock { $0.manners = newValue } }
  }

  /// What it keeps.
  public var kept: Snapshot {
    get { state.withLock { $0.kept } }
    set {
      state.withLock {
        $0.kept = newValue
        $0.revision += 1
      }
    }
  }

  /// Answers requests in another way from now on.
  /// - Parameter lie: Decides about each request.
  public func lie(_ lie: @escaping Lie) {
    state.withLock { $0.lie = lie }
  }

  /// Whether a request comes with the right password.
  /// - Parameter request: The request.
  /// - Returns: `true` if it does.
  public func isLoggedIn(_ request: Request) -> Bool {
    state.withLock { $0.isLoggedIn(request) }
  }

  /// Tells the truth again.
  public func beHonest() { lie { _, honest in honest() } }

  /// What is left of an upload that breaks off; the connection is closed without an answer.
  /// - Parameters:
  ///   - request: The `PUT`.
  ///   - byteCount: How many bytes of its body arrive.
  /// - Returns: Nothing.
  public func cutUpload(_ request: Request, after byteCount: Int) -> Reply {
    state.withLock { $0.cut(request, after: byteCount) }
    return .silence
  }

  /// A path as it was sent, decoded, without what follows a question mark.
  /// - Parameter path: The encoded path.
  /// - Returns: The decoded path.
  public static func decoded(_ path: String) -> String {
    var bytes: [UInt8] = []
    var rest = path.utf8.prefix { $0 != UInt8(ascii: "?") }[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A path with everything encoded that is not plain.
  /// - Parameters:
  ///   - path: The decoded path.
  ///   - isUpperCase: Whether digits are in upper case.
  ///   - plain: What stays as it is beside letters, digits and `/`.
  /// - Returns: The encoded path.
  static func encoded(_ path: String, isUpperCase: Bool, plain: String) -> String {
    path.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      if byte < 0x80, character.isLetter || character.isNumber || plain.contains(character) {
        return String(character)
      }
      let digits = String(byte, radix: 16, uppercase: isUpperCase)
      return "%" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }
}
