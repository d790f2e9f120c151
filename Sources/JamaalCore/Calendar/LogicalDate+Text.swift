extension LogicalDate: LosslessStringConvertible {
  /// Reads `yyyy-MM-dd`, and nothing else: no spaces, no signs, no short forms.
  ///
  /// `nil` if the text has another form or there is no such day, as in `2026-02-29`.
  /// - Parameter description: The text, such as `2026-12-24`.
  public init?(_ description: String) {
    var cursor = TextCursor(description)
    guard let date = LogicalDate(reading: &cursor), cursor.isAtEnd else { return nil }
    self = date
  }

  /// The date as `yyyy-MM-dd`, the form in which it is stored and exchanged.
  ///
  /// A date outside `yearRange` gets a sign and as many digits as it needs; such a text is not read
  /// back.
  public var description: String {
    let civil = self.civil
    let rest = "-\(zeroPadded(civil.month, to: 2))-\(zeroPadded(civil.day, to: 2))"
    if civil.year > Self.yearRange.upperBound { return "+\(civil.year)\(rest)" }
    if civil.year < 0 { return "-\(zeroPadded(-civil.year, to: 4))\(rest)" }
    return zeroPadded(civil.year, to: 4) + rest
  }

  /// Reads `yyyy-MM-dd` at a cursor.
  init?(reading cursor: inout TextCursor) {
    guard let year = cursor.number(digits: 4...4), cursor.take("-"),
      let month = cursor.number(digits: 2...2), cursor.take("-"),
      let day = cursor.number(digits: 2...2)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}
