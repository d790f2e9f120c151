import FolderSync
import ReplicaStore
import TestSupport
import Testing

/// What is left of a value when the log of whoever wrote it last is gone.
@Suite struct StandingValueTests {
  /// How the log of a device goes wrong.
  enum Loss: CaseIterable { case gone, damaged, rolledBack }

  /// Two devices; the second one's value won, then its log is lost.
  private func fleet(_ loss: Loss, isMerged: Bool) throws -> (Fleet, RecordID) {
    let fleet = try Fleet(2)
    let (first, second) = (fleet.devices[0], fleet.devices[1])
    let id = try first.add("of the first")
    try first.sync()
    try second.sync()
    let old = fleet.storage.snapshot
    try second.rename(id, to: "of the second")
    try second.sync()
    try first.sync()
    if isMerged {
      for number in 0..<10 {
        try first.add("item \(number)")
        try first.sync()
      }
    }
    for path in try fleet.logFiles where path.name.hasPrefix("\(second.replica.device)") {
      switch loss {
      case .gone: fleet.storage.set(path, to: nil)
      case .damaged: fleet.storage.set(path, to: [1, 2, 3])
      case .rolledBack: fleet.storage.set(path, to: old.files[path])
      }
    }
    return (fleet, id)
  }

  private func name(_ id: RecordID, on device: Device) throws -> String? {
    try device.replica.read { try $0.record(Item.self, id)?.name }
  }

  @Test(arguments: Loss.allCases)
  func `a merge carries the value that stands, whoever wrote it`(_ loss: Loss) throws {
    let (fleet, id) = try fleet(loss, isMerged: true)
    let late = try Device(9, MemoryFolder(fleet.storage))
    try late.membership.join()
    try late.sync()
    #expect(try name(id, on: late) == "of the second")
  }

  @Test(arguments: Loss.allCases)
  func `before a merge a new device gets the value before it, and no hole`(_ loss: Loss) throws {
    let (fleet, id) = try fleet(loss, isMerged: false)
    let late = try Device(9, MemoryFolder(fleet.storage))
    try late.membership.join()
    let report = try late.sync()
    #expect(try name(id, on: late) == "of the first")
    // Nobody else had seen what is gone without a trace.
    #expect(report.outcome == (loss == .damaged ? .heldBack : .synced))
    // Its owner puts it right.
    try fleet.devices[1].sync()
    try late.sync()
    #expect(try name(id, on: late) == "of the second")
  }

  @Test(arguments: Loss.allCases)
  func `any device that holds it can put it into the folder anew`(_ loss: Loss) throws {
    let (fleet, id) = try fleet(loss, isMerged: false)
    try fleet.devices[0].membership.republish()
    try fleet.devices[0].sync()
    let late = try Device(9, MemoryFolder(fleet.storage))
    try late.membership.join()
    try late.sync()
    #expect(try name(id, on: late) == "of the second")
    #expect(late.replica.digest == fleet.devices[0].replica.digest)
  }

  @Test func `a deletion is carried by merges, so that no late device brings anything back`() throws
  {
    let fleet = try Fleet(2)
    let (first, second) = (fleet.devices[0], fleet.devices[1])
    let id = try first.add("to be deleted")
    try first.sync()
    try second.sync()
    // The second one sleeps with the record, while the first deletes it and merges.
    try first.replica.write { try $0.delete(Item.self, id) }
    for number in 0..<10 {
      try first.add("item \(number)")
      try first.sync()
    }
    try second.rename(id, to: "changed while asleep")
    try fleet.syncAll(rounds: 3)
    try fleet.expectEqual()
    let late = try Device(9, MemoryFolder(fleet.storage))
    try late.membership.join()
    try late.sync()
    #expect(late.replica.digest == first.replica.digest)
    #expect(try name(id, on: late) == name(id, on: first))
  }
}
