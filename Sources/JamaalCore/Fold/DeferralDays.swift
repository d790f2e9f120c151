internal import ReplicaStore

/// The days a task was deferred from, by hand and automatically, and what follows from their order.
struct DeferralDays: Equatable, Sendable {
  /// A day deferred from by hand.
  struct Hand: Equatable, Sendable {
    var day: LogicalDate
    /// The first choice for that day, by stamp: this is when the day became a deferral day.
    var first: Authored<DeferralChoice>
    /// The last choice for that day: this is what it says.
    var latest: Authored<DeferralChoice>
    /// First made after the day had ended, where the day's end had already deferred the task.
    var takesAutomaticPlace = false

    /// First made while its author was still living in that day.
    var wasMadeInTime: Bool { first.tag.day <= day }
  }

  /// Ascending, one for each day.
  private(set) var hands: [Hand]
  /// Days at whose end the task was deferred without a choice; none of them is in `hands`.
  var automatic = DayRanges()

  init(_ deferrals: [HandDeferral]) {
    var hands: [Hand] = []
    for deferral in deferrals {
      for choice in deferral.choices {
        hands.append(Hand(day: deferral.day, first: choice, latest: choice))
      }
    }
    hands.sort { ($0.day, $0.first.stamp) < ($1.day, $1.first.stamp) }
    self.hands = []
    for hand in hands {
      if self.hands.last?.day == hand.day {
        self.hands[self.hands.count - 1].latest = hand.latest
      } else {
        self.hands.append(hand)
      }
    }
  }

  /// The number of deferral days: a day counts once, whoever deferred.
  var count: Int { hands.count + automatic.count }

  /// The position in `hands` of a day deferred from by hand.
  func handIndex(_ day: LogicalDate) -> Int? {
    var low = 0
    var high = hands.count
    while low < high {
      let middle = (low + high) / 2
      if hands[middle].day < day { low = middle + 1 } else { high = middle }
    }
    return low < hands.count && hands[low].day == day ? low : nil
  }

  /// Notes that a hand-made deferral stands where the day's end had already deferred the task.
  mutating func takeAutomaticPlace(at index: Int) {
    hands[index].takesAutomaticPlace = !hands[index].wasMadeInTime
  }

  /// Whether an importance reads low: a deferral day from the third on comes after it.
  ///
  /// An automatic deferral comes after what was chosen on or before its day; one by hand comes
  /// after what was chosen before its first choice.
  ///
  /// - Parameters:
  ///   - importance: The choice of an importance that may have been eased.
  ///   - due: If given, only an easing that came before or with this choice of a due day counts.
  ///   - day: Deferrals from later days are left out.
  /// - Returns: `true` if the importance reads low.
  func ease(
    _ importance: Authored<Importance>, before due: Authored<LogicalDate?>? = nil,
    through day: LogicalDate? = nil
  ) -> Bool {
    var earlier = 0
    var handIndex = 0
    for range in automatic.ranges {
      while handIndex < hands.count, hands[handIndex].day < range.lowerBound {
        if ease(importance, hand: handIndex, earlier: earlier, before: due, through: day) {
          return true
        }
        handIndex += 1
        earlier += 1
      }
      let third = range.lowerBound + max(0, Self.countBeforeEasing - earlier)
      let low = max(third, importance.tag.day)
      var high = range.upperBound
      if let due { high = min(high, due.tag.day - 1) }
      if let day { high = min(high, day) }
      if low <= high { return true }
      earlier += range.upperBound - range.lowerBound + 1
    }
    while handIndex < hands.count {
      if ease(importance, hand: handIndex, earlier: earlier, before: due, through: day) {
        return true
      }
      handIndex += 1
      earlier += 1
    }
    return false
  }

  /// Two deferrals leave an importance as it is.
  private static let countBeforeEasing = 2

  private func ease(
    _ importance: Authored<Importance>, hand index: Int, earlier: Int,
    before due: Authored<LogicalDate?>?, through day: LogicalDate?
  ) -> Bool {
    let hand = hands[index]
    guard earlier >= Self.countBeforeEasing, day.map({ hand.day <= $0 }) ?? true else {
      return false
    }
    if hand.takesAutomaticPlace {
      return importance.tag.day <= hand.day && due.map { hand.day < $0.tag.day } ?? true
    }
    // An act that defers to Someday writes the choice and the due day under one stamp: the easing
    // is what allowed it, so it comes first.
    return importance.stamp < hand.first.stamp && due.map { hand.first.stamp <= $0.stamp } ?? true
  }
}
