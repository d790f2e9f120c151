import CommandLineKit
import FolderSync
import JamaalCore
import JamaalHome
import ReplicaStore

/// Change sets as lines of JSON, for people.
extension Run {
  /// The largest file that is read: that of the largest change set.
  private static let byteCountMax = 1 << 30

  func dumpChanges() throws -> Int32 {
    let path = invocation.argument("FILE") ?? ""
    guard let bytes = try PrivateFile.read(path, byteCountMax: Self.byteCountMax) else {
      throw Refusal("\(path) is not there. Name a change set or a file of a folder's log.")
    }
    let listings: [ChangeSetListing]
    do {
      let sets =
        ChangeSetListing.begins(bytes) ? [bytes] : try SegmentFile(bytes).changeSets
      listings = try sets.map { try ChangeSetListing($0) }
    } catch let error as FolderError {
      throw Refusal("\(path) cannot be shown. \(error.message)")
    } catch let error as ReplicaError {
      throw Refusal("\(path) cannot be shown. \(error.message)")
    }
    for listing in listings {
      say(JSON(listing.header))
      // A line at a time: a file of a folder may be larger than what one wants in memory twice.
      for entry in listing.entries { say(JSON(entry)) }
    }
    return 0
  }
}

extension JSON {
  fileprivate init(_ header: ChangeSetHeader) {
    var object: [JSON.Member] = [
      .init("kind", .string(header.isState ? "merge" : "changeSet")),
      .init("device", .string(header.device.description)),
      .init("first", .string("\(header.first)")), .init("last", .string("\(header.last)")),
      .init("sealedAt", Self.time(header.clock)),
      .init("clock", .string("\(header.clock.rawValue)")),
    ]
    if let part = header.part {
      object.append(.init("part", ["index": JSON(part.index), "count": JSON(part.count)]))
    }
    if header.generation != .zero {
      object.append(.init("generation", Self.stamp(header.generation)))
    }
    if !header.voided.isEmpty {
      object.append(
        .init(
          "voided",
          .array(
            header.voided.map {
              ["device": .string($0.device.description), "since": Self.time($0.since)]
            })))
    }
    self = .object(object)
  }

  fileprivate init(_ entry: ChangeSetListing.Entry) {
    var object: [JSON.Member] = [
      .init("kind", .string(entry.kind.rawValue)), .init("type", .string(entry.type)),
      .init("id", .string(entry.id.description)),
    ]
    if !entry.group.isEmpty { object.append(.init("group", .string(entry.group))) }
    object.append(.init("stamp", Self.stamp(entry.stamp)))
    if let day = DayTag(entry.tag) {
      object += [.init("day", .string(day.day.description)), .init("zone", .string(day.zone))]
    } else if entry.tag != .none {
      object.append(.init("tag", .string(Self.hexadecimal(entry.tag.bytes))))
    }
    if let undone = entry.undone { object.append(.init("undoes", Self.stamp(undone))) }
    if !entry.values.isEmpty {
      object.append(
        .init("values", .object(entry.values.map { .init($0.field, Self.value($0.value)) })))
    }
    self = .object(object)
  }

  private static func stamp(_ stamp: Stamp) -> JSON {
    [
      "at": time(stamp.clock), "clock": .string("\(stamp.clock.rawValue)"),
      "device": .string(stamp.device.description),
    ]
  }

  private static func time(_ clock: HybridTime) -> JSON {
    .string(Instant(millis: clock.millis).text(in: .utc))
  }

  private static func value(_ value: ReplicaStore.Value) -> JSON {
    switch value {
    case .null: .null
    case .integer(let number): .integer(number)
    case .real(let number): .string("\(number)")
    case .text(let text): .string(text)
    case .blob(let bytes): .string(bytes.count == 16 ? uuid(bytes) : hexadecimal(bytes))
    }
  }

  /// Sixteen bytes are the id of another record, in all there is so far.
  private static func uuid(_ bytes: [UInt8]) -> String {
    let halves = [bytes[..<8], bytes[8...]].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    return RecordID(high: halves[0], low: halves[1]).description
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
