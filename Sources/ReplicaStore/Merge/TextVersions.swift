/// The versions of one text, and what they amount to: a pure function of which versions there are.
///
/// Every version names the versions that its author saw. Those that nobody saw yet are the
/// *heads*; what is shown is the heads merged in the order of their stamps, each against what it
/// has in common with those before it. A version that was undone counts as never written: whoever
/// saw it saw what it was based on.
struct TextVersions {
  /// One version.
  struct Version {
    var stamp: Stamp
    /// The versions that its author saw.
    var bases: [Stamp]
    var isUndone = false
  }

  /// The versions that stand and that nobody saw yet, by their place; in the order of stamps.
  let heads: [Int]
  /// For each version the versions it builds on, undone ones replaced.
  private let parents: [[Int]]

  /// Puts versions in their order.
  ///
  /// - Parameter versions: In the order of stamps.
  init(_ versions: [Version]) {
    let places = Dictionary(
      versions.enumerated().map { ($1.stamp, $0) }, uniquingKeysWith: { first, _ in first })
    var parents: [[Int]] = []
    var isSeen = [Bool](repeating: false, count: versions.count)
    for (place, version) in versions.enumerated() {
      var own: Set<Int> = []
      for base in version.bases {
        // A version that is not here yet is passed over. Nobody sees what is not written yet, so
        // that there can be no circle.
        guard let parent = places[base], parent < place else { continue }
        if versions[parent].isUndone { own.formUnion(parents[parent]) } else { own.insert(parent) }
      }
      if !version.isUndone { for parent in own { isSeen[parent] = true } }
      parents.append(own.sorted())
    }
    self.parents = parents
    heads = versions.indices.filter { !versions[$0].isUndone && !isSeen[$0] }
  }

  /// What is shown.
  ///
  /// - Parameter text: Reads the text of the version at a place; called for those needed only.
  /// - Returns: `nil` if no version stands, or the text was taken away.
  /// - Throws: What `text` throws.
  func shown(_ text: @escaping (Int) throws -> String?) throws -> String? {
    guard heads.count != 1 else { return try text(heads[0]) }
    var merge = Merge(versions: self, text: text)
    let lines = try merge.merged(heads)
    return merge.lines.text(lines)
  }

  /// Everything that some versions build on, themselves among it.
  private func known(_ places: [Int]) -> [Bool] {
    var result = [Bool](repeating: false, count: parents.count)
    var rest = places
    while let place = rest.popLast() {
      if result[place] { continue }
      result[place] = true
      rest += parents[place]
    }
    return result
  }

  /// The latest of a set of versions that holds whatever its members build on.
  private func latest(_ isMember: [Bool]) -> [Int] {
    var isSeen = isMember.map { !$0 }
    for place in isMember.indices where isMember[place] {
      for parent in parents[place] { isSeen[parent] = true }
    }
    return isSeen.indices.filter { !isSeen[$0] }
  }

  /// The merging of heads, and of what they have in common.
  private struct Merge {
    let versions: TextVersions
    let text: (Int) throws -> String?
    var lines = LineTable()
    private var results: [[Int]: [Int]] = [:]
    private var steps = 0

    /// How often two texts are merged before ancestors that crossed are no longer merged first.
    private static let stepsMax = 256

    init(versions: TextVersions, text: @escaping (Int) throws -> String?) {
      self.versions = versions
      self.text = text
    }

    mutating func merged(_ heads: [Int]) throws -> [Int] {
      if let result = results[heads] { return result }
      var result = try heads.first.map { lines.lines(try text($0)) } ?? []
      for (index, head) in heads.enumerated().dropFirst() {
        let before = versions.known(Array(heads[..<index]))
        let common = zip(before, versions.known([head])).map { $0 && $1 }
        steps += 1
        let ancestors = versions.latest(common)
        let base = try merged(steps > Self.stepsMax ? ancestors.suffix(1) : ancestors)
        result = LineMerge.merge(base: base, older: result, newer: lines.lines(try text(head)))
      }
      results[heads] = result
      return result
    }
  }
}

/// Lines as numbers, equal for equal bytes.
package struct LineTable {
  private var numbers: [ArraySlice<UInt8>: Int] = [:]
  private var bytes: [ArraySlice<UInt8>] = []

  package init() {}

  /// The lines of a text: none for no text at all, one for an empty one.
  package mutating func lines(_ text: String?) -> [Int] {
    guard let text else { return [] }
    return Array(text.utf8).split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      if let number = numbers[line] { return number }
      numbers[line] = bytes.count
      bytes.append(line)
      return bytes.count - 1
    }
  }

  /// The text of some lines.
  package func text(_ lines: [Int]) -> String? {
    guard !lines.isEmpty else { return nil }
    return String(decoding: Array(lines.map { bytes[$0] }.joined(separator: [0x0A])), as: UTF8.self)
  }
}
