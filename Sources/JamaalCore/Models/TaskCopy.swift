public import ReplicaStore

/// What a completion or a drop of a repeating task stores for the next instance, as its author
/// saw it.
public struct TaskCopy: Hashable, Sendable {
  /// What it is.
  public var title: String
  /// Light markdown.
  public var notes: String?
  /// The label.
  public var category: RecordID?
  /// The estimate in minutes.
  public var effortMinutes: Int?
  /// The importance, already low if deferrals had eased it.
  public var importance: Importance
  /// How it comes back.
  public var repeats: RepeatRule

  /// Makes a value from its parts.
  public init(
    title: String, notes: String?, category: RecordID?, effortMinutes: Int?,
    importance: Importance, repeats: RepeatRule
  ) {
    self.title = title
    self.notes = notes
    self.category = category
    self.effortMinutes = effortMinutes
    self.importance = importance
    self.repeats = repeats
  }

  /// The part that rules follow from.
  var repeatCopy: RepeatCopy {
    RepeatCopy(effortMinutes: effortMinutes, importance: importance, repeats: repeats)
  }
}

extension TaskCopy: FieldValue {
  /// A list of values in their canonical encoding.
  public static var storage: Storage { .blob }

  /// The values in order; what a later version adds comes after them.
  public var storedValue: Value {
    .blob(
      Value.encoded([
        .text(title), notes.storedValue, category.storedValue, effortMinutes.storedValue,
        importance.storedValue, repeats.kind.storedValue, .text(repeats.weekdayText),
        .integer(Int64(repeats.dayOfMonth)),
      ]))
  }

  /// Reads the values; more than these are passed over.
  public init?(storedValue: Value) {
    guard case .blob(let bytes) = storedValue, let values = Value.decoded(bytes, atLeast: 8),
      let title = String(storedValue: values[0]), let notes = String?(storedValue: values[1]),
      let category = RecordID?(storedValue: values[2]),
      let effort = Int?(storedValue: values[3]),
      let importance = Importance(storedValue: values[4]),
      let kind = RepeatRule.Kind(storedValue: values[5]),
      let weekdays = String(storedValue: values[6]), let day = Int(storedValue: values[7])
    else { return nil }
    self.init(
      title: title, notes: notes, category: category, effortMinutes: effort,
      importance: importance,
      repeats: RepeatRule(
        kind: kind, weekdays: RepeatRule.weekdays(weekdays),
        dayOfMonth: (0...31).contains(day) ? day : 0))
  }
}
