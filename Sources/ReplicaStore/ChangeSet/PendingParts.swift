import SQLite

/// Parts of something that was too large for one change set, until all of them are there.
enum PendingParts {
  static let sql = """
    CREATE TABLE part (
      device INTEGER NOT NULL,
      number INTEGER NOT NULL,
      chain BLOB NOT NULL,
      chain_before BLOB NOT NULL,
      place INTEGER NOT NULL,
      count INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (device, number, chain)
    ) STRICT, WITHOUT ROWID;
    """

  private struct Piece {
    var number: Int64
    var chain: [UInt8]
    var chainBefore: [UInt8]
    var place: Int
  }

  /// Keeps a part, safely on disk once the transaction is.
  ///
  /// - Parameters:
  ///   - bytes: The change set.
  ///   - header: Its header.
  ///   - part: Which part it is.
  ///   - chain: The chain after it.
  ///   - database: Where to keep it.
  /// - Returns: All parts in order, if none is missing any more; they are not kept any longer.
  /// - Throws: The storage failures.
  static func add(
    _ bytes: [UInt8], _ header: ChangeSetHeader, _ part: ChangeSetHeader.Part, _ chain: Chain,
    in database: Database
  ) throws(SQLiteError) -> [[UInt8]]? {
    let device = Int64(bitPattern: header.device.rawValue)
    let first = Int64(clamping: header.first) - Int64(part.index - 1)
    try database.run("INSERT OR IGNORE INTO part VALUES(?, ?, ?, ?, ?, ?, ?)") {
      (statement) throws(SQLiteError) in
      try statement.bind(device, at: 1)
      try statement.bind(Int64(clamping: header.first), at: 2)
      try statement.bind(chain.bytes, at: 3)
      try statement.bind(header.chainBefore.bytes, at: 4)
      try statement.bind(part.index, at: 5)
      try statement.bind(part.count, at: 6)
      try statement.bind(bytes, at: 7)
    }
    let kept = try database.rows(
      """
      SELECT number, chain, chain_before, place FROM part
      WHERE device = ? AND number - place + 1 = ? AND count = ? ORDER BY number
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(device, at: 1)
      try statement.bind(first, at: 2)
      try statement.bind(part.count, at: 3)
    } row: {
      Piece(number: $0.int64(0), chain: $0.blob(1), chainBefore: $0.blob(2), place: $0.int(3))
    }
    guard let whole = whole(kept, around: chain.bytes, count: part.count) else { return nil }
    var result: [[UInt8]] = []
    for piece in whole {
      let bind: (Statement) throws(SQLiteError) -> Void = { (statement) throws(SQLiteError) in
        try statement.bind(device, at: 1)
        try statement.bind(piece.number, at: 2)
        try statement.bind(piece.chain, at: 3)
      }
      let condition = "WHERE device = ? AND number = ? AND chain = ?"
      let bytes = try database.first("SELECT bytes FROM part \(condition)", bind) { $0.blob(0) }
      result.append(bytes ?? [])
      try database.run("DELETE FROM part \(condition)", bind)
    }
    return result
  }

  /// The parts that the chain ties to one of them; numbers alone could mix those of two clones.
  private static func whole(_ kept: [Piece], around chain: [UInt8], count: Int) -> [Piece]? {
    guard kept.count >= count, let start = kept.first(where: { $0.chain == chain }) else {
      return nil
    }
    var pieces = [start]
    while let first = pieces.first, first.place > 1 {
      guard
        let before = kept.first(where: {
          $0.place == first.place - 1 && $0.chain == first.chainBefore
        })
      else { return nil }
      pieces.insert(before, at: 0)
    }
    while let last = pieces.last, last.place < count {
      guard
        let next = kept.first(where: {
          $0.place == last.place + 1 && $0.chainBefore == last.chain
        })
      else { return nil }
      pieces.append(next)
    }
    return pieces
  }
}
