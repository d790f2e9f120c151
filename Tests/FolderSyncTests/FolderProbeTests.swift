import FolderSync
import TestSupport
import Testing

/// Folders that lack something, and folders that lie.
@Suite("The probe tells what is missing from what is a lie")
struct FolderProbeTests {
  private func report(_ change: (MemoryFolder) -> Void) throws -> FolderProbe.Report {
    let folder = MemoryFolder()
    change(folder)
    var chance = SeededGenerator(seed: 23)
    return try FolderProbe.run(folder, using: &chance)
  }

  private func report(
    lyingAbout operation: MemoryFolder.Operation, _ fault: MemoryFolder.Fault
  ) throws -> FolderProbe.Report {
    try report { folder in
      folder.faults = { $0.operation == operation ? [fault] : [] }
    }
  }

  @Test func `a good folder has every feature`() throws {
    let report = try report { _ in }
    #expect(report.findings.map(\.feature) == FolderProbe.Feature.allCases)
    #expect(report.findings.allSatisfy { $0.verdict == .works && $0.detail.isEmpty })
    #expect(report.isUsable && !report.isReadOnly && report.hasDirectoryTag)
    #expect(report.requestCount == 12)
  }

  @Test func `what is done without does not refuse a folder`() throws {
    let report = try report { folder in
      folder.servesRanges = false
      folder.tags = .absent
    }
    #expect(report.verdict(.range) == .absent)
    #expect(report.verdict(.directoryTag) == .absent)
    #expect(report.isUsable)
    let stuck = try self.report { $0.tags = .stuck }
    #expect(stuck.verdict(.directoryTag) == .absent)
    #expect(!stuck.hasDirectoryTag)
  }

  @Test func `a folder that cannot be written is a source`() throws {
    let report = try report { $0.isReadOnly = true }
    #expect(report.isUsable && report.isReadOnly)
    #expect(report.verdict(.put) == .absent)
    #expect(report.verdict(.overwrite) == .unknown)
  }

  @Test func `a put or a get that lies refuses the folder`() throws {
    let flipped = try report(lyingAbout: .get, .flipped(bit: 77))
    #expect(flipped.verdict(.put) == .lies)
    #expect(!flipped.isUsable)
    let cut = try report(lyingAbout: .get, .cut(count: 10))
    #expect(cut.verdict(.put) == .lies)
    #expect(!cut.isUsable)
    let gone = try report(lyingAbout: .get, .gone)
    #expect(gone.verdict(.put) == .lies)
  }

  @Test func `a listing that lies refuses the folder`() throws {
    let cut = try report(lyingAbout: .list, .cut(count: 0))
    #expect(cut.verdict(.list) == .lies)
    #expect(!cut.isUsable)
    let stale = try report(lyingAbout: .list, .stale(changes: 1))
    #expect(stale.verdict(.list) == .lies)
  }

  @Test func `a folder that has everything one asks for refuses itself`() throws {
    let script: ScriptedServer.Script = { request in
      request.method == "GET"
        ? ScriptedServer.Reply(200, [], "welcome")
        : ScriptedFolder.listing([ScriptedFolder.collection(request.path)])
    }
    try ScriptedFolder.run(script) { folder, server throws in
      var chance = SeededGenerator(seed: 29)
      let report = try FolderProbe.run(folder, using: &chance)
      #expect(report.verdict(.missing) == .lies)
      #expect(!report.isUsable)
      #expect(!server.requests.contains { $0.method == "PUT" })
    }
  }

  @Test func `a folder that is away or missing is an error, not a report`() {
    let away = FolderError(.offline, "away")
    var chance = SeededGenerator(seed: 31)
    let folder = MemoryFolder()
    folder.faults = { _ in [.fail(away)] }
    #expect(error { try FolderProbe.run(folder, using: &chance) } == away)
    let missing = MemoryFolder(MemoryFolder.Storage(exists: false))
    #expect(code { try FolderProbe.run(missing, using: &chance) } == .notFound)
  }
}
