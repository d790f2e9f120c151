/// Where the calendar on the wall is not that of the longitude.
///
/// The sun's date changes at 180 degrees, the calendar's at a line that bends around countries. On
/// Kiritimati noon of the sun's Thursday falls on the islanders' Friday. The difference decides
/// which noon a civil date means, and so which dhuhr is Friday's.
///
/// It is a table of the lands and not a question to the device's time zone, because two devices in
/// different zones must give the same prayer the same date. It describes the line as it has been
/// since Samoa changed sides at the end of 2011.
package enum DateLine {
  /// A piece of the map with land on the other side of the line.
  private struct Region {
    let latitudes: ClosedRange<Double>
    let longitudes: ClosedRange<Double>
    /// Days that the calendar is ahead of the sun's date.
    let days: Int
  }

  private static let regions = [
    // Chukotka, up to the border between the two Diomede islands.
    Region(latitudes: 64...72, longitudes: -180...(-168.98), days: 1),
    // The Phoenix Islands and Tokelau.
    Region(latitudes: -10...0, longitudes: -180...(-170.5), days: 1),
    // Eastern Fiji, Wallis and Futuna, Tonga, Samoa; American Samoa and Niue lie further east.
    Region(latitudes: -25...(-13), longitudes: -180...(-171.2), days: 1),
    // The Kermadec and Chatham Islands.
    Region(latitudes: -46...(-25), longitudes: -180...(-175), days: 1),
    // The Line Islands, around Penrhyn, which keeps the American date.
    Region(latitudes: -6...4.8, longitudes: -160.5...(-154.5), days: 1),
    Region(latitudes: -11.6...(-9.8), longitudes: -152.5...(-150), days: 1),
    // The western Aleutians.
    Region(latitudes: 51...53.5, longitudes: 172...180, days: -1),
  ]

  /// How many days a place's calendar is ahead of its solar date.
  ///
  /// - Parameter place: The place.
  /// - Returns: 0 nearly everywhere, 1 or -1 near the date line.
  package static func daysAhead(at place: Coordinates) -> Int {
    let region = regions.first {
      $0.latitudes.contains(place.latitude) && $0.longitudes.contains(place.longitude)
    }
    return region?.days ?? 0
  }
}
