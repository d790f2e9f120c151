import FolderSync
import Testing
import TestSupport

/// Every kind of folder that the contract is checked on.
enum Transport: String, CaseIterable, CustomTestStringConvertible {
  case local = "a directory"
  case memory = "memory"
  case apache = "Apache, Basic"
  case apacheDigest = "Apache, Digest"
  case apacheSecure = "Apache, TLS and HTTP/2"

  var testDescription: String { rawValue }
}

/// A new folder that does not exist yet, with a way to reach around the transport.
struct TransportFixture {
  /// Everything that some server, shell or parser has stumbled over.
  static let folderName = "Mein Ordner é e\u{301} #1 100% a+b & 'x' @ [1]"

  /// Makes a handle on the folder.
  let open: () throws -> any Folder

  /// The directory that holds the folder's files, if there is one.
  let path: String?

  /// Prepares a folder.
  /// - Parameters:
  ///   - transport: Its kind.
  ///   - directory: Where local folders go; whoever owns it removes them.
  /// - Throws: `SystemFailure` if the server does not start.
  init(_ transport: Transport, in directory: TemporaryDirectory) throws {
    switch transport {
    case .local:
      let path = "\(directory.path)/\(TransportFixture.folderName)"
      self.path = path
      open = { try FolderAddress(path).open() }
    case .memory:
      let storage = MemoryFolder.Storage(exists: false)
      path = nil
      open = { MemoryFolder(storage) }
    case .apache, .apacheDigest, .apacheSecure:
      let server = try Apache.shared.get()
      let name = "\(TransportFixture.folderName) \(UInt64.random(in: .min ... .max))"
      path = "\(server.directory.path)/files/\(name)"
      let credentials = FolderCredentials(user: Apache.user, password: Apache.password)
      var options = HTTPOptions()
      options.proxy = ""
      (options.silenceSecondsMax, options.requestSecondsMax) = (20, 60)
      options.certificateFile = transport == .apacheSecure ? server.certificateFile : nil
      let base =
        switch transport {
        case .apacheDigest: "http://127.0.0.1:\(server.port)/digest"
        case .apacheSecure: "https://localhost:\(server.securePort)/dav"
        default: "dav://\(Apache.user)@127.0.0.1:\(server.port)/dav"
        }
      open = { [options] in
        try FolderAddress("\(base)/\(name)").open(credentials: credentials, options: options)
      }
    }
  }

  /// Makes the folder and a handle on it.
  func made() throws -> any Folder {
    let folder = try open()
    try folder.makeDirectory(.root)
    return folder
  }
}

/// The code of the error that a call ends with, `nil` if it does not fail.
func code<Result>(of body: () throws -> Result) -> FolderError.Code? {
  error(of: body)?.code
}

/// The error that a call ends with, `nil` if it does not fail.
func error<Result>(of body: () throws -> Result) -> FolderError? {
  do {
    _ = try body()
    return nil
  } catch let error as FolderError {
    return error
  } catch {
    Issue.record("another kind of error: \(error)")
    return nil
  }
}

/// A small generator with a seed, for bytes that look random and are the same each time.
struct FixedChance: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state ^ (state >> 29)) &* 0xbf58_476d_1ce4_e5b9
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 40) }
  }
}
