/// The stamps of one stored record: one for the row, and exceptions for single groups.
///
/// Most records are written whole, so one stamp covers all groups named in `covered`; a group with
/// an exception has its own; a group in neither was never written. Devices are local numbers
/// (`DeviceTable`); comparing two stamps goes through their 64-bit ids.
struct RowStamps: Equatable {
  struct Exception: Equatable {
    /// A group, or `RecordShape.deletion`.
    var group: UInt8
    var clock: UInt64
    var device: UInt16
  }

  var clock: UInt64 = 0
  var device: UInt16 = 0
  var covered: UInt64 = 0
  var exceptions: [Exception] = []

  /// The stamp of a group, or of deletion; `nil` if it was never written.
  func stamp(of group: Int) -> (clock: UInt64, device: UInt16)? {
    if group < RecordShape.groupsMax, covered & 1 << UInt64(group) != 0 { return (clock, device) }
    for exception in exceptions where Int(exception.group) == group {
      return (exception.clock, exception.device)
    }
    return nil
  }

  /// Every group that was written, deletion not among them.
  var written: UInt64 {
    exceptions.reduce(covered) { mask, exception in
      Int(exception.group) == RecordShape.deletion ? mask : mask | 1 << UInt64(exception.group)
    }
  }

  /// Gives the groups of a mask one stamp, choosing the shorter form.
  mutating func set(_ mask: UInt64, clock newClock: UInt64, device newDevice: UInt16) {
    exceptions.removeAll { exception in
      Int(exception.group) != RecordShape.deletion && mask & 1 << UInt64(exception.group) != 0
    }
    let rest = covered & ~mask
    if mask.nonzeroBitCount >= rest.nonzeroBitCount {
      forEachBit(of: rest) { group in
        exceptions.append(Exception(group: UInt8(group), clock: clock, device: device))
      }
      clock = newClock
      device = newDevice
      covered = mask
    } else {
      covered = rest
      forEachBit(of: mask) { group in
        exceptions.append(Exception(group: UInt8(group), clock: newClock, device: newDevice))
      }
    }
  }

  /// Sets the stamp of deletion.
  mutating func setDeleted(clock: UInt64, device: UInt16) {
    exceptions.removeAll { Int($0.group) == RecordShape.deletion }
    exceptions.append(
      Exception(group: UInt8(RecordShape.deletion), clock: clock, device: device))
  }

  /// The exceptions in the form of the `stamps` column; `nil` if there are none.
  var encodedExceptions: [UInt8]? {
    guard !exceptions.isEmpty else { return nil }
    var writer = ByteWriter()
    for exception in exceptions {
      writer.byte(exception.group)
      writer.fixed64(exception.clock)
      writer.byte(UInt8(truncatingIfNeeded: exception.device))
      writer.byte(UInt8(truncatingIfNeeded: exception.device >> 8))
    }
    return writer.bytes
  }

  /// Reads the `stamps` column; a length that is no multiple of eleven means damage.
  static func decodeExceptions(_ bytes: UnsafeRawBufferPointer) -> [Exception]? {
    guard bytes.count % encodedByteCount == 0 else { return nil }
    return stride(from: 0, to: bytes.count, by: encodedByteCount).map { start in
      Exception(
        group: bytes[start],
        clock: UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: start + 1, as: UInt64.self)),
        device: UInt16(bytes[start + 9]) | UInt16(bytes[start + 10]) << 8)
    }
  }

  private static let encodedByteCount = 11
}
