public import ReplicaStore

/// Pulls what other devices put into the folder, and pushes what was written here.
///
/// One object, one sync at a time: across processes the caller holds a lock. What a sync finds is
/// a state of its own (`SyncOutcome`), not an error; errors of the replica are thrown.
public final class Synchronizer {
  let replica: Replica
  let folder: any Folder
  let store: SyncStore
  let nowMillis: () -> Int64
  let note: (SyncProgress) -> Void

  /// The folder's key, if it is encrypted; after a sync it may hold more than before, and whoever
  /// keeps it has to keep the new one.
  public private(set) var key: FolderKey?
  private var hasLookedForKeys = false

  /// How long a listing may be replaced by a look at the directory's tag.
  static let listingMillisMax: Int64 = 60 * 60 * 1000
  /// How long a device that only reads keeps silent.
  static let heartbeatMillis: Int64 = 7 * 24 * 60 * 60 * 1000
  /// A difference to the server's clock that is worth a warning.
  static let clockDifferenceSeconds = 300
  /// How many files are asked for at once.
  static let batchCount = 16
  /// How many bytes of files are asked for at once, unless a single one has more.
  static let batchByteCount = 16 << 20
  /// From how many files on a listing is long enough to be spared by a look at the tag.
  static let longListingCount = 64

  /// Makes a synchronizer.
  ///
  /// - Parameters:
  ///   - replica: The replica.
  ///   - folder: The folder; joined before, or about to be with `FolderMembership`.
  ///   - key: The folder's key, if it is encrypted.
  ///   - nowMillis: The wall clock in Unix milliseconds.
  ///   - note: Told what a sync is doing while it does it.
  /// - Throws: `ReplicaError`.
  public init(
    replica: Replica, folder: any Folder, key: FolderKey? = nil,
    nowMillis: @escaping () -> Int64, note: @escaping (SyncProgress) -> Void = { _ in }
  ) throws {
    self.replica = replica
    self.folder = folder
    self.key = key
    self.nowMillis = nowMillis
    self.note = note
    store = try SyncStore(replica)
  }

  /// Syncs once.
  ///
  /// - Returns: How it ended and what it did.
  /// - Throws: `ReplicaError` if the replica itself fails; what was pulled before that is kept.
  public func sync() throws -> SyncReport {
    var report = SyncReport()
    let before = folder.requestCount
    guard let membership = try store.membership() else {
      report.outcome = .unusable
      report.message = "No folder is set. Set one with: jamaal folder set URL"
      return report
    }
    try replica.takeInArrived()
    note(.looking)
    do {
      try run(membership, &report)
    } catch let error as FolderError {
      report.fail(error)
    }
    report.requestCount = folder.requestCount - before
    let isComplete = report.outcome == .synced || report.outcome == .heldBack
    try store.noteOutcome(at: isComplete ? nowMillis() : nil, failure: report.message)
    return report
  }

  static let otherFolderMessage = """
    The folder is another one, or was emptied: nothing of what this device sent is there. Nothing \
    was changed here or there. If this is the right folder now, run: jamaal folder rejoin. To fill \
    it again from this device, run: jamaal folder republish.
    """

  private func run(_ membership: SyncStore.Membership, _ report: inout SyncReport) throws {
    try checkKey(membership)
    if try !replica.isClockAhead && isUnchanged(membership) { return }
    let identity = try FolderIdentityCheck(folder: folder, expected: try store.identity())
    guard let listing = try list(identity) else {
      return Self.refuse(&report)
    }
    noteClock(&report)
    try recoverClock(&report)
    var names = listing.segments
    let own = try store.ownSegments()
    if own.contains(where: { $0.state == .published }) {
      // Without any file of ours it can still be ours, as it was before this device joined.
      guard try holdsAny(of: own, names) || (holdsAnyApplied(names) && identity.isOurs()) else {
        return Self.refuse(&report)
      }
    } else if try !holdsAnyApplied(names), try !identity.isOurs() {
      return Self.refuse(&report)
    }
    try takeNewIdentity(ifForked: names, knownElsewhere: try isKnownToHaveSealedMore(), &report)
    var pull = try Pull(self, folderBytes: identity.folderBytes)
    try pull.run(&names, &report)
    try takeNewIdentity(
      ifForked: names, knownElsewhere: pull.sawUnknownOwnNumbers, &report)
    report.heldBack = pull.heldBack
    if !pull.heldBack.isEmpty { report.outcome = .heldBack }
    // After news there are often more: asking for the tag first would cost one request too many.
    let isQuiet = report.pulledSegmentCount == 0
    try store.noteListing(tag: isQuiet ? tagWorthKeeping(listing) : nil, at: nowMillis())
    let push = Push(self, folderBytes: identity.folderBytes, listing: listing)
    do {
      try push.run(pulled: !isQuiet, &report)
    } catch let error as FolderError {
      report.fail(error)
      // What may be read and not written is good to follow; nobody has to log in anew.
      if error.code == .forbidden { report.outcome = .readOnly }
    }
  }

  /// What this replica joined decides whether files are sealed, whatever the folder says now.
  private func checkKey(_ membership: SyncStore.Membership) throws(FolderError) {
    hasLookedForKeys = false
    guard membership.firstKey != key?.ids.first else { return }
    throw FolderError(
      .locked,
      membership.firstKey == nil
        ? "There is a key for an encrypted folder here, but the folder joined is not encrypted. Set"
          + " the folder again: jamaal folder set ADDRESS"
        : "The folder is encrypted, and its key is not on this device any more. Give the"
          + " passphrase: jamaal folder key unlock")
  }

