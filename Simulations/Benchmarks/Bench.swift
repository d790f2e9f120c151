import Glibc
import TestSupport

/// Measures Jamaal as ratios against plain SQLite in the same run; figures are medians.
@main
enum Bench {
  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.count == 3, arguments[1] == "ten-years" {
      try TenYears.make(in: arguments[2])
      print("JAMAAL_HOME=\(arguments[2]) JAMAAL_NOW=\(TenYears.morning) TZ=UTC jamaal today")
      return
    }
    if arguments.count == 3, arguments[1] == "records", let count = Int(arguments[2]) {
      return PeerFeed.printRecords(count)
    }
    if arguments.count == 3, arguments[1] == "history", let seed = UInt64(arguments[2]) {
      return try PeerFeed.printHistory(seed: seed)
    }
    if arguments.count == 2, arguments[1] == "anchors" {
      var report = Report()
      return try AnchorBenchmark().run(&report)
    }
    if arguments.count == 2, arguments[1] == "rhythms" {
      var report = Report()
      return try RhythmBenchmark().run(&report)
    }
    if arguments.count == 3, arguments[1] == "merge" {
      return try StoreBenchmark(directory: arguments[2], count: 0, rounds: 0).mergeAlone()
    }
    if arguments.count == 2, arguments[1] == "life" { return try printLife() }
    let rounds = arguments.firstIndex(of: "--rounds").flatMap { index in
      arguments.indices.contains(index + 1) ? Int(arguments[index + 1]) : nil
    }
    let directory = try makeTemporaryDirectory()
    defer { rmdir(directory) }
    if arguments.count > 1, arguments[1] == "costs" {
      let pushes = arguments.count > 2 ? Int(arguments[2]) : nil
      return try CostsBenchmark.run(in: directory, pushCount: pushes ?? 10_000)
    }
    if arguments.count == 3, arguments[1] == "store", let count = Int(arguments[2]) {
      return try PeerMeasure.run(count: count, directory: directory)
    }
    var report = Report()
    if arguments.count > 1, arguments[1] == "planner" {
      let planner = PlannerBenchmark(directory: directory, rounds: 20)
      try planner.run(&report)
      planner.summarize(report)
      removeHome(directory)
      return
    }
    if arguments.count == 2, arguments[1] == "everything" {
      try TenYears.make(in: directory, withRhythms: true)
      try PlannerBenchmark(directory: directory, rounds: 0).program(&report)
      for (name, figure) in [
        ("jamaal today with everything", "jamaal today"),
        ("the same, its processor", "jamaal today, its processor"),
      ] { report.line(name, report.median(figure) * 1000, "ms", "under 30") }
      return removeHome(directory)
    }
    let store = StoreBenchmark(directory: directory, count: 100_000, rounds: rounds ?? 5)
    try store.run(&report)
    store.summarize(report)
    try store.writeSingly(&report)
    try store.mergeIntoMillion(&report)
    try store.growSchema(&report)
    let planner = PlannerBenchmark(directory: directory, rounds: 20)
    try planner.run(&report)
    planner.summarize(report)
    removeHome(directory)
  }
  /// Prints what follows from a made-up life, to compare this build with others by.
  private static func printLife() throws {
    let digest = try SeededLife.digest(seed: 7)
    print(digest)
    guard digest == SeededLife.expectedDigest else {
      print("It should be \(SeededLife.expectedDigest).")
      exit(1)
    }
  }
}
