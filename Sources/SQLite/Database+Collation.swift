import CSQLite
import Glibc

extension Database {
  /// Makes a name known as a collation that compares bytes.
  ///
  /// A table whose CHECK names a collation can only be written through connections that know it,
  /// and costs no more than without. Reading it needs nothing.
  ///
  /// - Parameter name: The collation.
  /// - Throws: `SQLiteError` with the refusal of SQLite.
  public func addCollation(_ name: String) throws(SQLiteError) {
    guard connection.collations.insert(name).inserted else { return }
    let result = unsafe sqlite3_create_collation_v2(
      handle, name, SQLITE_UTF8, nil,
      { _, leftCount, left, rightCount, right in
        let shared = Int(min(leftCount, rightCount))
        guard shared > 0, let left = unsafe left, let right = unsafe right else {
          return leftCount - rightCount
        }
        let order = unsafe memcmp(left, right, shared)
        return order != 0 ? order : leftCount - rightCount
      }, nil)
    guard result == SQLITE_OK else { throw error(result) }
  }
}
