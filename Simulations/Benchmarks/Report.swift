import Glibc

/// Collects figures over several rounds and prints medians.
struct Report {
  private var figures: [String: [Double]] = [:]
  private let clock = ContinuousClock()

  /// Measures some work: by the clock, and as `name, processor` what this process used for it.
  mutating func time(_ name: String, _ work: () throws -> Void) rethrows {
    let before = Self.processorSeconds()
    let duration = try clock.measure(work)
    let (seconds, attoseconds) = duration.components
    note(name, Double(seconds) + Double(attoseconds) * 1e-18)
    note("\(name), processor", Self.processorSeconds() - before)
  }

  /// What this process has used, which other programs on the machine do not change.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  mutating func note(_ name: String, _ value: Double) {
    figures[name, default: []].append(value)
  }

  func median(_ name: String) -> Double {
    let sorted = (figures[name] ?? []).sorted()
    return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
  }

  /// The median of one figure over the median of another, measured in the same run.
  func ratio(_ name: String, _ measured: String, _ base: String, goal: String) {
    line(name, median(measured) / median(base), "", goal)
  }

  /// How many millions a second.
  func rate(
    _ name: String, _ count: Double, of measured: String? = nil, unit: String, goal: String
  ) {
    line(name, count / median(measured ?? name) / 1e6, unit, goal)
  }

  func line(_ name: String, _ value: Double, _ unit: String, _ goal: String) {
    let label = name + String(repeating: " ", count: max(1, 44 - name.count))
    guard value.isFinite else { return print("\(label)not measured  (goal: \(goal))") }
    let rounded = (value * 100).rounded() / 100
    print("\(label)\(rounded) \(unit)  (goal: \(goal))")
  }
}
