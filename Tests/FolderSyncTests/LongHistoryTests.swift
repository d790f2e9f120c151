import ReplicaStore
import SQLite
import Testing

@testable import FolderSync

/// What a sync costs after years of them, counted in steps of SQLite's virtual machine.
@Suite struct LongHistoryTests {
  /// What syncs cost one device that writes and one that reads.
  private struct Steps {
    var idleWriter = 0
    var idleReader = 0
    var push = 0
    var pull = 0
  }

  private func steps(_ device: Device) throws -> Int {
    func count() throws -> Int { try device.replica.read { $0.database.stepCount } }
    let before = try count()
    #expect(try device.sync().outcome == .synced)
    return try count() - before
  }

  private func measure(_ fleet: Fleet) throws -> Steps {
    let (writer, reader) = (fleet.devices[0], fleet.devices[1])
    try fleet.syncAll()
    var steps = Steps(idleWriter: try steps(writer), idleReader: try steps(reader))
    try writer.add("news")
    steps.push = try self.steps(writer)
    steps.pull = try self.steps(reader)
    return steps
  }

  @Test func `a sync costs the same however many change sets came before`() throws {
    let fleet = try Fleet(2)
    var pushed = 0
    /// At a power of eight the log is one merged file, so that the listings are alike.
    func push(upTo count: Int) throws -> Steps {
      while pushed < count {
        try fleet.devices[0].add("item \(pushed)")
        try fleet.devices[0].sync()
        // Heard one by one, so that each change set counts as applied by itself.
        try fleet.devices[1].sync()
        pushed += 1
      }
      pushed += 1
      return try measure(fleet)
    }
    let few = try push(upTo: 64)
    let many = try push(upTo: 512)
    #expect(try fleet.devices[1].replica.applied().count == 513)
    #expect(many.idleReader == few.idleReader)
    #expect(many.pull == few.pull)
    // Each level of merges is looked at, and there is one more.
    #expect(many.idleWriter <= few.idleWriter + few.idleWriter / 5)
    #expect(many.push <= few.push + few.push / 5)
  }
}
