import Glibc
import Simulator
import Testing

/// Worlds in which something once did not hold, made small, and lived through in every test run.
@Suite struct CorpusTests {
  @Test func `every trace of the corpus holds, and is the same twice`() throws {
    let names = try #require(Self.names)
    #expect(names.count >= 4)
    for name in names {
      let bytes = try #require(Self.bytes("\(Self.directory)/\(name)"))
      let plan = try Plan(json: bytes)
      let first = World(plan).run()
      let again = World(plan).run()
      #expect(first.violation == nil, "\(name)")
      #expect(first.stepDigest == again.stepDigest, "\(name)")
    }
  }

  private static let directory =
    #filePath.split(separator: "/").dropLast()
    .reduce(into: "") { $0 += "/\($1)" } + "/Corpus"

  private static var names: [String]? {
    guard let directory = opendir(directory) else { return nil }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names.filter { $0.hasSuffix(".json") }.sorted()
  }

  private static func bytes(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }
}
