import ReplicaStore

/// Fetches and applies what is new; one device that cannot be read holds back nobody else.
struct Pull {
  private let synchronizer: Synchronizer
  private let folderBytes: [UInt8]
  private var peers: [DeviceID: SyncStore.Peer]
  private var held: [DeviceID: String] = [:]
  private var refused: Set<String> = []
  private var shadowed: Set<String> = []
  private var vanished: Set<String> = []
  private var missed: MissedChanges
  private var ends: LogEnds
  /// The last number applied of each device.
  private var latest: [DeviceID: UInt64] = [:]
  private var lengths: ReadLengths
  private let retired: [DeviceID: UInt64]
  private var saved: [DeviceID: SyncStore.Peer]
  private var refusedOfOurs: Set<String>
  /// The first failure that concerned one file, as far as could be seen.
  private var trouble: FolderError?
  private var setAsideCount = 0

  /// Whether a peer knows numbers of ours that we never sealed.
  private(set) var sawUnknownOwnNumbers = false

  init(_ synchronizer: Synchronizer, folderBytes: [UInt8]) throws {
    self.synchronizer = synchronizer
    self.folderBytes = folderBytes
    let store = synchronizer.store
    missed = try MissedChanges(store)
    ends = try LogEnds(store)
    lengths = try ReadLengths(store)
    retired = try store.retired()
    refusedOfOurs = try store.names(.refusedOfOurs)
    saved = Dictionary(
      try store.peers().map { ($0.device, $0) }, uniquingKeysWith: { first, _ in first })
    peers = saved
  }

  private var replica: Replica { synchronizer.replica }

  var heldBack: [HeldBack] {
    held.sorted { $0.key < $1.key }.map { device, reason in
      HeldBack(device: device, name: peers[device]?.name ?? "", reason: reason)
    }
  }

  mutating func run(_ listed: inout [ListedSegment], _ report: inout SyncReport) throws {
    let seenBefore = try synchronizer.store.names(.shadowed)
    try pass(listed, seenBefore, &report)
    if !vanished.isEmpty {
      // Merged meanwhile: what took their place is in a new listing.
      listed = try synchronizer.relist().segments
      vanished = []
      try pass(listed, seenBefore, &report)
      for name in vanished {
        guard let device = SegmentName(name)?.device else { continue }
        hold(device, "\(name) is listed but cannot be had", at: SegmentName(name)?.last)
      }
    }
    if setAsideCount > 0 { report.notes.append(.setAside(setAsideCount)) }
    try lookAtEnds(listed)
    try holdMissed()
    for device in peers.keys { peers[device]?.heldBackReason = held[device] }
    for (device, reason) in held where peers[device] == nil {
      peers[device] = SyncStore.Peer(
        device: device, name: device == replica.device ? replica.name : "", number: 0,
        digest: .empty, knownNumber: 0, knownChain: "",
        clock: .zero, heldBackReason: reason)
    }
    try saveLearned()
    try lengths.save(synchronizer.store)
    try synchronizer.store.replace(.refused, with: refused)
    try synchronizer.store.replace(.shadowed, with: shadowed)
  }

  /// Holds back whoever's change sets a peer has seen and the folder does not hold.
  private mutating func holdMissed() throws {
    let equal = Set(peers.values.filter { $0.digest == replica.digest }.map(\.device))
    try missed.settle(equal: equal, isApplied: isApplied)
    for missing in missed.all where missing.place.number > retired[missing.place.device] ?? 0 {
      let name = peers[missing.peer]?.name ?? ""
      hold(
        missing.place.device,
        MissedChanges.reason(missing, peer: name.isEmpty ? "\(missing.peer)" : name))
    }
  }

  private func isApplied(_ place: LogPlace) throws -> Bool {
    try replica.applied(of: place.device, at: place.number).contains {
      $0.chain.agrees(with: place.chain)
    }
  }

  /// Looks whether the folder still holds what was read of other devices.
  private mutating func lookAtEnds(_ listed: [ListedSegment]) throws {
    let forked = Set(ends.known.keys.map(\.device))
    var read: [LogPlace] = []
    for last in try replica.lastApplied() where last.device != replica.device {
      read +=
        forked.contains(last.device)
        ? try replica.applied(of: last.device, at: last.number).map { LogPlace($0) }
        : [LogPlace(last)]
    }
    let damaged = damagedSinceRead()
    for name in damaged { ends.add(LogPlace(endOf: name)) }
    ends.look(
      at: read,
      in: Set(listed.map(\.name).filter { !damaged.contains($0) }.map { LogPlace(endOf: $0) }),
      unread: Set(held.keys), nowMillis: synchronizer.nowMillis())
  }

