import JamaalCore
import ReplicaStore

// What wrong code would do to Anchors.
extension SimulatedDevice {
  /// Writes down as missed what nobody has said anything about on the last day that ended.
  func writeMissed(_ moment: PlannerMoment) throws {
    let day = moment.lastEnded
    guard mischief.missedDay != day else { return }
    mischief.missedDay = day
    let missed = try planner.anchors(on: day...day, context).map(\.anchor).filter {
      $0.status == .pending && $0.windowEnd <= now
    }
    try decide(missed.map { ($0.id, $0.key.subject) }, .missed, moment)
  }

  /// Takes back what was said about the Anchors of a rule that was changed.
  func mischiefAfterRuleChange(
    _ rule: RecordID, _ act: ModuleAct, _ moment: PlannerMoment
  ) throws {
    guard bug == .ruleTakesBack, act.act == "edit" else { return }
    let decisions = try replica.read { transaction in
      try transaction.records(AnchorDecision.self).filter { $0.subject == rule }
    }
    try decide(decisions.map { ($0.id, rule) }, .pending, moment)
  }

  private func decide(
    _ anchors: [(id: RecordID, subject: RecordID)], _ status: AnchorStatus, _ moment: PlannerMoment
  ) throws {
    guard !anchors.isEmpty else { return }
    try replica.write(tag: DayTag(day: moment.today, zone: zone.identifier).tag) { transaction in
      for anchor in anchors {
        var decision =
          try transaction.record(AnchorDecision.self, anchor.id) ?? AnchorDecision(id: anchor.id)
        decision.subject = anchor.subject
        decision.status = status
        try transaction.write(decision, \.subject, \.status)
      }
    }
  }
}