  /// Looks, at most once in a sync, for a key that was made on another device.
  ///
  /// - Returns: Whether there was one for this device.
  func renewKey() throws(FolderError) -> Bool {
    guard let old = key, !hasLookedForKeys else { return false }
    hasLookedForKeys = true
    let identity: FolderIdentity?
    do {
      identity = try store.identity()
    } catch {
      return false  // A replica that cannot be read fails louder elsewhere.
    }
    guard let identity else { return false }
    let new = try KeySlots.refreshed(old, folder, identity)
    key = new
    return new != old
  }

  /// Whether anything this device sent is there.
  ///
  /// A listing is a hint: one that shows nothing of ours may be stale or cut, so our latest file is
  /// asked for by name.
  private func holdsAny(
    of own: [SyncStore.OwnSegment], _ listed: [ListedSegment]
  ) throws -> Bool {
    // Any file under our name will do: after a return from a backup none of those remembered may
    // be left, when they were merged since.
    if listed.contains(where: { $0.name.device == replica.device }) { return true }
    let latest = own.last { $0.state == .published }
    return try latest?.name.path.flatMap { try folder.look(at: $0) } != nil
  }

  /// Whether the listing shows a file that was applied here, which only this folder has.
  private func holdsAnyApplied(_ listed: [ListedSegment]) throws -> Bool {
    try listed.contains { segment in
      try replica.applied(of: segment.name.device, at: segment.name.last)
        .contains { $0.chain.agrees(with: segment.name.chain) }
    }
  }

  /// The tag of a listing that is long enough for a look at the tag to be worth it.
  func tagWorthKeeping(_ listing: LogListing) -> String? {
    listing.segments.count >= Self.longListingCount ? listing.tag : nil
  }

  /// Ends a sync before anything was changed, here or there.
  ///
  /// The next one looks again: a stick that was not plugged in, or a server that listed nothing for
  /// a while, needs nobody; a folder that stays another one stays refused.
  private static func refuse(_ report: inout SyncReport) {
    report.outcome = .otherFolder
    report.message = otherFolderMessage
  }

  /// Whether one small request tells that there is nothing to do.
  private func isUnchanged(_ membership: SyncStore.Membership) throws -> Bool {
    guard membership.tagRolls == true, let tag = membership.tag,
      nowMillis() - membership.listedAt < Self.listingMillisMax,
      nowMillis() >= membership.listedAt, try !replica.hasUnsealed(),
      try store.ownSegments().allSatisfy({ $0.state == .published }),
      try store.peers().allSatisfy({ $0.heldBackReason == nil }),
      try store.names(.shadowed).isEmpty
    else { return false }
    return try folder.directoryTag(SegmentName.directory) == tag
  }

  /// Whether the folder has lost something that was read of others, and that this device will hand
  /// on unless it comes back.
  package var isMissingInFolder: Bool {
    get throws { try !LogEnds(store).missing.isEmpty }
  }

  /// The log as listed; `nil` if the folder is not ours.
  private func list(_ identity: FolderIdentityCheck) throws -> LogListing? {
    let listing: FolderListing
    do throws(FolderError) {
      listing = try folder.list(SegmentName.directory)
    } catch {
      guard error.code == .notFound else { throw error }
      // No log yet is fine in our own folder, if we never put anything there.
      if try store.ownSegments().contains(where: { $0.state == .published }) { return nil }
      return try identity.isOurs() ? LogListing(FolderListing(entries: [])) : nil
    }
    return LogListing(listing)
  }

  /// Lists the log again.
  func relist() throws -> LogListing {
    LogListing(try folder.list(SegmentName.directory))
  }

  private func noteClock(_ report: inout SyncReport) {
    guard let server = folder.serverSeconds else { return }
    let difference = Int(nowMillis() / 1000 - server)
    if abs(difference) > Self.clockDifferenceSeconds {
      report.notes.append(.clockDiffers(seconds: difference))
    }
  }
}

/// A segment as the listing shows it.
struct ListedSegment: Equatable {
  var name: SegmentName
  var byteCount: Int?
}

/// The segments of a listing; whatever else lies in the directory is passed over.
struct LogListing {
  var segments: [ListedSegment]
  var tag: String?

  init(_ listing: FolderListing) {
    segments = listing.entries.compactMap { entry in
      SegmentName(entry.path.name).map { ListedSegment(name: $0, byteCount: entry.byteCount) }
    }
    tag = listing.tag
  }
}

/// Asks at most once whether the folder is the one that was joined.
final class FolderIdentityCheck {
  private let folder: any Folder
  private let expected: FolderIdentity
  private var answer: Bool?

  init(folder: any Folder, expected: FolderIdentity?) throws(FolderError) {
    guard let expected else {
      throw FolderError(.damaged, "The remembered folder id is damaged. Set the folder again.")
    }
    self.folder = folder
    self.expected = expected
  }

  /// The folder joined, as sixteen bytes.
  var folderBytes: [UInt8] { expected.bytes }

  func isOurs() throws(FolderError) -> Bool {
    if let answer { return answer }
    let isOurs = try FolderIdentity.read(folder) == expected
    answer = isOurs
    return isOurs
  }
}
