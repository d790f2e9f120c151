import FolderSync
import Glibc
import TestSupport
import Testing

/// Every kind of folder that the contract is checked on.
///
/// `make test` takes those that cost little; `make test-servers` takes them all.
enum Transport: String, CaseIterable, CustomTestStringConvertible {
  case local = "a directory"
  case memory = "memory"
  case apache = "Apache mod_dav, Basic"
  case apacheDigest = "Apache mod_dav, Digest"
  case apacheSecure = "Apache mod_dav, TLS and HTTP/2"
  case nginx = "nginx dav-ext"
  case nginxSecure = "nginx dav-ext, TLS and HTTP/2"
  case lighttpd = "lighttpd mod_webdav"
  case rclone = "rclone serve webdav"
  case wsgiDAV = "WsgiDAV"
  case asgiWebDAV = "ASGIWebDAV"
  case copyparty = "copyparty"
  case sabreDAV = "sabre/dav"
  case nginxPage = "nginx, plain, HTML"
  case nginxJSON = "nginx, plain, JSON"
  case nginxXML = "nginx, read only, XML"
  case apachePage = "Apache, read only, HTML"
  case lighttpdPage = "lighttpd, read only, HTML"
  case rclonePage = "rclone serve http, read only"
  case python = "Python http.server, read only"

  var testDescription: String { rawValue }

  /// Whether everything is to be tried, and the programs for it are there.
  static let isFull = getenv("JAMAAL_TEST_SERVERS").map { String(cString: $0) } == "all"

  private static let quick: Set<Transport> = [
    .local, .memory, .apache, .apacheDigest, .apacheSecure, .nginx, .nginxPage, .nginxJSON,
    .apachePage, .python,
  ]

  /// The kinds to try this time.
  static let selected = isFull ? allCases : allCases.filter(quick.contains)

  /// Those that take files.
  static let writable = selected.filter { !$0.isReadOnly }

  /// Those that only give them.
  static let readOnly = selected.filter(\.isReadOnly)

  /// Those on a server.
  static let servers = selected.filter { $0 != .local && $0 != .memory }

  /// Whether the server takes no files.
  var isReadOnly: Bool {
    [.nginxXML, .apachePage, .lighttpdPage, .rclonePage, .python].contains(self)
  }

  /// Whether a directory without files can be made.
  var makesDirectories: Bool { self != .nginxPage && !isReadOnly }

  /// Whether a listing tells the length of each file.
  var listsLengths: Bool { ![.apachePage, .lighttpdPage, .rclonePage, .python].contains(self) }

  /// Whether any part of a file can be fetched; some give the whole file for a single byte.
  var servesParts: Bool { ![.python, .asgiWebDAV, .sabreDAV].contains(self) }

  /// Whether a put makes whatever path it is given, even that of a folder with a slip in it.
  var makesPaths: Bool { self == .copyparty }

  /// Whether a file that was replaced is given whole at once.
  ///
  /// lighttpd remembers lengths for a second, and gives the new content with the old length.
  var replacesAtOnce: Bool { self != .lighttpd }

  /// What the contract leaves open and this kind makes use of, in words.
  var differences: [String] {
    [
      isReadOnly ? "takes no files" : nil,
      listsLengths ? nil : "lists no exact lengths",
      servesParts ? nil : "gives the whole file for some parts",
      isReadOnly || makesDirectories ? nil : "directories come with their first file",
      makesPaths ? "a put makes any path" : nil,
      replacesAtOnce ? nil : "a replaced file is cut to its old length for a second",
    ].compactMap { $0 }
  }

