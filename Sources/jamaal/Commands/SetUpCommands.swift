import CommandLineKit
import Glibc
import JamaalCore
import JamaalHome

/// `jamaal init`.
enum InitCommand: ProgramCommand {
  /// The longest name of a device, in characters.
  private static let nameCountMax = 64

  static let command = Command(
    "init", group: Groups.setUp, summary: "Make a replica: everything you plan, on this machine.",
    options: [
      .value("name", "NAME", help: "What to call this device; the machine's name if left out.")
    ],
    examples: [
      .init("jamaal init --name LAPTOP", help: "Begin."),
      .init("jamaal --home /tmp/second init", help: "A second device to try things out."),
    ])

  static func run(_ run: Run) throws -> Int32 {
    let name = trimmed(run.invocation.value("name") ?? hostName())
    guard (1...nameCountMax).contains(name.count) else {
      throw run.invocation.invalid(
        "--name", name, "it takes 1 to \(nameCountMax) characters")
    }
    let home = try run.home()
    try home.makeReplica(name: name, try HomeClock(run.environment))
    let session = try run.session()
    try session.planner.noteFirstLaunch(session.context)
    if run.wantsJSON {
      run.output.json(StatusCommand.json(try StatusCommand.LocalStatus(session)))
    } else {
      run.output.line(
        "Made \(home.replicaPath) for the device \(name). “jamaal add TITLE” adds the first task."
          .withoutControls())
    }
    return ExitStatus.done
  }

  private static func trimmed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func hostName() -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "this device" }
    let name = String(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return name.isEmpty ? "this device" : String(name.prefix(nameCountMax))
  }
}
