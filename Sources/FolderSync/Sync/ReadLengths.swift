/// The lengths that the folder gave files of others when they were read here.
///
/// What was read is not read again, so nobody who has a file would notice that it was cut short since:
/// by an upload that replaced it and broke off, say, whose device then lost its memory. A changed
/// length is what gives such a file away; one that is damaged counts as lost (`LogEnds`).
struct ReadLengths {
  private var listed: [SegmentName: Int] = [:]
  private var read: [SegmentName: Int]
  private let saved: [SegmentName: Int]

  /// Reads what is remembered.
  init(_ store: SyncStore) throws {
    let pairs = try store.names(.read).compactMap { text -> (SegmentName, Int)? in
      let parts = text.split(separator: " ")
      guard parts.count == 2, let name = SegmentName(String(parts[0])), let length = Int(parts[1])
      else { return nil }
      return (name, length)
    }
    read = Dictionary(pairs, uniquingKeysWith: max)
    saved = read
  }

  /// Takes notice of a listing; a server that tells no lengths cannot be watched in this way.
  mutating func look(at segments: [ListedSegment]) {
    listed = [:]
    for segment in segments { listed[segment.name] = segment.byteCount }
  }

  /// Notes that a file was read, of the length that is listed.
  mutating func note(_ name: SegmentName) { read[name] = listed[name] }

  /// What was read and is listed with another length now, in order.
  var changed: [SegmentName] {
    read.filter { name, length in listed[name].map { $0 != length } ?? false }.map(\.key)
      .sorted { $0.description < $1.description }
  }

  /// Remembers what is still listed.
  func save(_ store: SyncStore) throws {
    let kept = read.filter { listed[$0.key] != nil }
    guard kept != saved else { return }
    try store.replace(.read, with: Set(kept.map { "\($0.key) \($0.value)" }))
  }
}
