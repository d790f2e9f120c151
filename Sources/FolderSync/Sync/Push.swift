import ReplicaStore

/// Puts what was written here into the folder, and keeps the number of files small.
struct Push {
  private let synchronizer: Synchronizer
  private let folderBytes: [UInt8]
  private let listed: [SegmentName: Int?]
  private let listedTag: String?

  /// How many neighbours of one level are merged into one of the next.
  static let fanOut = 8
  /// About how many bytes of change sets go into one segment.
  static let segmentByteCount = 64 << 20
  /// How many of the latest change sets are kept as they were sealed, for a fork to be undone.
  static let keptCount: UInt64 = 64

  init(_ synchronizer: Synchronizer, folderBytes: [UInt8], listing: LogListing) {
    self.synchronizer = synchronizer
    self.folderBytes = folderBytes
    listedTag = listing.tag
    listed = Dictionary(
      listing.segments.map { ($0.name, $0.byteCount) }, uniquingKeysWith: { first, _ in first })
  }

  private var replica: Replica { synchronizer.replica }
  private var store: SyncStore { synchronizer.store }
  private var folder: any Folder { synchronizer.folder }

  func run(pulled: Bool, _ report: inout SyncReport) throws {
    try settle()
    try heal(&report)
    try deleteReplaced()
    let heartbeat = try seal(pulled: pulled, &report)
    let sent = try upload()
    if !sent.isEmpty {
      try prove(sent, &report)
      for segment in sent where segment.level == 0 {
        report.pushedChangeSetCount += Int(segment.name.last - segment.name.first) + 1
      }
      if heartbeat { report.pushedChangeSetCount -= 1 }
    }
    if report.outcome == .synced || report.outcome == .heldBack { try merge() }
    try forget()
  }

  /// What was being sent when a sync ended, and arrived after all.
  private func settle() throws {
    for segment in try store.ownSegments() where segment.state == .pending {
      guard let byteCount = listed[segment.name], try isWhole(segment, byteCount) else { continue }
      try store.set(.published, of: [segment.name])
    }
  }

  /// Whether a file that was found is as long as it has to be.
  ///
  /// A folder that lists no lengths is asked for that of the one file, and where it does not tell
  /// that either, for the file.
  private func isWhole(
    _ segment: SyncStore.OwnSegment, _ byteCount: Int?
  ) throws -> Bool {
    if let byteCount { return byteCount == segment.byteCount }
    guard let path = segment.name.path, let found = try folder.look(at: path) else { return false }
    if let byteCount = found.byteCount { return byteCount == segment.byteCount }
    return try store.bytes(of: segment.name).map { try folder.holds($0, at: path) } ?? false
  }

  /// Uploads again what the folder has lost, cut short, or handed out damaged.
  private func heal(_ report: inout SyncReport) throws {
    let refused = try store.names(.refusedOfOurs)
    var healed = 0
    for segment in try store.ownSegments() where segment.state == .published {
      let isRefused = refused.contains(segment.name.description)
      if let byteCount = listed[segment.name], byteCount ?? segment.byteCount == segment.byteCount,
        !isRefused
      {
        continue
      }
      guard let path = segment.name.path, let bytes = try store.bytes(of: segment.name) else {
        continue
      }
      // A listing is a hint, and what a reader was handed may have gone wrong on its way: only a file
      // that is really gone, short or damaged is put again, since that can break off.
      if isRefused {
        guard try !folder.holds(bytes, at: path) else { continue }
      } else if let found = try folder.look(at: path),
        found.byteCount.map({ $0 == segment.byteCount }) ?? true
      {
        continue
      }
      try folder.put(path, bytes)
      healed += 1
    }
    if healed > 0 { report.notes.append(.folderHealed(healed)) }
    try store.replace(.refusedOfOurs, with: [])
  }

  /// Deletes what a merge has replaced, once the merge was read back and is whole.
  private func deleteReplaced() throws {
    let own = try store.ownSegments()
    let replaced = own.filter { $0.state == .replaced }
    guard !replaced.isEmpty else { return }
    for merge in own where merge.state == .published && merge.level > 0 {
      let inside = replaced.filter {
        $0.name.first >= merge.name.first && $0.name.last <= merge.name.last
      }
      guard !inside.isEmpty, listed[merge.name] != nil, let path = merge.name.path,
        let bytes = try store.bytes(of: merge.name)
      else { continue }
      guard try folder.holds(bytes, at: path) else {
        try folder.put(path, bytes)
        continue
      }
      for segment in inside {
        guard let path = segment.name.path else { continue }
        if listed[segment.name] != nil { try deleteIfAllowed(path) }
        try store.remove([segment.name])
      }
    }
  }

