import JamaalCore
import Testing

@Suite("The zone of a machine")
struct SystemZoneTests {
  private static let parisLink = "/usr/share/zoneinfo/Europe/Paris"

  @Test(
    arguments: [
      ("Asia/Tokyo", parisLink, nil, "Asia/Tokyo"), (":Asia/Tokyo", parisLink, nil, "Asia/Tokyo"),
      ("EST5EDT", nil, nil, "EST5EDT"), ("<+03>-3", nil, nil, "<+03>-3"),
      ("", parisLink, nil, "UTC"), (":", parisLink, nil, "UTC"),
      (nil, parisLink, nil, "Europe/Paris"), (":/etc/localtime", parisLink, nil, "Europe/Paris"),
      (nil, "../usr/share/zoneinfo/Etc/UTC", nil, "Etc/UTC"),
      (nil, "/usr/share/zoneinfo/posix/Europe/Paris", nil, "Europe/Paris"),
      (nil, "/var/db/timezone/zoneinfo/America/Indiana/Knox", nil, "America/Indiana/Knox"),
      ("/usr/share/zoneinfo/Asia/Tokyo", nil, nil, "Asia/Tokyo"),
      (nil, nil, "Europe/Rome\n", "Europe/Rome"), (nil, "/mnt/clock", "Europe/Rome", "Europe/Rome"),
      (nil, parisLink, "Europe/Rome\n", "Europe/Paris"),
    ] as [(String?, String?, String?, String)])
  func `is what TZ says, else the link, else the text`(
    tz: String?, link: String?, file: String?, expected: String
  ) throws {
    let found = try SystemZone.identifier(tz: tz, localtimeLink: link, timezoneFile: file)
    #expect(found == expected)
  }

  @Test(
    arguments: [
      (nil, nil, nil, .unknownSystemZone), (nil, "/mnt/clock", "\n \n", .unknownSystemZone),
      (nil, "/usr/share/zoneinfo", nil, .unknownSystemZone),
      (":/etc/localtime", nil, nil, .unknownSystemZone),
      ("/etc/passwd", parisLink, nil, .invalidIdentifier),
    ] as [(String?, String?, String?, TimeZoneError.Code)])
  func `is an error rather than a guess`(
    tz: String?, link: String?, file: String?, code: TimeZoneError.Code
  ) {
    #expect {
      try SystemZone.identifier(tz: tz, localtimeLink: link, timezoneFile: file)
    } throws: { error in
      (error as? TimeZoneError)?.code == code && "\(error)".contains("Set TZ")
    }
  }
}
