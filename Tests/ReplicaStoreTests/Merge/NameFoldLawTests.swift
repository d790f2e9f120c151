import ReplicaStore
import TestSupport
import Testing

@Suite("The short way to fold a name")
struct NameFoldLawTests {
  @Test func `plain letters fold alone as they do beside an accented one`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let scalars = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        Unicode.Scalar(UInt8.random(in: 0...127, using: &random))
      }
      // A letter at the end, since space there would count beside another letter.
      let name = String(String.UnicodeScalarView(scalars)) + "Z"
      #expect(NameFold.fold(name + "É") == NameFold.fold(name) + "e", "seed \(seed): \(name)")
    }
  }
}
