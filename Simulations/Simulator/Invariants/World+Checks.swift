import FolderSync
import JamaalCore
import ReplicaStore

extension World {
  // MARK: While it goes on

  /// Looks at the day that the planner says it is, and that no ended day came back.
  func watchDays(_ device: SimulatedDevice, _ moment: PlannerMoment) throws {
    // A wall clock that stands more than a day behind what was stamped already is not believed.
    let stamped = device.replica.clock.millis
    let isBehind = stamped - device.now.millis > PlanMaker.day
    let expected = ReferenceDay.date(
      of: isBehind ? Instant(millis: stamped) : device.now, in: device.zone,
      rolloverMinute: moment.settings.rolloverMinute)
    try check(
      .authorsDay, moment.today == expected,
      "\(device.planned.name) thinks it is \(moment.today); by the clock it is \(expected)")
    let last = device.lastEnded
    try check(
      .endedDays, exercised: last != nil,
      last.map { $0 <= moment.lastEnded } ?? true && moment.lastEnded >= moment.today - 1,
      "\(device.planned.name) had seen \(last.map { "\($0)" } ?? "nothing") end, and now says"
        + " \(moment.lastEnded)")
    if moment.lastEnded >= moment.today { reach(.clockSetBackOverRollover) }
    try check(
      .endedDays, exercised: last != nil,
      last == nil || device.furthestEnded.map { moment.lastEnded <= $0 } ?? true,
      "\(device.planned.name) says \(moment.lastEnded) ended, and it is only \(moment.today)")
    noteJourney(device, moment)
    device.lastEnded = moment.lastEnded
    device.today = (moment.today, trueMillis)
    let todays = alive.compactMap { other in
      other.today.flatMap { abs(trueMillis - $0.millis) < PlanMaker.minute ? $0.day : nil }
    }
    if Set(todays).count > 1 { reach(.twoTodays) }
  }

  private func noteJourney(_ device: SimulatedDevice, _ moment: PlannerMoment) {
    guard let before = device.dayBeforeTravel, let seen = device.today else { return }
    device.dayBeforeTravel = nil
    guard trueMillis - seen.millis < PlanMaker.day else { return }
    if moment.today < before { reach(.dayCameBack) }
    if moment.today > before + 1 {
      reach(.dayLeftOut)
      strike(.missingDay)
    }
  }

  /// Looks at what an act wrote: stamped after all its author saw, tagged with its author's day.
  func checkAct(_ device: SimulatedDevice, _ id: RecordID) throws {
    guard let act = ledger.last else { return }
    let name = device.planned.name
    for piece in act.evidence {
      let marks = try device.replica.marks(of: piece)
      let newest = marks.map(\.stamp).max()
      try check(
        .causality, exercised: marks.count > 1, newest == piece.stamp,
        "\(name) acted on something stamped later than the act itself")
      let tag = marks.first { $0.stamp == piece.stamp }.flatMap { DayTag($0.tag) }
      try check(
        .authorsDay, tag?.day == act.day && tag?.zone == device.context.zone.identifier,
        "\(name) tagged an act of \(act.day) with \(tag.map { "\($0)" } ?? "nothing")")
    }
  }

  /// Looks whether the latest acts of a device outlived its process.
  func checkDurability(_ device: SimulatedDevice) throws {
    var reader = EvidenceReader(device.replica)
    let own = ledger.indices[device.firstDurableAct...].filter {
      ledger[$0].device == device.index && !ledger[$0].isForgiven
        && ledger[$0].generation == device.replica.generation
    }.suffix(3)
    for index in own {
      let act = ledger[index]
      try check(
        .durability, try reader.count(of: act) == act.evidence.count, act: index,
        "\(device.planned.name) lost '\(act.kind.words(act.task))' when its process died")
    }
  }

  /// Makes some of the checks that can be made at any time; the dearer, the more rarely.
  func checkAfterSync(_ device: SimulatedDevice) throws {
    if checkDice.chance(25) { try checkDigest(device) }
    if checkDice.chance(12) { try checkRebuild(device, device.context) }
    if checkDice.chance(25) || !device.heldBack.isEmpty { try checkWholeActs(device) }
    if checkDice.chance(25) { try checkDeferrals(device, device.context) }
    try checkClock(device)
    guard checkDice.chance(25) else { return }
    let equal = alive.first {
      $0 !== device && $0.replica.digest == device.replica.digest
        && $0.keepsNewer == device.keepsNewer
    }
    if let equal {
      try check(
        .convergence, try equal.replica.contentDigest() == device.replica.contentDigest(),
        "\(device.planned.name) and \(equal.planned.name) hold different values, equal digests")
    }
  }

