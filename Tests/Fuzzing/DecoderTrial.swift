import FolderSync
import ReplicaStore

/// What a hostile file is given to: each of our readers of bytes from elsewhere.
package enum DecoderTrial: UInt8, CaseIterable, Sendable {
  /// A change set whose checksum is right, applied to a replica of an older version.
  case changeSet
  /// What an HTTP server lists: a page, JSON or XML.
  case index
  /// What a WebDAV server answers.
  case multistatus

  /// Reads bytes with the reader that the first byte names; returns if all is well, whatever the
  /// bytes are.
  ///
  /// - Parameter bytes: The first byte chooses, the rest is read.
  /// - Throws: What the replica throws when it breaks a promise; never for damaged bytes.
  package static func run(_ bytes: [UInt8]) throws {
    guard let first = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    switch allCases[Int(first) % allCases.count] {
    case .changeSet: try apply(rest)
    case .index:
      for type in [nil, "text/html", "application/json", "application/xml"] {
        _ = IndexPage(rest, type: type)
      }
    case .multistatus:
      do {
        _ = try Multistatus(rest)
      } catch {
        // Refused, as it should be.
      }
    }
  }

  /// Applies a body with a checksum that fits; it is taken whole, or refused without a trace.
  private static func apply(_ body: [UInt8]) throws {
    let set = body + BLAKE2b.hash(body, digestByteCount: 16)
    let replica = try replica()
    let before = (replica.digest, replica.clock, try replica.contentDigest())
    do {
      try replica.apply(set)
    } catch let error as ReplicaError {
      precondition(
        error.code == .badChangeSet || error.code == .otherGeneration, "refused as \(error.code)")
      precondition(replica.digest == before.0 && replica.clock == before.1, "a refusal left traces")
      let after = try replica.contentDigest()
      precondition(after == before.2, "a refusal changed values")
      return
    }
    let recomputed = try replica.recomputedDigest()
    precondition(recomputed == replica.digest, "the digest is wrong")
    let follower = try self.replica()
    try follower.apply(
      replica.mergeEverything(
        header: ChangeSetHeader(
          device: replica.device, first: 1, last: 1, chainBefore: .zero, clock: replica.clock,
          generation: replica.generation, isState: true)))
    let followed = try follower.contentDigest()
    let content = try replica.contentDigest()
    precondition(followed == content, "a follower differs")
  }

  static func replica() throws -> Replica {
    var state: UInt64 = 0
    return try Replica(
      path: ":memory:", schema: Schema(version: 1, types: [Trial.recordType.erased]),
      environment: ReplicaEnvironment(
        nowMillis: { 1_800_000_000_000 },
        random: {
          state &+= 0x9E37_79B9_7F4A_7C15
          return state
        }))
  }
}

/// A record with a field of every merge kind.
struct Trial: Record {
  let id: RecordID
  var title = ""
  var score = 0.0
  var isDone = false
  var doneAt: Int?
  var born: Int?
  var glasses = 0
  var data: [UInt8] = []
  var text: String?

  init(id: RecordID) {
    self.id = id
  }

  static let recordType = RecordType<Trial>(
    "trial",
    [
      Field("title", \.title), Field("score", \.score),
      Field("isDone", \.isDone, merge: .history, group: "completion"),
      Field("doneAt", \.doneAt, merge: .history, group: "completion"),
      Field("born", \.born, merge: .minimum, range: 0...9_999_999),
      Field("glasses", \.glasses, merge: .counter), Field("data", \.data),
      Field("text", \.text, merge: .text),
    ])
}
