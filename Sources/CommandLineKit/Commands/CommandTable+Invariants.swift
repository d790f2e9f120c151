extension CommandTable {
  /// What in the table contradicts itself; a test of each table expects nothing.
  ///
  /// Two options or commands of one name, a value that could belong to two positionals, names that
  /// a shell would have to quote, help that is missing.
  package var problems: [String] {
    var found = duplicates(commands.map(\.name), in: name)
    for (path, command) in everyCommand {
      let place = ([name] + path).joined(separator: " ")
      found += duplicates(command.subcommands.map(\.name), in: place)
      found += optionProblems(command.options + options, in: place)
      found += positionalProblems(command, in: place)
      if !isPlain(command.name) { found.append("\(place): the name needs quoting") }
      if command.summary.isEmpty { found.append("\(place): there is no summary") }
      if !command.isRunnable, command.subcommands.isEmpty || !command.positionals.isEmpty {
        found.append("\(place): it does nothing by itself")
      }
    }
    return found
  }

  private func optionProblems(_ options: [Option], in place: String) -> [String] {
    var found = duplicates(options.map(\.name), in: place)
    found += duplicates(options.compactMap { $0.letter.map(String.init) }, in: place)
    for option in options {
      if !isPlain(option.name) { found.append("\(place): \(option.spelling) needs quoting") }
      if option.help.isEmpty { found.append("\(place): \(option.spelling) has no help") }
      if let letter = option.letter, !letter.isASCII || !letter.isLetter {
        found.append("\(place): -\(letter) is no letter")
      }
      found += hintProblems(option.hint, of: option.spelling, in: place)
    }
    return found
  }

  private func positionalProblems(_ command: Command, in place: String) -> [String] {
    var found = duplicates(command.positionals.map(\.name), in: place)
    if command.positionals.filter({ $0.arity.highest > 1 }).count > 1 {
      // With two of them a value could belong to either.
      found.append("\(place): more than one positional repeats")
    }
    for positional in command.positionals {
      if positional.help.isEmpty { found.append("\(place): \(positional.name) has no help") }
      found += hintProblems(positional.hint, of: positional.name, in: place)
    }
    return found
  }

  private func hintProblems(_ hint: ValueHint, of name: String, in place: String) -> [String] {
    hint.offered.filter { !isPlain($0) }.map { "\(place): “\($0)” of \(name) needs quoting" }
  }

  private func duplicates(_ names: [String], in place: String) -> [String] {
    var seen: Set<String> = []
    return names.filter { !seen.insert($0).inserted }.map { "\(place): “\($0)” is there twice" }
  }

  /// Whether every shell takes a word as it is.
  private func isPlain(_ word: String) -> Bool {
    !word.isEmpty && !word.hasPrefix("-")
      && word.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
          UInt8(ascii: "_"), UInt8(ascii: "+"):
          true
        default: false
        }
      }
  }
}
