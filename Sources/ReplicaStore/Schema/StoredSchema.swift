import SQLite

/// The schema that a replica's file has been brought up to.
///
/// It is stored so that an older program, opening the file after a newer one, still merges, sends
/// and counts what it does not know; and so that a schema which took something away is noticed.
struct StoredSchema {
  var version: Int
  var shapes: [RecordShape]

  static let sql = """
    CREATE TABLE schema_type (
      name TEXT PRIMARY KEY,
      shape BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// Reads it.
  ///
  /// - Parameters:
  ///   - database: Where it is.
  ///   - schema: What the program declares: a type that is stored as declared is not decoded.
  /// - Returns: The types of the file.
  /// - Throws: `ReplicaError` with `damaged`.
  static func load(_ database: Database, like schema: Schema) throws -> StoredSchema {
    let version = try database.first("SELECT schema_version FROM replica") { _ in
    } row: {
      $0.int(0)
    }
    let rows = try database.rows("SELECT name, shape FROM schema_type ORDER BY name") { _ in
    } row: {
      ($0.text(0), $0.blob(1))
    }
    let declared = Dictionary(
      schema.shapes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return StoredSchema(
      version: version ?? 0,
      shapes: try rows.map { name, bytes in
        if let shape = declared[name], encode(shape) == bytes { return shape }
        return try decode(name, bytes)
      })
  }

  func save(_ database: Database) throws(SQLiteError) {
    for shape in shapes {
      try database.run("INSERT OR REPLACE INTO schema_type(name, shape) VALUES(?, ?)") {
        (statement) throws(SQLiteError) in
        try statement.bind(shape.name, at: 1)
        try statement.bind(Self.encode(shape), at: 2)
      }
    }
    try database.run("UPDATE replica SET schema_version = ?") { (statement) throws(SQLiteError) in
      try statement.bind(version, at: 1)
    }
  }

  /// The types of the file or of the program, whichever has more of each.
  ///
  /// - Parameter schema: What the program declares.
  /// - Returns: The shapes to work with, and whether the file has to be brought up to them.
  /// - Throws: `ReplicaError` with `schemaShrank` if neither extends the other.
  func joined(with schema: Schema) throws -> (shapes: [RecordShape], needsGrowth: Bool) {
    var result: [RecordShape] = []
    var needsGrowth = false
    for shape in schema.shapes {
      guard let old = shapes.first(where: { $0.name == shape.name }) else {
        result.append(shape)
        needsGrowth = true
        continue
      }
      if old.extends(shape), schema.version <= version {
        result.append(old)
      } else if shape.extends(old) {
        result.append(shape)
        needsGrowth = needsGrowth || !old.extends(shape)
      } else {
        throw Self.shrank(shape.name, old, shape)
      }
    }
    for old in shapes where !schema.shapes.contains(where: { $0.name == old.name }) {
      guard schema.version <= version else {
        throw ReplicaError(
          .schemaShrank, "The schema no longer has '\(old.name)'. A released type stays.")
      }
      result.append(old)
    }
    return (result, needsGrowth || schema.version > version)
  }

  private static func shrank(
    _ name: String, _ old: RecordShape, _ new: RecordShape
  ) -> ReplicaError {
    let names = Set(new.fields.map(\.name))
    guard let lost = old.fields.first(where: { !names.contains($0.name) }) else {
      return ReplicaError(
        .schemaShrank,
        "The schema describes '\(name)' in another way than before. The order, kind and group of a"
          + " released field stay.")
    }
    return ReplicaError(
      .schemaShrank, "The schema no longer has '\(lost.name)' of '\(name)'. A released field stays."
    )
  }

  // MARK: One type as bytes

  private static func encode(_ shape: RecordShape) -> [UInt8] {
    var writer = ByteWriter()
    let fields = shape.declarations
    writer.count(fields.count)
    for field in fields {
      writer.text(field.name)
      writer.byte(field.storage.rawValue)
      writer.byte(field.merge.rawValue)
      writer.text(field.group)
      writer.byte(field.isKey ? 1 : 0)
      writer.byte(field.range == nil ? 0 : 1)
      if let range = field.range {
        writer.zigzag(range.lowerBound)
        writer.zigzag(range.upperBound)
      }
    }
    return writer.bytes
  }

  private static func decode(_ name: String, _ bytes: [UInt8]) throws -> RecordShape {
    do {
      var fields: [FieldDeclaration] = []
      try bytes.withUnsafeBytes { buffer in
        var reader = ByteReader(buffer)
        for _ in 0..<(try reader.count(leastByteCount: 6)) { fields.append(try field(&reader)) }
        try reader.finish()
      }
      let isSound = fields.indices.allSatisfy { fields[$0].flaw(after: fields[..<$0]) == nil }
      let groupCount = Set(fields.map(\.group)).count
      guard isSound, !fields.isEmpty, groupCount <= RecordShape.groupsMax else {
        throw DecodingFailure(reason: "a stored type is impossible")
      }
      return RecordShape(name: name, fields: fields)
    } catch is DecodingFailure {
      throw ReplicaError(.damaged, "The stored schema is damaged. Run the doctor command.")
    }
  }

  private static func field(
    _ reader: inout ByteReader
  ) throws(DecodingFailure) -> FieldDeclaration {
    let name = try reader.text()
    guard let storage = Storage(rawValue: try reader.byte()),
      let merge = MergeKind(rawValue: try reader.byte())
    else { throw DecodingFailure(reason: "a stored field is of an unknown kind") }
    let group = try reader.text()
    let isKey = try reader.byte() == 1
    var range: ClosedRange<Int64>?
    if try reader.byte() == 1 {
      let low = try reader.zigzag()
      let high = try reader.zigzag()
      guard low <= high else { throw DecodingFailure(reason: "a stored range is empty") }
      range = low...high
    }
    return FieldDeclaration(
      name: name, storage: storage, merge: merge, group: group, isKey: isKey, range: range)
  }
}
