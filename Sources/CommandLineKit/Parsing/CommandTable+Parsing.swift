extension CommandTable {
  /// What a command line asks for.
  package enum Outcome: Hashable, Sendable {
    /// Run a command.
    case run(Invocation)
    /// Show help for the command at a path; the overall help if it is empty.
    case help(path: [String])
    /// Show the version.
    case version
  }

  /// Understands the words after the program's name.
  ///
  /// - Options stand anywhere after their command; those of every command also before it.
  /// - `--due fri` and `--due=fri` are the same; letters can be joined (`-ab`), and a value can
  ///   follow its letter (`-m30`).
  /// - A word such as `-5` is a value, not an option. After `--` every word is a value.
  /// - An option's value may begin with a dash, unless it is itself an option of the command: then
  ///   the value was forgotten.
  /// - A call for help wins over mistakes elsewhere in the line.
  /// - Parameter arguments: The words, without the program's name.
  /// - Returns: What to do.
  /// - Throws: `UsageError` if the line is wrong.
  package func parse(_ arguments: [String]) throws(UsageError) -> Outcome {
    var parser = Parser(table: self, arguments: arguments)
    do {
      return try parser.parse()
    } catch {
      let words = arguments.prefix { $0 != "--" }
      if words.contains("--help") || words.contains("-h") { return .help(path: parser.path) }
      throw error
    }
  }
}

/// The state of reading one command line.
private struct Parser {
  let table: CommandTable
  let arguments: [String]
  var index = 0
  var path: [String] = []
  var command: Command?
  var optionValues: [String: [String]] = [:]
  var words: [String] = []
  /// Whether a word can still be the name of a subcommand.
  var canDescend = true
  var asksForHelp = false
  var asksForVersion = false

  init(table: CommandTable, arguments: [String]) {
    self.table = table
    self.arguments = arguments
  }

  private var options: [Option] { (command?.options ?? []) + table.options }
  private var errorPath: [String] { [table.name] + path }

  mutating func parse() throws(UsageError) -> CommandTable.Outcome {
    while index < arguments.count {
      let word = arguments[index]
      index += 1
      if word == "--" {
        for rest in arguments[index...] { try take(rest, mayDescend: false) }
        break
      } else if word.hasPrefix("--") {
        try takeOption(word)
      } else if isLetters(word) {
        try takeLetters(word)
      } else {
        try take(word, mayDescend: true)
      }
    }
    if asksForHelp { return .help(path: path) }
    if asksForVersion { return .version }
    return try finish()
  }

  /// Whether a word is `-a` or `-abc` rather than a value; `-`, `-5` and `-.5` are values.
  private func isLetters(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let first = word.dropFirst().first else { return false }
    return first.isLetter
  }

  private mutating func take(_ word: String, mayDescend: Bool) throws(UsageError) {
    let below = command?.subcommands ?? (path.isEmpty ? table.commands : [])
    if mayDescend, canDescend, let next = below.first(where: { $0.name == word }) {
      path.append(word)
      command = next
      return
    }
    // Where only a command can stand, a wrong word is a mistyped command.
    let takesNoValues = command?.positionals.isEmpty == true && !below.isEmpty && mayDescend
    if command == nil || command?.isRunnable == false || (takesNoValues && canDescend) {
      throw UsageError(
        .unknownCommand(word), path: errorPath,
        suggestions: Suggestions.near(word, among: below.map(\.name)))
    }
    words.append(word)
    canDescend = false
  }

  private mutating func takeOption(_ word: String) throws(UsageError) {
    let parts = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    guard let option = options.first(where: { $0.name == name }) else {
      throw UsageError(
        .unknownOption("--\(name)"), path: errorPath,
        suggestions: Suggestions.near(name, among: options.map(\.name)).map { "--\($0)" })
    }
    let given = parts.count > 1 ? String(parts[1]) : nil
    if option.isFlag {
      guard given == nil else {
        throw UsageError(.unexpectedValue(option: option.spelling), path: errorPath)
      }
      try store(option, value: nil)
    } else {
      let value = if let given { given } else { try nextValue(of: option) }
      try store(option, value: value)
    }
  }

