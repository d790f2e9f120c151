/// Finds out in about a dozen requests what a folder can do, and whether it can be trusted at all.
///
/// It puts one file with a random name into the folder itself, looks at it from all sides and
/// deletes it. A folder is refused only if its put, get or listing lies; everything else it lacks
/// is noted and done without.
/// ```swift
/// var chance = SystemRandomNumberGenerator()
/// let report = try FolderProbe.run(folder, using: &chance)
/// for finding in report.findings { print(finding.feature.rawValue, finding.verdict) }
/// ```
public enum FolderProbe {
  /// What is looked at.
  public enum Feature: String, CaseIterable, Sendable {
    /// A file that was never put is missing, both to a get and to a look.
    case missing
    /// The folder can be listed.
    case list
    /// A put file comes back as it was, and is listed with its length.
    case put
    /// A part of a file can be fetched.
    case range
    /// A put over a file replaces it.
    case overwrite
    /// A deleted file is gone.
    case delete
    /// The directory's tag changes with what is in it.
    case directoryTag
  }

  /// How a feature does.
  public enum Verdict: Equatable, Sendable {
    /// It works.
    case works
    /// It is not there, and is done without.
    case absent
    /// It says one thing and does another.
    case lies
    /// It could not be looked at, because something before it did not work.
    case unknown
  }

  /// One line of the report.
  public struct Finding: Equatable, Sendable {
    /// What was looked at.
    public let feature: Feature
    /// How it does.
    public let verdict: Verdict
    /// What was seen, in words; empty if it works.
    public let detail: String
  }

  /// What was found out.
  public struct Report: Equatable, Sendable {
    /// One finding for each feature, in the order of `Feature`.
    public fileprivate(set) var findings: [Finding] = []

    /// The number of requests it took.
    public fileprivate(set) var requestCount = 0

    /// How one feature does.
    /// - Parameter feature: The feature.
    /// - Returns: The verdict.
    public func verdict(_ feature: Feature) -> Verdict {
      findings.first { $0.feature == feature }?.verdict ?? .unknown
    }

    /// Whether a sync may use the folder: nothing it needs lies.
    public var isUsable: Bool {
      verdict(.list) == .works && verdict(.missing) != .lies
        && [.works, .absent].contains(verdict(.put))
    }

    /// Whether the folder takes no changes, so that it can serve as a source only.
    public var isReadOnly: Bool { verdict(.put) == .absent }

    /// Whether an equal directory tag may stand for an unchanged directory.
    public var hasDirectoryTag: Bool { verdict(.directoryTag) == .works }
  }

  /// Looks at a folder, which must exist.
  /// - Parameters:
  ///   - folder: The folder.
  ///   - generator: The source of the random name and content.
  /// - Returns: The report.
  /// - Throws: `FolderError` if the folder cannot be reached or read at all, or is missing.
  public static func run(
    _ folder: any Folder, using generator: inout some RandomNumberGenerator
  ) throws(FolderError) -> Report {
    let start = folder.requestCount
    var run = Run(folder: folder, name: UInt64.random(in: .min ... .max, using: &generator))
    let first = bytes(700, using: &generator)
    let second = bytes(900, using: &generator)
    try run.lookForMissing()
    try run.list()
    // Nothing is put where what was never put is shown already.
    let isHonest = run.findings.values.allSatisfy { $0.verdict == .works }
    if isHonest, try run.put(first) {
      try run.range(first)
      try run.overwrite(second)
      try run.delete()
    }
    var report = Report()
    report.findings = Feature.allCases.map { feature in
      run.findings[feature] ?? Finding(feature: feature, verdict: .unknown, detail: "not tried")
    }
    report.requestCount = folder.requestCount - start
    return report
  }

  private static func bytes(
    _ count: Int, using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}

/// One run of the probe.
private struct Run {
  let folder: any Folder
  let path: FolderPath
  var findings: [FolderProbe.Feature: FolderProbe.Finding] = [:]
  private var tag: String?

