public import ReplicaStore

/// What a person fills in to make or to edit a habit.
public struct HabitDraft: Hashable, Sendable {
  /// One time of day.
  public struct Window: Hashable, Sendable {
    /// The time of day that is edited; `nil` adds one.
    public var id: RecordID?
    /// What it is called; needed where there are several.
    public var label: String
    /// When it is open.
    public var times: HabitTimes
    /// A count, minutes or allowed slips, by the habit's kind; one that is done or not has 1.
    public var target: Int
    /// What the whole target takes, 1 to 1,440 minutes.
    public var effortMinutes: Int?
    /// Minutes after midnight of the reminder; `nil` for none.
    public var reminderMinute: Int?

    /// A time of day as the form opens: the whole day.
    public init(
      id: RecordID? = nil, label: String = "", times: HabitTimes = .allDay, target: Int = 1,
      effortMinutes: Int? = nil, reminderMinute: Int? = nil
    ) {
      self.id = id
      self.label = label
      self.times = times
      self.target = target
      self.effortMinutes = effortMinutes
      self.reminderMinute = reminderMinute
    }
  }

  /// Where a habit stands.
  public enum Group: Hashable, Sendable {
    /// By itself.
    case none
    /// In a group there is.
    case existing(RecordID)
    /// In a group that is made with it.
    case new(String)
  }

  /// What it is; surrounding space does not count.
  public var title: String
  /// Light markdown.
  public var notes: String?
  /// How it is kept; editing never changes it.
  public var kind: HabitKind
  /// On which days.
  public var schedule: HabitSchedule
  /// One to four times of day.
  public var windows: [Window]
  /// Where it stands.
  public var group: Group
  /// The preset it is made from.
  public var presetKey: String?

  /// A draft as the form opens: done or not done, every day, all day.
  public init(
    title: String, kind: HabitKind = .binary, schedule: HabitSchedule = .daily,
    windows: [Window] = [Window()], group: Group = .none, notes: String? = nil,
    presetKey: String? = nil
  ) {
    self.title = title
    self.notes = notes
    self.kind = kind
    self.schedule = schedule
    self.windows = windows
    self.group = group
    self.presetKey = presetKey
  }

  /// A draft with everything as it stands.
  public init(_ habit: HabitSummary) {
    self.init(
      title: habit.title, kind: habit.kind, schedule: habit.schedule,
      windows: habit.windows.map { window in
        Window(
          id: window.id, label: window.label, times: window.times, target: window.target,
          effortMinutes: window.effortMinutes, reminderMinute: window.reminderMinute)
      }, group: habit.group.map { .existing($0) } ?? .none, notes: habit.notes,
      presetKey: habit.presetKey)
  }

  /// The most times of day.
  public static let windowsMax = 4
  /// The longest label and the longest name of a group, in characters.
  public static let labelCountMax = 40

  /// The draft as it is kept.
  ///
  /// - Parameter kind: The kind that counts: the habit's own where there is one.
  /// - Returns: Texts trimmed, an empty note absent.
  /// - Throws: `PlannerError` with `badValue`.
  func checked(kind: HabitKind) throws -> HabitDraft {
    var draft = self
    draft.kind = kind
    draft.title = TaskDraft.trimmed(title)
    guard !draft.title.isEmpty else {
      throw PlannerError(.badValue, "A habit needs a name. Say what it is.")
    }
    guard draft.title.count <= TaskDraft.titleCountMax else {
      throw PlannerError(
        .badValue, "A habit's name has at most \(TaskDraft.titleCountMax) characters. Shorten it.")
    }
    if let notes {
      guard notes.utf8.count <= TaskDraft.notesByteCountMax else {
        throw PlannerError(.badValue, "A note has at most 256 kB. Shorten it.")
      }
      draft.notes = notes.isEmpty ? nil : notes
    }
    if case .new(let name) = group { draft.group = .new(try Self.groupName(name)) }
    try checkSchedule(kind)
    guard (1...Self.windowsMax).contains(windows.count) else {
      throw PlannerError(
        .badValue, "A habit has one to \(Self.windowsMax) times of day, not \(windows.count).")
    }
    draft.windows = try windows.map { try $0.checked(kind: kind, isOnly: windows.count == 1) }
    let labels = draft.windows.map { NameFold.fold($0.label) }
    if labels.count > 1, Set(labels).count < labels.count {
      throw PlannerError(
        .badValue, "Two times of day have the same name. Give each of them its own.")
    }
    return draft
  }

  private func checkSchedule(_ kind: HabitKind) throws {
    guard kind.isKnown else {
      throw PlannerError(
        .badValue, "This kind of habit needs a newer version of Jamaal. Update it, then try again.")
    }
    guard (0...7).contains(schedule.timesPerWeek) else {
      throw PlannerError(.badValue, "A habit is meant 1 to 7 times a week.")
    }
    guard schedule.isWeekly || !schedule.weekdays.isEmpty,
      schedule.weekdays.allSatisfy({ (1...7).contains($0) })
    else {
      throw PlannerError(.badValue, "A habit needs some days. Choose at least one weekday.")
    }
    if kind == .avoid, schedule.isWeekly {
      throw PlannerError(
        .badValue,
        "What is to be avoided is avoided on days, not so many times a week. Choose days.")
    }
    if kind == .avoid, windows.count > 1 || !windows.allSatisfy(\.times.isAllDay) {
      throw PlannerError(
        .badValue, "What is to be avoided is avoided all day. Leave the times of day out.")
    }
  }

  /// The name of a group as it is kept.
  static func groupName(_ name: String) throws -> String {
    let trimmed = TaskDraft.trimmed(name)
    guard (1...labelCountMax).contains(trimmed.count) else {
      throw PlannerError(.badValue, "A group's name has 1 to \(labelCountMax) characters.")
    }
    return trimmed
  }
}

extension HabitDraft.Window {
  fileprivate func checked(kind: HabitKind, isOnly: Bool) throws -> HabitDraft.Window {
    var window = self
    window.label = TaskDraft.trimmed(label)
    guard isOnly || !window.label.isEmpty else {
      throw PlannerError(
        .badValue, "A habit with several times of day needs a name for each, such as Morning.")
    }
    guard window.label.count <= HabitDraft.labelCountMax else {
      throw PlannerError(
        .badValue, "The name of a time of day has at most \(HabitDraft.labelCountMax) characters.")
    }
    guard (0...HabitTimes.noEnd).contains(times.startMinute),
      (0...HabitTimes.noEnd).contains(times.endMinute), times.endMinute > times.startMinute
    else {
      throw PlannerError(
        .badValue, "A time of day ends after it starts, both between 00:00 and 23:59.")
    }
    if kind == .binary { window.target = 1 }
    guard HabitTarget.range(kind).contains(window.target) else {
      throw PlannerError(.badValue, Self.targetWords(kind))
    }
    if let effortMinutes, !TaskDraft.effortRange.contains(effortMinutes) {
      throw PlannerError(.badValue, "A habit takes 1 to 1440 minutes, not \(effortMinutes).")
    }
    if let reminderMinute, !(0..<1440).contains(reminderMinute) {
      throw PlannerError(.badValue, "A reminder is a time of day, 00:00 to 23:59.")
    }
    return window
  }

  private static func targetWords(_ kind: HabitKind) -> String {
    switch kind {
    case .timed: "A timed habit is meant for 1 to 1440 minutes a day."
    case .avoid: "The slips that are allowed are none or more, up to \(HabitTarget.countMax)."
    case .binary, .counted, .unknown:
      "A counted habit is meant for 1 to \(HabitTarget.countMax) a day."
    }
  }
}