  /// Looks whether somebody else's clock has moved this one further than it may.
  private func checkClock(_ device: SimulatedDevice) throws {
    // A copy starts with the clock of what it was copied from.
    let origins = plan.events.compactMap { event in
      if case .clone(let original) = event.action, event.device == device.index {
        original
      } else {
        Int?.none
      }
    }
    let isWrong = plan.events.contains {
      if case .setClock = $0.action {
        $0.device == device.index || origins.contains($0.device)
      } else {
        false
      }
    }
    guard !isWrong, device.frozenMillis == nil else { return }
    let ahead = device.replica.clock.millis - max(device.now.millis, trueMillis)
    try check(
      .wrongClockHarmsNobody, exercised: ahead > 0,
      ahead <= DriftGuard.standard.aheadMillisMax + 60_000,
      "the clock of \(device.planned.name) was pulled \(ahead / 60_000) minutes ahead")
  }

  func checkDigest(_ device: SimulatedDevice) throws {
    try check(
      .runningDigest, try device.replica.recomputedDigest() == device.replica.digest,
      "the running digest of \(device.planned.name) is not that of its tables")
  }

  /// Looks whether a rebuild would conclude the same.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - context: The moment and the place.
  ///   - isCold: Whether to look on a copy, as a process that starts would find it.
  ///   - days: Days whose figures are wanted.
  /// - Returns: What the rebuild came to.
  /// - Throws: `Violation`.
  @discardableResult
  func checkRebuild(
    _ device: SimulatedDevice, _ context: DayContext, isCold: Bool = false,
    days: [LogicalDate] = []
  ) throws -> Rebuilt {
    let kept = try device.planner.consequences(context)
    let last = try device.planner.tick(context).lastEnded
    let rebuilt = try device.rebuilt(context, isCold: isCold, days: days)
    // Where a clock goes wrong a rebuild doubts days that had ended, and concludes less from it.
    if rebuilt.lastEnded == last {
      try check(
        .rebuild, exercised: !taskIDs.isEmpty, rebuilt.digest == kept,
        "\(device.planned.name) concluded step by step what a rebuild does not")
    }
    return rebuilt
  }

  private func checkWholeActs(_ device: SimulatedDevice) throws {
    var reader = EvidenceReader(device.replica)
    for act in ledger.suffix(24) where act.evidence.count > 1 {
      // What has one stamp was one transaction.
      let transactions = Dictionary(grouping: act.evidence, by: \.stamp)
      for (_, pieces) in transactions.sorted(by: { $0.key < $1.key }) where pieces.count > 1 {
        let known = try reader.count(of: pieces)
        if known != 0, known != pieces.count,
          device.heldBack.contains(act.stamp.device) || mayKnowParts(by: act.stamp.device)
        {
          reach(.partKnownThroughMerge)
          continue
        }
        try check(
          .wholeActs, exercised: Set(pieces.map(\.id)).count > 1 && known > 0,
          known == 0 || known == pieces.count,
          "\(device.planned.name) knows \(known) of \(pieces.count) versions of"
            + " '\(act.kind.words(act.task))' by \(plan.devices[act.device].name)")
      }
    }
  }

  /// Whether a part of an act may be known though its author's own log is not read yet.
  ///
  /// A merged segment, the first segment of a device, under whatever name, and what is handed on carry
  /// what stands in each of their records, whoever wrote it.
  private func mayKnowParts(by author: DeviceID) -> Bool {
    let sentAgain: [Marker] = [
      .cloneTookNewIdentity, .restoredTookNewIdentity, .clockRecovered, .handedOn,
    ]
    return sentAgain.contains { markers[$0] != nil }
      || storage.files.keys.contains { path in
        SegmentName(path.name).map { $0.first < $0.last && $0.device != author } ?? false
      }
  }

  func checkDeferrals(_ device: SimulatedDevice, _ context: DayContext) throws {
    for view in try device.planner.tasks(includesEnded: true, context) {
      if view.suggestsRemoval { reach(.suggestsRemoval) }
      let detail = try device.planner.task(view.id, context)
      let days = detail.deferrals.map(\.day)
      try check(
        .oneDeferralADay, exercised: !days.isEmpty,
        Set(days).count == days.count && days.count == view.deferralCount,
        "\(device.planned.name): '\(view.title)' counts \(view.deferralCount), deferred from"
          + " \(days.map(\.description))")
      try check(
        .importantIsDated, exercised: view.importance.isImportant,
        !view.importance.isImportant || view.dueDate != nil,
        "\(device.planned.name): '\(view.title)' matters and has no day")
    }
  }