  init(folder: any Folder, name: UInt64) {
    self.folder = folder
    let digits = String(name, radix: 16)
    let name = "probe-" + String(repeating: "0", count: 16 - digits.count) + digits
    guard let path = FolderPath(.root, name) else { preconditionFailure("a plain name") }
    self.path = path
  }

  private mutating func note(
    _ feature: FolderProbe.Feature, _ verdict: FolderProbe.Verdict, _ detail: String = ""
  ) {
    findings[feature] = FolderProbe.Finding(feature: feature, verdict: verdict, detail: detail)
  }

  /// What the file holds, `nil` if it is missing or does not arrive whole.
  private func content() throws(FolderError) -> [UInt8]? {
    do {
      return try folder.get(path, byteCountMax: 4_096)
    } catch  where error.isAboutContent || error.code == .notFound {
      return nil
    }
  }

  mutating func lookForMissing() throws(FolderError) {
    do {
      _ = try folder.get(path, byteCountMax: 4_096)
      return note(.missing, .lies, "it gives content for a file that was never put")
    } catch  where error.code == .notFound {
      if try folder.look(at: path) != nil {
        return note(.missing, .lies, "it shows a file that was never put")
      }
      note(.missing, .works)
    }
  }

  mutating func list() throws(FolderError) {
    let listing = try folder.list(.root)
    tag = listing.tag
    let isShown = listing.entries.contains { $0.path == path }
    note(.list, isShown ? .lies : .works, isShown ? "it lists a file that was never put" : "")
  }

  /// - Returns: Whether there is a file to go on with.
  mutating func put(_ bytes: [UInt8]) throws(FolderError) -> Bool {
    do {
      try folder.put(path, bytes)
    } catch  where [.readOnly, .forbidden].contains(error.code) {
      note(.put, .absent, "it takes no changes, so it can only be read")
      return false
    }
    guard try content() == bytes else {
      note(.put, .lies, "a file that was put did not come back as it was")
      // What there is of it should not stay; the verdict stands either way.
      try folder.delete(path)
      return false
    }
    let listing = try folder.list(.root)
    guard let entry = listing.entries.first(where: { $0.path == path }) else {
      note(.put, .works)
      note(.list, .lies, "it does not list a file that was just put")
      return true
    }
    note(.put, .works)
    if let count = entry.byteCount, count != bytes.count {
      note(.list, .lies, "it lists a file of \(bytes.count) bytes with a length of \(count)")
    }
    switch (tag, listing.tag) {
    case (let old?, let new?) where old != new: note(.directoryTag, .works)
    case (nil, nil): note(.directoryTag, .absent, "directories have no strong tag")
    default: note(.directoryTag, .absent, "the tag does not change when a file is put")
    }
    return true
  }

  mutating func range(_ bytes: [UInt8]) throws(FolderError) {
    do {
      switch try folder.get(path, range: 100..<300) {
      case nil: note(.range, .absent, "it sends whole files only")
      case Array(bytes[100..<300]): note(.range, .works)
      default: note(.range, .lies, "it sends another part than was asked for")
      }
    } catch  where [.damaged, .cutShort, .refused, .conflict].contains(error.code) {
      note(.range, .absent, "it cannot send parts")
    }
  }

  mutating func overwrite(_ bytes: [UInt8]) throws(FolderError) {
    do {
      try folder.put(path, bytes)
    } catch  where [.readOnly, .forbidden, .conflict].contains(error.code) {
      return note(.overwrite, .absent, "a file cannot be replaced")
    }
    let isReplaced = try content() == bytes
    note(
      .overwrite, isReplaced ? .works : .lies,
      isReplaced ? "" : "a file that was replaced did not come back as it was")
  }

  mutating func delete() throws(FolderError) {
    do {
      try folder.delete(path)
    } catch  where [.readOnly, .forbidden, .conflict].contains(error.code) {
      return note(.delete, .absent, "files cannot be deleted, so nothing can be tidied up")
    }
    let isListed = try folder.list(.root).entries.contains { $0.path == path }
    let isGone = try content() == nil && !isListed
    note(.delete, isGone ? .works : .lies, isGone ? "" : "a file that was deleted is still there")
  }
}
