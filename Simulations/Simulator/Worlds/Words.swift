import JamaalCore

extension PlannedAction {
  /// The action as stories tell it.
  var words: String {
    switch self {
    case .add(let task, _, _): "adding task \(task)"
    case .complete(let task): "completing task \(task)"
    case .uncomplete(let task): "un-completing task \(task)"
    case .drop(let task): "dropping task \(task)"
    case .putOff(let task, let days, _): "putting task \(task) off by \(days)"
    case .park(let task): "parking task \(task)"
    case .importance(let task, let importance): "making task \(task) \(importance.rawValue)"
    case .retitle(let task, _): "retitling task \(task)"
    case .undo: "undo"
    case .addCategory: "adding a label"
    case .renameCategory: "renaming a label"
    case .level(let level): "level \(level.rawValue)"
    case .rollover(let minute): "moving the day's end to minute \(minute)"
    case .tick: "a look"
    case .sync: "a sync"
    case .kill: "a kill"
    case .backUp: "a backup"
    case .restore: "a restore"
    case .clone: "a copy"
    case .setClock: "setting the clock"
    case .freezeClock: "stopping the clock"
    case .travel: "a journey"
    case .reinstall: "a new installation"
    case .install(let isNewer): isNewer ? "an update" : "an older version"
    case .folder(let fate): "the folder: \(fate.rawValue)"
    case .disk(let fate, _): "the disk: \(fate.rawValue)"
    case .module(let act): "\(act.module) \(act.subject): \(act.act)"
    }
  }
}

extension LedgerAct.Kind {
  /// The act as stories tell it.
  func words(_ task: Int?) -> String {
    let task = task.map { "task \($0)" } ?? ""
    func day(_ date: LogicalDate?) -> String { date?.description ?? "someday" }
    switch self {
    case .added(let due, let importance, _):
      return "adds \(task), due \(day(due)), \(importance.text)"
    case .completed: return "completes \(task)"
    case .uncompleted: return "un-completes \(task)"
    case .dropped: return "drops \(task)"
    case .deferred(let to, _): return "defers \(task) to \(day(to))"
    case .moved(let to): return "moves \(task) to \(day(to))"
    case .importance(let importance, let due):
      let filled = due.map { ", due \(day($0))" } ?? ""
      return "makes \(task) \(importance.text)\(filled)"
    case .retitled(let title): return "calls \(task) '\(title)'"
    case .undone(let act): return "takes act \(act) on \(task) back"
    case .categoryNamed(let ids, let name): return "calls \(ids.count) label(s) '\(name)'"
    case .level(let day, let level): return "chooses \(level.text) for \(day)"
    case .rollover(let minute): return "moves the day's end to minute \(minute)"
    case .module(let act): return "\(act.module) \(act.subject): \(act.act) \(act.number)"
    }
  }
}

extension LedgerAct.Kind {
  /// The act in as few words as a picture has room for.
  func picture(_ task: Int?) -> String {
    let task = task.map { "task \($0)" } ?? ""
    func day(_ date: LogicalDate?) -> String { date.map { HTML.day("\($0)") } ?? "someday" }
    switch self {
    case .added(let due, _, _): return "adds \(task) for \(day(due))"
    case .completed: return "\(task) done"
    case .uncompleted: return "\(task) not done after all"
    case .dropped: return "drops \(task)"
    case .deferred(let to, _): return "\(task) later: \(day(to))"
    case .moved(let to): return "\(task) to \(day(to))"
    case .importance(let importance, _): return "\(task) is \(importance.text)"
    case .retitled: return "renames \(task)"
    case .undone(let act): return "undoes \(act + 1)"
    case .categoryNamed(_, let name): return "label “\(name)”"
    case .level(_, let level): return "today: \(level.text)"
    case .rollover(let minute):
      let rest = minute % 60
      return "day ends at \(minute / 60):\(rest < 10 ? "0" : "")\(rest)"
    case .module(let act): return "\(act.module) \(act.subject): \(act.act)"
    }
  }
}
