/// A point on the earth.
public struct Coordinates: Hashable, Sendable {
  /// Degrees north of the equator, -90 to 90.
  public let latitude: Double
  /// Degrees east of Greenwich, above -180 and up to 180.
  public let longitude: Double

  /// Makes a point.
  ///
  /// `nil` for a point off the map, and for what is not a number.
  /// - Parameters:
  ///   - latitude: Degrees north of the equator.
  ///   - longitude: Degrees east of Greenwich.
  public init?(latitude: Double, longitude: Double) {
    guard latitude.magnitude <= 90, longitude.magnitude <= 180 else { return nil }
    self.init(onMap: latitude, longitude)
  }

  /// A point that is known to be on the map.
  ///
  /// Equal points read equal: zero loses its sign, and the meridian opposite Greenwich is 180 east,
  /// from whichever side it was reached. Otherwise its noon would belong to one date or the other.
  init(onMap latitude: Double, _ longitude: Double) {
    self.latitude = latitude + 0
    self.longitude = longitude == -180 ? 180 : longitude + 0
  }

  /// The point to two decimals, about a kilometre: no more of a place is ever kept.
  public var coarse: Coordinates {
    Coordinates(
      onMap: (latitude * 100).rounded() / 100, (longitude * 100).rounded() / 100)
  }

  /// The way to another point over the earth's surface.
  ///
  /// The haversine formula on a sphere; true to half a percent, across the date line and the poles.
  /// - Parameter other: The other point.
  /// - Returns: Kilometres.
  public func kilometres(to other: Coordinates) -> Double {
    let north = Degrees.sine((other.latitude - latitude) / 2)
    let east = Degrees.sine((other.longitude - longitude) / 2)
    let chord =
      north * north + Degrees.cosine(latitude) * Degrees.cosine(other.latitude) * east * east
    let angle = 2 * Degrees.arcSine(chord.squareRoot())
    return Self.earthCircumferenceKilometres / 360 * angle
  }

  /// Of the sphere with the earth's mean radius, 6,371 km.
  private static let earthCircumferenceKilometres = 40_030.173_592_041
}
