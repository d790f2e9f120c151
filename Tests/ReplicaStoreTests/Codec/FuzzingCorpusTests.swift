import DecoderTrial
import ReplicaStore
import TestSupport
import Testing

/// Inputs that a fuzzer found worth keeping: each reaches code that no other one reaches.
@Suite struct FuzzingCorpusTests {
  private static let directory =
    String(#filePath.dropLast("ReplicaStoreTests/Codec/FuzzingCorpusTests.swift".count))
    + "Fuzzing/Corpus"

  @Test func `every input of the corpus is read or refused`() throws {
    let names = TemporaryDirectory.names(Self.directory)
    #expect(names.count > 50, "the corpus is missing")
    for name in names { try DecoderTrial.run(fileBytes("\(Self.directory)/\(name)")) }
  }
}
