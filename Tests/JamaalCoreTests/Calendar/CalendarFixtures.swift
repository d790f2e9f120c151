import JamaalCore
import Testing

/// A named zone of this machine.
func zone(_ identifier: String) throws -> TimeZoneRules {
  try ZoneDirectory().rules(for: identifier)
}

/// A date from its text, so that tables stay readable.
func day(_ text: String) throws -> LogicalDate {
  try #require(LogicalDate(text), "not a date: \(text)")
}

/// An instant from its text.
func instant(_ text: String) throws -> Instant {
  try #require(Instant(text), "not an instant: \(text)")
}
