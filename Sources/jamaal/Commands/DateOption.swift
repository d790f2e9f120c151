import CommandLineKit
import JamaalCore

/// Dates as people type them.
struct DateOption {
  static let hint = ValueHint.examples(["today", "tomorrow", "someday", "mon", "fri", "+3"])

  private let run: Run

  init(_ run: Run) {
    self.run = run
  }

  /// The day of a text; `nil` for someday.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - name: The option or positional it was typed for.
  /// - Returns: The day.
  /// - Throws: `UsageError` if it is no date; what opening the replica throws.
  func date(_ text: String, _ name: String) throws -> LogicalDate? {
    let session = try run.session()
    let today = try session.moment().today
    // The system's tables are looked at only for the one word that depends on them.
    let firstWeekday = text.lowercased().contains("week") ? session.firstWeekday : 1
    do throws(DateTextError) {
      switch try DateParser(today: today, firstWeekday: firstWeekday).parse(text) {
      case .day(let day): return day
      case .someday: return nil
      }
    } catch {
      let forms = "write today, tomorrow, fri, next week, +3, 2026-12-24 or someday"
      let reason =
        switch error.code {
        case .empty, .unknown: "it is not a date; \(forms)"
        case .noSuchDay: "there is no such day in the calendar"
        case .tooFar:
          "it is more than \(DateParser.yearsMax) years away; check the year, or write someday"
        }
      throw run.invocation.invalid(name, text, reason)
    }
  }
}
