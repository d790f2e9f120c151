import CommandLineKit
import JamaalCore
import ReplicaStore

/// Timers for other programs, with the names of the data model.
extension JSON {
  /// A session as it reads at an instant.
  init(_ session: SessionState, at now: Instant, in zone: TimeZoneRules) {
    self = [
      "id": JSON(session.id),
      "startedAt": JSON(session.startedAt, in: zone),
      "day": JSON(session.day),
      "endedAt": JSON(session.endedAt(at: now), in: zone),
      "pausedSeconds": JSON(Int(session.time.pausedMillis / 1000)),
      "pausedAt": JSON(session.time.pausedAt, in: zone),
      "estimateMinutes": JSON(session.estimateMinutes),
      "outcome": .string(session.outcome(at: now).text),
      "actualSeconds": JSON(session.seconds(at: now)),
      "taskID": JSON(session.subject?.task),
      "habitWindowID": JSON(session.subject?.habitWindow),
    ]
  }

  /// The timer, running or not.
  init(_ status: FocusStatus?, at now: Instant, in zone: TimeZoneRules) {
    self = [
      "state": .string((status?.phase ?? .idle).rawValue),
      "title": JSON(status?.title),
      "session": status.map { JSON($0.session, at: now, in: zone) } ?? .null,
      "edge": status?.edge.map { JSON($0) } ?? .null,
    ]
  }

  private init(_ edge: ApproachingEdge) {
    self = [
      "anchorID": JSON(edge.anchor.id),
      "title": .string(edge.anchor.title),
      "kind": .string(edge.kind.rawValue),
      "minutes": JSON(edge.minutes),
    ]
  }

  /// Today with what the timer brings to it.
  init(
    _ today: TodayOverview, _ habits: TodayHabits, _ anchors: TodayAnchors, _ focus: FocusToday,
    at now: Instant, in zone: TimeZoneRules
  ) {
    let day = JSON(today, habits, anchors, in: zone)
    guard case .object(let members) = day else {
      self = day
      return
    }
    let pickUps = focus.pickUps.map { row -> JSON in
      [
        "taskID": JSON(row.task), "title": .string(row.title), "sessionID": JSON(row.session),
        "day": JSON(row.day), "closedAt": JSON(row.closedAt, in: zone),
        "actualSeconds": JSON(row.seconds),
      ]
    }
    self = .object(
      members + [
        Member("focus", JSON(focus.status, at: now, in: zone)), Member("pickUps", .array(pickUps)),
      ])
  }
}
