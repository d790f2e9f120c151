import CommandLineKit
import JamaalCore
import JamaalHome
import JamaalVoice
import ReplicaStore

/// `jamaal note`.
enum NoteCommand: ProgramCommand {
  static let command = Command(
    "note", group: Groups.day, summary: "Show and change the note of a task.",
    discussion: [
      "A note is light markdown; a line such as “- [ ] milk” is a box to tick. Without an option the"
        + " note is shown with the numbers of its lines. --edit opens VISUAL, or else EDITOR."
    ],
    positionals: [TaskReference.positional],
    options: [
      .value("append", "TEXT", letter: "a", help: "Add a line at the end."),
      .value("toggle", "LINE", letter: "t", help: "Tick the box on a line, or take its tick back."),
      .flag("edit", letter: "e", help: "Write it with your editor."),
    ],
    examples: [
      .init("jamaal note 2", help: "Read it."),
      .init("jamaal note 2 --append \"- [ ] milk\"", help: "Add a box."),
      .init("jamaal note 2 --toggle 3", help: "Tick the third line."),
    ])

  static func run(_ run: Run) throws -> Int32 {
    let invocation = run.invocation
    let ways = [invocation.has("append"), invocation.has("toggle"), invocation.has("edit")]
    guard ways.count(where: { $0 }) <= 1 else {
      throw Refusal(
        "One thing at a time: --append, --toggle or --edit. Nothing was changed.",
        status: ExitStatus.usage)
    }
    var line: Int?
    if let text = invocation.value("toggle") {
      guard let number = Int(text), number > 0 else {
        throw invocation.invalid("--toggle", text, "it takes the number of a line, from 1")
      }
      line = number - 1
    }
    let task = try TaskReference(run).task(invocation.arguments("N")[0])
    let session = try run.session()
    var receipt: ActionReceipt?
    if let line {
      receipt = try session.planner.toggleNoteLine(line, of: task.id, session.context)
    } else if let text = invocation.value("append") {
      receipt = try session.planner.appendToNote(text, of: task.id, session.context)
    } else if invocation.has("edit") {
      receipt = try NoteEditor(session, run.environment).edit(task)
    }
    if let receipt { run.remember([receipt], "the note of \(Words.quoted(task.title)).") }
    let after = try session.planner.task(task.id, session.context).task
    show(after, run)
    return ExitStatus.done
  }

  private static func show(_ task: TaskView, _ run: Run) {
    let lines = task.notes.map { TaskNotes.lines(of: $0) } ?? []
    let progress = task.notes.flatMap { TaskNotes.progress(of: $0) }
    if run.wantsJSON {
      run.output.json(json(task, lines, progress))
      return
    }
    let title = run.terminal.styled(task.title.withoutControls(), .bold)
    let boxes = progress.map { " · \(Words.progress($0))" } ?? ""
    run.output.line(title + run.terminal.styled(boxes, .dim))
    guard !lines.isEmpty else {
      run.output.line("There is no note yet. --append TEXT begins one.")
      return
    }
    let columns = String((lines.last?.number ?? 0) + 1).count + 2
    for line in lines {
      let number = String(line.number + 1).padded(toColumns: columns, .right)
      run.output.line(
        run.terminal.styled(number, .dim) + "  " + text(line.content).withoutControls())
    }
  }

  private static func text(_ content: TaskNotes.Content) -> String {
    switch content {
    case .box(let isTicked, let text): "[\(isTicked ? "x" : " ")] \(text)"
    case .text(let text): text
    }
  }

  private static func json(
    _ task: TaskView, _ lines: [TaskNotes.Line], _ progress: TaskNotes.Progress?
  ) -> JSON {
    let rows = lines.map { line -> JSON in
      switch line.content {
      case .box(let isTicked, let text):
        ["line": JSON(line.number + 1), "isTicked": .bool(isTicked), "text": .string(text)]
      case .text(let text):
        ["line": JSON(line.number + 1), "isTicked": .null, "text": .string(text)]
      }
    }
    return [
      "id": JSON(task.id), "title": .string(task.title), "notes": JSON(task.notes),
      "lines": .array(rows), "tickedCount": JSON(progress?.ticked ?? 0),
      "boxCount": JSON(progress?.total ?? 0),
    ]
  }
}
