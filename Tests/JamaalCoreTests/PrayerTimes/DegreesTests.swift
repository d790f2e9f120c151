import Glibc
import JamaalCore
import Testing

@Suite("Trigonometry in degrees")
struct DegreesTests {
  /// Rounding of a few last bits, of results up to 1 and of angles up to 180.
  static let unitError = 4e-16
  static let angleError = 2e-13

  @Test func `agrees with the C library to the last bits`() {
    for step in -14_400...14_400 {
      let degrees = Double(step) * 0.05
      // The C library takes radians, whose own rounding costs a few bits far from zero.
      let tolerance = Self.unitError + degrees.magnitude * 4e-18
      let radians = degrees / 180 * Double.pi
      #expect(abs(Degrees.sine(degrees) - sin(radians)) <= tolerance)
      #expect(abs(Degrees.cosine(degrees) - cos(radians)) <= tolerance)
    }
    for step in -1000...1000 {
      let value = Double(step) / 1000
      let degrees = 180 / Double.pi
      #expect(abs(Degrees.arcSine(value) - asin(value) * degrees) <= Self.angleError)
      #expect(abs(Degrees.arcCosine(value) - acos(value) * degrees) <= Self.angleError)
      let wanted = atan2(value * 50, 1 - value) * degrees
      #expect(abs(Degrees.arcTangent(value * 50, 1 - value) - wanted) <= Self.angleError)
    }
  }

  @Test func `is exact at right angles`() {
    for (quadrant, sine) in [(0.0, 0.0), (1, 1), (2, 0), (3, -1), (-1, -1), (401, 1)] {
      #expect(Degrees.sine(quadrant * 90) == sine)
      #expect(Degrees.cosine(quadrant * 90 - 90) == sine)
    }
    #expect(Degrees.tangent(90).isInfinite)
    #expect(Degrees.arcTangent(1, 0) == 90)
    #expect(Degrees.arcTangent(0, -1) == 180)
    #expect(Degrees.arcTangent(-1, 0) == -90)
    #expect(Degrees.arcTangent(0, 0) == 0)
  }

  @Test(arguments: [(0.0, 0.0), (360, 0), (-1, 359), (725, 5), (-360, 0), (180, 180)])
  func `an angle wraps into one turn`(degrees: Double, wrapped: Double) {
    #expect(Degrees.wrapped(degrees) == wrapped)
    #expect(abs(Degrees.centred(degrees)) <= 180)
  }
}
