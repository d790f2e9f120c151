extension FixedWidthInteger {
  /// The quotient rounded down and the remainder that is never negative.
  ///
  /// Calendar arithmetic before 1970 needs this: `-1` seconds is second 86,399 of day `-1`, where
  /// the language's own division, rounding to zero, would say second `-1` of day `0`.
  /// - Parameter divisor: A positive number.
  /// - Returns: `quotient * divisor + remainder == self`, with `0 <= remainder < divisor`.
  func flooredDivision(by divisor: Self) -> (quotient: Self, remainder: Self) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
