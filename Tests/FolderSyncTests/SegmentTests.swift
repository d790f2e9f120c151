import ReplicaStore
import TestSupport
import Testing

@testable import FolderSync

@Suite struct SegmentTests {
  private let folder = [UInt8](repeating: 7, count: 16)

  /// A segment of three change sets, as a device writes it.
  private func segment() throws -> Segment {
    let device = try Device(1, MemoryFolder())
    var sets: [SealedChangeSet] = []
    for name in ["bread", "milk", "salt"] {
      try device.add(name)
      sets.append(try #require(try device.replica.seal()))
    }
    let header = SegmentHeader(
      folder: folder, device: device.replica.device, first: 1, last: 3, chainBefore: .zero,
      chain: device.replica.chain, clock: device.replica.clock, digest: device.replica.digest,
      isMerge: false, name: "laptop é",
      vector: [LogPlace(device: DeviceID(rawValue: 9), number: 4, chain: "0123456789abcdef")],
      handedOn: [LogPlace(device: DeviceID(rawValue: 8), number: 5, chain: "fedcba9876543210")],
      refused: ["x.jcs"])
    return Segment(header: header, changeSets: sets.map(\.bytes))
  }

  @Test func `a segment comes back as it was written`() throws {
    let segment = try segment()
    let bytes = try segment.fileBytes()
    let read = try Segment(bytes, name: segment.header.fileName, folder: folder)
    #expect(read.header == segment.header)
    #expect(read.changeSets == segment.changeSets)
    #expect(read.checked.map(\.bytes) == segment.changeSets, "each was read once to be checked")
  }

  @Test func `a merge tells how the chain begins at each number, and its readers remember that`()
    throws
  {
    let fleet = try Fleet(2)
    let (writer, reader) = (fleet.devices[0], fleet.devices[1])
    for number in 0..<8 {
      try writer.add("item \(number)")
      try writer.sync()
    }
    try reader.sync()
    let name = try #require(
      try fleet.logFiles.compactMap { SegmentName($0.name) }.first { $0.first < $0.last })
    let bytes = try #require(try SyncStore(writer.replica).bytes(of: name))
    let folder = try #require(try SyncStore(writer.replica).identity()).bytes
    let segment = try Segment(bytes, name: name, folder: folder)
    #expect(segment.header.inside == (try writer.replica.chains(1..<8).map(\.start)))
    for number in 1...8 as ClosedRange<UInt64> {
      let chain = try #require(try writer.replica.chain(at: number)).prefix
      let known = try reader.replica.applied(of: name.device, at: number)
      #expect(known.count == 1 && known.allSatisfy { $0.chain.agrees(with: chain) }, "\(number)")
      let place = LogPlace(device: name.device, number: number, chain: chain)
      #expect(segment.passes(place), "\(number)")
      let other = LogPlace(device: name.device, number: number, chain: "0123456789abcdef")
      #expect(!segment.passes(other) && !known.contains { $0.chain.agrees(with: other.chain) })
    }
  }

  @Test func `a segment cut anywhere is refused by name`() throws {
    let segment = try segment()
    let bytes = try segment.fileBytes()
    for count in 0..<bytes.count {
      let error = #expect(throws: FolderError.self) {
        try Segment(Array(bytes.prefix(count)), name: segment.header.fileName, folder: folder)
      }
      #expect(error?.code == .damaged)
      #expect(error?.message.contains(segment.header.fileName.description) == true)
    }
  }

  @Test func `a segment with any byte changed is refused`() throws {
    let segment = try segment()
    let bytes = try segment.fileBytes()
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0x10
      #expect(throws: FolderError.self) {
        try Segment(changed, name: segment.header.fileName, folder: folder)
      }
    }
  }

  @Test func `damage under a repaired checksum is refused or reads as something whole`() throws {
    let segment = try segment()
    let body = Array(try segment.fileBytes().dropLast(Segment.checksumByteCount))
    var random = SeededGenerator(seed: 3)
    var refused = 0
    for _ in 0..<3000 {
      var changed = body
      for _ in 0...Int.random(in: 0...2, using: &random) {
        let index = Int.random(in: 0..<changed.count, using: &random)
        changed[index] = UInt8.random(in: 0...255, using: &random)
      }
      changed += BLAKE2b.hash(changed, digestByteCount: Segment.checksumByteCount)
      do {
        let read = try Segment(changed, name: segment.header.fileName, folder: folder)
        // What is not covered by a check of its own, such as the owner's name, may differ.
        #expect(read.changeSets == segment.changeSets)
      } catch {
        refused += 1
      }
    }
    #expect(refused > 1000)
  }

  @Test func `a segment under another name, or from another folder, is refused`() throws {
    let segment = try segment()
    let bytes = try segment.fileBytes()
    var name = segment.header.fileName
    name.last = 4
    #expect(throws: FolderError.self) { try Segment(bytes, name: name, folder: folder) }
    let other = [UInt8](repeating: 8, count: 16)
    let error = #expect(throws: FolderError.self) {
      try Segment(bytes, name: segment.header.fileName, folder: other)
    }
    #expect(error?.message.contains("another folder") == true)
  }

  @Test func `change sets of another device or number in a segment are refused`() throws {
    var segment = try segment()
    segment.changeSets.swapAt(0, 1)
    #expect(throws: FolderError.self) {
      try Segment(segment.fileBytes(), name: segment.header.fileName, folder: folder)
    }
  }

  @Test(arguments: [
    "", "jamaal.json", "0123456789abcdef-0000000001-0000000002-0123456789abcdef.JCS",
    "0123456789ABCDEF-0000000001-0000000002-0123456789abcdef.jcs",
    "0123456789abcdef-0000000003-0000000002-0123456789abcdef.jcs",
    "0123456789abcdef-0000000000-0000000002-0123456789abcdef.jcs",
    "0000000000000000-0000000001-0000000002-0123456789abcdef.jcs",
    "0123456789abcdef-0000000001-0000000002-0123456789abcdef (copy).jcs",
    "0123456789abcdef-+000000001-0000000002-0123456789abcdef.jcs",
  ])
  func `a name that no device writes is none of ours`(name: String) {
    #expect(SegmentName(name) == nil)
  }

  @Test func `a name comes back as it was written`() throws {
    let text = "0123456789abcdef-0000000001-0000000012-00ff00ff00ff00ff.jcs"
    let name = try #require(SegmentName(text))
    #expect(name.first == 1 && name.last == 12)
    #expect(name.description == text)
    #expect(FolderPath("log", text) != nil)
  }
}
