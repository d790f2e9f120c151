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
    let rounds = arguments.firstIndex(of: "--rounds").flatMap { index in
      arguments.indices.contains(index + 1) ? Int(arguments[index + 1]) : nil
    }
    let directory = try makeTemporaryDirectory()
    defer { rmdir(directory) }
    if arguments.count == 3, arguments[1] == "store", let count = Int(arguments[2]) {
      return try PeerMeasure.run(count: count, directory: directory)
    }
    var report = Report()
    let store = StoreBenchmark(directory: directory, count: 100_000, rounds: rounds ?? 5)
    try store.run(&report)
    store.summarize(report)
  }
}
