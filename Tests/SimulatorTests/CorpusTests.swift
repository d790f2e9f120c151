import Simulator
import TestSupport
import Testing

/// Worlds in which something once did not hold, made small, and lived through in every test run.
@Suite struct CorpusTests {
  @Test func `every trace of the corpus holds, and is the same twice`() throws {
    let names = TemporaryDirectory.names(Self.directory).filter { $0.hasSuffix(".json") }.sorted()
    #expect(names.count >= 4)
    for name in names {
      let plan = try Plan(json: fileBytes("\(Self.directory)/\(name)"))
      let first = World(plan).run()
      let again = World(plan).run()
      #expect(first.violation == nil, "\(name)")
      #expect(first.stepDigest == again.stepDigest, "\(name)")
    }
  }

  private static let directory =
    #filePath.split(separator: "/").dropLast()
    .reduce(into: "") { $0 += "/\($1)" } + "/Corpus"
}
