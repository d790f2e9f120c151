/// Finds what was perhaps meant by a word that is not known.
enum Suggestions {
  /// The most that are worth reading.
  static let countMax = 3

  /// The known words that are near to a mistyped one, the nearest first.
  ///
  /// Near means a third of the letters wrong at most, or that the one begins with the other.
  static func near(_ typed: String, among known: [String]) -> [String] {
    let word = Array(typed.lowercased())
    // Nobody mistypes a whole sentence into a command; the table below would only cost time.
    guard !word.isEmpty, word.count <= 40 else { return [] }
    let ranked: [(distance: Int, name: String)] = known.compactMap { name in
      let candidate = Array(name.lowercased())
      let distance = editDistance(word, candidate)
      let isBeginning = word.count >= 2 && candidate.starts(with: word)
      let isNear = distance <= max(1, max(word.count, candidate.count) / 3)
      // With a single letter everything of two letters would be near.
      guard isBeginning || (isNear && word.count > 1) else { return nil }
      return (isBeginning ? min(distance, 1) : distance, name)
    }
    return ranked.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
      .prefix(countMax).map(\.name)
  }

  /// The number of letters to insert, delete, replace or swap with a neighbour.
  ///
  /// Source: the restricted edit distance of Damerau (1964), by the table of Wagner and Fischer.
  static func editDistance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var best = min(last[column + 1], current[column]) + 1
        best = min(best, last[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
