import CommandLineKit
import ReplicaStore

/// One round of what the peers are measured with: seconds to write, seconds to merge, and bytes.
enum PeerMeasure {
  static func run(count: Int, directory: String) throws {
    var generator = RecordGenerator(seed: 42)
    let records = (0..<count).map { _ in generator.next() }
    let benchmark = StoreBenchmark(directory: directory, count: count, rounds: 1)
    var report = Report()
    let bytes = try benchmark.writeAndMerge(records, &report)
    print(
      JSON.array([
        JSON(report.median("write")), JSON(report.median("merge")), JSON(bytes),
      ]).compactText)
  }
}
