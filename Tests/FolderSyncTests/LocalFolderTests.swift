import FolderSync
import Glibc
import TestSupport
import Testing

/// What only a directory of this machine does.
@Suite("A local folder writes whole files or none")
struct LocalFolderTests {
  let directory: TemporaryDirectory
  let folder: LocalFolder

  init() throws {
    directory = try TemporaryDirectory()
    folder = LocalFolder(path: directory.path)
  }

  @Test func `nothing but the file is left behind`() throws {
    try folder.put("log/a", [1, 2])
    try folder.put("log/a", [3])
    #expect(directory.names() == ["log"])
    #expect(directory.names(in: "log") == ["a"])
  }

  @Test func `a stump of an earlier crash is replaced`() throws {
    try directory.makeDirectory("log")
    try directory.write("log/.a.tmp", [9, 9, 9, 9])
    #expect(try folder.list("log").entries.isEmpty)
    try folder.put("log/a", [1])
    #expect(try folder.get("log/a", byteCountMax: 1) == [1])
    #expect(directory.names(in: "log") == ["a"])
  }

  @Test func `a link, a pipe and a directory are no files`() throws {
    try directory.write("secret", [1])
    #expect(symlink("\(directory.path)/secret", "\(directory.path)/link") == 0)
    #expect(mkfifo("\(directory.path)/pipe", 0o644) == 0)
    try directory.makeDirectory("directory")
    #expect(try folder.list(.root).entries.map(\.path) == ["secret"])
    for name: FolderPath in ["link", "pipe", "directory"] {
      #expect(code { try folder.get(name, byteCountMax: 10) } == .notFound)
      #expect(try folder.look(at: name) == nil)
    }
  }

  @Test func `a file where a directory should be is told`() throws {
    try directory.write("log", [1])
    #expect(code { try folder.put("log/a", [1]) } == .conflict)
    #expect(code { try folder.list("log") } == .notFound)
    #expect(try folder.look(at: "log/a") == nil)
    try folder.delete("log/a")
  }

  @Test func `a disk that is not there is never made up`() throws {
    let stick = LocalFolder(path: "\(directory.path)/stick/jamaal")
    let failure = error { try stick.makeDirectory(.root) }
    #expect(failure?.code == .notFound)
    #expect(failure?.message.contains("connect it and try again") == true)
    #expect(directory.names().isEmpty)
  }

  @Test(arguments: [
    (ENOSPC, FolderError.Code.full), (EDQUOT, .full), (EROFS, .readOnly), (EACCES, .forbidden),
    (EPERM, .forbidden), (ENOENT, .notFound), (EIO, .offline), (ESTALE, .offline),
    (ENOTCONN, .offline), (EFBIG, .tooLarge), (EMFILE, .busy), (EDOM, .refused),
  ])
  func `each trouble of a disk has its own code, and says where`(
    _ number: CInt, _ expected: FolderError.Code
  ) {
    let failure = folder.failure(number, "write", "log/a")
    #expect(failure.code == expected)
    #expect(failure.message.contains("log/a in \(directory.path)"))
  }

  @Test func `a write that stops in the middle leaves the old file and no stump`() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let folder = LocalFolder(path: directory.path)
      try folder.put("log/a", [1])
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 10_000, rlim_max: 10_000)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      let failure = error { try folder.put("log/a", [UInt8](repeating: 2, count: 20_000)) }
      try #require(failure?.code == .tooLarge)
      try #require(try folder.get("log/a", byteCountMax: 9) == [1])
      try #require(directory.names(in: "log") == ["a"])
    }
  }

  @Test func `a directory that is closed to us is told as such`() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let folder = LocalFolder(path: directory.path)
      try folder.put("log/a", [1])
      try #require(chmod("\(directory.path)/log", 0) == 0)
      // root may do everything, so it becomes somebody else for the while.
      if getuid() == 0 {
        try #require(chmod(directory.path, 0o755) == 0)
        try #require(seteuid(65_534) == 0)
      }
      defer {
        seteuid(getuid())
        chmod("\(directory.path)/log", 0o755)
      }
      try #require(code { try folder.list("log") } == .forbidden)
      try #require(code { try folder.get("log/a", byteCountMax: 1) } == .forbidden)
      try #require(code { try folder.look(at: "log/a") } == .forbidden)
      try #require(code { try folder.put("log/b", [1]) } == .forbidden)
      try #require(code { try folder.delete("log/a") } == .forbidden)
    }
  }
}
