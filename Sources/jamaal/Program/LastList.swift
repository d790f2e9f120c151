import Glibc
import JamaalHome
import ReplicaStore

/// The tasks that the last list on this terminal numbered, so that a number can name one.
///
/// One small file for each terminal, told apart by its device, its session and when that session
/// began: a terminal opened later under the same device never inherits numbers.
struct LastList {
  private let directory: String
  private let path: String

  /// Lists of terminals not used for so long are removed, in seconds.
  private static let ageMax = 14 * 86_400

  init(_ home: Home) {
    directory = home.listsDirectory
    path = "\(directory)/\(Self.terminalName())"
  }

  /// The task of a number; `nil` if the last list had no such number.
  func task(_ number: Int) throws(HomeError) -> RecordID? {
    let ids = try ids()
    return ids.indices.contains(number - 1) ? ids[number - 1] : nil
  }

  /// How many tasks the last list numbered; 0 if there was none.
  func count() throws(HomeError) -> Int { try ids().count }

  private func ids() throws(HomeError) -> [RecordID] {
    guard let bytes = try PrivateFile.read(path) else { return [] }
    // A line that is no id keeps its number, so that no other task takes it.
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
      RecordID($0) ?? RecordID(high: 0, low: 0)
    }
  }

  /// Remembers a list; whoever shows one can do without the numbers if this fails.
  func remember(_ ids: [RecordID]) {
    let bytes = ids.flatMap { Array($0.description.utf8) + [UInt8(ascii: "\n")] }
    do {
      let old = try PrivateFile.read(path)
      if old == bytes { return }
      if old == nil {
        try PrivateFile.makeDirectory(directory)
        removeOldLists()
      }
      try PrivateFile.write(bytes, to: path, isDurable: false)
    } catch {
      Output.complain(
        "\(Program.name): The numbers of this list could not be remembered. \(error.message)")
    }
  }

  private func removeOldLists() {
    guard let entries = opendir(directory) else { return }
    defer { closedir(entries) }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      var status = stat()
      guard name.hasPrefix("terminal-"), stat("\(directory)/\(name)", &status) == 0,
        status.st_mtim.tv_sec < now.tv_sec - Self.ageMax
      else { continue }
      unlink("\(directory)/\(name)")
    }
  }

  /// A name for the controlling terminal and its session, or for the session alone.
  private static func terminalName() -> String {
    let own = processStatus("self")
    let session = own.count > 4 ? own[3] : String(getsid(0))
    let device = own.count > 4 ? own[4] : "0"
    let leader = processStatus(session)
    // Process numbers come again; together with its start a session does not.
    let start = leader.count > 19 ? leader[19] : "0"
    return "terminal-\(device)-\(session)-\(start)"
  }

  /// The fields of `/proc/PID/stat` after the program's name; the state is the first.
  private static func processStatus(_ process: String) -> [String] {
    let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = read(file, &buffer, buffer.count)
    guard count > 0, let end = buffer[..<count].lastIndex(of: UInt8(ascii: ")")) else { return [] }
    return buffer[(end + 1)..<count].split(separator: UInt8(ascii: " ")).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
