import CommandLineKit

/// A small command line with every kind of thing in it.
let sampleTable = CommandTable(
  name: "tally", version: "1.2.3", summary: "Count things, offline first.",
  discussion: [
    "Counts are kept on this machine. Nothing is asked of a network: every command works on a "
      + "train, in a tunnel and on the moon.",
    "Names can be cut short where they stay unique.",
  ],
  options: [
    .value("home", "DIR", help: "Use the counts kept in DIR.", hint: .directory),
    .flag("json", help: "Write JSON."),
  ],
  commands: [
    Command(
      "add", group: "Counting", summary: "Add things to a count.",
      discussion: ["A count that is not there yet begins at nought."],
      positionals: [Positional("NAME", .many, help: "What is counted.")],
      options: [
        .value("by", "N", letter: "n", help: "How many; also fewer than none."),
        .value(
          "size", "SIZE", help: "How large they are.", hint: .words(["small", "large", "huge"])),
        .value("tag", "TAG", letter: "t", help: "A tag: any word.", isRepeatable: true),
        .flag("quiet", letter: "q", help: "Say nothing [at all]."),
        .flag("verbose", letter: "v", help: "Say it's done."),
      ],
      examples: [
        .init("tally add sheep --by 3", help: "Three more."),
        .init("tally add black sheep -n-1", help: "One fewer; the name has two words."),
      ]),
    Command(
      "move", group: "Counting", summary: "Move a count to a day.",
      positionals: [
        Positional("NAME", .many, help: "What is counted."),
        Positional("DATE", help: "The day.", hint: .examples(["today", "tomorrow"])),
      ]),
    Command(
      "level", group: "Counting", summary: "Set how much is counted.",
      positionals: [
        Positional("LEVEL", help: "How much.", hint: .words(["low", "medium", "high"])),
        Positional("WHY", .optional, help: "For the record."),
      ]),
    Command(
      "list", group: "Looking", summary: "List counts.",
      positionals: [Positional("NAME", .any, help: "Which; without any, all.")],
      options: [.value("to", "FILE", help: "Write to a file.", hint: .file)]),
    Command(
      "held", group: "Looking", summary: "Show what is held back.",
      subcommands: [
        Command(
          "accept", summary: "Take it.",
          positionals: [Positional("DEVICE", help: "Whose it is.")]),
        Command(
          "discard", summary: "Leave it.",
          positionals: [Positional("DEVICE", help: "Whose it is.")],
          options: [.flag("really", help: "Do not ask.")]),
      ], isRunnable: true),
    Command(
      "key", group: "Care", summary: "Look after keys.",
      subcommands: [
        Command("list", summary: "List keys."),
        Command(
          "change", summary: "Change a key.",
          subcommands: [Command("now", summary: "At once."), Command("later", summary: "At dawn.")]
        ),
      ]),
  ],
  sections: [
    .init(
      "Exit status",
      items: [
        .init("0", help: "Done."), .init("1", help: "Refused, or not found."),
        .init("2", help: "Called wrongly."),
      ]),
    .init(
      "Environment", items: [.init("NO_COLOR", help: "If set to anything, no colour is used.")]),
  ])
