/// A normal day learned from the last four weeks: `You usually do about 2h 45m`.
///
/// Only ever offered; the setting changes when the person says so.
public struct NormalDaySuggestion: Hashable, Sendable {
  /// The minutes to set the normal day to.
  public var minutes: Int

  /// How many days before today are looked at.
  public static let dayCount = 28
  /// How many of them need work in them before anything is learned.
  public static let workedDaysMin = 14
  /// How far the value has to be from the one that is set.
  public static let differenceMinutesMin = 30
  /// How many days the line rests after a decline.
  public static let restDays = 28

  /// Makes a value from its parts.
  public init(minutes: Int) {
    self.minutes = minutes
  }

  /// Learns from what was done.
  ///
  /// The median of the days with work, to the nearest step (a tie goes up) and within the range of
  /// the setting. `nil` with too few such days, or if the value is about what is set already.
  /// - Parameters:
  ///   - normalDayMinutes: What is set.
  ///   - today: The day it is looked at, which is not over and so does not count.
  ///   - completedMinutes: The minutes of the tasks completed on a day, as that day was lived.
  public init?(
    normalDayMinutes: Int, today: LogicalDate, completedMinutes: (LogicalDate) -> Int
  ) {
    let worked = (1...Self.dayCount).map { completedMinutes(today - $0) }.filter { $0 > 0 }
      .map { min($0, WallClock.minuteCount) }.sorted()
    guard worked.count >= Self.workedDaysMin else { return nil }
    // Twice the median, so that the middle of two days needs no fraction.
    let twice = worked[(worked.count - 1) / 2] + worked[worked.count / 2]
    let step = DaySettings.normalDayStep
    let rounded = (twice + step) / (2 * step) * step
    let range = DaySettings.normalDayRange
    minutes = min(max(rounded, range.lowerBound), range.upperBound)
    let (difference, overflowed) = minutes.subtractingReportingOverflow(normalDayMinutes)
    guard overflowed || difference.magnitude >= Self.differenceMinutesMin else { return nil }
  }

  /// Where the line is shown.
  public enum Place: Hashable, Sendable, CaseIterable {
    /// Beside the setting.
    case settings
    /// In planning, where each value is offered once at most.
    case planning
  }

  /// One time the line was shown.
  public struct Showing: Hashable, Sendable {
    /// The value it offered.
    public var minutes: Int
    /// Where.
    public var place: Place
    /// The day on which it was declined, if it was.
    public var declinedOn: LogicalDate?

    /// Makes a value from its parts.
    public init(minutes: Int, place: Place, declinedOn: LogicalDate? = nil) {
      self.minutes = minutes
      self.place = place
      self.declinedOn = declinedOn
    }

    private static let planningPrefix = "planning:"

    /// What it is logged under: a key of its own in planning, so that neither place uses up the
    /// other's chance.
    public var subjectKey: String {
      switch place {
      case .settings: String(minutes)
      case .planning: Self.planningPrefix + String(minutes)
      }
    }

    /// Reads what `subjectKey` says.
    ///
    /// `nil` for a key of another form, such as one of a newer version.
    /// - Parameters:
    ///   - subjectKey: The key as logged.
    ///   - declinedOn: The day on which it was declined, if it was.
    public init?(subjectKey: String, declinedOn: LogicalDate? = nil) {
      let isPlanning = subjectKey.hasPrefix(Self.planningPrefix)
      let digits = subjectKey.dropFirst(isPlanning ? Self.planningPrefix.count : 0)
      guard let minutes = Int(digits), String(minutes) == digits else { return nil }
      self.init(
        minutes: minutes, place: isPlanning ? .planning : .settings, declinedOn: declinedOn)
    }
  }

  /// Whether the line may be shown.
  ///
  /// - Parameters:
  ///   - place: Where it would be.
  ///   - today: The day it is.
  ///   - showings: Every time it was shown, anywhere and with any value.
  /// - Returns: `false` within four weeks of a decline, for a value that was ever declined, and in
  ///   planning for a value that planning has offered before.
  public func isOffered(
    in place: Place, on today: LogicalDate, after showings: some Sequence<Showing>
  ) -> Bool {
    showings.allSatisfy { showing in
      if let declinedOn = showing.declinedOn {
        if showing.minutes == minutes || today - declinedOn < Self.restDays { return false }
      }
      return !(place == .planning && showing.place == .planning && showing.minutes == minutes)
    }
  }
}
