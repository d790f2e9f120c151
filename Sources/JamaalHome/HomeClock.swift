import Glibc
package import JamaalCore

/// The moment and the place that a program runs in, as its environment says.
package struct HomeClock: Sendable {
  /// The instant that `JAMAAL_NOW` names; `nil` for the clock on the wall.
  package let fixed: Instant?
  /// The zone of this machine.
  package let zone: TimeZoneRules
  /// Where other zones are looked up.
  package let zones: ZoneDirectory
  private let environment: ProcessEnvironment

  /// Reads `JAMAAL_NOW`, `TZ` and `TZDIR`, and what the machine says about its zone.
  ///
  /// - Parameter environment: The variables.
  /// - Throws: `HomeError` if `JAMAAL_NOW` is no instant or the zone is not to be had.
  package init(_ environment: ProcessEnvironment) throws(HomeError) {
    self.environment = environment
    fixed = try Self.fixedInstant(environment)
    zones = ZoneDirectory(tzdir: environment["TZDIR"])
    let tz = environment["TZ"]
    do {
      let name = try SystemZone.identifier(
        tz: tz, localtimeLink: tz == nil ? ZoneDirectory.localtimeLink() : nil,
        timezoneFile: tz == nil ? Self.timezoneFile() : nil)
      zone = try zones.rules(for: name)
    } catch {
      throw HomeError(tz == nil ? .refused : .usage, error.description)
    }
  }

  private static func fixedInstant(
    _ environment: ProcessEnvironment
  ) throws(HomeError) -> Instant? {
    guard let text = environment.filled("JAMAAL_NOW") else { return nil }
    guard let instant = Instant(text), plausible.contains(instant.millis) else {
      throw HomeError(
        .usage,
        "JAMAAL_NOW is not an instant: “\(text.prefix(40))”. Write it with its offset, from 1970"
          + " to 9000, such as 2026-06-10T09:00:00+02:00, or unset it.")
    }
    return instant
  }

  /// The stamps of a replica begin at 1970, and dates end with the year 9999.
  private static let plausible: Range<Int64> = 0..<221_845_305_600_000

  /// What `/etc/timezone` says, if it is there and can be read: only a fallback.
  private static func timezoneFile() -> String? {
    let bytes = try? PrivateFile.read("/etc/timezone", byteCountMax: 4096)
    return bytes.flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The present, in Unix milliseconds.
  package var nowMillis: Int64 { fixed?.millis ?? Self.wallMillis() }

  /// The moment and the place.
  package var context: DayContext {
    DayContext(now: Instant(millis: nowMillis), zone: zone)
  }

  private static func wallMillis() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// The ISO weekday on which weeks begin by the language of dates; Monday if none is set.
  ///
  /// Loads the system's tables of that language, so ask only when it matters.
  package var firstWeekday: Int {
    let name =
      environment.filled("LC_ALL") ?? environment.filled("LC_TIME") ?? environment.filled("LANG")
    // The language of no country says Sunday, which is no answer.
    guard let name, name != "POSIX", name != "C", !name.hasPrefix("C.") else { return 1 }
    guard let locale = newlocale(Int32(1 << LC_TIME), name, nil) else { return 1 }
    defer { freelocale(locale) }
    guard let first = nl_langinfo_l(nl_item(_NL_TIME_FIRST_WEEKDAY), locale)?.pointee,
      (1...7).contains(first)
    else { return 1 }
    // Days are counted from a date that says which weekday is the first: glibc's week tables hold
    // it as a number in the place of a pointer. It is a Sunday or a Monday.
    let origin = UInt(bitPattern: nl_langinfo_l(nl_item(_NL_TIME_WEEK_1STDAY), locale))
    let originWeekday = UInt32(truncatingIfNeeded: origin) == 19_971_201 ? 1 : 7
    return (originWeekday - 1 + Int(first) - 1) % 7 + 1
  }
}
