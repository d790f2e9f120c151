/// Numbers of eight bytes, stored as the first byte of each, then the second of each, and so on.
///
/// The bytes of a real number's exponent are much alike from one record to the next, those of its
/// fraction are not: standing apart they compress to seven eighths of what they do mixed.
enum BytePlanes {
  /// Puts bytes of the same rank together.
  ///
  /// - Parameter numbers: Eight bytes a number, one number after the other.
  /// - Returns: As many bytes.
  static func split(_ numbers: [UInt8]) -> [UInt8] {
    let count = numbers.count / 8
    return [UInt8](unsafeUninitializedCapacity: count * 8) { planes, initialized in
      for rank in 0..<8 {
        for index in 0..<count { planes[rank * count + index] = numbers[index * 8 + rank] }
      }
      initialized = count * 8
    }
  }

  /// One number of some, its first byte the least significant.
  @inline(__always)
  static func number(_ index: Int, of count: Int, in planes: UnsafeRawBufferPointer) -> UInt64 {
    var bits: UInt64 = 0
    for rank in 0..<8 { bits |= UInt64(planes[rank * count + index]) << UInt64(rank * 8) }
    return bits
  }
}