  /// Deletes a file; where the folder takes none away, it stays, and holds nothing new for anybody.
  private func deleteIfAllowed(_ path: FolderPath) throws(FolderError) {
    do {
      try folder.delete(path)
    } catch {
      guard [.readOnly, .forbidden, .conflict, .refused].contains(error.code) else { throw error }
    }
  }

  /// Seals everything this replica holds if something that it has read of others is gone from the
  /// folder for good.
  ///
  /// - Returns: Whether it was.
  private func handOn() throws -> Bool {
    var ends = try LogEnds(store)
    // Where nothing can be put, trying once more helps nobody.
    guard !ends.due(nowMillis: synchronizer.nowMillis()).isEmpty,
      try store.ownSegments().allSatisfy({ $0.state != .pending })
    else { return false }
    _ = try replica.sealEverything()
    for place in ends.missing { ends.handOn(place) }
    try ends.save(store)
    return true
  }

  /// Seals what is new.
  ///
  /// - Returns: Whether there was nothing, and only a sign of life was sealed.
  private func seal(pulled: Bool, _ report: inout SyncReport) throws -> Bool {
    if try handOn() {
      report.notes.append(.handedOn)
      return false
    }
    guard try replica.seal() == nil, try isHeartbeatDue(pulled: pulled) else { return false }
    _ = try replica.sealHeartbeat()
    return true
  }

  /// Sends what is pending and what is sealed, and names what was sent.
  private func upload() throws -> [SyncStore.OwnSegment] {
    let own = try store.ownSegments()
    let covered = own.map(\.name.last).max() ?? 0
    if replica.sealedNumber > covered {
      // Read one by one: the parts of something huge together can be more than a segment holds.
      var next: [SealedChangeSet] = []
      for number in covered + 1...replica.sealedNumber {
        next += try replica.sealed(number...number)
        guard next.reduce(0, { $0 + $1.bytes.count }) >= Self.segmentByteCount else { continue }
        try addSegment(next)
        next = []
      }
      try addSegment(next)
    }
    var sent: [SyncStore.OwnSegment] = []
    let pending = try store.ownSegments().filter { $0.state == .pending }
    for segment in pending {
      guard let path = segment.name.path, let bytes = try store.bytes(of: segment.name) else {
        continue
      }
      synchronizer.note(.sending(doneCount: sent.count, allCount: pending.count))
      try folder.put(path, bytes)
      sent.append(segment)
    }
    return sent
  }

  private func isHeartbeatDue(pulled: Bool) throws -> Bool {
    // Where nothing can be put, one unsent sign of life is enough.
    guard pulled, let membership = try store.membership(),
      try store.ownSegments().allSatisfy({ $0.state != .pending })
    else { return false }
    return synchronizer.nowMillis() - membership.pushedAt >= Synchronizer.heartbeatMillis
  }

  /// Writes a new segment down; it is sent by whoever sends what is pending.
  private func addSegment(_ sealed: [SealedChangeSet]) throws {
    guard let first = sealed.first, let last = sealed.last,
      let before = try replica.chain(at: first.number - 1)
    else { return }
    let header = try header(
      first: first.number, last: last.number, before: before, chain: last.chain, isMerge: false)
    let segment = Segment(header: header, changeSets: sealed.map(\.bytes))
    let bytes = try segment.fileBytes(key: synchronizer.key)
    try store.add(
      header.fileName, level: 0, clocks: replica.clock...replica.clock, bytes: bytes)
  }

  private func header(
    first: UInt64, last: UInt64, before: Chain, chain: Chain, isMerge: Bool
  ) throws -> SegmentHeader {
    let read = try replica.lastApplied().filter { $0.device != replica.device }
      .map { LogPlace($0) }
    let ends = try LogEnds(store).known.sorted { $0.key.description < $1.key.description }
    let branches = ends.filter { !$0.value.isHandedOn && !read.contains($0.key) }.map(\.key)
    return SegmentHeader(
      folder: folderBytes, device: replica.device, first: first, last: last, chainBefore: before,
      chain: chain, clock: replica.clock, digest: replica.digest, isMerge: isMerge,
      name: replica.name, vector: read + branches,
      handedOn: ends.filter(\.value.isHandedOn).map(\.key),
      refused: try store.names(.refused).sorted())
  }

