import CommandLineKit
import JamaalCore
import JamaalHome
import JamaalVoice
import ReplicaStore

/// `jamaal history`.
enum HistoryCommand: ProgramCommand {
  static let command = Command(
    "history", group: Groups.day,
    summary: "Show what was changed about a task, when and where.",
    discussion: [
      "Every change that was not taken back, the earliest first, with the number that “jamaal"
        + " restore” names it by. Carrying over at a day's end is no change; “jamaal show” tells it."
    ],
    positionals: [TaskReference.positional],
    examples: [.init("jamaal history 2", help: "What became of the second task of the list.")])

  static func run(_ run: Run) throws -> Int32 {
    let task = try TaskReference(run).task(run.invocation.arguments("N")[0])
    let session = try run.session()
    let changes = try session.planner.changes(of: task.id, session.context)
    let names = try DeviceNames(session.planner.replica)
    let categories = try session.planner.categories(session.context)
    let today = try session.moment().today
    if run.wantsJSON {
      run.output.json(
        .array(
          changes.map { change in
            JSON(
              change, in: session.zone, device: names[change.stamp.device],
              text: Words.value(change.value, in: session.zone, today: today, categories))
          }))
      return ExitStatus.done
    }
    run.output.line(run.terminal.styled(task.title.withoutControls(), .bold))
    guard !changes.isEmpty else {
      run.output.line("Nobody has changed it yet: it is as the one before it left it.")
      return ExitStatus.done
    }
    var table = TextTable(
      columns: [.init(), .init(), .init(), .init(isFlexible: true), .init()])
    for change in changes {
      table.append([
        .init("  \(Words.time(change.instant, in: session.zone, today: today))", .dim),
        .init(names.words(change.stamp.device), .dim),
        .init("\(change.field.rawValue) \(change.number)"),
        .init(Words.value(change.value, in: session.zone, today: today, categories)),
        .init(change.isCurrent ? "now" : "", .dim),
      ])
    }
    run.output.lines(table.lines(for: run.terminal))
    return ExitStatus.done
  }
}

/// `jamaal restore`.
enum RestoreCommand: ProgramCommand {
  private static let fields = TaskField.allCases.filter { $0 != .done && $0 != .dropped }

  static let command = Command(
    "restore", group: Groups.day, summary: "Give a field of a task back what it once said.",
    discussion: ["It is a new choice like any other: a day that has passed is not given back."],
    positionals: [
      TaskReference.positional,
      Positional("FIELD", help: "The field.", hint: .words(fields.map(\.rawValue))),
      Positional("VERSION", help: "Its number in “jamaal history”."),
    ],
    examples: [.init("jamaal restore 2 minutes 1", help: "The first estimate was right.")])

  static func run(_ run: Run) throws -> Int32 {
    let text = run.invocation.arguments("VERSION")[0]
    guard let number = Int(text), number > 0 else {
      throw run.invocation.invalid("VERSION", text, "it takes a number of “jamaal history N”")
    }
    let task = try TaskReference(run).task(run.invocation.arguments("N")[0])
    let session = try run.session()
    let name = run.invocation.arguments("FIELD")[0]
    let changes = try session.planner.changes(of: task.id, session.context)
      .filter { $0.field.rawValue == name }
    guard let change = changes.first(where: { $0.number == number }) else {
      let title = Words.quoted(task.title)
      let known =
        changes.isEmpty
        ? "Nothing is known of what the \(name) of \(title) was."
        : "Of the \(name) of \(title) \(Words.count(changes.count, "version")) can be had."
      throw Refusal("\(known) “jamaal history” lists what there is.")
    }
    let receipt = try session.planner.restore(change, of: task.id, session.context)
    let today = try session.moment().today
    return try run.report([receipt]) { after in
      Words.edit(receipt, before: task, after: after, today: today)
    }
  }
}

extension JSON {
  /// A change of a task for other programs.
  fileprivate init(
    _ change: TaskChange, in zone: TimeZoneRules, device name: String?, text: String
  ) {
    self = [
      "field": .string(change.field.rawValue),
      "version": JSON(change.number),
      "value": JSON(change.value, in: zone),
      "text": .string(text),
      "changedAt": JSON(change.instant, in: zone),
      "deviceID": .string(change.stamp.device.description),
      "deviceName": JSON(name),
      "isCurrent": .bool(change.isCurrent),
    ]
  }

  private init(_ value: TaskFieldValue, in zone: TimeZoneRules) {
    switch value {
    case .text(let text): self.init(text)
    case .day(let day): self.init(day)
    case .minutes(let minutes): self.init(minutes)
    case .importance(let importance): self = .string(importance.text)
    case .category(let id): self.init(id)
    case .instant(let instant): self.init(instant, in: zone)
    case .repeats(let rule):
      self = [
        "repeatKind": .string(rule.kind.text), "repeatWeekdays": .string(rule.weekdayText),
        "repeatDayOfMonth": JSON(rule.dayOfMonth),
      ]
    }
  }
}
