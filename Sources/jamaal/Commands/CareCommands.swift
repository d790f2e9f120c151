import CommandLineKit

/// `jamaal completions`.
enum CompletionsCommand: ProgramCommand {
  static let command = Command(
    "completions", group: Groups.care, summary: "Write completions for a shell.",
    positionals: [
      Positional("SHELL", help: "The shell.", hint: .words(["bash", "zsh", "fish"]))
    ],
    examples: [
      .init(
        "jamaal completions bash > ~/.local/share/bash-completion/completions/jamaal",
        help: "For the next bash."),
      .init("jamaal completions fish > ~/.config/fish/completions/jamaal.fish", help: "For fish."),
    ])

  static func run(_ run: Run) throws -> Int32 {
    let table = CommandTable.jamaal
    switch run.invocation.argument("SHELL") {
    case "zsh": run.output.text(table.zshCompletions)
    case "fish": run.output.text(table.fishCompletions)
    default: run.output.text(table.bashCompletions)
    }
    return ExitStatus.done
  }
}
