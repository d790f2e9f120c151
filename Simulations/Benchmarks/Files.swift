import Glibc

struct FileFailure: Error {
  let path: String
  let code: Int32
}

func fileByteCount(_ path: String) throws -> Int {
  var status = stat()
  guard stat(path, &status) == 0 else { throw FileFailure(path: path, code: errno) }
  return Int(status.st_size)
}

func removeFile(_ path: String) {
  unlink(path)
}

func makeTemporaryDirectory() throws -> String {
  var template = Array("/tmp/jamaal-bench-XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { throw FileFailure(path: "/tmp", code: errno) }
  return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Removes what a command left in the directory of a replica.
func removeHome(_ directory: String) {
  for name in ["replica.db", "replica.db-wal", "replica.db-shm"] {
    removeFile("\(directory)/\(name)")
  }
  let lists = "\(directory)/lists"
  if let entries = opendir(lists) {
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      removeFile("\(lists)/\(name)")
    }
    closedir(entries)
    rmdir(lists)
  }
}
