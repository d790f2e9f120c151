import FolderSync
import Glibc
import ReplicaStore
import TestSupport
import Testing

/// A directory on each machine that another tool keeps alike, in its own time and order.
@Suite struct SharedDirectoryTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A device whose folder is a directory of its own.
  private func device(_ seed: UInt64, _ name: String) throws -> Device {
    try Device(seed, FolderAddress("\(directory.path)/\(name)").open())
  }

  private func path(_ name: String) -> String { "\(directory.path)/\(name)" }

  /// Copies the files of one directory to another that it has not got, as a tool would.
  private func copy(
    _ from: String, _ to: String, only names: (String) -> Bool = { _ in true },
    change: (String, [UInt8]) -> [UInt8] = { $1 }
  ) throws {
    for part in ["", "/log", "/keys"] {
      for name in directory.names(in: from + part)
      where name.contains(".") && name.utf8.count <= 59 && names(name)
        && access(path("\(to)\(part)/\(name)"), F_OK) != 0
      {
        if access(path(to + part), F_OK) != 0 { try directory.makeDirectory(to + part) }
        let file = try bytes(path("\(from)\(part)/\(name)"))
        try directory.write("\(to)\(part)/\(name)", change(name, file))
      }
    }
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "rb") else { throw SystemFailure("fopen") }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&buffer, 1, buffer.count, file)
    return Array(buffer.prefix(count))
  }

  @Test func `two machines that make the folder before it is synced are told, and one joins`()
    throws
  {
    let (first, second) = (try device(1, "a"), try device(2, "b"))
    try first.membership.create()
    try second.membership.create()
    try first.add("of the first")
    try second.add("of the second")
    try first.sync()
    try second.sync()
    // The tool meets two files of one name: it keeps the first one's, and the other as a copy.
    let theirs = try bytes(path("b/jamaal.json"))
    try directory.write("b/jamaal.json", try bytes(path("a/jamaal.json")))
    try directory.write("b/jamaal.sync-conflict-20260610-091200.json", theirs)
    try copy("a", "b")
    try copy("b", "a")
    // Its own file is there, but the others' were written for another folder.
    let refused = try second.sync()
    #expect(refused.outcome == .heldBack)
    #expect(refused.heldBack.first?.reason.contains("another folder") == true)
    #expect(try second.names == ["of the second"])
    try second.membership.rejoin()
    try second.sync()
    // The tool carries on what was written anew for the folder that stays.
    for name in directory.names(in: "b/log")
    where name.hasPrefix("\(second.replica.device)") && name.utf8.count == 59 {
      try directory.write("a/log/\(name)", try bytes(path("b/log/\(name)")))
    }
    for _ in 0..<2 {
      try first.sync()
      try copy("a", "b")
      try second.sync()
      try copy("b", "a")
    }
    #expect(try first.names == ["of the first", "of the second"])
    #expect(try second.names == first.names)
  }

  @Test(arguments: 0..<20)
  func `files that come late, half-written, in any order and as twins are normal weather`(
    _ seed: Int
  ) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let first = try device(1, "a")
    try first.membership.create()
    try directory.makeDirectory("b")
    try directory.makeDirectory("b/log")
    try copy("a", "b")
    let second = try device(2, "b")
    try second.membership.join()
    for step in 0..<12 {
      let device = step % 2 == 0 ? first : second
      try device.add("item \(step)")
      let report = try device.sync()
      #expect(
        [SyncOutcome.synced, .heldBack].contains(report.outcome),
        "seed \(seed): \(report.message ?? "")")
      let (from, to) = step % 2 == 0 ? ("a", "b") : ("b", "a")
      let late = random.next() % 3
      try copy(from, to, only: { $0.utf8.last.map { UInt64($0) % 3 } != late }) { name, bytes in
        random.next() % 4 == 0 ? Array(bytes.prefix(bytes.count / 2)) : bytes
      }
      // A twin, as several tools name them.
      if let name = directory.names(in: "\(from)/log").first(where: { $0.utf8.count == 59 }) {
        let file = try bytes(path("\(from)/log/\(name)"))
        for twin in [
          "\(name.dropLast(4)) (conflicted copy 2026-06-10).jcs",
          "\(name.dropLast(4)).sync-conflict-20260610-091200-ABCDEFG.jcs",
          "\(name)~", ".\(name).tmp", "\(name).part",
        ] {
          try directory.write("\(to)/log/\(twin)", Array(file.prefix(file.count / 3)))
        }
      }
    }
    // Everything arrives in the end, the half-written files whole.
    for (from, to) in [("a", "b"), ("b", "a")] {
      for name in directory.names(in: "\(from)/log") where name.utf8.count == 59 {
        let (here, there) = (path("\(from)/log/\(name)"), path("\(to)/log/\(name)"))
        if access(there, F_OK) != 0 { continue }
        let (ours, theirs) = (try bytes(here), try bytes(there))
        if theirs.count < ours.count { try directory.write("\(to)/log/\(name)", ours) }
      }
    }
    for _ in 0..<4 {
      try first.sync()
      try copy("a", "b")
      try second.sync()
      try copy("b", "a")
    }
    for device in [first, second] {
      let report = try device.sync()
      #expect(report.outcome == .synced, "seed \(seed): \(report.heldBack)")
      #expect(try device.names.count == 12, "seed \(seed)")
    }
    #expect(first.replica.digest == second.replica.digest, "seed \(seed)")
  }

  @Test func `a stick that is not plugged in is offline, and never made up`() throws {
    let device = try device(1, "stick")
    try device.membership.create()
    try device.add("bread")
    try device.sync()
    #expect(rename(path("stick"), path("elsewhere")) == 0)
    try device.add("milk")
    let report = try device.sync()
    #expect([SyncOutcome.offline, .otherFolder].contains(report.outcome), "\(report.outcome)")
    #expect(access(path("stick"), F_OK) != 0)
    #expect(rename(path("elsewhere"), path("stick")) == 0)
    #expect(try device.sync().outcome == .synced)
  }
}
