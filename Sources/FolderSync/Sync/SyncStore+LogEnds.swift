import ReplicaStore
import SQLite

// Where logs of other devices end (`LogEnds`).
extension SyncStore {
  func logEnds() throws -> [LogPlace: LogEnds.State] {
    try read { database in
      Dictionary(
        try database.rows(
          "SELECT device, number, chain, missing_since, handed_on FROM sync_log_end"
        ) { _ in
        } row: { row in
          let place = LogPlace(
            device: DeviceID(rawValue: UInt64(bitPattern: row.int64(0))),
            number: UInt64(bitPattern: row.int64(1)), chain: row.text(2))
          let state = LogEnds.State(
            missingSince: row.isNull(3) ? nil : row.int64(3), isHandedOn: row.int(4) != 0)
          return (place, state)
        }, uniquingKeysWith: { first, _ in first })
    }
  }

  func replaceLogEnds(with ends: [LogPlace: LogEnds.State]) throws {
    try write { database in
      try database.execute("DELETE FROM sync_log_end")
      for (place, state) in ends.sorted(by: { $0.key.description < $1.key.description }) {
        try database.run("INSERT INTO sync_log_end VALUES(?, ?, ?, ?, ?)") {
          (statement) throws(SQLiteError) in
          try statement.bind(Int64(bitPattern: place.device.rawValue), at: 1)
          try statement.bind(Int64(clamping: place.number), at: 2)
          try statement.bind(place.chain, at: 3)
          if let since = state.missingSince { try statement.bind(since, at: 4) }
          try statement.bind(state.isHandedOn ? 1 : 0, at: 5)
        }
      }
    }
  }
}
