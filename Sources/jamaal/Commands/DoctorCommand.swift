import CommandLineKit
import Glibc
import JamaalCore
import JamaalHome
import JamaalVoice
import ReplicaStore
import SQLite

/// `jamaal doctor`.
enum DoctorCommand: ProgramCommand {
  static let command = Command(
    "doctor", group: Groups.care, summary: "Check the replica.",
    discussion: [
      "Reads all of the file, works its digest out anew, and with --rebuild works out everything that"
        + " follows from what you did and compares that with what was kept. Ends with 4 if anything"
        + " was found, also if it could be put right."
    ],
    options: [
      .flag(
        "rebuild", help: "Work out anew what follows from the facts, and keep that.")
    ],
    examples: [.init("jamaal doctor --rebuild", help: "The thorough check.")])

  /// One thing that was looked at.
  private struct Check {
    let name: String
    /// What was found; `nil` if all is well.
    let problem: String?
  }

  static func run(_ run: Run) throws -> Int32 {
    let home = try run.home()
    var checks: [Check] = []
    // Opened without looking inside first, so that a damaged file is told about in detail.
    let problems = try integrityProblems(home, try HomeClock(run.environment))
    checks.append(
      Check(name: "file", problem: problems.isEmpty ? nil : problems.joined(separator: "; ")))
    if problems.isEmpty {
      let session = try run.session()
      checks.append(try digestCheck(session.planner.replica))
      checks.append(run.invocation.has("rebuild") ? try rebuild(session) : try days(session))
    }
    let isDamaged = checks.contains { $0.problem != nil }
    if run.wantsJSON {
      run.output.json([
        "path": .string(home.replicaPath), "isDamaged": .bool(isDamaged),
        "checks": .array(checks.map { ["name": .string($0.name), "problem": JSON($0.problem)] }),
      ])
      return isDamaged ? ExitStatus.damaged : ExitStatus.done
    }
    for check in checks {
      run.output.line("\(words(check.name)): \(check.problem ?? "in order")".withoutControls())
    }
    guard isDamaged else { return ExitStatus.done }
    try run.output.flush()
    throw Refusal(advice(checks, home), status: ExitStatus.damaged)
  }

  private static func words(_ name: String) -> String {
    switch name {
    case "file": "The file"
    case "digest": "The digest"
    case "days": "The days that are over"
    default: "What follows from the facts"
    }
  }

  private static func advice(_ checks: [Check], _ home: Home) -> String {
    if checks.last?.name == "days", checks.dropLast().allSatisfy({ $0.problem == nil }) {
      return "If the clock is right now, “jamaal doctor --rebuild” puts that right."
    }
    if checks.last?.name == "consequences", checks.dropLast().allSatisfy({ $0.problem == nil }) {
      return "What follows from the facts was worked out anew and is right now."
    }
    let start = "\(home.replicaPath) is damaged. Keep a copy of it with the files beside it."
    return PrivateFile.exists(home.folderPath)
      ? "\(start) What was synced is safe in the folder and on your other devices: move the file"
        + " away, run “jamaal init”, set the folder again and sync."
      : "\(start) Then put a backup in its place, or move it away and begin anew with “jamaal init”."
  }

  /// What SQLite finds wrong with the file.
  private static func integrityProblems(_ home: Home, _ clock: HomeClock) throws -> [String] {
    guard PrivateFile.exists(home.replicaPath), PrivateFile.byteCount(home.replicaPath) != 0 else {
      // Says what is missing.
      _ = try home.openReplica(clock)
      return []
    }
    do {
      return try Replica.integrityProblems(path: home.replicaPath)
    } catch let error as ReplicaError {
      if let below = error.underlying, [.corrupt, .notADatabase].contains(below.code.primary) {
        return [below.message]
      }
      throw HomeError(error, path: home.replicaPath)
    }
  }

  private static func digestCheck(_ replica: Replica) throws -> Check {
    let worked = try replica.recomputedDigest()
    let kept = replica.digest
    return Check(
      name: "digest",
      problem: worked == kept
        ? nil
        : "kept as \(kept), but the records amount to \(worked); something else changed the file")
  }

  /// Whether a clock that was far ahead has called days over that have not come.
  private static func days(_ session: Session) throws -> Check {
    let moment: PlannerMoment
    do {
      moment = try session.moment()
    } catch is ReplicaError {
      return Check(name: "days", problem: "what is kept of them cannot be read")
    }
    let isAhead = moment.lastEnded > moment.today
    return Check(
      name: "days",
      problem: isAhead
        ? "up to \(moment.lastEnded), though today is \(moment.today); a clock was far ahead"
        : nil)
  }

  private static func rebuild(_ session: Session) throws -> Check {
    var kept: [UInt8]?
    do {
      kept = try session.planner.consequences(session.context)
    } catch is ReplicaError {
      // Tables that cannot be read are made anew like those that are wrong.
      kept = nil
    }
    try session.planner.rebuild(session.context)
    let rebuilt = try session.planner.consequences(session.context)
    return Check(
      name: "consequences",
      problem: kept == rebuilt ? nil : "what was kept differed from what the facts amount to")
  }
}
