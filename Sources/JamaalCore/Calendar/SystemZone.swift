/// Works out which time zone a machine is in, from what the caller found there.
///
/// A pure function: the environment and the file system are read by the caller, so that a test or a
/// simulated device can say what it likes.
public enum SystemZone {
  /// The identifier of the zone that this machine's clocks follow.
  ///
  /// The variable `TZ` comes first: a name or a rule, with or without a colon before it; set but
  /// empty it means UTC, as POSIX systems have it. Then the target of the link `/etc/localtime`,
  /// then the text of `/etc/timezone`. Nothing at all is an error, not UTC.
  ///
  ///     let name = try SystemZone.identifier(
  ///       tz: environment["TZ"], localtimeLink: ZoneDirectory.localtimeLink())
  ///     let zone = try ZoneDirectory(tzdir: environment["TZDIR"]).rules(for: name)
  /// - Parameters:
  ///   - tz: The value of the variable `TZ`, `nil` if it is not set.
  ///   - localtimeLink: What `/etc/localtime` points to, `nil` if it is missing or no link.
  ///   - timezoneFile: What `/etc/timezone` says, `nil` if there is no such file.
  /// - Returns: An identifier for `ZoneDirectory.rules(for:)`; whether it exists is seen there.
  /// - Throws: `TimeZoneError` with `unknownSystemZone` if nothing names a zone, and with
  ///   `invalidIdentifier` if `TZ` is a path outside of any tz database.
  public static func identifier(
    tz: String?, localtimeLink: String?, timezoneFile: String? = nil
  ) throws(TimeZoneError) -> String {
    guard let tz else {
      return try machineZone(localtimeLink: localtimeLink, timezoneFile: timezoneFile)
    }
    let value = String(tz.hasPrefix(":") ? tz.dropFirst() : tz[...])
    if value.isEmpty { return TimeZoneRules.utc.identifier }
    if value == "/etc/localtime" {
      return try machineZone(localtimeLink: localtimeLink, timezoneFile: timezoneFile)
    }
    guard value.hasPrefix("/") else { return value }
    guard let name = zoneName(inPath: value) else {
      throw TimeZoneError(
        .invalidIdentifier, identifier: value, detail: "it is a path outside of zoneinfo")
    }
    return name
  }

  private static func machineZone(
    localtimeLink: String?, timezoneFile: String?
  ) throws(TimeZoneError) -> String {
    if let localtimeLink, let name = zoneName(inPath: localtimeLink) { return name }
    let firstLine = timezoneFile?.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    let name = firstLine.filter { !$0.isWhitespace }
    if !name.isEmpty { return name }
    throw TimeZoneError(
      .unknownSystemZone,
      detail: localtimeLink == nil
        ? "/etc/localtime is not a link" : "/etc/localtime does not point to a zone")
  }

  /// The part of a path after `zoneinfo/`, without `posix/`, which holds the same zones again.
  private static func zoneName(inPath path: String) -> String? {
    let parts = path.split(separator: "/")
    guard let root = parts.lastIndex(of: "zoneinfo") else { return nil }
    var name = parts[(root + 1)...]
    if name.first == "posix" { name = name.dropFirst() }
    return name.isEmpty ? nil : name.joined(separator: "/")
  }
}
