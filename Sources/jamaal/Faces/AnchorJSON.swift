import CommandLineKit
import JamaalCore
import ReplicaStore

/// Anchors for other programs, with the names of the data model.
extension JSON {
  /// An Anchor with how it stands.
  init(_ item: AnchorItem, in zone: TimeZoneRules) {
    self = .object(
      Self.members(of: item.anchor, in: zone) + [
        Member("displayStatus", .string(item.status.text)),
        Member("windowState", .string(item.state.rawValue)),
        Member("dayNumber", JSON(item.dayNumber)), Member("dayCount", JSON(item.dayCount)),
        Member("actions", .array(item.actions.map { .string($0.rawValue) })),
      ])
  }

  init(_ anchor: AnchorView, in zone: TimeZoneRules) {
    self = .object(Self.members(of: anchor, in: zone))
  }

  private static func members(of anchor: AnchorView, in zone: TimeZoneRules) -> [Member] {
    [
      Member("id", JSON(anchor.id)),
      Member("title", .string(anchor.title)),
      Member("ruleTitle", .string(anchor.ruleTitle)),
      Member("occurrenceDate", JSON(anchor.occurrenceDate)),
      Member("slotKey", .string(anchor.key.slotKey)),
      Member("windowStart", JSON(anchor.windowStart, in: zone)),
      Member("windowEnd", JSON(anchor.windowEnd, in: zone)),
      Member("effortMinutes", JSON(anchor.effortMinutes)),
      Member("placement", .string(anchor.placement.text)),
      Member("attendanceStatus", .string(anchor.status.text)),
      Member("resolvedAt", JSON(anchor.resolvedAt, in: zone)),
      Member("remindBeforeStartMinutes", JSON(anchor.remindBeforeStartMinutes)),
      Member("remindBeforeEndMinutes", JSON(anchor.remindBeforeEndMinutes)),
      Member("ruleID", JSON(anchor.rule)),
    ]
  }

  /// The Anchors of a day, row by row.
  init(_ today: TodayAnchors, in zone: TimeZoneRules) {
    self = .array(
      today.rows.map { row in
        switch row {
        case .single(let item): JSON(item, in: zone)
        case .group(let group):
          [
            "ruleID": JSON(group.rule), "title": .string(group.title),
            "attended": JSON(group.attended), "counting": JSON(group.counting),
            "nextID": JSON(group.next?.id),
            "items": .array(group.items.map { JSON($0, in: zone) }),
          ]
        }
      })
  }

  /// A rule with how it is doing.
  init(_ rule: AnchorRuleView, in zone: TimeZoneRules) {
    self = [
      "id": JSON(rule.id),
      "title": .string(rule.title),
      "sourceKey": .string(rule.source.text),
      "configData": .string(rule.configData),
      "effortMinutes": JSON(rule.rule.effortMinutes),
      "placement": .string(rule.rule.placement.text),
      "isEnabled": .bool(rule.rule.isEnabled),
      "isArchived": .bool(rule.rule.isArchived),
      "createdAt": JSON(rule.rule.createdAt, in: zone),
      "status": .string(Self.word(rule.status)),
      "next": rule.next.map { JSON($0, in: zone) } ?? .null,
    ]
  }

  private static func word(_ status: AnchorRuleStatus) -> String {
    switch status {
    case .running: "running"
    case .paused: "paused"
    case .off: "off"
    case .needsAttention: "needsAttention"
    case .noPlace: "noPlace"
    case .noSun: "noSun"
    case .archived: "archived"
    }
  }
}
