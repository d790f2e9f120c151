import CommandLineKit
import JamaalVoice

/// Which options change which kind of Anchor: what says nothing about one is refused, not passed over.
struct AnchorEditOptions {
  /// What is edited.
  enum Subject {
    case rule
    case prayers
    case oneOff

    /// What it is, in words.
    fileprivate var words: String {
      switch self {
      case .rule: "is a rule of days and times"
      case .prayers: "is a rule of prayers"
      case .oneOff: "is a one-off"
      }
    }

    fileprivate func takes(_ option: String) -> Bool {
      switch option {
      case "title", "minutes", "remind-end": true
      case "at": self != .prayers
      case "placement", "remind-start", "enabled": self != .oneOff
      case "date", "remind", "remove": self == .oneOff
      default:
        AnchorMaking.prayerOptions.contains { $0.name == option }
          ? self == .prayers : self == .rule
      }
    }
  }

  private let run: Run
  private let subject: Subject

  init(_ run: Run, _ subject: Subject) {
    self.run = run
    self.subject = subject
  }

  /// Refuses what was typed and does not fit, and that nothing was typed.
  func check(title: String) throws(Refusal) {
    let typed = AnchorKeeping.edit.options.map(\.name).filter { run.invocation.has($0) }
    guard !typed.isEmpty else {
      throw Refusal("Nothing to change was said. “jamaal help anchor edit” lists what can be.")
    }
    guard let stray = typed.first(where: { !subject.takes($0) }) else { return }
    throw Refusal(
      "\(Words.quoted(title)) \(subject.words), which --\(stray) says nothing about. Leave it out;"
        + " “jamaal help anchor edit” lists what there is.")
  }
}
