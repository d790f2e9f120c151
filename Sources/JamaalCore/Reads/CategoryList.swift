public import ReplicaStore

/// A label as a person sees it: records of one name read as one.
public struct CategoryView: Hashable, Sendable {
  /// The record that stands for the label.
  public var id: RecordID
  /// Every record that reads as this label.
  public var members: [RecordID]
  /// What people call it.
  public var name: String
  /// personal, family or work for those that come with the planner.
  public var presetKey: String?
  /// Its colour.
  public var colorKey: String
  /// Its place in the list.
  public var sortOrder: Int
  /// Whether it is out of the picker.
  public var isArchived: Bool
  /// When it was made.
  public var createdAt: Instant?
}

/// All labels, each name once.
public struct CategoryList: Sendable {
  /// In their own order.
  public let categories: [CategoryView]
  private let classes: RecordClasses

  /// Reads the labels.
  init(_ transaction: ReadTransaction) throws {
    let records = try transaction.records(TaskCategory.self)
    let classes = RecordClasses(
      records.map {
        RecordClasses.Member(
          id: $0.id, key: NameFold.fold($0.name), order: $0.createdAt?.millis ?? 0)
      })
    let byID = Dictionary(
      records.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.classes = classes
    categories = try classes.classes.map { members in
      try Self.joined(members.compactMap { byID[$0] }, transaction)
    }.sorted { ($0.sortOrder, $0.id) < ($1.sortOrder, $1.id) }
  }

  /// The label a task shows, whichever of its records the task points at.
  ///
  /// - Parameter id: What the task points at.
  /// - Returns: `nil` if that record is not here.
  public func category(_ id: RecordID?) -> CategoryView? {
    guard let id, let representative = classes.representative(of: id) else { return nil }
    return categories.first { $0.id == representative }
  }

  /// The label of a name.
  ///
  /// - Parameter name: As a person types it.
  /// - Returns: `nil` if there is none.
  public func category(named name: String) -> CategoryView? {
    let key = NameFold.fold(name)
    return categories.first { NameFold.fold($0.name) == key }
  }

  /// One label out of several records: of each field the value with the largest stamp.
  private static func joined(
    _ members: [TaskCategory], _ transaction: ReadTransaction
  ) throws -> CategoryView {
    func latest<V>(_ path: KeyPath<TaskCategory, V>) throws -> V {
      var best = members[0]
      var bestStamp = try transaction.stamp(of: path, best.id)
      for member in members.dropFirst() {
        guard let stamp = try transaction.stamp(of: path, member.id) else { continue }
        if bestStamp.map({ stamp > $0 }) ?? true { (best, bestStamp) = (member, stamp) }
      }
      return best[keyPath: path]
    }
    return CategoryView(
      id: members[0].id, members: members.map(\.id), name: try latest(\.name),
      presetKey: members.lazy.compactMap(\.presetKey).first, colorKey: try latest(\.colorKey),
      sortOrder: try latest(\.sortOrder), isArchived: try latest(\.isArchived),
      createdAt: members.lazy.compactMap(\.createdAt).first)
  }
}
