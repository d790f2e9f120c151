import JamaalCore

/// The rules of the fold read out one day at a time, for facts whose days go up and down.
///
/// Where one author already lives in tomorrow while another still lives in today (two zones, a clock
/// set wrongly, a day's end moved), no single device could have lived through their acts in order.
/// What holds there is the definition itself, and this is the definition, without any shortcut.
enum DayByDay {
  private struct View {
    var due: LogicalDate?
    var isDone = false
    var isDropped = false
  }

  /// Works out where a task is.
  ///
  /// - Parameters:
  ///   - acts: What was done to the one task, in the order of stamps, the making of it first.
  ///   - last: The last day that has ended.
  /// - Returns: Where the task is, or `nil` where an important task was left without a day, which
  ///   this model has no opinion on.
  static func state(after acts: [ReferenceAct], through last: LogicalDate) -> ReferenceState? {
    guard let made = acts.first, !leavesImportantUndated(acts) else { return nil }
    var state = ReferenceState()
    var firstChoice: [LogicalDate: ReferenceAct] = [:]
    for act in acts where act.isDeferral && firstChoice[act.deferredFrom] == nil {
      firstChoice[act.deferredFrom] = act
      state.deferrals[act.deferredFrom] = false
    }
    var day = made.day
    while day <= last {
      let view = view(acts.filter { $0.day <= day })
      if !view.isDone, !view.isDropped, let due = view.due, due <= day {
        if let choice = firstChoice[day] {
          // Made when the day's end had put the task off already, it takes that one's place.
          if choice.day > day { firstChoice[day] = nil }
        } else {
          state.deferrals[day] = true
        }
      }
      day = day + 1
    }
    state.due = carried(acts, state.deferrals)
    state.importance = eased(acts, state.deferrals, firstChoice)
    finish(acts, &state)
    return state
  }

  private static func view(_ acts: [ReferenceAct]) -> View {
    var view = View()
    for act in acts {
      for kind in act.kinds {
        switch kind {
        case .due(let day): view.due = day
        case .deferral(let to, _): view.due = to
        case .complete: view.isDone = true
        case .uncomplete: view.isDone = false
        case .drop: view.isDropped = true
        case .importance: break
        }
      }
    }
    return view
  }

  private static func carried(
    _ acts: [ReferenceAct], _ deferrals: [LogicalDate: Bool]
  ) -> LogicalDate? {
    guard let choice = acts.last(where: { $0.chosenDue != nil }) else { return nil }
    guard var due = choice.chosenDue ?? nil else { return nil }
    for (day, isAutomatic) in deferrals.sorted(by: { $0.key < $1.key })
    where isAutomatic && day >= choice.day && due <= day {
      due = day + 1
    }
    return due
  }

  /// Low, if a deferral from the third on came after the choice.
  private static func eased(
    _ acts: [ReferenceAct], _ deferrals: [LogicalDate: Bool],
    _ firstChoice: [LogicalDate: ReferenceAct]
  ) -> Importance {
    guard let choice = acts.last(where: { $0.chosenImportance != nil }),
      let importance = choice.chosenImportance
    else { return .low }
    // A value of a newer version is kept as it is.
    guard importance.isImportant else { return importance }
    for day in deferrals.keys.sorted().dropFirst(2) {
      let isAfter =
        if let first = firstChoice[day] { choice.stamp < first.stamp } else { choice.day <= day }
      if isAfter { return .low }
    }
    return importance
  }

  private static func finish(_ acts: [ReferenceAct], _ state: inout ReferenceState) {
    for act in acts {
      for kind in act.kinds {
        switch kind {
        case .complete where state.completedAt == nil:
          state.completedAt = act.instant
          state.completedDay = act.day
        case .uncomplete:
          state.completedAt = nil
          state.completedDay = nil
        case .drop: state.droppedAt = state.droppedAt ?? act.instant
        default: break
        }
      }
    }
    if state.completedAt != nil { state.droppedAt = nil }
  }

  private static func leavesImportantUndated(_ acts: [ReferenceAct]) -> Bool {
    let isParked = acts.contains { $0.chosenDue.map { $0 == nil } ?? false }
    return isParked && acts.contains { $0.chosenImportance.map { $0 != .low } ?? false }
  }
}

extension ReferenceAct {
  fileprivate var isDeferral: Bool {
    kinds.contains { if case .deferral = $0 { true } else { false } }
  }

  /// The due day it chose; the inner `nil` is Someday, the outer one no choice.
  fileprivate var chosenDue: LogicalDate?? {
    for kind in kinds {
      switch kind {
      case .due(let day): return .some(day)
      case .deferral(let to, _): return .some(to)
      default: break
      }
    }
    return nil
  }

  fileprivate var chosenImportance: Importance? {
    for case .importance(let importance) in kinds { return importance }
    return nil
  }
}
