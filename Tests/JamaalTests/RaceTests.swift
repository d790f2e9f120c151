import Glibc
import TestSupport
import Testing

@Suite("Many at once, and ends without warning")
struct RaceTests {
  @Test func `eight that add twenty-five tasks each lose none`() throws {
    let machine = try Machine()
    let ended = try machine.shell(
      """
      for process in 1 2 3 4 5 6 7 8; do (
        for task in $(seq 25); do
          $jamaal add "task $process-$task" -d today >/dev/null || echo failed
        done
      ) & done; wait
      """)
    #expect(ended.output.isEmpty && ended.errors.isEmpty, "\(ended.output)\(ended.errors)")
    let expected = Set((1...8).flatMap { process in (1...25).map { "task \(process)-\($0)" } })
    let titles = try machine.todayTitles()
    #expect(titles.count == 200 && Set(titles) == expected)
    try machine.expect(0, "doctor", "--rebuild")
  }

  @Test func `several that work on the same tasks leave one answer`() throws {
    let machine = try Machine()
    for index in 1...10 { try machine.expect(0, "add", "task \(index).", "-d", "today") }
    let ended = try machine.shell(
      """
      for process in 1 2 3 4; do (
        for task in $(seq 10); do $jamaal done "task $task." 2>/dev/null; done
      ) & done; wait
      """)
    // Each task is ticked off by exactly one of them.
    #expect(ended.lines.sorted() == (1...10).map { "Done: “task \($0).”." }.sorted())
    #expect(try machine.json("today")["completedToday"].elements.count == 10)
    try machine.expect(0, "doctor", "--rebuild")
  }

  @Test func `what was acknowledged is there after a kill at any moment`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let machine = try Machine()
    var acknowledged: Set<String> = []
    for round in 1...12 {
      let line =
        "i=0; while :; do i=$((i+1)); $jamaal add \"\(round).$i.\" -d today || exit 1; done"
      acknowledged.formUnion(
        try titlesBeforeKill(
          line, machine, count: Int.random(in: 1...6, using: &random),
          spins: Int.random(in: 0...3_000_000, using: &random)))
      let titles = Set(try machine.todayTitles())
      #expect(acknowledged.isSubset(of: titles), "seed \(seed)")
      // At most the one that was being added when the kill came is there unacknowledged.
      #expect(titles.count <= acknowledged.count + round, "seed \(seed)")
      try machine.expect(0, "doctor", "--rebuild")
    }
  }

  /// Runs a line until it has acknowledged some tasks, then a little longer, then kills it.
  private func titlesBeforeKill(
    _ line: String, _ machine: Machine, count: Int, spins: Int
  ) throws -> [String] {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nothing) }
    var variables = machine.environment
    variables["jamaal"] = Machine.program
    let child = try ChildProcess(
      ["/bin/sh", "-c", line].map { Array($0.utf8) }, variables,
      .descriptors([nothing, ends[1], nothing]), ownGroup: true)
    close(ends[1])
    var bytes: [UInt8] = []
    while bytes.count(where: { $0 == UInt8(ascii: "\n") }) < count {
      var byte: UInt8 = 0
      guard read(ends[0], &byte, 1) == 1 else { break }
      bytes.append(byte)
    }
    // Only moves the kill to another moment of the next command; nothing waits for anything.
    var waste: UInt64 = 1
    for _ in 0..<spins { waste = waste &* 6_364_136_223_846_793_005 &+ 1 }
    withExtendedLifetime(waste) { child.killGroup() }
    _ = child.wait()
    bytes += readToEnd(ends[0])
    close(ends[0])
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    // “Added “1.2.”: due today, 30m.”
    return lines.filter { $0.hasPrefix("Added ") }.compactMap { line in
      line.split(separator: "“").last?.split(separator: "”").first.map(String.init)
    }
  }
}
