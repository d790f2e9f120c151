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

/// Random numbers that are the same for the same seed (SplitMix64, Steele et al., 2014).
struct CalendarRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
