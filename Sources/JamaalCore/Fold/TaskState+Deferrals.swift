extension TaskState {
  /// Whether the task was deferred from a day.
  ///
  /// - Parameter day: Any day.
  /// - Returns: `true` if there is a deferral with that day as its key.
  public func isDeferred(from day: LogicalDate) -> Bool {
    deferralDays.automatic.contains(day) || deferralDays.handIndex(day) != nil
  }

  /// The deferral from a day.
  ///
  /// - Parameters:
  ///   - day: The day deferred from.
  ///   - boundary: The instant at which a day ended.
  /// - Returns: What the day's record says, or `nil` if there is none.
  public func deferral(
    from day: LogicalDate, boundary: (LogicalDate) -> Instant
  ) -> Deferral? {
    if let index = deferralDays.handIndex(day) { return byHand(deferralDays.hands[index]) }
    guard deferralDays.automatic.contains(day) else { return nil }
    return automatic(day, boundary: boundary)
  }

  /// The deferrals, ascending by the day deferred from.
  ///
  /// - Parameters:
  ///   - days: The days to look at; `nil` for all. After a tick, the days just ended are enough.
  ///   - boundary: The instant at which a day ended.
  /// - Returns: One record for each day deferred from.
  /// - Complexity: O(n) in the number of records returned and of facts.
  public func deferrals(
    on days: ClosedRange<LogicalDate>? = nil, boundary: (LogicalDate) -> Instant
  ) -> [Deferral] {
    var records: [Deferral] = []
    for hand in deferralDays.hands where days?.contains(hand.day) ?? true {
      records.append(byHand(hand))
    }
    for range in deferralDays.automatic.ranges {
      var day = max(range.lowerBound, days?.lowerBound ?? range.lowerBound)
      let last = min(range.upperBound, days?.upperBound ?? range.upperBound)
      while day <= last {
        records.append(automatic(day, boundary: boundary))
        day = day + 1
      }
    }
    return records.sorted { $0.day < $1.day }
  }

  private func byHand(_ hand: DeferralDays.Hand) -> Deferral {
    let choice = hand.latest.value
    return Deferral(
      day: hand.day, deferredTo: choice.deferredTo, reason: choice.reason,
      deferredOn: choice.deferredOn, isAutomatic: false)
  }

  private func automatic(
    _ day: LogicalDate, boundary: (LogicalDate) -> Instant
  ) -> Deferral {
    Deferral(
      day: day, deferredTo: day + 1, reason: .unspecified, deferredOn: boundary(day),
      isAutomatic: true)
  }
}
