extension MemoryFolder {
  /// What a folder in memory holds; several `MemoryFolder` handles can share one.
  ///
  /// It is a value box without locks: the handles that share it stay on one thread.
  public final class Storage {
    /// The most changes that can be undone for a stale view.
    public static let changesMax = 1_024

    /// A file as it was before a change; `nil` bytes if it was not there.
    private struct Change {
      let path: FolderPath
      let before: [UInt8]?
    }

    /// The whole content, to be kept and restored as a server's backup would.
    public struct Snapshot: Equatable, Sendable {
      /// The files.
      public var files: [FolderPath: [UInt8]]
      /// The directories, the folder itself among them if it exists.
      public var directories: Set<FolderDirectory>
    }

    /// The files as they are now; setting them leaves no trace for stale views.
    public private(set) var files: [FolderPath: [UInt8]] = [:]

    /// The directories, the folder itself among them if it exists.
    public private(set) var directories: Set<FolderDirectory>

    /// The number of changes made inside each directory, from which its tag is made.
    private var revisions: [FolderDirectory: Int] = [:]

    /// The number of times each file was written, from which its tag is made.
    private var versions: [FolderPath: Int] = [:]

    private var changes: [Change] = []

    /// Makes an empty folder.
    /// - Parameter exists: Whether the folder itself is there already.
    public init(exists: Bool = true) {
      directories = exists ? [.root] : []
    }

    /// The whole content now.
    public var snapshot: Snapshot { Snapshot(files: files, directories: directories) }

    /// Puts back an earlier content, as when a server is restored or a folder is replaced.
    ///
    /// Tags never go back to an earlier value.
    /// - Parameter snapshot: The content to hold from now on.
    public func restore(_ snapshot: Snapshot) {
      files = snapshot.files
      for directory in directories.union(snapshot.directories) {
        revisions[directory, default: 0] += 1
      }
      directories = snapshot.directories
      changes = []
    }

    /// Sets, replaces or removes one file, whoever does it.
    /// - Parameters:
    ///   - path: The file; its directory is made if it is missing.
    ///   - bytes: The content, or `nil` to remove the file.
    public func set(_ path: FolderPath, to bytes: [UInt8]?) {
      let before = files[path]
      guard before != nil || bytes != nil else { return }
      if bytes != nil { directories.insert(path.directory) }
      files[path] = bytes
      versions[path, default: 0] += 1
      revisions[path.directory, default: 0] += 1
      if changes.count == Storage.changesMax { changes.removeFirst(Storage.changesMax / 2) }
      changes.append(Change(path: path, before: before))
    }

    /// Makes a directory if it is missing.
    /// - Parameter directory: The directory.
    public func make(_ directory: FolderDirectory) {
      directories.insert(directory)
    }

    /// The files as they were some changes ago.
    /// - Parameter count: The number of changes to undo; more than are remembered undoes those.
    /// - Returns: The files then.
    func files(changesAgo count: Int) -> [FolderPath: [UInt8]] {
      var past = files
      for change in changes.suffix(max(count, 0)).reversed() { past[change.path] = change.before }
      return past
    }

    func tag(_ directory: FolderDirectory) -> String {
      "\"d\(revisions[directory, default: 0])\""
    }

    func tag(_ path: FolderPath) -> String {
      "\"f\(versions[path, default: 0])\""
    }
  }
}