  /// Where the server is; `nil` for what is none.
  func site() throws -> ServerSite? {
    switch self {
    case .local, .memory: nil
    case .apache, .apacheDigest, .apacheSecure: try Transport.apache(self)
    case .apachePage: try Apache.shared.get().plain
    case .nginx: try Nginx.shared.get().dav
    case .nginxSecure: try Nginx.shared.get().secure
    case .nginxPage: try Nginx.shared.get().html
    case .nginxJSON: try Nginx.shared.get().json
    case .nginxXML: try Nginx.shared.get().xml
    case .lighttpd: try Lighttpd.shared.get().dav
    case .lighttpdPage: try Lighttpd.shared.get().plain
    case .rclone: try Rclone.shared.get().site
    case .rclonePage: try RcloneHTTP.shared.get().site
    case .wsgiDAV: try WsgiDAV.shared.get().site
    case .asgiWebDAV: try ASGIWebDAV.shared.get().site
    case .copyparty: try Copyparty.shared.get().site
    case .sabreDAV: try SabreDAV.shared.get().site
    case .python: try PythonHTTPServer.shared.get().site
    }
  }

  private static func apache(_ transport: Transport) throws -> ServerSite {
    let server = try Apache.shared.get()
    let address =
      switch transport {
      case .apacheDigest: "http://127.0.0.1:\(server.port)/digest"
      case .apacheSecure: "https://localhost:\(server.securePort)/dav"
      default: "dav://\(Apache.user)@127.0.0.1:\(server.port)/dav"
      }
    return ServerSite(
      address, path: "\(server.directory.path)/files", user: Apache.user,
      password: Apache.password,
      certificateFile: transport == .apacheSecure ? server.certificateFile : nil)
  }
}

/// A new folder that does not exist yet, with a way to reach around the transport.
struct TransportFixture {
  /// Everything that some server, shell or parser has stumbled over.
  static let folderName = "Mein Ordner é e\u{301} #1 100% a+b & 'x' @ [1]"

  /// Makes a handle on the folder.
  let open: () throws -> any Folder

  /// The directory that holds the folder's files, if there is one.
  let path: String?

  /// The address of the folder, if it has one.
  let address: String?

  private let transport: Transport

  /// Prepares a folder.
  /// - Parameters:
  ///   - transport: Its kind.
  ///   - directory: Where local folders go; whoever owns it removes them.
  /// - Throws: `SystemFailure` if the server does not start.
  init(_ transport: Transport, in directory: TemporaryDirectory) throws {
    self.transport = transport
    guard let site = try transport.site() else {
      let path = "\(directory.path)/\(TransportFixture.folderName)"
      let storage = MemoryFolder.Storage(exists: false)
      self.path = transport == .local ? path : nil
      address = nil
      open = {
        transport == .local ? try FolderAddress(path).open() : MemoryFolder(storage)
      }
      return
    }
    let name = "\(TransportFixture.folderName) \(UInt64.random(in: .min ... .max))"
    path = "\(site.path)/\(name)"
    let credentials = site.user.map {
      FolderCredentials(user: $0, password: site.password ?? "")
    }
    var options = HTTPOptions()
    options.proxy = ""
    (options.silenceSecondsMax, options.requestSecondsMax) = (20, 60)
    options.certificateFile = site.certificateFile
    let address = "\(site.address)/\(name)"
    self.address = address
    open = { [options] in
      try FolderAddress(address).open(credentials: credentials, options: options)
    }
  }

  /// Makes the folder and a handle on it.
  func made() throws -> any Folder {
    let folder = try open()
    if transport.makesDirectories {
      try folder.makeDirectory(.root)
    } else {
      // As whoever runs the server would, by hand.
      _ = try behind()
    }
    return folder
  }

  /// Makes the folder on the server's own disk, and a handle that does not go through the server.
  func behind() throws -> LocalFolder {
    let path = try #require(path)
    guard mkdir(path, 0o777) == 0 || errno == EEXIST, chmod(path, 0o777) == 0 else {
      throw SystemFailure("mkdir")
    }
    return LocalFolder(path: path)
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

extension SeededGenerator {
  /// Bytes that look random and are the same each time.
  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 40) }
  }
}
