import CommandLineKit
import JamaalCore
import JamaalVoice

/// `jamaal capacity`.
enum CapacityCommand: ProgramCommand {
  static let command = Command(
    "capacity", group: Groups.day, summary: "Say how much you have in you today.",
    discussion: [
      "A low day shows only what presses and matters; the rest waits under “also today” and nothing is"
        + " lost. Without a level it tells today's."
    ],
    positionals: [
      Positional(
        "LEVEL", .optional, help: "How much today holds.", hint: .words(["low", "medium", "high"]))
    ],
    examples: [.init("jamaal capacity low", help: "A gentle day.")])

  static func run(_ run: Run) throws -> Int32 {
    let session = try run.session()
    if let level = run.invocation.argument("LEVEL") {
      let receipt = try session.planner.setLevel(CapacityLevel(level), session.context)
      run.remember([receipt], "capacity \(level).")
    }
    let today = try session.planner.today(session.context)
    if run.wantsJSON {
      run.output.json([
        "date": JSON(today.date), "capacity": .string(today.level.text),
        "budgetMinutes": JSON(today.budgetMinutes),
      ])
    } else {
      run.output.line(Words.meter(today))
      if let hidden = Words.alsoToday(today) { run.output.line(hidden) }
    }
    return ExitStatus.done
  }
}
