import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// How a person names an Anchor or a rule: a number of the last list, the beginning of its id, or a
/// part of its title.
struct AnchorReference {
  static let anchor = Positional(
    "N", help: "The Anchor: its number in the last list, or a part of its title.")
  static let anchors = Positional("N", .many, help: anchor.help)
  static let rule = Positional(
    "N", help: "The rule: its number in the last list, or a part of its title.")
  static let either = Positional(
    "N", help: "The rule or Anchor: its number in the last list, or a part of its title.")

  /// A number this long can be the beginning of an id, a shorter one only a number.
  private static let idDigitsMin = 4

  let run: Run

  init(_ run: Run) {
    self.run = run
  }

  /// The Anchor of a name, for something that is to be said about it.
  ///
  /// - Parameters:
  ///   - name: What was typed.
  ///   - action: What is to be said; of several that fit, those it can be said of are meant.
  ///   - day: The day it counts for; `nil` for those of today.
  /// - Returns: The Anchor.
  /// - Throws: `Refusal` if none or several fit; what the planner throws.
  func item(
    _ name: String, for action: AnchorAction?, on day: LogicalDate? = nil
  ) throws -> AnchorItem {
    let session = try run.session()
    if let id = try numbered(name) { return try session.planner.anchor(id, session.context) }
    let today = try session.moment().today
    var items: [AnchorItem]
    if let day {
      items = try session.planner.anchors(on: day...day, session.context)
    } else {
      items = try session.planner.todayAnchors(session.context).items
      // What closed at midnight can still be put right or taken back.
      items += try session.planner.anchors(on: today - 1...today - 1, session.context).filter {
        item in !item.actions.isEmpty && !items.contains { $0.id == item.id }
      }
      items += try session.planner.upcomingOneOffs(session.context).filter { item in
        !items.contains { $0.id == item.id }
      }
    }
    var found = Self.matches(name, items, id: \.id) { item in
      [item.anchor.title, item.anchor.rowTitle, item.anchor.key.slotKey]
    }
    if found.count > 1, let action {
      let possible = found.filter { $0.actions.contains(action) }
      if !possible.isEmpty { found = possible }
    }
    if found.isEmpty {
      throw Refusal(
        "No Anchor of \(Words.day(day ?? today, today: today)) fits \(Words.quoted(name))."
          + " “jamaal anchor list” lists what there is.")
    }
    guard found.count == 1 else { throw try ambiguous(name, found.map { ($0.id, $0.title) }) }
    return found[0]
  }

  /// The rule of a name.
  func rule(_ name: String) throws -> AnchorRuleView {
    let session = try run.session()
    if let id = try numbered(name) { return try session.planner.anchorRule(id, session.context) }
    guard let found = try matchingRule(name) else {
      throw Refusal(
        "No rule fits \(Words.quoted(name)). “jamaal anchor list” lists what there is.")
    }
    return found
  }

  /// The rule of a name; `nil` if none fits.
  private func matchingRule(_ name: String) throws -> AnchorRuleView? {
    let session = try run.session()
    let overview = try session.planner.anchorsOverview(session.context)
    var found = Self.matches(name, overview.rules, id: \.id) { [$0.title] }
    if found.isEmpty { found = Self.matches(name, overview.archived, id: \.id) { [$0.title] } }
    guard found.count <= 1 else { throw try ambiguous(name, found.map { ($0.id, $0.title) }) }
    return found.first
  }

  /// A rule or an Anchor of a name, rules first.
  func either(_ name: String) throws -> (rule: AnchorRuleView?, item: AnchorItem?) {
    let session = try run.session()
    if let id = try numbered(name) {
      do {
        return (try session.planner.anchorRule(id, session.context), nil)
      } catch let error as PlannerError where error.code == .notFound {
        return (nil, try session.planner.anchor(id, session.context))
      }
    }
    if let rule = try matchingRule(name) { return (rule, nil) }
    return (nil, try item(name, for: nil))
  }

  /// What the last list gave a number to; `nil` if the name is no number.
  private func numbered(_ name: String) throws -> RecordID? {
    guard !name.isEmpty, name.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(name)
    else { return nil }
    let session = try run.session()
    if let id = try session.lastList.task(number) { return id }
    if name.utf8.count >= Self.idDigitsMin { return nil }
    let count = try session.lastList.count()
    throw Refusal(
      count == 0
        ? "No list was shown on this terminal yet, so \(name) names nothing. Run “jamaal anchor"
          + " list” first."
        : "The last list has no number \(name); it ends at \(count). Run “jamaal anchor list” for a"
          + " new one.")
  }

  /// What fits a name: all of a title, else the beginning of an id, else a part of a title.
  private static func matches<Element>(
    _ name: String, _ elements: [Element], id: (Element) -> RecordID,
    _ titles: (Element) -> [String]
  ) -> [Element] {
    let folded = NameFold.fold(name)
    let exact = elements.filter { titles($0).contains { NameFold.fold($0) == folded } }
    if !exact.isEmpty { return exact }
    if name.utf8.count >= idDigitsMin {
      let byID = elements.filter { id($0).description.hasPrefix(name.lowercased()) }
      if !byID.isEmpty { return byID }
    }
    return elements.filter { titles($0).contains { NameFold.fold($0).contains(folded) } }
  }

  private func ambiguous(
    _ name: String, _ found: [(id: RecordID, title: String)]
  ) throws -> Refusal {
    try run.session().lastList.remember(found.map(\.id))
    let lines =
      ["\(Words.quoted(name)) fits \(found.count):"]
      + found.enumerated().map { "  \($0.offset + 1)  \($0.element.title.withoutControls())" }
      + ["Say which by its number, or type more of the title."]
    return Refusal(lines.joined(separator: "\n"))
  }
}
