/// The convention that is usual in a country: a suggestion for the form, never a silent change.
public struct PrayerMethodSuggestion: Hashable, Sendable {
  /// The convention.
  public let method: PrayerMethod
  /// The school that asr follows.
  public let madhab: Madhab

  /// Where nothing else is known to be usual.
  static let elsewhere = PrayerMethodSuggestion(method: .muslimWorldLeague, madhab: .shafi)

  /// By country, ISO 3166-1.
  package static let byCountry: [String: PrayerMethodSuggestion] = {
    let table: [(countries: [String], PrayerMethod, Madhab)] = [
      (["US", "CA", "GB"], .moonsightingCommittee, .shafi),
      (["SA"], .ummAlQura, .shafi),
      (["AE"], .dubai, .shafi),
      (["KW"], .kuwait, .shafi),
      (["QA"], .qatar, .shafi),
      (["SG", "MY", "ID"], .singapore, .shafi),
      (["TR"], .turkey, .hanafi),
      (["IR"], .tehran, .shafi),
      (["EG"], .egyptian, .shafi),
      (["PK", "IN", "BD", "AF"], .karachi, .hanafi),
    ]
    var suggestions: [String: PrayerMethodSuggestion] = [:]
    for (countries, method, madhab) in table {
      for country in countries {
        suggestions[country] = PrayerMethodSuggestion(method: method, madhab: madhab)
      }
    }
    return suggestions
  }()

  private init(method: PrayerMethod, madhab: Madhab) {
    self.method = method
    self.madhab = madhab
  }

  /// Looks a country up.
  ///
  /// - Parameter country: An ISO 3166-1 code of two letters, in either case; anything else, also
  ///   none, gives what is usual elsewhere.
  public init(country: String?) {
    self = country.flatMap { Self.byCountry[$0.uppercased()] } ?? Self.elsewhere
  }
}
