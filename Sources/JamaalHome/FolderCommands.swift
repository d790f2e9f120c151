package import CommandLineKit

/// The commands that `jamaal-sync` does, described once for both programs.
package enum FolderCommands {
  /// The heading that overall help lists them under.
  package static let group = "Set-up and sync"

  private static let credentials: [Option] = [
    .value("user", "NAME", help: "Who to log in as."),
    .value(
      "password-command", "COMMAND",
      help: "A command that prints the password; run at every sync, so nothing is stored."),
    .flag(
      "password-stdin",
      help: "Read the password from standard input and keep it in a file only you can read."),
  ]

  private static let trust: [Option] = [
    .value(
      "certificate", "FILE", help: "Trust the certificates in FILE in place of the system's.",
      hint: .file),
    .value(
      "pin", "KEY",
      help: "Accept only a server with this public key: sha256// and its base-64 hash."),
    .flag(
      "basic",
      help: "Send the password also over an open connection, where whoever is on the way reads it."
    ),
  ]

  private static let passphrase: [Option] = [
    .value(
      "passphrase-command", "COMMAND", help: "A command that prints the passphrase; run once."),
    .flag("passphrase-stdin", help: "Read the passphrase from the next line of standard input."),
  ]
  private static let label = Option.value(
    "label", "TEXT", help: "What to call the passphrase in the list; only your devices see it.")

  /// Syncs once.
  package static let sync = Command(
    "sync", group: group, summary: "Exchange changes with the folder.",
    discussion: [
      "Pulls what other devices put there and pushes what was written here. Every way it can end"
        + " has an exit status of its own.",
      "With --watch it keeps running: three seconds after a change here, whichever program made it,"
        + " and otherwise every minute to every quarter of an hour.",
    ],
    options: [
      .flag("watch", help: "Keep running, and sync whenever there is reason to."),
      .flag("install", help: "Print the systemd unit that keeps “sync --watch” running."),
      .flag("yes", help: "With --install: write the unit and start it."),
    ],
    examples: [
      Command.Example("jamaal sync", help: "Exchange changes now."),
      Command.Example("jamaal sync --install --yes", help: "Let systemd keep it in step."),
    ])

  /// Everything about the folder.
  package static let folder = Command(
    "folder", group: group,
    summary: "Set up and look after the folder that devices meet in.",
    examples: [Command.Example("jamaal folder show", help: "Where this device syncs.")],
    subcommands: [
      Command(
        "set", summary: "Join a folder, or make one.",
        discussion: [
          "The address is a WebDAV address (https://…), or a directory that something else syncs."
            + " Joining and making are two acts: make the folder on one device, join it on the"
            + " others.",
          "From a Nextcloud, the address that the browser shows will do, or just the server, once"
            + " “jamaal login” was done.",
          "Passwords and passphrases never go on the command line, which every program can read."
            + " They come from a command, standard input, JAMAAL_FOLDER_PASSWORD and"
            + " JAMAAL_FOLDER_PASSPHRASE, ~/.netrc, or the terminal.",
        ],
        positionals: [Positional("ADDRESS", help: "Where the folder is.", hint: .directory)],
        options: [
          .flag("create", help: "Make the folder; refused if there is one."),
          .flag(
            "encrypt",
            help: "Make it so that whoever hosts it cannot read it; asks for a passphrase."
          ), label,
        ] + credentials + passphrase + trust,
        examples: [
          Command.Example(
            "jamaal folder set https://cloud.example/remote.php/dav/files/ada/Jamaal --create"
              + " --user ada --password-stdin",
            help: "Make a folder on a Nextcloud."),
          Command.Example("jamaal folder set ~/Sync/Jamaal", help: "Join one in a directory."),
        ]),
      Command("show", summary: "Tell which folder is set."),
      Command(
        "check", summary: "Try out what the folder can do; leaves nothing behind."),
      Command("rejoin", summary: "Take what is at the address now for the right folder."),
      Command(
        "republish", summary: "Fill the folder again from this device, with all it holds."),
      key,
    ])

  private static let key = Command(
    "key", summary: "Look after the passphrases of an encrypted folder.",
    subcommands: [
      Command("list", summary: "Show the passphrases by their names."),
      Command(
        "add", summary: "Add a passphrase.", options: [label] + passphrase),
      Command(
        "change", summary: "Replace a passphrase by a new one.",
        discussion: ["On standard input, the old one comes first, then the new one."],
        options: passphrase + [
          .value(
            "new-passphrase-command", "COMMAND", help: "A command that prints the new passphrase.")
        ]),
      Command(
        "revoke", summary: "Shut a passphrase out of everything written from now on.",
        discussion: [
          "A new folder key is made, which reaches your other devices by themselves. What was"
            + " readable before stays readable to whoever kept a copy."
        ],
        positionals: [Positional("ID", help: "As “folder key list” shows it, or its beginning.")]),
      Command(
        "unlock", summary: "Give a passphrase again on this device.", options: passphrase),
    ])

  /// Logs in at a server.
  package static let login = Command(
    "login", group: group,
    summary: "Log in at a Nextcloud, with a password for this device alone.",
    discussion: [
      "Opens the server's own page in the browser, waits until you allow the access there, and"
        + " keeps the app password in a file only you can read."
    ],
    positionals: [Positional("ADDRESS", help: "The server, such as https://cloud.example.")],
    options: [.flag("no-browser", help: "Only print the page's address.")] + trust.prefix(2),
    examples: [Command.Example("jamaal login https://cloud.example", help: "Log in.")])

  /// The devices of the fleet.
  package static let device = Command(
    "device", group: group, summary: "Look at the devices, or name this one.",
    examples: [
      Command.Example("jamaal device list", help: "This device and the others."),
      Command.Example("jamaal device retire PHONE", help: "Wait for the lost phone no more."),
    ],
    subcommands: [
      Command("list", summary: "Show this device and the others."),
      Command(
        "rename", summary: "Give this device another name.",
        positionals: [Positional("NAME", .many, help: "What people call it.")]),
      Command(
        "retire", summary: "Stop waiting for another device that is gone for good.",
        discussion: [
          "For a device that was lost, or an id that a copied or restored replica has left behind,"
            + " when a sync keeps reporting it as held back. What nobody can read of it is deleted;"
            + " everything else stays. If it comes back after all, it is heard as before."
        ],
        positionals: [named]),
    ])

  private static let named = Positional(
    "DEVICE", help: "The device's name, or the beginning of its id.")

  /// What was set aside because a clock was ahead.
  package static let quarantine = Command(
    "quarantine", group: group, summary: "Decide about what was written with a clock far ahead.",
    discussion: [
      "What another device wrote while its clock was more than a day ahead is kept aside, since it"
        + " would win over everything until that day comes. It lands by itself once that device's"
        + " clock is right. If that does not come, accept it as if you wrote it here now, or discard"
        + " it."
    ],
    examples: [
      Command.Example("jamaal quarantine", help: "Show what is set aside."),
      Command.Example("jamaal quarantine accept PHONE", help: "Take it in after all."),
    ],
    subcommands: [
      Command("accept", summary: "Write it here and now.", positionals: [named]),
      Command("discard", summary: "Let go of it for good.", positionals: [named]),
    ], isRunnable: true)

  /// What a file of the folder says.
  package static let changes = Command(
    "changes", group: "Care", summary: "Look into change sets.",
    examples: [
      Command.Example(
        "jamaal changes dump ~/Sync/Jamaal/log/FILE", help: "What it says.")
    ],
    subcommands: [
      Command(
        "dump", summary: "Write a change set, or a file of the folder, as lines of JSON.",
        discussion: [
          "One line for each change set, and after it one for each thing that stands in it. Nothing of"
            + " it is taken in. What is in an encrypted folder is not read."
        ],
        positionals: [Positional("FILE", help: "The file.", hint: .file)])
    ])

  /// The commands that the everyday program hands over, whatever follows them.
  package static let handedOver = [sync, folder, login, device, quarantine, changes]

  /// What the folder and the other devices are like.
  package static let status = Command(
    "status", group: group, summary: "Tell about the folder and the other devices.")

  /// The statuses that a sync can end with, beside 0 for synced.
  package static let statuses: [CommandTable.Section.Item] = [
    .init("10", help: "Synced, but a device is held back."),
    .init("11", help: "The folder cannot be reached."),
    .init("12", help: "The folder asks for credentials."),
    .init("13", help: "The folder is full; pulling went on."),
    .init("14", help: "The folder is another one, or was emptied; nothing was changed."),
    .init("15", help: "The server is busy or in maintenance."),
    .init("16", help: "Synced; this replica was a copy or restored, and has a new identity."),
    .init("17", help: "Synced; the folder had gone back in time and was healed."),
    .init("18", help: "The folder cannot be used or cannot be written."),
  ]
}
