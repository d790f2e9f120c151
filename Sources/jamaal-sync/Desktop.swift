import Glibc
import JamaalHome

/// The person's desktop, as far as there is one.
protocol Desktop {
  /// Opens a page in the browser.
  ///
  /// - Parameter page: Its address.
  /// - Returns: Whether something was started that should do it.
  func open(_ page: String) -> Bool

  /// Shows a short text, if there is a way; nothing depends on it.
  ///
  /// - Parameters:
  ///   - title: Its heading.
  ///   - text: The text.
  func notify(_ title: String, _ text: String)
}

/// The desktop that the freedesktop.org tools reach.
struct SystemDesktop: Desktop {
  private let environment: ProcessEnvironment

  init(_ environment: ProcessEnvironment) {
    self.environment = environment
  }

  func open(_ page: String) -> Bool {
    let hasDisplay =
      environment.filled("DISPLAY") != nil || environment.filled("WAYLAND_DISPLAY") != nil
    return hasDisplay && Self.start(["xdg-open", page]) != nil
  }

  func notify(_ title: String, _ text: String) {
    let words = ["notify-send", "--app-name=Jamaal", "--icon=dialog-warning", title, text]
    guard environment.filled("DBUS_SESSION_BUS_ADDRESS") != nil else { return }
    _ = Self.run(words)
  }

  /// Runs a program to its end.
  ///
  /// - Parameter words: The program, looked up in `PATH`, and its words.
  /// - Returns: Whether it could be started and ended well.
  static func run(_ words: [String]) -> Bool {
    guard let process = start(words) else { return false }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status == 0
  }

  /// Starts a program with nothing to read or write.
  private static func start(_ words: [String]) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (file, mode) in [(0, O_RDONLY), (1, O_WRONLY), (2, O_WRONLY)] {
      posix_spawn_file_actions_addopen(&actions, Int32(file), "/dev/null", mode, 0)
    }
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process: pid_t = 0
    // The watch holds signals back, and whatever it starts would do the same.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let code = posix_spawnp(&process, words[0], &actions, &attributes, &pointers, environ)
    return code == 0 ? process : nil
  }
}
