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
