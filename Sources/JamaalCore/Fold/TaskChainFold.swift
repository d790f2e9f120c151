import ReplicaStore
import SQLite

/// Folds tasks and writes what follows into the local tables; an instance of a repeating task
/// together with those that follow it, as far as anything about them changes.
struct TaskChainFold {
  private let transaction: ReadTransaction
  private let moment: PlannerMoment
  /// Tasks that facts have touched, which are folded whatever their predecessors say.
  private let touched: Set<RecordID>
  private var visited: Set<RecordID> = []
  /// The instance before each possible one, once somebody had to ask.
  private var predecessors: [RecordID: RecordID]?

  init(_ transaction: ReadTransaction, _ moment: PlannerMoment, touched: Set<RecordID>) {
    self.transaction = transaction
    self.moment = moment
    self.touched = touched
  }

  private var database: Database { transaction.database }

  /// Folds the tasks touched, and those that ended days can change.
  mutating func run(_ ids: [RecordID]) throws {
    // What is written to an instance decides whether an un-complete of the one before it counts,
    // so every touched one is come to from there.
    let starts = try ids.map { touched.contains($0) ? try storedPredecessor(of: $0) ?? $0 : $0 }
    for start in starts where !visited.contains(start) { try follow(from: start) }
    // A predecessor that did not lead here: what was typed stands by itself.
    for id in ids where !visited.contains(id) { try follow(from: id) }
  }

  /// Folds every task from nothing, first instances before those that follow them.
  mutating func rebuild(_ ids: [RecordID]) throws {
    for id in ids where try storedPredecessor(of: id) == nil { try follow(from: id) }
    for id in ids where !visited.contains(id) { try follow(from: id) }
  }

  /// The instance before another, if it is here.
  private mutating func storedPredecessor(of id: RecordID) throws -> RecordID? {
    let linked = try TaskLink.load(id, in: database)?.predecessor
    let written = try transaction.record(TaskItem.self, id)
    let named = try linked ?? written?.predecessor ?? unnamedPredecessor(of: id, written)
    guard let predecessor = named else { return nil }
    let isHere = try transaction.record(TaskItem.self, predecessor) != nil
    let isLinked = try TaskLink.load(predecessor, in: database) != nil
    return isHere || isLinked ? predecessor : nil
  }

  /// The instance before one that only a part is known of: somebody wrote to it whose log is here,
  /// and the log of whoever made it is still to come.
  private mutating func unnamedPredecessor(
    of id: RecordID, _ written: TaskItem?
  ) throws -> RecordID? {
    guard let written, written.createdAt == nil else { return nil }
    if let predecessors { return predecessors[id] }
    let kept = try database.rows("SELECT id FROM local_task") { _ in
    } row: {
      $0.recordID(0)
    }
    let ids = Set(try transaction.allIDs(TaskItem.self)).union(kept)
    let found = Dictionary(
      ids.map { (TaskItem.successorID($0), $0) }, uniquingKeysWith: min)
    predecessors = found
    return found[id]
  }

  private mutating func follow(from start: RecordID) throws {
    var id = start
    while true {
      visited.insert(id)
      guard let folded = try FoldedTask(id, transaction, through: moment.lastEnded) else {
        return try removeChain(from: id)
      }
      try DayZones.note(folded.stored?.marks ?? [], in: database)
      let (exists, following) = try successor(of: folded)
      let series = folded.link?.series ?? folded.item.seriesID ?? (exists ? id : nil)
      try TaskConsequences.replace(
        folded.item, folded.state, folded.facts, isLinked: folded.link != nil, series: series,
        in: database)
      let nextID = TaskItem.successorID(id)
      guard exists else { return try removeChain(from: nextID) }
      let kept = try TaskLink.load(nextID, in: database)
      if let following {
        if kept != following { try following.save(nextID, in: database) }
      } else {
        try TaskLink.remove(nextID, in: database)
      }
      // Nothing new for it: what follows it is as it was.
      let isKnown = try TaskRow.row(nextID, in: database) != nil
      let isSame = kept == following && isKnown
      if isSame, !touched.contains(nextID) || visited.contains(nextID) { return }
      id = nextID
    }
  }

  /// Whether an instance follows, and what it takes over.
  private func successor(of task: FoldedTask) throws -> (exists: Bool, link: TaskLink?) {
    let copies = task.stored?.instance.copies ?? [:]
    let successor = RepeatChain.planner.successor(
      of: task.facts, copies: copies, own: task.next?.instance)
    guard successor != nil else { return (false, nil) }
    guard let fill = RepeatChain.planner.fill(from: task.facts, copies: copies) else {
      return (true, nil)
    }
    let copy = task.stored?.texts[fill.follows.stamp]
    let item = task.item
    return (
      true,
      TaskLink(
        predecessor: item.id, series: task.link?.series ?? item.seriesID ?? item.id, fill: fill,
        title: copy?.title ?? item.title, notes: copy.map(\.notes) ?? item.notes,
        category: copy.map(\.category) ?? item.category)
    )
  }

