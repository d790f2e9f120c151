/// Records whose changeable keys are equal, read as one.
///
/// A pure function of merged state: no device writes anything to make a class. References to any
/// member, also one arriving later from a device that has not heard, resolve to the class.
public struct RecordClasses: Sendable {
  /// A record and what orders it within its class.
  public struct Member: Hashable, Sendable {
    /// The record.
    public var id: RecordID
    /// The key as it is compared; `NameFold.fold` for a name.
    public var key: String
    /// Smaller comes first: when the record was made, or 0 for one that comes with the program.
    public var order: Int64

    /// Describes a record.
    public init(id: RecordID, key: String, order: Int64) {
      self.id = id
      self.key = key
      self.order = order
    }
  }

  /// The members of each class, the one that stands for it first; classes in the same order.
  public let classes: [[RecordID]]
  private let classOfID: [RecordID: Int]

  /// Sorts records into classes.
  ///
  /// - Parameter members: In any order.
  public init(_ members: [Member]) {
    var keys: [String: Int] = [:]
    var classes: [[RecordID]] = []
    var classOfID: [RecordID: Int] = [:]
    for member in members.sorted(by: { ($0.order, $0.id) < ($1.order, $1.id) }) {
      let index = keys[member.key, default: classes.count]
      if index == classes.count {
        keys[member.key] = index
        classes.append([])
      }
      classes[index].append(member.id)
      classOfID[member.id] = index
    }
    self.classes = classes
    self.classOfID = classOfID
  }

  /// Everything that reads as one with a record.
  ///
  /// - Parameter id: Any member.
  /// - Returns: The class, the member that stands for it first; empty for a record not known.
  public func members(with id: RecordID) -> [RecordID] {
    classOfID[id].map { classes[$0] } ?? []
  }

  /// The record that stands for another's class.
  ///
  /// - Parameter id: Any member.
  /// - Returns: `nil` for a record not known.
  public func representative(of id: RecordID) -> RecordID? {
    members(with: id).first
  }
}
