// Smallest and largest values in the state digest.
//
// Their stamps do not tell which value stands: it may have come with an older one. So each value
// that is there adds a term of its own, whatever its stamp is.
extension StateDigest {
  /// Adds the term of a smallest or largest value; null, which counts as absent, has none.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - id: The record.
  ///   - salt: That of the group's stamps.
  mutating func add(extreme value: Value, _ id: RecordID, salt: UInt64) {
    add(Self.term(of: value, id, salt))
  }

  /// Takes the term of a smallest or largest value away again.
  mutating func remove(extreme value: Value, _ id: RecordID, salt: UInt64) {
    remove(Self.term(of: value, id, salt))
  }

  private static func term(of value: Value, _ id: RecordID, _ salt: UInt64) -> StateDigest {
    let (hash, kind): (UInt64, CellKind) =
      switch value {
      case .null: (0, .null)
      case .integer(let number): (UInt64(bitPattern: number), .integer)
      case .real(let number): (number.bitPattern, .real)
      case .text(let text): (Self.hash(text.utf8), .text)
      case .blob(let bytes): (Self.hash(bytes), .blob)
      }
    guard kind != .null else { return .empty }
    var term = StateDigest.empty
    term.add(id, salt: salt &* 0xD6E8_FEB8_6659_FD93, clock: hash, device: UInt64(kind.rawValue))
    return term
  }

  /// FNV-1a; source: Fowler, Noll and Vo, draft-eastlake-fnv.
  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}