  /// The files that were read, have another length now, and can no longer be read.
  private mutating func damagedSinceRead() -> Set<SegmentName> {
    var damaged: Set<SegmentName> = []
    for name in lengths.changed {
      // What was handed on can be had elsewhere, whatever has become of the file.
      if ends.known[LogPlace(endOf: name)]?.isHandedOn == true {
        damaged.insert(name)
        continue
      }
      guard let path = name.path else { continue }
      let file = synchronizer.folder.get([path], byteCountMax: Segment.byteCountMax).first
      // A file that cannot be had just now is looked at by the next sync.
      guard case .success(let bytes)? = file else { continue }
      do throws(FolderError) {
        _ = try read(bytes, name)
        lengths.note(name)
      } catch {
        if error.isAboutContent { damaged.insert(name) }
      }
    }
    return damaged
  }

  /// Holds a device back, unless a person has retired it and this number was passed over then.
  private mutating func hold(_ device: DeviceID, _ reason: String, at number: UInt64? = nil) {
    if let number, number <= retired[device] ?? 0 { return }
    if held[device] == nil { held[device] = reason }
  }

  private mutating func pass(
    _ listed: [ListedSegment], _ seenBefore: Set<String>, _ report: inout SyncReport
  ) throws {
    held = [:]
    shadowed = []
    refused = []
    trouble = nil
    lengths.look(at: listed)
    let countBefore = report.pulledSegmentCount
    var needed: [SegmentName] = []
    var gaps: [DeviceID: UInt64] = [:]
    let others = Dictionary(
      grouping: listed.map(\.name).filter { $0.device != replica.device }, by: \.device)
    let last = Dictionary(grouping: try replica.lastApplied(), by: \.device)
    latest = last.compactMapValues(\.first?.number)
    for (device, names) in others.sorted(by: { $0.key < $1.key }) {
      let plan = PullPlan(
        names, applied: try applied(names, last[device] ?? []), seenBefore: seenBefore,
        retiredThrough: retired[device] ?? 0)
      needed += plan.needed
      shadowed.formUnion(plan.shadowed.map(\.description))
      if let missing = plan.missing { gaps[device] = missing }
    }
    var doneCount = 0
    for batch in Self.batches(of: needed, listed) {
      synchronizer.note(.receiving(doneCount: doneCount, allCount: needed.count))
      try fetch(batch, &report)
      doneCount += batch.count
    }
    // If nothing came through, it was not about one file.
    if let trouble, report.pulledSegmentCount == countBefore { throw trouble }
    for (device, missing) in gaps {
      hold(device, "its change set \(missing) is not in the folder, but later ones are")
    }
  }

  /// What a plan has to know of what was applied of one device: the latest, and whatever ends where
  /// one of the files does.
  private func applied(
    _ names: [SegmentName], _ latest: [Replica.Applied]
  ) throws -> Set<PullPlan.Applied> {
    var applied = Set(latest.map { PullPlan.Applied(number: $0.number, chain: $0.chain.prefix) })
    for name in names {
      for change in try replica.applied(of: name.device, at: name.last) {
        applied.insert(
          PullPlan.Applied(
            number: name.last,
            chain: change.chain.agrees(with: name.chain) ? name.chain : change.chain.prefix))
      }
    }
    return applied
  }

  /// What is fetched together, since all of it stands in memory until it is applied.
  private static func batches(
    of needed: [SegmentName], _ listed: [ListedSegment]
  ) -> [[SegmentName]] {
    let byteCounts = Dictionary(
      listed.map { ($0.name, $0.byteCount ?? 0) }, uniquingKeysWith: max)
    var batches: [[SegmentName]] = []
    var byteCount = 0
    for name in needed {
      // A listing can claim anything.
      let next = min(max(byteCounts[name] ?? 0, 0), Synchronizer.batchByteCount)
      if let count = batches.last?.count, count < Synchronizer.batchCount,
        byteCount + next <= Synchronizer.batchByteCount
      {
        batches[batches.count - 1].append(name)
        byteCount += next
      } else {
        batches.append([name])
        byteCount = next
      }
    }
    return batches
  }

