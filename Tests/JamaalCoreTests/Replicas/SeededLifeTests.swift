import TestSupport
import Testing

@Suite struct SeededLifeTests {
  /// `jamaal-bench life` prints the same from a release build, and fails if it is another.
  @Test func `what follows from a life is the same bytes in every build`() throws {
    #expect(try SeededLife.digest(seed: 7) == SeededLife.expectedDigest)
  }
}
