import ReplicaStore
import TestSupport
import Testing

/// What two texts with a common ancestor become together.
@Suite struct LineMergeTests {
  struct Case: CustomTestStringConvertible {
    var base: String?
    var older: String?
    var newer: String?
    var merged: String?

    init(_ base: String?, _ older: String?, _ newer: String?, _ merged: String?) {
      (self.base, self.older, self.newer, self.merged) = (base, older, newer, merged)
    }

    var testDescription: String { "\(base ?? "-") | \(older ?? "-") | \(newer ?? "-")" }
  }

  private func merge(_ base: String?, _ older: String?, _ newer: String?) -> String? {
    var table = LineTable()
    let texts = [base, older, newer].map { table.lines($0) }
    return table.text(LineMerge.merge(base: texts[0], older: texts[1], newer: texts[2]))
  }

  @Test(arguments: [
    // Different lines: both survive, whether they touch or not.
    Case("a\nb\nc", "A\nb\nc", "a\nb\nC", "A\nb\nC"),
    Case("a\nb", "A\nb", "a\nB", "A\nB"),
    Case("a\nb", "x\na\nb", "a\nb\ny", "x\na\nb\ny"),
    Case("a\nb\nc", "a\nc", "a\nb\nC", "a\nC"),
    Case("a\nb", "a\nx\nb", "a\ny\nb", "a\nx\ny\nb"),
    // One line: both are kept, the older first.
    Case("a", "A", "α", "A\nα"),
    Case("a\nb\nc", "a\nB\nc", "a\nβ\nc", "a\nB\nβ\nc"),
    Case("", "A", "α", "A\nα"),
    Case(nil, "A", "α", "A\nα"),
    // The same edit twice is one; an edit outlives a removal; two removals are one.
    Case("a\nb", "A\nb", "A\nb", "A\nb"),
    Case("a\nb", "b", "A\nb", "A\nb"),
    Case("a\nb", "A\nb", "b", "A\nb"),
    Case("a\nb", "b", "b", "b"),
    Case("a", nil, nil, nil),
    Case("a", nil, "A", "A"),
    // Without an ancestor lines that both have are there once.
    Case(nil, "a\nb", "a\nc", "a\nb\nc"),
    Case(nil, "milk\nbread", "eggs\nbread", "milk\neggs\nbread"),
    // A line more at the end of either.
    Case("a", "a\n", "a\nb", "a\n\nb"),
    Case("a", "a", "a\nb", "a\nb"),
    // Letters that look alike but differ in their bytes are different lines.
    Case("é", "e\u{301}", "é\nb", "e\u{301}\nb"),
  ])
  func `two texts become one line by line`(_ text: Case) {
    let merged = merge(text.base, text.older, text.newer)
    #expect(merged.map { Array($0.utf8) } == text.merged.map { Array($0.utf8) })
  }

  @Test(arguments: 0..<200)
  func `edits of different lines all survive, in their places`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let base = (0..<Int.random(in: 1...12, using: &random)).map { "line \($0)" }
    var (older, newer, both) = (base, base, base)
    for place in base.indices {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: (older[place], both[place]) = ("older \(place)", "older \(place)")
      case 1: (newer[place], both[place]) = ("newer \(place)", "newer \(place)")
      default: break
      }
    }
    let merged = merge(
      base.joined(separator: "\n"), older.joined(separator: "\n"), newer.joined(separator: "\n"))
    #expect(merged == both.joined(separator: "\n"), "seed \(seed)")
  }

  @Test(arguments: 0..<200)
  func `no line that somebody typed is lost`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed) + 1000)
    var texts: [String?] = [nil, nil, nil]
    for _ in 0..<4 { texts[0] = RandomHistory.edited(texts[0], &random) }
    texts[1] = texts[0]
    texts[2] = texts[0]
    for index in 1...2 {
      for _ in 0..<3 { texts[index] = RandomHistory.edited(texts[index], &random) }
    }
    func lines(_ text: String?) -> Set<Substring> { Set(text?.split(separator: "\n") ?? []) }
    let typed = lines(texts[1]).union(lines(texts[2])).subtracting(lines(texts[0]))
    let merged = lines(merge(texts[0], texts[1], texts[2]))
    #expect(merged.isSuperset(of: typed), "seed \(seed)")
    #expect(merged.isSubset(of: lines(texts[1]).union(lines(texts[2]))), "seed \(seed)")
  }

  @Test func `matching is the longest there is, or goes by unique lines where texts are long`() {
    func pairs(_ left: [Int], _ right: [Int]) -> [[Int]] {
      LineMerge.matches(left, right).map { [$0.0, $0.1] }
    }
    #expect(pairs([1, 2, 3, 4], [2, 4, 3]) == [[1, 0], [3, 1]])
    #expect(pairs([], [1]) == [])
    #expect(pairs([1, 2, 3], [1, 9, 3]) == [[0, 0], [2, 2]])
    // Twice 2,000 lines are too many pairs: what is unique anchors the rest.
    let left = (0..<2000).map { $0 }
    var right = left
    right[0] = -1
    right.swapAt(1000, 1999)
    let matched = LineMerge.matches(left, right)
    #expect(matched.count == 1997)
    #expect(matched.allSatisfy { left[$0.0] == right[$0.1] })
    #expect(zip(matched, matched.dropFirst()).allSatisfy { $0.0 < $1.0 && $0.1 < $1.1 })
  }
}
