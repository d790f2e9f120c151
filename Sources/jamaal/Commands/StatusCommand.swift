import CommandLineKit
import JamaalCore
import JamaalHome
import JamaalVoice
import ReplicaStore

/// `jamaal status`.
enum StatusCommand: ProgramCommand {
  static let command = Command(
    "status", group: Groups.setUp, summary: "Show this device's replica and its folder.",
    examples: [.init("jamaal status --json", help: "The same for other programs.")])

  /// What can be told without a folder.
  struct LocalStatus {
    let path: String
    let byteCount: Int
    let deviceID: String
    let deviceName: String
    let unsealedChanges: Int
    let digest: String
    let lastEndedDay: LogicalDate
    let today: LogicalDate

    init(_ session: Session) throws {
      let moment = try session.moment()
      let replica = session.planner.replica
      path = session.home.replicaPath
      byteCount = PrivateFile.byteCount(path) ?? 0
      deviceID = replica.device.description
      deviceName = replica.name
      unsealedChanges = try replica.unsealedCount()
      digest = replica.digest.description
      lastEndedDay = moment.lastEnded
      today = moment.today
    }
  }

  static func run(_ run: Run) throws -> Int32 {
    let session = try run.session()
    let status = try LocalStatus(session)
    let hasFolder = PrivateFile.exists(session.home.folderPath)
    if run.wantsJSON {
      guard hasFolder else {
        run.output.json(json(status, folder: .null))
        return ExitStatus.done
      }
      return try appendFolder(to: status, run)
    }
    let moment = try session.moment()
    let rows: [(String, String)] = [
      ("Replica", "\(status.path) (\(size(status.byteCount)))"),
      (
        "Device",
        "\(status.deviceName.isEmpty ? "no name" : status.deviceName) (\(status.deviceID))"
      ),
      ("Not sent", Words.count(status.unsealedChanges, "change")),
      ("Digest", status.digest),
      ("Last ended", Words.date(status.lastEndedDay, today: moment.today)),
    ]
    for (name, value) in rows {
      run.output.line("\(name.padded(toColumns: 12))\(value)".withoutControls())
    }
    guard hasFolder else {
      run.output.line("Folder      none yet; “jamaal folder set URL” names one")
      return ExitStatus.done
    }
    try run.output.flush()
    return SyncProgram.replaceThisProgram(arguments: CommandLine.unsafeArgv)
  }

  static func json(_ status: LocalStatus, folder: JSON? = nil) -> JSON {
    let replica: JSON = [
      "path": .string(status.path), "byteCount": JSON(status.byteCount),
      "digest": .string(status.digest), "unsealedChanges": JSON(status.unsealedChanges),
      "today": JSON(status.today), "lastEndedDay": JSON(status.lastEndedDay),
    ]
    let device: JSON = ["id": .string(status.deviceID), "name": .string(status.deviceName)]
    let members = [JSON.Member("replica", replica), JSON.Member("device", device)]
    return .object(members + (folder.map { [JSON.Member("folder", $0)] } ?? []))
  }

  /// Puts the folder's half, which the other program writes as JSON, into one object with ours.
  private static func appendFolder(to status: LocalStatus, _ run: Run) throws -> Int32 {
    let home = run.invocation.value("home").map { ["--home", $0] } ?? []
    let folder = try SyncProgram.output(of: home + ["status", "--json"])
    var text = folder.text[...]
    while text.last?.isWhitespace == true { text = text.dropLast() }
    if !(text.hasPrefix("{") && text.hasSuffix("}")) { text = "null" }
    run.output.line(json(status).compactText.dropLast() + ",\"folder\":\(text)}")
    return folder.status
  }

  private static func size(_ byteCount: Int) -> String {
    if byteCount < 1 << 20 { return "\((byteCount + 1023) >> 10) kB" }
    let tenths = byteCount * 10 / (1 << 20)
    return "\(tenths / 10).\(tenths % 10) MB"
  }
}
