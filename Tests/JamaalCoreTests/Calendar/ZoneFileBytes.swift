/// Writes compiled time-zone files for tests, good ones and bad ones.
struct ZoneFileBytes {
  var magic = "TZif"
  var version = UInt8(ascii: "2")
  var transitions: [(time: Int64, type: UInt8)] = [(-4_000_000_000, 1), (2_000_000, 2)]
  var types: [(offset: Int32, isDaylight: UInt8, nameIndex: UInt8)] = [
    (561, 0, 0), (-18_000, 0, 4), (-14_400, 1, 8),
  ]
  var names = "LMT\0STD\0DST\0"
  var leapSeconds: [Int64] = []
  var standardFlags: [UInt8] = []
  var universalFlags: [UInt8] = []
  var footer = "EST5"
  var footerStart = "\n"
  var footerEnd = "\n"
  var trailingByteCount = 0
  /// The six counts of the second header, where they shall not fit what follows.
  var countsOverride: [UInt32]?

  var bytes: [UInt8] {
    guard version != 0 else { return header(counts: counts) + block(timeSize: 4) }
    // A first block as short as it may be, as compilers of today write it.
    return header(counts: [0, 0, 0, 0, 1, 1]) + [0, 0, 0, 0, 0, 0, 0]
      + header(counts: countsOverride ?? counts) + block(timeSize: 8)
      + Array((footerStart + footer + footerEnd).utf8)
      + [UInt8](repeating: 0, count: trailingByteCount)
  }

  private var counts: [UInt32] {
    [
      universalFlags.count, standardFlags.count, leapSeconds.count, transitions.count,
      types.count, names.utf8.count,
    ].map { UInt32($0) }
  }

  private func header(counts: [UInt32]) -> [UInt8] {
    Array(magic.utf8) + [version] + [UInt8](repeating: 0, count: 15)
      + counts.flatMap { bigEndian(UInt64($0), size: 4) }
  }

  private func block(timeSize: Int) -> [UInt8] {
    var bytes = transitions.flatMap { bigEndian(UInt64(bitPattern: $0.time), size: timeSize) }
    bytes += transitions.map(\.type)
    for type in types {
      bytes += bigEndian(UInt64(UInt32(bitPattern: type.offset)), size: 4)
      bytes += [type.isDaylight, type.nameIndex]
    }
    bytes += Array(names.utf8)
    for leapSecond in leapSeconds {
      bytes += bigEndian(UInt64(bitPattern: leapSecond), size: timeSize)
      bytes += bigEndian(1, size: 4)
    }
    return bytes + standardFlags + universalFlags
  }

  private func bigEndian(_ number: UInt64, size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (UInt64($0) * 8)) }
  }
}
