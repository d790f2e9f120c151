/// How two values of one group become one; frozen once released.
public enum MergeKind: UInt8, Sendable {
  /// The value with the larger stamp.
  case lastWriterWins = 0
  /// The smallest value, whoever wrote it; null counts as absent.
  case minimum = 1
  /// The largest value, whoever wrote it; null counts as absent.
  case maximum = 2
  /// A sum of increments since the latest time somebody set it.
  case counter = 3
  /// As `lastWriterWins`, and every authored version is kept and travels.
  case history = 4
  /// A long text: every version is kept and travels, and what is shown has everybody's lines.
  case text = 5

  /// Whether the values alone decide.
  var ignoresStamps: Bool { self == .minimum || self == .maximum }

  /// Whether several fields can win or lose together.
  var allowsGroups: Bool { self == .lastWriterWins || self == .history }

  /// Whether every authored version is kept.
  var keepsVersions: Bool { self == .history || self == .text }

  /// Whether its values stand in a list of their own, so that its stamp comes without any.
  var keepsList: Bool { keepsVersions || self == .counter }
}

/// One column of a record type, without its Swift type.
struct FieldShape: Hashable, Sendable {
  var name: String
  var storage: Storage
  /// For `minimum` and `maximum`: what is plausible; anything else is refused or ignored.
  var range: ClosedRange<Int64>?
}

/// Fields that win or lose together: one stamp, one merge kind.
struct GroupShape: Hashable, Sendable {
  var name: String
  var merge: MergeKind
  /// Indices into the type's fields, ascending.
  var fields: [Int]
}

/// A record type as the store sees it: names, columns and groups.
///
/// Groups are counted in the order of their first field. A bit mask of groups is a `UInt64`. One
/// object for each type, so that handing it around copies nothing.
final class RecordShape: Sendable {
  let name: String
  let fields: [FieldShape]
  let groups: [GroupShape]
  /// The groups in the form that travels.
  let wireGroups: [WireGroup]
  /// For each field, its group.
  let groupOfField: [Int]
  /// The fields of all groups, one group after the other.
  let fieldsOfGroups: [Int]
  /// For each group, where its fields begin among those of all; one more for the end.
  let firstOfGroup: [Int]
  /// Groups of the fields that make up the natural key; a record without them stays hidden.
  let keyMask: UInt64
  /// Groups where one comparison of stamps decides everything.
  let plainMask: UInt64
  /// Groups where the values alone decide.
  let extremeMask: UInt64
  /// Groups whose versions are kept in a table of their own.
  let versionMask: UInt64
  /// Groups whose increments are kept in a table of their own.
  let counterMask: UInt64
  /// Groups of either kind.
  let listMask: UInt64
  /// One bit for each group.
  let allGroups: UInt64
  /// The first group that is no counter: what stamps a record in which nobody chose anything.
  let firstMask: UInt64
  /// Fields whose values have to be checked before they are kept.
  let checkedFields: [Int]
  /// For each group, what distinguishes its terms in the digest.
  let salts: [UInt64]
  /// What distinguishes the terms of deletions.
  let deletionSalt: UInt64

  /// The most groups a type can have: one bit of a mask each, one bit kept for deletion.
  static let groupsMax = 62
  /// The number that stands for deletion where a group is named.
  static let deletion = 63

  init(name: String, fields: [FieldShape], groups: [GroupShape], keyMask: UInt64) {
    precondition(groups.count <= Self.groupsMax, "a record type has at most 62 groups")
    self.name = name
    self.fields = fields
    self.groups = groups
    self.keyMask = keyMask
    var groupOfField = [Int](repeating: 0, count: fields.count)
    for (index, group) in groups.enumerated() {
      for field in group.fields { groupOfField[field] = index }
    }
    self.groupOfField = groupOfField
    fieldsOfGroups = groups.flatMap(\.fields)
    firstOfGroup = groups.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.fields.count) }
    func mask(_ isPart: (MergeKind) -> Bool) -> UInt64 {
      groups.enumerated().reduce(0) {
        isPart($1.element.merge) ? $0 | 1 << UInt64($1.offset) : $0
      }
    }
    plainMask = mask { $0 == .lastWriterWins }
    extremeMask = mask(\.ignoresStamps)
    versionMask = mask(\.keepsVersions)
    counterMask = mask { $0 == .counter }
    listMask = versionMask | counterMask
    allGroups = 1 << UInt64(groups.count) - 1
    firstMask = 1 << UInt64(groups.firstIndex { $0.merge != .counter } ?? 0)
    checkedFields = fields.indices.filter {
      fields[$0].storage == .real || fields[$0].range != nil
    }
    salts = groups.map { nameHash(name, $0.name) }
    deletionSalt = nameHash(name, "")
    wireGroups = groups.enumerated().map { index, group in
      WireGroup(
        name: group.name, merge: group.merge, isKey: keyMask & 1 << UInt64(index) != 0,
        fields: group.fields.map {
          WireField(name: fields[$0].name, storage: fields[$0].storage)
        })
    }
  }

  /// The salt of a group, or of deletion.
  @inline(__always)
  func salt(of group: Int) -> UInt64 { group == Self.deletion ? deletionSalt : salts[group] }

  /// The sum of the salts of some groups, deletion not among them.
  @inline(__always)
  func salts(of mask: UInt64) -> UInt64 {
    var sum: UInt64 = 0
    forEachBit(of: mask) { sum &+= salts[$0] }
    return sum
  }
}

/// What a record type is, without its Swift type: its shape and how its fields are reached.
final class RecordDescription: @unchecked Sendable {
  // Sendable: `fields` holds types and numbers, and nothing here changes.
  let shape: RecordShape
  let fields: [FieldAccess]

  init(shape: RecordShape, fields: [FieldAccess]) {
    self.shape = shape
    self.fields = fields
  }
}

/// Calls `body` with each set bit of a mask, lowest first.
@inline(__always)
func forEachBit(
  of mask: UInt64, _ body: (Int) throws -> Void
) rethrows {
  var rest = mask
  while rest != 0 {
    try body(rest.trailingZeroBitCount)
    rest &= rest - 1
  }
}
