/// What a person can say about an Anchor.
public enum AnchorAction: String, CaseIterable, Hashable, Sendable {
  /// It is attended: only while its window is open.
  case attend
  /// Not this time: until its window closes.
  case skip
  /// Somebody else does it: until its window closes.
  case delegate
  /// Takes back what was said.
  case undo
  /// It was done after all: for a missed one, until the day in which its window closed is over.
  case correct

  /// What is said by it.
  var status: AnchorStatus {
    switch self {
    case .attend, .correct: .attended
    case .skip: .skipped
    case .delegate: .delegated
    case .undo: .pending
    }
  }
}

/// Why something cannot be said about an Anchor now.
public enum AnchorRefusal: Hashable, Sendable {
  /// Its window has not opened.
  case notOpenYet
  /// Its window has closed; it may still be put right.
  case closed(isCorrectable: Bool)
  /// Its window is open still, so there is nothing to put right.
  case stillOpen
  /// The day in which its window closed is over.
  case tooLate
  /// Something was said already.
  case decided(AnchorStatus)
  /// Nothing was said that could be taken back.
  case undecided
  /// A newer version of the program said something that this one does not know.
  case unknownStatus
}

/// What can be said about one Anchor at one moment.
public struct AnchorAttendance: Hashable, Sendable {
  private let status: AnchorStatus
  private let state: AnchorWindowState
  private let isLate: Bool
  /// Whether the day in which its window closed, or will close, is not over.
  private let isSameDay: Bool

  /// Looks at an Anchor.
  ///
  /// - Parameters:
  ///   - anchor: The Anchor.
  ///   - now: The moment.
  ///   - today: The logical day.
  ///   - closingDay: The logical day that contains the instant its window closes.
  public init(_ anchor: AnchorView, now: Instant, today: LogicalDate, closingDay: LogicalDate) {
    status = anchor.status
    state = anchor.state(at: now)
    isLate = anchor.isLate
    isSameDay = today <= closingDay
  }

  /// Everything that can be said.
  public var actions: [AnchorAction] { AnchorAction.allCases.filter { refusal(of: $0) == nil } }

  /// Why something cannot be said.
  ///
  /// - Parameter action: What is to be said.
  /// - Returns: `nil` if it can.
  public func refusal(of action: AnchorAction) -> AnchorRefusal? {
    if case .unknown = status { return .unknownStatus }
    let isPending = status == .pending
    switch action {
    case .attend:
      if !isPending { return .decided(status) }
      if state == .upcoming { return .notOpenYet }
      return state == .closed ? .closed(isCorrectable: isSameDay) : nil
    case .skip, .delegate:
      if !isPending { return .decided(status) }
      return state == .closed ? .closed(isCorrectable: isSameDay) : nil
    case .undo:
      if isPending { return .undecided }
      if state != .closed || isLate && isSameDay { return nil }
      return .closed(isCorrectable: false)
    case .correct:
      if !isPending { return .decided(status) }
      if state != .closed { return .stillOpen }
      return isSameDay ? nil : .tooLate
    }
  }
}