  private mutating func fetch(_ batch: [SegmentName], _ report: inout SyncReport) throws {
    let names = batch.filter { $0.path != nil && held[$0.device] == nil }
    let files = synchronizer.folder.get(
      names.compactMap(\.path), byteCountMax: Segment.byteCountMax)
    var results: [Result<Segment, FolderError>] = []
    for (name, file) in zip(names, files) {
      results.append(
        Result { () throws(FolderError) in try read(try file.get(), name) })
    }
    // Before anything is applied: an applied file is not fetched again, so what it tells would be
    // lost if this were cut short in between.
    for case .success(let segment) in results { try learn(segment.header) }
    try saveLearned()
    results.reverse()
    for name in names {
      // Taken out, so that what was applied makes room for what comes.
      guard let result = results.popLast() else { break }
      // What follows a gap in one device's log has to wait for it.
      if held[name.device] != nil || vanished.contains(where: { $0.hasPrefix("\(name.device)") }) {
        continue
      }
      switch result {
      case .success(let segment):
        try follow(segment)
        try apply(segment, name, &report)
      case .failure(let error) where error.code == .notFound:
        vanished.insert(name.description)
      case .failure(let error) where error.isAboutContent:
        refuse(name, error.message)
      // Nothing is wrong with the file, so its owner is not asked to send it again.
      case .failure(let error) where error.code == .locked: hold(name.device, error.message)
      case .failure(let error) where error.canConcernOneFile:
        trouble = trouble ?? error
        hold(name.device, error.message)
      case .failure(let error): throw error
      }
    }
  }

  private mutating func refuse(_ name: SegmentName, _ reason: String) {
    refused.insert(name.description)
    hold(name.device, reason, at: name.last)
  }

  /// Takes notice of where a file leads before it is applied, so that a fork of its log is known even
  /// if that is cut short.
  private mutating func follow(_ segment: Segment) throws {
    let header = segment.header
    if let number = latest[header.device] {
      func places(_ number: UInt64) throws -> [LogPlace] {
        try replica.applied(of: header.device, at: number).map { LogPlace($0) }
      }
      ends.follow(
        segment, from: try places(number),
        before: number > header.last ? try places(header.last) : [])
      try ends.save(synchronizer.store)
    }
    latest[header.device] = max(latest[header.device] ?? 0, header.last)
  }

  /// Applies the change sets of a file; what its header tells was learned before.
  private mutating func apply(
    _ segment: Segment, _ name: SegmentName, _ report: inout SyncReport
  ) throws {
    for changeSet in segment.checked {
      do {
        let changes = try replica.apply(
          changeSet, chain: segment.header.isMerge ? segment.header.chain : nil,
          inside: segment.header.inside)
        report.pulledRecordCount += changes.changedRecordCount
        if changes.quarantinedCount > 0 {
          report.notes.append(.quarantined(changes.quarantinedCount))
        }
        setAsideCount += changes.setAsideCount
      } catch let error as ReplicaError where error.code == .badChangeSet {
        return refuse(name, "\(name): \(error.message)")
      } catch let error as ReplicaError where error.code == .otherGeneration {
        return hold(name.device, error.message, at: name.last)
      }
    }
    report.pulledSegmentCount += 1
    lengths.note(name)
    ends.pass(segment)
  }

  /// Reads a file, also if it is sealed with a key that has yet to be looked for.
  private func read(_ bytes: [UInt8], _ name: SegmentName) throws(FolderError) -> Segment {
    do throws(FolderError) {
      return try Segment(bytes, name: name, folder: folderBytes, key: synchronizer.key)
    } catch {
      guard error.code == .locked, try synchronizer.renewKey() else { throw error }
      return try Segment(bytes, name: name, folder: folderBytes, key: synchronizer.key)
    }
  }

  private mutating func saveLearned() throws {
    let store = synchronizer.store
    for peer in peers.values where saved[peer.device] != peer { try store.save(peer) }
    saved = peers
    try missed.save(store)
    try ends.save(store)
    try store.replace(.refusedOfOurs, with: refusedOfOurs)
  }

  /// Takes notice of what a peer tells about itself and about us.
  private mutating func learn(_ header: SegmentHeader) throws {
    let ours = (header.vector + header.handedOn).filter { $0.device == replica.device }
    let unknown = try ours.first { try replica.chain(at: $0.number)?.prefix != $0.chain }
    let known = unknown ?? ours.first
    // From then on this device has another name, and what the peer knows is of somebody else.
    if unknown != nil { sawUnknownOwnNumbers = true }
    for place in header.vector where place.device != header.device {
      if place.device != replica.device || place == unknown {
        missed.note(place, seenBy: header.device)
      }
    }
    for place in header.handedOn {
      missed.settle(place)
      if try isApplied(place) { ends.handOn(place) }
    }
    let own = "\(replica.device)-"
    refusedOfOurs.formUnion(header.refused.filter { $0.hasPrefix(own) })
    guard header.last >= peers[header.device]?.number ?? 0 else { return }
    peers[header.device] = SyncStore.Peer(
      device: header.device, name: header.name, number: header.last, digest: header.digest,
      knownNumber: known?.number ?? 0, knownChain: known?.chain ?? "", clock: header.clock,
      heldBackReason: nil)
  }
}
