/// Where the sun stands on each date that was asked for, so that none is worked out twice.
///
/// Neighbouring days share most of theirs, and the search for a day with a sunrise asks for the same
/// half year again and again. At most as many entries as dates asked for: it lives as long as one
/// question.
struct SolarPositions {
  private var known: [LogicalDate: SolarPosition] = [:]

  /// Where the sun stands at midnight UTC of a date.
  mutating func position(on date: LogicalDate) -> SolarPosition {
    if let position = known[date] { return position }
    let position = SolarPosition(on: date)
    known[date] = position
    return position
  }

  /// The sun at one place around a date.
  mutating func day(_ date: LogicalDate, at place: Coordinates) -> SolarDay {
    SolarDay(
      before: position(on: date - 1), position(on: date), after: position(on: date + 1), at: place)
  }
}
