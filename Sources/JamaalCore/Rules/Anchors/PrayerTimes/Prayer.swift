/// One of the five daily prayers, in the order of the day.
public enum Prayer: String, CaseIterable, Hashable, Comparable, Sendable {
  case fajr, dhuhr, asr, maghrib, isha

  /// What a rule's config calls it, and the slot of the Anchors made for it.
  public var slotKey: String { rawValue }

  /// Orders by time of day.
  public static func < (left: Prayer, right: Prayer) -> Bool {
    left.position < right.position
  }

  /// Where it comes in the day, from 0.
  var position: Int {
    switch self {
    case .fajr: 0
    case .dhuhr: 1
    case .asr: 2
    case .maghrib: 3
    case .isha: 4
    }
  }
}
