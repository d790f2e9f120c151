import JamaalCore

/// The few things that every part of a page needs.
enum HTML {
  /// Text that cannot be taken for markup.
  static func text(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }

  /// A number with its thousands apart.
  static func number(_ number: Int) -> String {
    let digits = Array(String(abs(number)))
    var result = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result += "\u{202F}" }
      result.append(digit)
    }
    return result
  }

  /// A share as a percentage with one decimal.
  static func percent(_ part: Int, of whole: Int) -> String {
    let tenths = whole == 0 ? 0 : (part * 1000 + whole / 2) / whole
    return "\(tenths / 10).\(tenths % 10)\u{202F}%"
  }

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// A date as people say it.
  static func day(_ text: String) -> String {
    guard let date = LogicalDate(text) else { return HTML.text(text) }
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, (1...12).contains(parts[1]) else { return HTML.text(text) }
    // Day 0, the first of 1970, was a Thursday.
    let weekday = ((date.dayNumber + 3) % 7 + 7) % 7
    return "\(weekdays[weekday]) \(parts[2]) \(months[parts[1] - 1])"
  }

  /// A name such as `doneTwice` as words.
  static func words(_ name: String) -> String {
    var result = ""
    for character in name {
      if character.isUppercase { result += " " }
      result += character.lowercased()
    }
    return result
  }
}
