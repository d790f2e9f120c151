import Glibc
import JamaalHome

/// The person's desktop, as far as there is one.
enum Desktop {
  /// Opens a page in the browser.
  ///
  /// - Returns: Whether something was started that should do it.
  static func open(_ page: String, _ environment: ProcessEnvironment) -> Bool {
    guard hasDisplay(environment) else { return false }
    return start(["xdg-open", page]) != nil
  }

  /// Shows a short text, if there is a way; nothing depends on it.
  static func notify(_ title: String, _ text: String, _ environment: ProcessEnvironment) {
    let words = ["notify-send", "--app-name=Jamaal", "--icon=dialog-warning", title, text]
    guard environment.filled("DBUS_SESSION_BUS_ADDRESS") != nil, let process = start(words) else {
      return
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  private static func hasDisplay(_ environment: ProcessEnvironment) -> Bool {
    environment.filled("DISPLAY") != nil || environment.filled("WAYLAND_DISPLAY") != nil
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
    guard posix_spawnp(&process, words[0], &actions, nil, &pointers, environ) == 0 else {
      return nil
    }
    return process
  }
}
