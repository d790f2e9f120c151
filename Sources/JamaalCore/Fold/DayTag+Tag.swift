package import ReplicaStore

extension DayTag {
  /// Four bytes of day number, lowest first, then the zone's name.
  package var tag: Tag {
    let number = UInt32(bitPattern: Int32(truncatingIfNeeded: day.dayNumber))
    let dayBytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    return Tag(bytes: dayBytes + zone.utf8.prefix(Tag.byteCountMax - 4))
  }

  /// Reads what `tag` writes; `nil` for a tag of something else, a seeded record's for one.
  package init?(_ tag: Tag) {
    guard tag.bytes.count >= 4 else { return nil }
    let number = tag.bytes[..<4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    self.init(
      day: LogicalDate(dayNumber: Int(Int32(bitPattern: number))),
      zone: String(decoding: tag.bytes[4...], as: UTF8.self))
  }
}

extension Array {
  /// The versions that say when their author lived.
  func authored<Value>() -> [Authored<Value>] where Element == Version<Value> {
    compactMap { version in
      DayTag(version.tag).map {
        Authored(stamp: version.stamp, tag: $0, value: version.value)
      }
    }
  }
}
