import SQLite

/// New records of one type that wait for more of them, to be inserted together: the start of a
/// statement costs a third of an INSERT.
///
/// Nothing can tell that they wait. Whatever asks for their table, or is run on the database, has
/// them inserted first, and so has the end of the transaction.
final class PendingInserts {
  /// The Swift type of the records.
  let model: any Record.Type
  private unowned let transaction: WriteTransaction
  private let table: RecordTable
  private let description: RecordDescription
  /// Room for a batch of models, as they lie in memory.
  private let models: UnsafeMutableRawPointer
  private let stride: Int
  private var waiting: [(id: RecordID, mask: UInt64, clock: UInt64)] = []
  private let writeAlone: (UnsafeRawPointer, _ mask: UInt64, _ clock: UInt64) throws -> Void
  private let destroy: (UnsafeMutableRawPointer, _ count: Int) -> Void

  init<Model: Record>(
    _ model: Model.Type, _ transaction: WriteTransaction, _ place: ReadTransaction.Place
  ) {
    self.model = model
    self.transaction = transaction
    (table, description) = place
    let count = table.batchCount
    waiting.reserveCapacity(count)
    stride = MemoryLayout<Model>.stride
    models = UnsafeMutableRawPointer(UnsafeMutablePointer<Model>.allocate(capacity: count))
    writeAlone = { [unowned transaction] address, mask, clock in
      try transaction.author(
        address.assumingMemoryBound(to: Model.self).pointee, place, mask: mask, isWhole: true,
        clock: clock, device: transaction.localDevice, tag: transaction.tag)
    }
    destroy = { address, count in
      address.assumingMemoryBound(to: Model.self).deinitialize(count: count)
    }
  }

  deinit {
    destroy(models, waiting.count)
    models.deallocate()
  }

  /// Adds a record whose values were checked.
  ///
  /// - Throws: `SQLiteError` if that made the batch full, and inserting it failed.
  func add<Model: Record>(_ model: Model, mask: UInt64, clock: UInt64) throws(SQLiteError) {
    let address = models + waiting.count * stride
    address.assumingMemoryBound(to: Model.self).initialize(to: model)
    waiting.append((model.id, mask, clock))
    if waiting.count == table.batchCount { try insert() }
  }

  /// Inserts what waits; the transaction can no longer be kept if that fails.
  func insert() throws(SQLiteError) {
    guard !waiting.isEmpty else { return }
    // Preparing a statement asks for what waits, too: by then nothing does.
    let records = waiting
    waiting.removeAll(keepingCapacity: true)
    defer { destroy(models, records.count) }
    do {
      try transaction.attempt {
        let count = records.count == table.batchCount ? try insertTogether(records) : 0
        for index in count..<records.count {
          try writeAlone(models + index * stride, records[index].mask, records[index].clock)
        }
      }
    } catch let error as ReplicaError {
      throw error.underlying ?? SQLiteError(code: .corrupt, message: error.message)
    } catch {
      throw SQLiteError(code: .generic, message: "\(error)")
    }
  }

  /// Inserts a full batch, up to the first record whose id is there already.
  ///
  /// - Returns: How many were inserted.
  private func insertTogether(
    _ records: [(id: RecordID, mask: UInt64, clock: UInt64)]
  ) throws -> Int {
    let statement = try table.insertBatch
    func authoring(_ index: Int) -> Authoring {
      Authoring(
        id: records[index].id, table: table, description: description,
        address: models + index * stride, mask: records[index].mask, clock: records[index].clock,
        device: transaction.localDevice)
    }
    for index in records.indices {
      try transaction.bind(
        authoring(index), to: statement, after: Int32(index) * table.parameterCount)
    }
    let database = transaction.database
    let isWhole = try statement.runIfUnique()
    let count = isWhole ? records.count : database.changedRowCount
    // Rows are numbered one after the other.
    let first = database.lastInsertedRow - Int64(count - 1)
    for index in 0..<count {
      transaction.noteExtremes(authoring(index))
      transaction.note(authoring(index), row: first + Int64(index), before: RowStamps())
    }
    return count
  }
}

extension WriteTransaction {
  /// Inserts a record, or puts that off if it is not the first one of its type.
  ///
  /// A type that keeps versions writes them beside each record, and waits for nothing.
  func insertSoon<Model: Record>(_ model: Model, _ place: Place, mask: UInt64) throws {
    let (table, description) = place
    let clock = clock().rawValue
    guard !table.touched.isEmpty, table.shape.versionMask == 0 else {
      return try author(
        model, place, mask: mask, isWhole: true, clock: clock, device: localDevice, tag: tag)
    }
    if !table.shape.checkedFields.isEmpty {
      try withUnsafeBytes(of: model) { bytes in
        guard let address = bytes.baseAddress else { return }
        try check(
          Authoring(
            id: model.id, table: table, description: description, address: address, mask: mask,
            clock: clock, device: localDevice))
      }
    }
    if table.pending?.model != Model.self {
      try table.pending?.insert()
      table.pending = PendingInserts(Model.self, self, place)
      database.willBeUsed = { [unowned self] () throws(SQLiteError) in try insertPending() }
    }
    try table.pending?.add(model, mask: mask, clock: clock)
  }

  /// Inserts whatever waits.
  func insertPending() throws(SQLiteError) {
    for table in replica.tables { try table.pending?.insert() }
  }

  /// Forgets whatever waits.
  func dropPending() {
    database.willBeUsed = nil
    for table in replica.tables where table.pending != nil { table.pending = nil }
  }
}
