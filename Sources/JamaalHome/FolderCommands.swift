package import CommandLineKit

/// The commands that `jamaal-sync` does, described once for both programs.
package enum FolderCommands {
  private static let credentials: [Option] = [
    .value("user", "NAME", help: "Who to log in as."),
    .value(
      "password-command", "COMMAND",
      help: "A command that prints the password; run at every sync, so nothing is stored."),
    .flag(
      "password-stdin",
      help: "Read the password from standard input and keep it in a file only you can read."),
  ]

  /// Syncs once.
  package static let sync = Command(
    "sync", group: "Set-up and sync", summary: "Exchange changes with the folder.",
    discussion: [
      "Pulls what other devices put there and pushes what was written here. Every way it can end"
        + " has an exit status of its own."
    ],
    examples: [Command.Example("jamaal sync", help: "Exchange changes now.")])

  /// Everything about the folder.
  package static let folder = Command(
    "folder", group: "Set-up and sync",
    summary: "Set up and look after the folder that devices meet in.",
    examples: [Command.Example("jamaal folder show", help: "Where this device syncs.")],
    subcommands: [
      Command(
        "set", summary: "Join a folder, or make one.",
        discussion: [
          "The address is a WebDAV address (https://…), or a directory that something else syncs."
            + " Joining and making are two acts: make the folder on one device, join it on the"
            + " others."
        ],
        positionals: [Positional("ADDRESS", help: "Where the folder is.", hint: .directory)],
        options: [.flag("create", help: "Make the folder; refused if there is one.")]
          + credentials,
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
    ])

  /// What the folder and the other devices are like.
  package static let status = Command(
    "status", group: "Set-up and sync", summary: "Tell about the folder and the other devices.")

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
