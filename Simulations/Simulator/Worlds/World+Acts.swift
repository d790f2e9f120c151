import JamaalCore
import ReplicaStore

extension World {
  private static let names = ["Fitness", "fitness ", "Garden", "FITNESS", "garden"]

  /// Lets a person act, and writes down what was acknowledged.
  func act(_ action: PlannedAction, on device: SimulatedDevice) throws {
    device.mischief.beforeAct(device)
    let moment = try device.tick()
    try watchDays(device, moment)
    device.noteMoment()
    do {
      switch action {
      case .undo: try undo(device, moment)
      case .module(let act): try actOnModule(act, device, moment)
      case .addCategory, .renameCategory: try actOnLabel(action, device, moment)
      case .level(let level):
        var context = device.context
        if bug == .levelForTomorrow { context.now = context.now + 24 * 3600 }
        try device.planner.setLevel(CapacityLevel(level.rawValue), context)
        note(
          .level(moment.today, CapacityLevel(level.rawValue)), device, moment, evidence: [.level])
      case .rollover(let minute):
        let before = device.replica.clock
        try device.planner.changeSettings(device.context) { $0.rolloverMinute = minute }
        guard device.replica.clock != before else { return }
        note(.rollover(minute), device, try device.tick(), evidence: [.settings])
      default: try actOnTask(action, device, moment)
      }
    } catch let error as PlannerError {
      tell(device, "\(action.words) is refused: \(error)")
      trace(.refused, device, "\(action.words): refused")
      if error.code != .notFound { reach(.refusedAct) }
    }
  }

  private func actOnTask(
    _ action: PlannedAction, _ device: SimulatedDevice, _ moment: PlannerMoment
  ) throws {
    guard let planned = action.task else { return }
    let number = try number(of: planned, isMaking: action.makesTask, on: device)
    if case .add(_, let due, let importance) = action {
      return try add(number, due.map { moment.today + $0 }, importance, device, moment)
    }
    guard let id = taskIDs[number] else { return }
    let planner = device.planner
    let context = device.context
    let before = try device.replica.read { try $0.record(TaskItem.self, id) }
    let receipt: ActionReceipt
    let kind: LedgerAct.Kind
    switch action {
    case .complete:
      receipt = try planner.complete(id, context)
      kind = .completed
    case .uncomplete:
      receipt = try planner.uncomplete(id, context)
      kind = .uncompleted
    case .drop:
      receipt = try planner.drop(id, context)
      kind = .dropped
    case .putOff(_, let days, let isPicked):
      let day = moment.today + days
      receipt = try planner.putOff(id, to: isPicked ? .day(day) : .quick(day), context)
      kind = Self.kind(of: receipt, otherwise: day)
    case .park:
      receipt = try planner.putOff(id, to: .someday, context)
      kind = Self.kind(of: receipt, otherwise: nil)
    default: return try edit(action, number, id, device, moment)
    }
    if bug == .dropDeletes, kind == .dropped {
      try device.replica.write { try $0.delete(TaskItem.self, id) }
    }
    note(
      kind, device, moment, task: number, receipt: receipt, versions: receipt.versions,
      before: before)
    try checkAct(device, id)
  }

  /// Writes down what one gesture did to several tasks; those of modules have no number.
  ///
  /// - Parameters:
  ///   - receipts: What it did to each.
  ///   - day: The day they were put off from, if that is not the author's own.
  ///   - device: Where it was done.
  ///   - moment: When.
  func noteTasks(
    _ receipts: [ActionReceipt], from day: LogicalDate?, _ device: SimulatedDevice,
    _ moment: PlannerMoment
  ) {
    for receipt in receipts {
      guard let number = taskIDs.first(where: { $0.value == receipt.task })?.key,
        let stamp = receipt.versions.map(\.stamp).max()
      else { continue }
      let kind: LedgerAct.Kind =
        if case .reschedule(let to)? = receipt.deferral {
          .moved(to: to)
        } else if receipt.deferral == nil {
          .dropped
        } else {
          Self.kind(of: receipt, otherwise: nil)
        }
      note(kind, device, moment, task: number, receipt: receipt, versions: receipt.versions)
      ledger[ledger.count - 1].stamp = stamp
      ledger[ledger.count - 1].deferredFrom = day
    }
  }

