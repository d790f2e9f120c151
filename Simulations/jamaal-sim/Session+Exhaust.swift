import CommandLineKit
import Simulator

extension Session {
  /// Tries everything that a small scope can do.
  ///
  /// - Returns: The exit status.
  /// - Throws: `UsageError` if there is no such scope.
  func exhaust() throws(UsageError) -> Int32 {
    let text = invocation.value("scope") ?? ""
    guard let scope = Scope(rawValue: text) else {
      throw invocation.invalid("--scope", text, "it takes 2x2, 3x1 or 2x1")
    }
    let sample = try invocation.integer("sample", in: 0...1_000_000) ?? 500
    let clock = Stopwatch()
    Self.complain("\(scope.scheduleCount) schedules in the scope \(scope.rawValue)")
    let report = ScopeSearch(scope, sampleEvery: sample) { report in
      Self.complain("\(report.states) states, \(report.steps) steps, \(Int(clock.seconds)) s")
    }.run()
    for line in report.lines { Self.say(line) }
    Self.complain("\(Int(clock.seconds.rounded())) seconds")
    if let path = invocation.value("json"), !Files.write(report.jsonText(), to: path) {
      Self.complain("\(path) cannot be written.")
      return 2
    }
    for failure in report.failures { Self.say("FAILED \(failure)") }
    Self.say(report.failures.isEmpty ? "1 passed, 0 failed" : "0 passed, 1 failed")
    return report.failures.isEmpty ? 0 : 1
  }
}