  /// Looks whether what was sent arrived whole.
  private func prove(
    _ sent: [SyncStore.OwnSegment], _ report: inout SyncReport
  ) throws {
    let listing = try synchronizer.relist()
    var arrived: [SegmentName] = []
    for segment in sent {
      guard try hasArrived(segment, listing) else {
        report.outcome = .busy(retryAfterSeconds: nil)
        report.message =
          "The folder took a file but does not show it whole yet. The next sync looks again."
        continue
      }
      arrived.append(segment.name)
    }
    try store.set(.published, of: arrived)
    let rolls = listedTag.flatMap { before in listing.tag.map { $0 != before } }
    try store.notePush(at: synchronizer.nowMillis(), tagRolls: rolls)
    // Files that others put there meanwhile were not looked at: the next sync has to list again.
    let news = listing.segments.contains { listed[$0.name] == nil && !arrived.contains($0.name) }
    try store.noteListing(
      tag: news ? nil : synchronizer.tagWorthKeeping(listing), at: synchronizer.nowMillis())
  }

  private func hasArrived(
    _ segment: SyncStore.OwnSegment, _ listing: LogListing
  ) throws -> Bool {
    // Not every server lists at once what it has just taken, or tells lengths.
    let found = listing.segments.first { $0.name == segment.name }
    return try isWhole(segment, found?.byteCount)
  }

  // MARK: Levels

  /// Merges neighbours of one level once there are enough of them, as a log-structured merge tree.
  ///
  /// Source: O'Neil et al., "The Log-Structured Merge-Tree", 1996.
  private func merge() throws {
    func standing() throws -> [SyncStore.OwnSegment] {
      try store.ownSegments().filter { $0.state != .replaced }
    }
    var own = try standing()
    guard own.count >= Self.fanOut else { return }
    let clocks = try store.peers().map(\.clock)
    var level = 0
    while level <= own.map(\.level).max() ?? -1 {
      let neighbours = ClockJump.sinceLast(in: own, peers: clocks).filter { $0.level == level }
      if neighbours.count >= Self.fanOut {
        try merge(neighbours, into: level + 1)
        own = try standing()
      }
      level += 1
    }
  }

  private func merge(_ segments: [SyncStore.OwnSegment], into level: Int) throws {
    // What is huge stays as it is: a merge of it could be more than a change set holds.
    guard segments.reduce(0, { $0 + $1.byteCount }) <= Self.segmentByteCount,
      let oldest = segments.first, let newest = segments.last,
      case let (first, last) = (oldest.name.first, newest.name.last),
      let before = try replica.chain(at: first - 1), let chain = try replica.chain(at: last)
    else { return }
    let inside = try replica.chains(first..<last).map(\.start)
    guard inside.count == Int(last - first) else { return }
    var changeSets: [[UInt8]] = []
    for segment in segments {
      guard let bytes = try store.bytes(of: segment.name) else { return }
      changeSets += try Segment(
        bytes, name: segment.name, folder: folderBytes, key: synchronizer.key
      ).changeSets
    }
    let merged = try replica.merge(
      changeSets,
      header: ChangeSetHeader(
        device: replica.device, first: first, last: last, chainBefore: before,
        clock: replica.clock, generation: replica.generation, isState: true))
    var header = try header(first: first, last: last, before: before, chain: chain, isMerge: true)
    header.inside = inside
    let bytes = try Segment(header: header, changeSets: [merged])
      .fileBytes(key: synchronizer.key)
    let began = oldest.clocks.lowerBound
    try store.add(
      header.fileName, level: level, clocks: began...max(began, newest.clocks.upperBound),
      bytes: bytes, replacing: segments.map(\.name))
    // Sent now, and proven by the next sync's listing before anything is deleted.
    if let path = header.fileName.path { try folder.put(path, bytes) }
  }

  /// Lets go of sealed bytes that the segments hold as well.
  private func forget() throws {
    let published = try store.ownSegments().filter { $0.state == .published }
    guard let last = published.map(\.name.last).max(), last > Self.keptCount else { return }
    try replica.forgetSealedBytes(through: last - Self.keptCount)
  }
}