  private static func kind(
    of receipt: ActionReceipt, otherwise day: LogicalDate?
  ) -> LedgerAct.Kind {
    switch receipt.deferral {
    case .deferral(let to, let reason), .refinement(let to, let reason):
      .deferred(to: to, reason: reason)
    default: .moved(to: day)
    }
  }

  private func add(
    _ number: Int, _ due: LogicalDate?, _ importance: PlannedImportance, _ device: SimulatedDevice,
    _ moment: PlannerMoment
  ) throws {
    guard taskIDs[number] == nil else { return }
    let draft = TaskDraft(
      title: "Task \(number)", dueDate: due, importance: Importance(importance.rawValue))
    let receipt = try device.planner.addTask(draft, device.context)
    taskIDs[number] = receipt.task
    note(
      .added(due: due, importance: draft.importance, title: draft.title), device, moment,
      task: number, versions: receipt.versions)
  }

  /// Changes a task in the way that a form does, for which the planner has no gesture of its own.
  private func edit(
    _ action: PlannedAction, _ number: Int, _ id: RecordID, _ device: SimulatedDevice,
    _ moment: PlannerMoment
  ) throws {
    let view = try device.planner.task(id, device.context).task
    guard view.isLive else { throw PlannerError(.dropped, "The task has ended.") }
    let tag = DayTag(day: moment.today, zone: device.context.zone.identifier)
    var kind = LedgerAct.Kind.retitled("")
    let versions = try device.replica.write(tag: tag.tag) { transaction in
      guard var item = try transaction.record(TaskItem.self, id) else {
        return [VersionReference]()
      }
      switch action {
      case .importance(_, let value):
        item.importance = Importance(value.rawValue)
        let due = TaskRules.dueToFillIn(
          raisingTo: item.importance, due: view.dueDate, plannedDay: moment.today)
        kind = .importance(item.importance, due: due.map { .some($0) })
        try transaction.write(item, \.importance)
        if let due {
          item.dueDate = due
          try transaction.write(item, \.dueDate)
        }
      case .retitle(_, let text):
        item.title = "Task \(number), version \(text)"
        kind = .retitled(item.title)
        try transaction.write(item, \.title)
      default: break
      }
      return transaction.authored
    }
    note(kind, device, moment, task: number, versions: versions)
    if !versions.isEmpty { try checkAct(device, id) }
  }

  private func undo(_ device: SimulatedDevice, _ moment: PlannerMoment) throws {
    guard let index = ledger.lastIndex(where: { $0.device == device.index }),
      let receipt = ledger[index].receipt, ledger[index].undo == nil,
      try EvidenceReader.knows(device.replica, ledger[index])
    else { return }
    if ledger[index].isSafe {
      reach(.undoAfterSync)
      strike(.undoAfterSync)
    }
    if bug == .undoWritesOldValue, let before = ledger[index].before {
      try device.mischief.writeBack(before, ledger[index], device, moment)
    } else {
      var receipt = receipt
      if bug == .undoTakesMore {
        let since = ledger.filter {
          $0.task == ledger[index].task && $0.stamp != ledger[index].stamp
        }
        receipt.versions += since.flatMap(\.versions).filter { $0.group != "completion" }
      }
      try device.planner.undo(receipt, device.context)
    }
    ledger[index].undo = ledger.count
    note(.undone(index), device, moment, task: ledger[index].task)
    // The stamp of the last thing voided; they are voided together or not at all.
    if var voided = receipt.versions.last {
      voided.stamp = ledger[ledger.count - 1].stamp
      ledger[ledger.count - 1].evidence = [voided].compactMap { Evidence($0) }
    }
  }

