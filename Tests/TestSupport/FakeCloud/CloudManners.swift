/// What differs from one WebDAV server to the next; by default, a Nextcloud.
///
/// Every value here was seen on a real server.
public struct CloudManners: Sendable {
  /// How entity tags of files come.
  public enum Tags: Sendable {
    /// The same after an overwrite in the same second, if the length is the same too.
    case sameSecond
    /// None at all.
    case none
    /// Weak ones.
    case weak
    /// With what a compressing server in front adds.
    case compressed
  }

  /// How links in a listing are written.
  public enum Links: Sendable, CaseIterable {
    /// A path with upper-case hexadecimal digits.
    case path
    /// A path with lower-case hexadecimal digits.
    case lowerCase
    /// A whole address.
    case absolute
    /// A whole address with the scheme in upper case.
    case absoluteInUpperCase
    /// With `@`, `:`, `+`, `&` and `'` encoded too.
    case encodedMore
  }

  /// How the elements of a listing are named.
  public enum Prefix: String, Sendable, CaseIterable {
    /// sabre/dav, Nextcloud, copyparty.
    case d = "d:"
    /// Most others.
    case upper = "D:"
    /// Apache.
    case lp1 = "lp1:"
    /// WsgiDAV.
    case ns0 = "ns0:"
    /// The default namespace.
    case none = ""
  }

  /// The status of a `PUT` into a directory that is missing.
  public var missingParentStatus = 404
  /// The status of a `MKCOL` over a collection.
  public var existingCollectionStatus = 405
  /// Whether a `PUT` that must not overwrite does so all the same.
  public var ignoresConditions = false
  /// Whether the stump of a new file that was cut off stays.
  public var keepsStumps = false
  /// Whether an overwrite that was cut off leaves a cut file.
  public var cutsOverwrites = true
  /// Whether a `PUT` without a length is refused, as behind many proxies.
  public var needsLength = true
  /// How tags come.
  public var tags = Tags.sameSecond
  /// Whether directories have tags that change with what is in them.
  public var hasDirectoryTags = true
  /// Whether a listing tells lengths.
  public var listsLengths = true
  /// How links are written.
  public var links = Links.path
  /// How elements are named.
  public var prefix = Prefix.d
  /// Whether each property that is missing is told in a part of its own, with 404.
  public var tellsMissingProperties = true
  /// After how many entries a listing ends.
  public var listingCountMax = Int.max
  /// Whether a listing that ended names the next page.
  public var linksPages = false
  /// The most bytes that all files may have.
  public var quotaBytes = Int.max
  /// Whether the server is in maintenance.
  public var isInMaintenance = false
  /// Whether it takes no changes.
  public var isReadOnly = false
  /// After how many wrong passwords even the right one is not looked at any more.
  public var wrongPasswordsMax = 10
  /// What the server's clock shows, as an HTTP date.
  public var date: String?

  /// The manners of a Nextcloud.
  public init() {}
}