  /// Forgets instances that follow from nothing any more.
  private func removeChain(from start: RecordID) throws {
    var id = start
    while true {
      let isLinked = try TaskLink.load(id, in: database) != nil
      guard try isLinked || TaskRow.row(id, in: database) != nil else { return }
      try TaskLink.remove(id, in: database)
      try TaskConsequences.remove(id, in: database)
      id = TaskItem.successorID(id)
    }
  }
}

/// One task with everything that follows from its facts and from the instance before it.
struct FoldedTask {
  /// The task, with what nobody wrote to it taken over.
  let item: TaskItem
  let state: TaskState
  /// The facts that count.
  let facts: TaskFacts
  let stored: StoredInstance?
  /// What is stored of the instance after it.
  let next: StoredInstance?
  let link: TaskLink?

  /// Folds it; `nil` if there is no such task.
  init?(_ id: RecordID, _ transaction: ReadTransaction, through lastEnded: LogicalDate) throws {
    stored = try StoredInstance(id, transaction)
    link = try TaskLink.load(id, in: transaction.database)
    next = try StoredInstance(TaskItem.successorID(id), transaction)
    let facts: TaskFacts
    if let link {
      let written = stored.flatMap { $0.instance.firstWrite == nil ? nil : $0.instance.facts }
      facts = RepeatChain.link(id, written: written, fill: link.fill).facts
    } else if let stored {
      facts = stored.instance.facts
    } else {
      return nil
    }
    self.facts = RepeatChain.planner.judged(
      facts, copies: stored?.instance.copies ?? [:], successor: next?.instance)
    state = TaskFold.state(of: self.facts, through: lastEnded)
    item = (stored?.item ?? TaskItem(id: id)).filled(from: link, stored?.unwritten ?? .all)
  }
}

extension RepeatChain {
  /// With the planner's ids and the Gregorian calendar.
  static let planner = RepeatChain(
    successorID: { TaskItem.successorID($0) },
    calendar: RepeatCalendar(
      next: { rule, anchor, after in rule.nextOccurrence(after: after, anchor: anchor) ?? after + 1
      },
      dayOfMonth: { $0.day }))
}

/// Texts of an instance that nobody has written to, which read from the act before it.
struct UnwrittenTexts: OptionSet {
  let rawValue: Int
  static let title = UnwrittenTexts(rawValue: 1)
  static let notes = UnwrittenTexts(rawValue: 2)
  static let category = UnwrittenTexts(rawValue: 4)
  static let all: UnwrittenTexts = [.title, .notes, .category]
}

/// What is stored under the id of a task, as the fold wants it.
struct StoredInstance {
  var item: TaskItem
  var instance: RepeatInstance
  /// What completions and drops stored for the next instance, by the act's stamp.
  var texts: [Stamp: TaskCopy]
  var marks: [(stamp: Stamp, tag: Tag)]
  var unwritten: UnwrittenTexts

  /// Reads it; `nil` if nothing was ever written there.
  init?(_ id: RecordID, _ transaction: ReadTransaction) throws {
    guard let item = try transaction.record(TaskItem.self, id) else { return nil }
    let history = try transaction.history(TaskItem.self, id)
    self.item = item
    marks = try history.marks()
    var texts: [Stamp: TaskCopy] = [:]
    for version in try history.versions(of: \.completionCopy) {
      texts[version.stamp] = version.value
    }
    for version in try history.versions(of: \.dropCopy) { texts[version.stamp] = version.value }
    self.texts = texts
    var others: [Stamp] = []
    var unwritten: UnwrittenTexts = []
    func look(_ path: PartialKeyPath<TaskItem>, _ text: UnwrittenTexts) throws {
      if let stamp = try transaction.stamp(of: path, id) {
        others.append(stamp)
      } else {
        unwritten.insert(text)
      }
    }
    // Only an instance that follows another one can lack them, so nobody else pays for looking.
    if item.predecessor != nil {
      try look(\TaskItem.title, .title)
      try look(\TaskItem.notes, .notes)
      try look(\TaskItem.category, .category)
      others += try transaction.sessionBegins(of: id)
    }
    self.unwritten = unwritten
    instance = RepeatInstance(
      facts: try transaction.facts(of: item, history: history),
      copies: texts.mapValues(\.repeatCopy), otherWrites: others)
  }
}

extension TaskItem {
  /// The task with the texts that nobody has written to it taken over.
  func filled(from link: TaskLink?, _ unwritten: UnwrittenTexts) -> TaskItem {
    guard let link else { return self }
    var item = self
    if unwritten.contains(.title) { item.title = link.title }
    if unwritten.contains(.notes) { item.notes = link.notes }
    if unwritten.contains(.category) { item.category = link.category }
    if item.createdAt == nil { item.createdAt = link.fill.follows.instant }
    item.predecessor = link.predecessor
    return item
  }
}
