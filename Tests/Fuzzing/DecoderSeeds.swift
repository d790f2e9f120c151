import ReplicaStore

extension DecoderTrial {
  /// Inputs that are right, for a fuzzer to begin with.
  ///
  /// - Returns: One for each kind of writing, and a listing of each make.
  /// - Throws: `ReplicaError`.
  package static func seeds() throws -> [[UInt8]] {
    let replica = try replica()
    var seeds: [[UInt8]] = []
    func seal() throws {
      if let set = try replica.seal() {
        seeds.append([changeSet.rawValue] + set.bytes.dropLast(16))
      }
    }
    var ids: [RecordID] = []
    try replica.write(tag: Tag(bytes: [1, 2])) { transaction in
      for number in 0..<3 {
        var trial = Trial(id: transaction.newID())
        trial.title = "title \(number)"
        trial.data = [1, 2, UInt8(number)]
        trial.isDone = true
        trial.doneAt = number
        trial.born = 1900 + number
        ids.append(trial.id)
        try transaction.insert(trial)
      }
    }
    try seal()
    try replica.write { transaction in
      try transaction.increment(\Trial.glasses, of: ids[0], by: 2)
      try transaction.set(\Trial.glasses, of: ids[1], to: 7)
      try transaction.delete(Trial.self, ids[2])
    }
    try seal()
    for text in ["one\ntwo\n", "one\ntwo\nthree\n"] {
      var trial = Trial(id: ids[0])
      trial.text = text
      trial.score = 0.5
      try replica.write { try $0.write(trial, \.text, \.score) }
    }
    try seal()
    let name = "0123456789abcdef-0000000001-0000000002-0123456789abcdef.jcs"
    let listings: [(DecoderTrial, String)] = [
      (.index, "<html><a href=\"\(name)\">\(name)</a> 2026-01-01 12</html>"),
      (.index, "[{\"name\": \"\(name)\", \"size\": 12, \"type\": \"file\"}]"),
      (.index, "<list><file size=\"12\">\(name)</file></list>"),
      (
        .multistatus,
        "<?xml version=\"1.0\"?><d:multistatus xmlns:d=\"DAV:\"><d:response><d:href>/\(name)"
          + "</d:href><d:propstat><d:prop><d:getcontentlength>12</d:getcontentlength></d:prop>"
          + "<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>"
      ),
    ]
    return seeds + listings.map { [$0.0.rawValue] + Array($0.1.utf8) }
  }
}
