/// Merges texts line by line; a line is a number that stands for its bytes.
///
/// Only what is written here decides, so that every version of a program merges alike.
package enum LineMerge {
  /// What two texts with a common ancestor become together.
  ///
  /// Lines that one of them changed are taken from that one. A line that both changed is there
  /// twice, the older text's first; an edit outlives a removal; what both inserted at one place
  /// is there once, the rest one after the other.
  ///
  /// - Parameters:
  ///   - base: The ancestor.
  ///   - older: The text with the smaller stamp.
  ///   - newer: The text with the larger one.
  /// - Returns: The lines of the merged text.
  package static func merge(base: [Int], older: [Int], newer: [Int]) -> [Int] {
    if older == base { return newer }
    if newer == base || newer == older { return older }
    let left = Edits(from: base, to: older)
    let right = Edits(from: base, to: newer)
    var result: [Int] = []
    for place in 0...base.count {
      result += union(left.inserted[place] ?? [], right.inserted[place] ?? [])
      guard place < base.count else { break }
      switch (left.lines[place], right.lines[place]) {
      case (let left, let right) where left == right: result += left.map { [$0] } ?? []
      case (base[place], let line?), (let line?, base[place]): result.append(line)
      case (base[place], nil), (nil, base[place]): break
      case (nil, let line?), (let line?, nil): result.append(line)
      case (let left, let right): result += [left, right].compactMap(\.self)
      }
    }
    return result
  }

  /// The lines of both, in both orders, those that they share once.
  private static func union(_ left: [Int], _ right: [Int]) -> [Int] {
    if left.isEmpty || left == right { return right }
    if right.isEmpty { return left }
    var result: [Int] = []
    var (leftEnd, rightEnd) = (0, 0)
    for (inLeft, inRight) in matches(left, right) {
      result += left[leftEnd..<inLeft] + right[rightEnd...inRight]
      (leftEnd, rightEnd) = (inLeft + 1, inRight + 1)
    }
    return result + left[leftEnd...] + right[rightEnd...]
  }

  /// What happened to the lines of a text on the way to another.
  private struct Edits {
    /// For each line what stands in its place; `nil` if it was removed.
    var lines: [Int?]
    /// Lines that came in before each line, and after the last.
    var inserted: [Int: [Int]] = [:]

    init(from base: [Int], to target: [Int]) {
      lines = base
      var (baseEnd, targetEnd) = (0, 0)
      for (inBase, inTarget) in matches(base, target) + [(base.count, target.count)] {
        // Between two lines that stayed, old and new lines are paired from the top.
        let paired = min(inBase - baseEnd, inTarget - targetEnd)
        for index in 0..<paired { lines[baseEnd + index] = target[targetEnd + index] }
        for index in baseEnd + paired..<inBase { lines[index] = nil }
        if targetEnd + paired < inTarget {
          inserted[baseEnd + paired] = Array(target[targetEnd + paired..<inTarget])
        }
        (baseEnd, targetEnd) = (inBase + 1, inTarget + 1)
      }
    }
  }

  // MARK: Matching

  /// The most pairs of lines that are compared with each other.
  private static let pairsMax = 1 << 20

  /// The places of equal lines that stand in the same order in both: as many as possible.
  ///
  /// Between very long texts only lines that are unique in both are matched, and what is between
  /// them is compared again.
  package static func matches(_ left: [Int], _ right: [Int]) -> [(Int, Int)] {
    matches(left[...], right[...])
  }

  private static func matches(
    _ left: ArraySlice<Int>, _ right: ArraySlice<Int>
  ) -> [(Int, Int)] {
    let shorter = min(left.count, right.count)
    var head = 0
    while head < shorter, left[left.startIndex + head] == right[right.startIndex + head] {
      head += 1
    }
    var tail = 0
    while tail < shorter - head, left[left.endIndex - 1 - tail] == right[right.endIndex - 1 - tail]
    {
      tail += 1
    }
    let leftRest = left.dropFirst(head).dropLast(tail)
    let rightRest = right.dropFirst(head).dropLast(tail)
    let between =
      leftRest.count * rightRest.count <= pairsMax
      ? longestCommon(leftRest, rightRest) : anchored(leftRest, rightRest)
    return (0..<head).map { (left.startIndex + $0, right.startIndex + $0) } + between
      + (0..<tail).map { (leftRest.endIndex + $0, rightRest.endIndex + $0) }
  }

  /// The longest common subsequence; of several the one that passes over the left lines first.
  private static func longestCommon(
    _ left: ArraySlice<Int>, _ right: ArraySlice<Int>
  ) -> [(Int, Int)] {
    guard !left.isEmpty, !right.isEmpty else { return [] }
    let width = right.count + 1
    var lengths = [Int32](repeating: 0, count: (left.count + 1) * width)
    for row in stride(from: left.count - 1, through: 0, by: -1) {
      for column in stride(from: right.count - 1, through: 0, by: -1) {
        lengths[row * width + column] =
          left[left.startIndex + row] == right[right.startIndex + column]
          ? lengths[(row + 1) * width + column + 1] + 1
          : max(lengths[(row + 1) * width + column], lengths[row * width + column + 1])
      }
    }
    var pairs: [(Int, Int)] = []
    var (row, column) = (0, 0)
    while row < left.count, column < right.count {
      if left[left.startIndex + row] == right[right.startIndex + column] {
        pairs.append((left.startIndex + row, right.startIndex + column))
        (row, column) = (row + 1, column + 1)
      } else if lengths[(row + 1) * width + column] >= lengths[row * width + column + 1] {
        row += 1
      } else {
        column += 1
      }
    }
    return pairs
  }

  /// Matches the lines that are unique on both sides, then what is between them.
  ///
  /// Source: the "patience diff" of Bram Cohen.
  private static func anchored(
    _ left: ArraySlice<Int>, _ right: ArraySlice<Int>
  ) -> [(Int, Int)] {
    func unique(_ lines: ArraySlice<Int>) -> [Int: Int] {
      var places: [Int: Int] = [:]
      for index in lines.indices { places[lines[index]] = places[lines[index]] == nil ? index : -1 }
      return places
    }
    let (inLeft, inRight) = (unique(left), unique(right))
    let shared = left.indices.compactMap { index -> (Int, Int)? in
      guard inLeft[left[index]] == index, let other = inRight[left[index]], other >= 0 else {
        return nil
      }
      return (index, other)
    }
    var pairs: [(Int, Int)] = []
    var (leftEnd, rightEnd) = (left.startIndex, right.startIndex)
    let anchors = rising(shared)
    guard !anchors.isEmpty else { return [] }
    for (inLeft, inRight) in anchors {
      pairs += matches(left[leftEnd..<inLeft], right[rightEnd..<inRight]) + [(inLeft, inRight)]
      (leftEnd, rightEnd) = (inLeft + 1, inRight + 1)
    }
    return pairs + matches(left[leftEnd...], right[rightEnd...])
  }

  /// The longest run of pairs, rising in the first, that also rises in the second.
  private static func rising(_ pairs: [(Int, Int)]) -> [(Int, Int)] {
    /// For each length the pair with the smallest second that ends a run of it.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].1 < pair.1 { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var result: [(Int, Int)] = []
    var index = ends.last ?? -1
    while index >= 0 {
      result.append(pairs[index])
      index = previous[index]
    }
    return result.reversed()
  }
}