  private func actOnLabel(
    _ action: PlannedAction, _ device: SimulatedDevice, _ moment: PlannerMoment
  ) throws {
    switch action {
    case .addCategory(let name):
      let id = try device.planner.addCategory(Self.names[name % Self.names.count], device.context)
        .task
      note(.categoryNamed([id], TaskDraft.trimmedTitle(Self.names[name])), device, moment)
    case .renameCategory(let former, let other):
      let list = try device.planner.categories(device.context)
      guard let label = list.category(named: Self.names[former % Self.names.count])
      else { return }
      let text = Self.names[other % Self.names.count]
      let name = TaskDraft.trimmedTitle(text)
      // What has that name already is left alone.
      let renamed = try device.replica.read { transaction in
        try label.members.filter { try transaction.record(TaskCategory.self, $0)?.name != name }
      }
      try device.planner.renameCategory(label.id, to: text, device.context)
      guard !renamed.isEmpty else { return }
      note(.categoryNamed(renamed, name), device, moment)
    default: break
    }
  }

  /// What an act without a receipt leaves behind to be found.
  enum Trace {
    case level
    case settings
  }

  /// Writes an acknowledged act down.
  func note(
    _ kind: LedgerAct.Kind, _ device: SimulatedDevice, _ moment: PlannerMoment, task: Int? = nil,
    receipt: ActionReceipt? = nil, versions: [VersionReference] = [], before: TaskItem? = nil,
    evidence: [Trace] = []
  ) {
    let stamp = Stamp(clock: device.replica.clock, device: device.replica.device)
    var act = LedgerAct(
      device: device.index, task: task, stamp: stamp, day: moment.today, instant: moment.now,
      kind: kind, versions: versions, receipt: receipt, before: before)
    act.generation = device.replica.generation
    act.evidence = versions.compactMap { Evidence($0) }
    for trace in evidence {
      switch trace {
      case .level:
        act.evidence.append(Evidence(DayPlan.self, DayPlan.id(date: moment.today), stamp))
      case .settings: act.evidence.append(Evidence(UserSettings.self, UserSettings.only, stamp))
      }
    }
    if case .module = kind { addEvidence(to: &act, device) }
    device.noteMoment()
    noteMoment(act, device)
    ledger.append(act)
    tell(device, "\(kind.words(task)), on \(moment.today)")
    trace(.act, device, kind.picture(task), act: ledger.count - 1)
    if let oddity = ReferenceDay.oddityNear(moment, device) {
      reach(oddity)
      strike(.clocksChange)
      if oddity == .rolloverInGap, moment.settings.rolloverMinute == 0 {
        strike(.midnightMissing)
      }
    }
  }
}

extension World {
  /// Adds everything that a module's act wrote, whatever it was.
  private func addEvidence(to act: inout LedgerAct, _ device: SimulatedDevice) {
    // A replica that cannot be read fails in what comes next.
    let found = (try? device.replica.evidence(after: device.noted)) ?? []
    act.evidence += found.filter { !act.evidence.contains($0) }
  }
}

extension PlannedAction {
  /// Whether a person makes a task with it.
  var makesTask: Bool { if case .add = self { true } else { false } }
}

extension TaskDraft {
  /// A name as the planner keeps it.
  static func trimmedTitle(_ text: String) -> String {
    String(text.split(separator: " ").joined(separator: " "))
  }
}

extension ReferenceDay {
  /// Whether a moment is within two minutes of a day's end that clocks jump over or show twice.
  static func oddityNear(_ moment: PlannerMoment, _ device: SimulatedDevice) -> Marker? {
    for day in [moment.today - 1, moment.today] {
      let end = moment.boundary.end(of: day, in: device.zone)
      guard abs(end.millis - device.now.millis) <= 120_000 else { continue }
      return oddity(
        of: day + 1, in: device.zone, rolloverMinute: moment.settings.rolloverMinute)
    }
    return nil
  }
}