  // MARK: In the end

  /// Looks whether everything that was acknowledged is there, and shows unless it was beaten.
  func checkEverythingKept(_ context: DayContext) throws {
    for device in alive {
      var reader = EvidenceReader(device.replica)
      for (index, act) in ledger.enumerated() where !act.isForgiven && !act.evidence.isEmpty {
        try check(
          .noLostAct, try reader.count(of: act) == act.evidence.count, act: index,
          "\(device.planned.name) does not know that \(plan.devices[act.device].name)"
            + " '\(act.kind.words(act.task))' on \(act.day)")
      }
    }
    guard let device = alive.first else { return }
    try checkTitles(device)
    // Where a clock was far ahead, values live on under stamps that the ledger does not know.
    if !isSettingUncertain, !ledger.contains(where: \.isRestamped) {
      try checkSettings(device, context)
    }
  }

  /// The values that may stand: the latest that cannot have been lost, or one that may have been.
  ///
  /// `nil` among them means that all of them may have been lost, or that there is none.
  private func standing<Value: Hashable>(
    _ value: (LedgerAct.Kind) -> Value?
  ) -> Set<Value?> {
    let acts = ledger.compactMap { act in value(act.kind).map { (act, $0) } }
      .sorted { $0.0.stamp < $1.0.stamp }
    guard let from = acts.lastIndex(where: { !$0.0.isForgiven }) else {
      return Set(acts.map(\.1) + [nil])
    }
    // What its author wrote over before it was ever sent went with what took its place.
    let isWrittenOver = acts[from...].contains {
      $0.0.isForgiven && $0.0.device == acts[from].0.device
    }
    return Set(acts[from...].map(\.1) + (isWrittenOver ? [nil] : []))
  }

  private func checkTitles(_ device: SimulatedDevice) throws {
    for (number, id) in taskIDs.sorted(by: { $0.key < $1.key }) {
      let own = ledger.indices.filter { ledger[$0].task == number }
      guard own.contains(where: { !ledger[$0].isForgiven }), !unsure.contains(number) else {
        continue
      }
      let title = try device.replica.read { try $0.record(TaskItem.self, id)?.title }
      let acts = own.map { ledger[$0] }.sorted { $0.stamp < $1.stamp }
      let titles = acts.compactMap { act -> (String, Bool)? in
        switch act.kind {
        case .added(_, _, let title), .retitled(let title): (title, act.isForgiven)
        default: nil
        }
      }
      let from = titles.lastIndex { !$0.1 } ?? titles.startIndex
      try check(
        .noLostAct, exercised: titles.count > 1,
        titles[from...].contains { $0.0 == title },
        "task \(number) is called '\(title ?? "nothing")', not '\(titles.last?.0 ?? "")'")
    }
  }

  private func checkSettings(_ device: SimulatedDevice, _ context: DayContext) throws {
    let minutes = standing { if case .rollover(let minute) = $0 { minute } else { nil } }
    let settings = try device.planner.settings(context)
    try check(
      .noLostAct, exercised: minutes != [nil],
      minutes.contains(settings.rolloverMinute) || minutes.contains(nil),
      "the day ends at \(settings.rolloverMinute), chosen was \(minutes)")
    let days = Set(
      ledger.compactMap { if case .level(let day, _) = $0.kind { day } else { nil } })
    for day in days.sorted() {
      let levels = standing {
        if case .level(day, let level) = $0 { level } else { nil }
      }
      let plan = try device.replica.read { try $0.record(DayPlan.self, DayPlan.id(date: day)) }
      try check(
        .noLostAct, levels.contains(plan?.capacity),
        "the level of \(day) is \(plan?.capacity.map { "\($0)" } ?? "none"), not \(levels)")
    }
    try checkLabels(device)
  }

  private func checkLabels(_ device: SimulatedDevice) throws {
    let ids = Set(
      ledger.flatMap { if case .categoryNamed(let ids, _) = $0.kind { ids } else { [RecordID]() } })
    for id in ids.sorted() {
      let names = standing {
        if case .categoryNamed(let ids, let name) = $0, ids.contains(id) { name } else { nil }
      }
      let label = try device.replica.read { try $0.record(TaskCategory.self, id) }
      try check(
        .noLostAct, names.contains(label?.name) || names.contains(nil),
        "a label is called '\(label?.name ?? "nothing")', not \(names)")
    }
  }
}
