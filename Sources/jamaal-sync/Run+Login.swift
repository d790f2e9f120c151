import CommandLineKit
import FolderSync
import Glibc
import JamaalHome

extension Run {
  /// Lets the person allow access in a browser, and keeps the password this device gets.
  func login() throws -> Int32 {
    guard let text = invocation.argument("ADDRESS") else { return 2 }
    let address = try nextcloud(text)
    var options = try trust(FolderSettings(address: text)).options
    options.userAgent = "Jamaal (\(Self.hostName()))"
    let flow = try LoginFlow(address, options: options)
    let attempt = try flow.begin()
    let isOpened = !invocation.has("no-browser") && desktop.open(attempt.page)
    say([
      isOpened
        ? "Allow the access in the browser that opens. If none does, open this page:"
        : "Open this page in a browser and allow the access there:", "  \(attempt.page)",
    ])
    guard let account = try flow.wait(for: attempt, pause: Self.pause) else { return 130 }
    try keep(account, of: address, options)
    return 0
  }

  private func keep(
    _ account: LoginFlow.Account, of address: NextcloudAddress, _ options: HTTPOptions
  ) throws {
    let credentials = FolderCredentials(user: account.user, password: account.password)
    var secrets = try Secrets.load(home)
    guard let origin = try FolderAddress(address.server).origin else { return }
    var kept = Secrets.Account(user: account.user, password: account.password)
    // Kept before anything else can fail: the server gives it only once.
    secrets.accounts = (secrets.accounts ?? [:]).merging([origin: kept]) { _, new in new }
    try secrets.save(home)
    kept.files = try NextcloudServer(
      address, credentials: credentials, options: options
    ).filesAddress()
    secrets.accounts?[origin] = kept
    try secrets.save(home)
    say([
      "Logged in at \(origin) as \(account.user). This device has a password of its own there; it"
        + " can be taken back under Settings, Security.",
      "Next: jamaal folder set \(address.server) --create, or without --create to join.",
    ])
  }

  private func nextcloud(_ text: String) throws -> NextcloudAddress {
    let whole = text.contains("://") ? text : "https://\(text)"
    if let address = try NextcloudAddress(whole) { return address }
    // A server in a directory of its own, or the address of a folder on it.
    let parsed = try FolderAddress(whole)
    guard parsed.origin != nil else {
      throw Refusal("Log-in is for a server: give an address such as https://cloud.example.")
    }
    let server = parsed.text.firstRange(of: "/remote.php/").map { parsed.text[..<$0.lowerBound] }
    guard let address = try NextcloudAddress("\(server ?? parsed.text[...])/index.php") else {
      throw Refusal("Log-in is for a server: give an address such as https://cloud.example.")
    }
    return address
  }

  private static func pause(_ seconds: Int) -> Bool {
    var left = timespec(tv_sec: seconds, tv_nsec: 0)
    var rest = timespec()
    while nanosleep(&left, &rest) != 0, errno == EINTR { left = rest }
    return true
  }

  private static func hostName() -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "this device" }
    let name = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    // It goes into a header field.
    let plain = name.filter { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: ")") }
    return plain.isEmpty ? "this device" : String(decoding: plain.prefix(64), as: UTF8.self)
  }
}
