import Glibc
import Testing

/// Compares a text with the file of that name in `Golden`, which holds what it was when last read.
///
/// With `RECORD_GOLDEN=1` in the environment the file is written instead; look at the difference
/// before it is kept:
///
///     RECORD_GOLDEN=1 swift test --filter CommandLineKitTests
func expectGolden(
  _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let directory = String(#filePath.reversed().drop { $0 != "/" }.reversed()) + "Golden/"
  if getenv("RECORD_GOLDEN") != nil {
    try writeFile(text, to: directory + name)
    return
  }
  let expected = try #require(
    readFile(directory + name), "\(name) is missing: record it with RECORD_GOLDEN=1",
    sourceLocation: sourceLocation)
  if text == expected { return }
  let line = zip(text.split(separator: "\n"), expected.split(separator: "\n")).first { $0 != $1 }
  Issue.record(
    "\(name) differs: “\(line?.0 ?? "")” in the place of “\(line?.1 ?? "")”",
    sourceLocation: sourceLocation)
}

func readFile(_ path: String) -> String? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  return readAll(file)
}

func writeFile(_ text: String, to path: String) throws {
  let file = try #require(fopen(path, "w"), "cannot write \(path)")
  fputs(text, file)
  fclose(file)
}

/// What a shell command writes.
func output(of command: String) throws -> String {
  let pipe = try #require(popen(command, "r"))
  defer { pclose(pipe) }
  return readAll(pipe)
}

/// Whether a program is to be had on this machine.
func isInstalled(_ program: String) -> Bool {
  system("command -v \(program) >/dev/null 2>&1") == 0
}

private func readAll(_ file: UnsafeMutablePointer<FILE>) -> String {
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = fread(&chunk, 1, chunk.count, file)
    if count == 0 { break }
    bytes += chunk[..<count]
  }
  return String(decoding: bytes, as: UTF8.self)
}