  private mutating func takeLetters(_ word: String) throws(UsageError) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.letter == letter }) else {
        throw UsageError(.unknownOption("-\(letter)"), path: errorPath)
      }
      if option.isFlag {
        try store(option, value: nil)
        continue
      }
      // The rest of the word is the value, after an equals sign or not.
      let rest = String(letters.first == "=" ? letters.dropFirst() : letters)
      let value = letters.isEmpty ? try nextValue(of: option) : rest
      try store(option, value: value)
      return
    }
  }

  private mutating func nextValue(of option: Option) throws(UsageError) -> String {
    guard index < arguments.count, !isOption(arguments[index]) else {
      throw UsageError(
        .missingValue(option: option.spelling, valueName: option.valueName ?? ""),
        path: errorPath)
    }
    index += 1
    return arguments[index - 1]
  }

  private func isOption(_ word: String) -> Bool {
    if word == "--" { return true }
    let name = word.split(separator: "=", maxSplits: 1).first ?? ""
    return options.contains { option in
      name == option.spelling || option.letter.map { word == "-\($0)" } == true
    }
  }

  private mutating func store(_ option: Option, value: String?) throws(UsageError) {
    switch option {
    case CommandTable.helpOption: asksForHelp = true
    case CommandTable.versionOption: asksForVersion = true
    default: break
    }
    if let value {
      guard option.isRepeatable || optionValues[option.name] == nil else {
        throw UsageError(.repeatedOption(option.spelling), path: errorPath)
      }
      try check(value, against: option.hint, name: option.spelling)
    }
    optionValues[option.name, default: []] += value.map { [$0] } ?? []
    // The command's own option settles which command it is.
    if command?.options.contains(option) == true { canDescend = false }
  }

  private func check(
    _ value: String, against hint: ValueHint, name: String
  ) throws(UsageError) {
    guard let accepted = hint.accepted, !accepted.contains(value) else { return }
    throw UsageError(
      .invalidValue(
        name: name, value: value, reason: "it takes \(accepted.joined(separator: ", "))"),
      path: errorPath, suggestions: Suggestions.near(value, among: accepted))
  }

  private func finish() throws(UsageError) -> CommandTable.Outcome {
    guard let command else { return .help(path: []) }
    guard command.isRunnable else { throw UsageError(.missingCommand, path: errorPath) }
    if path == ["help"] {
      guard table.command(at: words) != nil || words.isEmpty else {
        throw UsageError(
          .unknownCommand(words.joined(separator: " ")), path: [table.name],
          suggestions: Suggestions.near(words[0], among: table.commands.map(\.name)))
      }
      return .help(path: words)
    }
    return .run(
      Invocation(
        path: path, program: table.name, optionValues: optionValues,
        positionalValues: try positionalValues(of: command),
        optionNames: Set(options.map(\.name))))
  }

  /// Gives each positional its words: the fewest it needs, then in order what is left over.
  private func positionalValues(
    of command: Command
  ) throws(UsageError) -> [String: [String]] {
    var values: [String: [String]] = [:]
    var rest = words[...]
    var surplus = words.count - command.positionals.map(\.arity.lowest).reduce(0, +)
    for positional in command.positionals {
      let lowest = positional.arity.lowest
      guard rest.count >= lowest else {
        throw UsageError(.missingArgument(positional.name), path: errorPath)
      }
      let extra = min(max(surplus, 0), positional.arity.highest - lowest)
      surplus -= extra
      let taken = Array(rest.prefix(lowest + extra))
      for word in taken { try check(word, against: positional.hint, name: positional.name) }
      values[positional.name] = taken
      rest = rest.dropFirst(lowest + extra)
    }
    if let unexpected = rest.first {
      throw UsageError(.unexpectedArgument(unexpected), path: errorPath)
    }
    return values
  }
}
