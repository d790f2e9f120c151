import Glibc

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
    let store = StoreBenchmark(directory: directory, count: 100_000, rounds: rounds ?? 5)
    try store.run(&report)
    store.summarize(report)
    try store.writeSingly(&report)
    try store.mergeIntoMillion(&report)
    let planner = PlannerBenchmark(directory: directory, rounds: 20)
    try planner.run(&report)
    planner.summarize(report)
    removeHome(directory)
  }
}
