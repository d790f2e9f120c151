extension CommandTable {
  /// A place in the table where a shell or a page has something to say: the program or a command.
  struct Node {
    /// The words from the program on.
    let words: [String]
    /// What it does.
    let summary: String
    /// The commands below it.
    let subcommands: [Command]
    /// Its values told by their place.
    let positionals: [Positional]
    /// Its own options.
    let ownOptions: [Option]
    /// Its own options and those of every command.
    let options: [Option]

    /// The words as one text.
    var path: String { words.joined(separator: " ") }
  }

  /// The program, then every command, in the order of the table.
  var nodes: [Node] {
    let root = Node(
      words: [name], summary: summary, subcommands: commands, positionals: [], ownOptions: [],
      options: options)
    return [root]
      + everyCommand.map { path, command in
        Node(
          words: [name] + path, summary: command.summary, subcommands: command.subcommands,
          positionals: command.positionals, ownOptions: command.options,
          options: command.options + options)
      }
  }
}

extension Option {
  /// Both spellings, as they are typed: `--help` and `-h`.
  var spellings: [String] { [spelling] + (letter.map { ["-\($0)"] } ?? []) }
}
