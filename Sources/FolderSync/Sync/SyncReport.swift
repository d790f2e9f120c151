public import ReplicaStore

/// How a sync ended: distinct states, each with its own words and exit status.
public enum SyncOutcome: Hashable, Sendable {
  /// Everything that could be had is here, and everything written here is in the folder.
  case synced
  /// As `synced`, but some devices are held back; nobody else is.
  case heldBack
  /// The folder cannot be reached.
  case offline
  /// The folder asks for credentials.
  case credentials
  /// There is no room in the folder; pulling went on.
  case storageFull
  /// The folder is another one, or was wiped; nothing was touched.
  case otherFolder
  /// The server is busy or in maintenance.
  case busy(retryAfterSeconds: Int?)
  /// The folder can be read but not written; pulling went on.
  case readOnly
  /// The folder cannot be used as it is.
  case unusable
}

/// A device whose log cannot be read any further for now.
public struct HeldBack: Hashable, Sendable {
  /// The device.
  public var device: DeviceID
  /// What people call it, if known.
  public var name: String
  /// Why, in words.
  public var reason: String

  /// Describes a device that is held back.
  public init(device: DeviceID, name: String, reason: String) {
    self.device = device
    self.name = name
    self.reason = reason
  }
}

/// Something that was handled by itself and is told once.
public enum SyncNote: Hashable, Sendable {
  /// This replica was a copy or came back from a backup, and has a new identity.
  case newIdentity(DeviceID)
  /// The folder had gone back in time; this many files were uploaded again.
  case folderHealed(Int)
  /// The folder had lost what others wrote and this device had read; everything that is here was put
  /// there.
  case handedOn
  /// A clock differs from the server's by this many seconds; positive is ahead.
  case clockDiffers(seconds: Int)
  /// Values from the far future were set aside.
  case quarantined(Int)
  /// Change sets from before a reset were set aside.
  case setAside(Int)
  /// This device's clock had been far ahead and is right again: it goes on as another device.
  case clockRecovered(DeviceID)
}

/// What one sync did.
public struct SyncReport: Sendable {
  /// How it ended.
  public var outcome: SyncOutcome = .synced
  /// The words of the failure, where there was one: what, why and what to do next.
  public var message: String?
  /// Records changed by what was pulled.
  public var pulledRecordCount = 0
  /// Segments fetched and applied.
  public var pulledSegmentCount = 0
  /// Change sets that reached the folder.
  public var pushedChangeSetCount = 0
  /// Devices held back.
  public var heldBack: [HeldBack] = []
  /// What was handled by itself.
  public var notes: [SyncNote] = []
  /// Requests made.
  public var requestCount = 0

  /// A report of nothing yet.
  public init() {}

  /// Ends a sync with a failure of the folder.
  mutating func fail(_ error: FolderError) {
    message = error.message
    outcome =
      switch error.code {
      case .offline, .interrupted: .offline
      case .unauthorized, .forbidden, .locked: .credentials
      case .full: .storageFull
      case .busy, .cutShort: .busy(retryAfterSeconds: error.retryAfterSeconds)
      case .readOnly: .readOnly
      default: .unusable
      }
  }
}
