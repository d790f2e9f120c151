import SQLite

/// Local small numbers for the 64-bit ids of devices, so that a stored stamp stays short.
///
/// Number 0 is `DeviceID.none`. Numbers are only ever added, by whichever process needs one first.
final class DeviceTable {
  private let database: Database
  private var ids: [UInt64] = [0]
  private var numbers: [UInt64: UInt16] = [0: 0]

  static let sql = """
    CREATE TABLE device (
      number INTEGER PRIMARY KEY,
      id INTEGER NOT NULL UNIQUE
    ) STRICT;
    """

  init(_ database: Database) throws {
    self.database = database
    try load()
  }

  /// Reads numbers that other processes have added.
  func load() throws {
    let rows = try database.rows("SELECT number, id FROM device ORDER BY number") { _ in
    } row: {
      (number: $0.int(0), id: UInt64(bitPattern: $0.int64(1)))
    }
    // A hole would give every later number to another device.
    guard rows.count <= Int(UInt16.max), rows.enumerated().allSatisfy({ $1.number == $0 + 1 })
    else {
      throw ReplicaError(.damaged, "The list of devices is damaged. Run the doctor command.")
    }
    ids = [0] + rows.map(\.id)
    numbers = Dictionary(
      ids.enumerated().map { ($1, UInt16($0)) }, uniquingKeysWith: { first, _ in first })
  }

  /// The 64-bit id behind a local number; 0 for a number that is not there, which means damage.
  @inline(__always)
  func id(_ number: UInt16) -> UInt64 {
    Int(number) < ids.count ? ids[Int(number)] : 0
  }

  /// The local number of a device whose stamps are kept here; 0 for any other.
  func known(_ id: UInt64) -> UInt16 { numbers[id] ?? 0 }

  /// The local number of a device, made if it is new; needs an open write transaction.
  func number(_ id: UInt64) throws -> UInt16 {
    if let number = numbers[id] { return number }
    try load()
    if let number = numbers[id] { return number }
    guard ids.count <= Int(UInt16.max) else {
      throw ReplicaError(
        .tooManyDevices, "This replica has seen 65,535 devices, the most it can tell apart.")
    }
    let number = UInt16(ids.count)
    try database.run("INSERT INTO device(number, id) VALUES(?, ?)") {
      (statement) throws(SQLiteError) in
      try statement.bind(Int(number), at: 1)
      try statement.bind(Int64(bitPattern: id), at: 2)
    }
    ids.append(id)
    numbers[id] = number
    return number
  }

  /// Forgets numbers that a transaction made and did not keep.
  func rolledBack() throws {
    try load()
  }
}
