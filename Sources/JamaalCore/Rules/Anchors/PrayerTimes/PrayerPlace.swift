/// The place that a prayer rule's times are for.
public struct PrayerPlace: Hashable, Sendable {
  /// Who decides where it is.
  public enum Mode: String, CaseIterable, Hashable, Sendable {
    /// It follows the person's device.
    case device
    /// It was chosen, and stays.
    case manual
  }

  /// Who decides where it is.
  public let mode: Mode
  /// Where it is, to two decimals.
  public let coordinates: Coordinates
  /// What it is called; may be empty.
  public let name: String

  /// So far must a device have moved itself before the place follows it.
  public static let followKilometres = 25.0

  /// Makes a place; only two decimals of the coordinates are kept.
  public init(mode: Mode, coordinates: Coordinates, name: String) {
    self.mode = mode
    self.coordinates = coordinates.coarse
    self.name = name
  }

  /// Decides whether the place follows a device that has found out where it is.
  ///
  /// Each device remembers for itself where it was, its *mark*, and never shares it. The place
  /// follows only a device that has moved away from its own mark and is away from the place as well.
  /// So a computer that stays at home never fetches back the place of a phone that has travelled,
  /// two devices far apart do not pull it to and fro, and small moves add up until they count.
  /// - Parameters:
  ///   - position: Where the device is.
  ///   - mark: What this device remembers; `nil` if nothing, and then it only remembers.
  ///   - name: What is known of the new place's name.
  /// - Returns: The place that is to be written, if any, and what the device is to remember.
  public func following(
    _ position: Coordinates, from mark: Coordinates?, named name: String = ""
  ) -> (place: PrayerPlace?, mark: Coordinates) {
    guard let mark else { return (nil, position.coarse) }
    guard position.kilometres(to: mark) >= Self.followKilometres else { return (nil, mark) }
    let isAway = position.kilometres(to: coordinates) >= Self.followKilometres
    guard mode == .device, isAway else { return (nil, position.coarse) }
    let place = PrayerPlace(mode: .device, coordinates: position, name: name)
    return (place, place.coordinates)
  }
}
