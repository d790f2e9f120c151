/// Trigonometry in degrees, out of the four basic operations, rounding and the square root alone.
///
/// IEEE 754 fixes those to the last bit, and Swift neither reorders nor fuses them, so every
/// machine and every optimisation level gets the same bytes. The C library's functions promise
/// no such thing: glibc picks other code where the processor can multiply and add in one step, and
/// one last bit is enough to round a prayer to the next minute on one device only. The results are
/// within a few last bits of the exact ones, which moves a time by less than a microsecond.
package enum Degrees {
  /// Degrees in a radian: 180 / pi.
  private static let perRadian = 57.295_779_513_082_32

  /// The same direction as an angle in 0..<360.
  package static func wrapped(_ degrees: Double) -> Double {
    degrees - 360 * (degrees / 360).rounded(.down)
  }

  /// The same direction as an angle in -180...180.
  package static func centred(_ degrees: Double) -> Double {
    degrees - 360 * (degrees / 360).rounded()
  }

  /// The sine.
  package static func sine(_ degrees: Double) -> Double {
    let (quadrant, rest) = reduced(degrees)
    switch quadrant {
    case 0: return sineNearZero(rest)
    case 1: return cosineNearZero(rest)
    case 2: return -sineNearZero(rest)
    default: return -cosineNearZero(rest)
    }
  }

  /// The cosine.
  package static func cosine(_ degrees: Double) -> Double {
    let (quadrant, rest) = reduced(degrees)
    switch quadrant {
    case 0: return cosineNearZero(rest)
    case 1: return -sineNearZero(rest)
    case 2: return -cosineNearZero(rest)
    default: return sineNearZero(rest)
    }
  }

  /// The tangent; infinite at right angles.
  package static func tangent(_ degrees: Double) -> Double {
    sine(degrees) / cosine(degrees)
  }

  /// The angle in -90...90 with that sine; a value outside -1...1 counts as the nearer of the two.
  package static func arcSine(_ value: Double) -> Double {
    let value = min(max(value, -1), 1)
    return arcTangent(value, ((1 - value) * (1 + value)).squareRoot())
  }

  /// The angle in 0...180 with that cosine; a value outside -1...1 counts as the nearer of the two.
  package static func arcCosine(_ value: Double) -> Double {
    let value = min(max(value, -1), 1)
    return arcTangent(((1 - value) * (1 + value)).squareRoot(), value)
  }

  /// The angle in -180...180 of the direction that goes `east` along and `north` up.
  package static func arcTangent(_ north: Double, _ east: Double) -> Double {
    let (up, along) = (north.magnitude, east.magnitude)
    // Both zero has no direction; zero is what everybody gives.
    guard up > 0 || along > 0 else { return 0 }
    let inOctant = up <= along ? arcTangentUpToOne(up / along) : 90 - arcTangentUpToOne(along / up)
    let inHalf = east < 0 ? 180 - inOctant : inOctant
    return north < 0 ? -inHalf : inHalf
  }

  /// Which right angle an angle is nearest to, modulo four, and how far it is from there, in radians.
  ///
  /// The subtraction is exact, which is the point of reducing degrees rather than radians.
  private static func reduced(_ degrees: Double) -> (quadrant: Double, rest: Double) {
    let turns = (degrees / 90).rounded()
    return (turns - 4 * (turns / 4).rounded(.down), (degrees - turns * 90) / perRadian)
  }

  /// The power series of the sine; its tenth term is below the last bit up to 45 degrees.
  private static func sineNearZero(_ radians: Double) -> Double {
    let square = radians * radians
    var sum = 1.0
    var factor = 18.0
    while factor > 1 {
      sum = 1 - square / (factor * (factor + 1)) * sum
      factor -= 2
    }
    return radians * sum
  }

  /// The power series of the cosine, as far.
  private static func cosineNearZero(_ radians: Double) -> Double {
    let square = radians * radians
    var sum = 1.0
    var factor = 17.0
    while factor > 0 {
      sum = 1 - square / (factor * (factor + 1)) * sum
      factor -= 2
    }
    return sum
  }

  /// The angle whose tangent lies in 0...1.
  ///
  /// Halving the angle twice, by `tan(a / 2) = tan a / (1 + sqrt(1 + tan² a))`, brings it below
  /// 11.25 degrees, where Gregory's series gains almost three bits a term.
  private static func arcTangentUpToOne(_ tangent: Double) -> Double {
    var part = tangent
    for _ in 0..<2 { part = part / (1 + (1 + part * part).squareRoot()) }
    let square = part * part
    var sum = 0.0
    var divisor = 25.0
    while divisor > 0 {
      sum = 1 / divisor - square * sum
      divisor -= 2
    }
    return 4 * part * sum * perRadian
  }
}
