public import JamaalCore

extension Words {
  /// The running timer in one line: `In focus · Report · 24m of 30m · Asr closes in 10 min`.
  ///
  /// Past the estimate nothing changes but the numbers: nobody is hurried.
  /// - Parameter status: The timer.
  /// - Returns: The words.
  public static func chip(_ status: FocusStatus) -> String {
    var parts = [status.phase == .paused ? "Paused" : "In focus", cut(status.title)]
    let worked = duration(minutes: status.seconds / 60)
    let estimate = status.session.estimateMinutes.map { " of \(duration(minutes: $0))" }
    parts.append(worked + (estimate ?? ""))
    if let edge = status.edge { parts.append(Words.edge(edge)) }
    return parts.joined(separator: " · ")
  }

  /// An Anchor that is near: `Asr closes in 10 min`, `Maghrib in 12 min`.
  ///
  /// - Parameter edge: The Anchor, and when.
  /// - Returns: The words.
  public static func edge(_ edge: ApproachingEdge) -> String {
    let verb = edge.kind == .closes ? " closes" : ""
    return "\(cut(edge.anchor.title))\(verb) in \(edge.minutes) min"
  }

  /// A time as a timer shows it: `4:05`, `24:18`, `1:04:18`.
  ///
  /// - Parameter seconds: Fewer than none read as none.
  /// - Returns: The words.
  public static func timer(seconds: Int) -> String {
    func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (minutes, rest) = max(seconds, 0).quotientAndRemainder(dividingBy: 60)
    return minutes < 60
      ? "\(minutes):\(pad(rest))" : "\(minutes / 60):\(pad(minutes % 60)):\(pad(rest))"
  }

  /// The time a task took so far, beside its title.
  ///
  /// - Parameters:
  ///   - seconds: The time.
  ///   - isDone: Whether the task is done.
  /// - Returns: `timing 24m`, `took 1h 14m`.
  public static func tracked(seconds: Int, isDone: Bool) -> String {
    "\(isDone ? "took" : "timing") \(duration(minutes: (max(seconds, 0) + 30) / 60))"
  }

  /// The offer to go on with a task whose timer the day's end closed.
  ///
  /// - Parameters:
  ///   - row: The offer.
  ///   - zone: The reader's zone.
  ///   - today: The day on which it is read.
  /// - Returns: Two sentences.
  public static func pickUp(
    _ row: PickUp, in zone: TimeZoneRules, today: LogicalDate
  ) -> String {
    let time = zone.localTime(at: row.closedAt).clock
    let closed = time == .midnight ? "midnight" : "\(time)"
    return "Last night's session on \(quoted(row.title)) closed at \(closed)."
      + " \(duration(minutes: (row.seconds + 30) / 60)) logged on \(date(row.day, today: today))."
  }

  /// That the time a timer had counted is gone, since its begin was taken back.
  ///
  /// - Parameter seconds: The time.
  /// - Returns: One sentence; `nil` if it had counted nothing.
  public static func timerGone(seconds: Int) -> String? {
    guard seconds > 0 else { return nil }
    let time = seconds < 60 ? count(seconds, "second") : duration(minutes: (seconds + 30) / 60)
    return "The \(time) it had counted went with it."
  }

  /// What ending a timer amounted to.
  ///
  /// - Parameters:
  ///   - outcome: How it was ended.
  ///   - title: What it was on.
  ///   - seconds: The time it logged.
  /// - Returns: One sentence.
  public static func ended(_ outcome: SessionOutcome, title: String, seconds: Int) -> String {
    let time = duration(minutes: (max(seconds, 0) + 30) / 60)
    let title = quoted(title)
    return switch outcome {
    case .finished: "Done: \(title), \(time)."
    case .deferred: "Put off: \(title), \(time) logged."
    case .dropped: "Let go of \(title), \(time) logged."
    default: "Stopped for now: \(title), \(time) logged."
    }
  }

  private static func cut(_ title: String) -> String {
    title.count <= 80 ? title : "\(title.prefix(79))…"
  }
}
