/// Connections to databases in memory that are no longer needed, for the next one with the same
/// tables: what was prepared goes on being used.
///
/// For programs that open thousands of small databases, to which preparing statements costs more
/// than running them. Belongs to one thread.
package final class ConnectionPool {
  private struct Idle {
    let connection: Connection
    let schemaVersion: Int64
    let layout: [String]
  }

  private var idle: [Idle] = []
  /// How many are kept; the devices of a world are seldom more.
  private static let idleMax = 16

  /// Makes an empty pool.
  package init() {}

  /// A connection to these bytes in memory.
  ///
  /// - Parameter image: What `Database.image` returned.
  /// - Returns: The connection, or `nil` if none has the tables of the image.
  /// - Throws: `SQLiteError` if there is no memory for it, or it is no database.
  func connection(with image: [UInt8]) throws(SQLiteError) -> Connection? {
    guard let version = Self.schemaVersion(of: image) else { return nil }
    while let place = idle.lastIndex(where: { $0.schemaVersion == version }) {
      let kept = idle.remove(at: place)
      try kept.connection.replace(with: image)
      // Versions only count changes: other tables can have come to the same number.
      if try kept.connection.layout() == kept.layout { return kept.connection }
    }
    return nil
  }

  /// Keeps a connection that a database is done with, unless it cannot be used again.
  func takeBack(_ connection: Connection) {
    guard connection.comesToRest(), let version = try? connection.schemaVersion(),
      let layout = try? connection.layout()
    else { return }
    if idle.count >= Self.idleMax { idle.removeFirst() }
    idle.append(Idle(connection: connection, schemaVersion: version, layout: layout))
  }

  /// How often the tables of an image have changed.
  ///
  /// Source: sqlite.org/fileformat.html, "Schema cookie".
  private static func schemaVersion(of image: [UInt8]) -> Int64? {
    guard image.count >= 100, image.count <= Int32.max else { return nil }
    return image[40..<44].reduce(0) { $0 << 8 | Int64($1) }
  }
}
