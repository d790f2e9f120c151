public import ReplicaStore

/// What an action did, and what undoes it.
public struct ActionReceipt: Hashable, Sendable {
  /// The task acted on; for an act on anything else, that record.
  public var task: RecordID
  /// The versions it wrote; `Planner.undo` takes them back.
  public var versions: [VersionReference]
  /// What putting off amounted to, where the action was that.
  public var deferral: DeferralDecision?
  /// What fields that keep no history said before.
  var former: [FormerValue] = []
  /// The record that it made, if it made one.
  var made: MadeRecord?
  /// What it counted.
  var counts: [CountUndo] = []

  init(
    task: RecordID, versions: [VersionReference], deferral: DeferralDecision? = nil,
    former: [FormerValue] = [], made: MadeRecord? = nil, counts: [CountUndo] = []
  ) {
    self.task = task
    self.versions = versions
    self.deferral = deferral
    self.former = former
    self.made = made
    self.counts = counts
  }

  /// Whether the action wrote anything.
  public var changedAnything: Bool {
    !versions.isEmpty || !former.isEmpty || made != nil || !counts.isEmpty
  }
}

/// That an act made its record: the type, and the stamp of all it wrote.
struct MadeRecord: Hashable, Sendable {
  var type: String
  var stamp: Stamp
}

/// How a count is put back.
enum CountUndo: Hashable, Sendable {
  /// By counting the other way, so that what others counted since stays.
  case step(RecordID, by: Int)
  /// By setting it to what it was.
  case set(RecordID, to: Int)
}

/// What a field that keeps no history said before an act, and the stamp that the act gave it.
struct FormerValue: Hashable, Sendable {
  var type: String
  var id: RecordID
  var field: String
  var stamp: Stamp
  var value: Value
}

extension ActionReceipt {
  /// The receipt as bytes, so that an act can still be undone after the program was closed.
  package var encoded: [UInt8] {
    var values: [Value] = [.blob(task.bytes), .text(made?.type ?? "")]
    values += Self.values(of: made?.stamp ?? .zero) + [.integer(Int64(versions.count))]
    for version in versions {
      values += [.text(version.type), .blob(version.id.bytes), .text(version.group)]
      values += Self.values(of: version.stamp)
    }
    values.append(.integer(Int64(counts.count)))
    for count in counts {
      switch count {
      case .step(let entry, let amount):
        values += [.blob(entry.bytes), .integer(0), .integer(Int64(amount))]
      case .set(let entry, let amount):
        values += [.blob(entry.bytes), .integer(1), .integer(Int64(amount))]
      }
    }
    for former in former {
      values += [.text(former.type), .blob(former.id.bytes), .text(former.field)]
      values += Self.values(of: former.stamp) + [former.value]
    }
    return Value.encoded(values)
  }

  /// Reads what `encoded` writes, what putting off amounted to aside; `nil` for damaged bytes.
  ///
  /// - Parameter encoded: The bytes.
  package init?(encoded: [UInt8]) {
    guard var rest = Value.decoded(encoded, atLeast: 6)?[...],
      let task = Self.id(rest.popFirst()), case .text(let type)? = rest.popFirst(),
      let stamp = Self.stamp(rest.popFirst(), rest.popFirst()),
      case .integer(let count)? = rest.popFirst(), count >= 0, Int(count) <= rest.count / 5
    else { return nil }
    let made = type.isEmpty ? nil : MadeRecord(type: type, stamp: stamp)
    self.init(task: task, versions: [], made: made)
    for _ in 0..<count {
      guard case .text(let type)? = rest.popFirst(), let id = Self.id(rest.popFirst()),
        case .text(let group)? = rest.popFirst(),
        let stamp = Self.stamp(rest.popFirst(), rest.popFirst())
      else { return nil }
      versions.append(VersionReference(type: type, id: id, group: group, stamp: stamp))
    }
    guard case .integer(let steps)? = rest.popFirst(), steps >= 0, Int(steps) <= rest.count / 3
    else { return nil }
    for _ in 0..<steps {
      guard let entry = Self.id(rest.popFirst()), case .integer(let kind)? = rest.popFirst(),
        case .integer(let amount)? = rest.popFirst(), let amount = Int(exactly: amount)
      else { return nil }
      counts.append(kind == 0 ? .step(entry, by: amount) : .set(entry, to: amount))
    }
    while !rest.isEmpty {
      guard case .text(let type)? = rest.popFirst(), let id = Self.id(rest.popFirst()),
        case .text(let field)? = rest.popFirst(),
        let stamp = Self.stamp(rest.popFirst(), rest.popFirst()), let value = rest.popFirst()
      else { return nil }
      former.append(FormerValue(type: type, id: id, field: field, stamp: stamp, value: value))
    }
  }

  private static func values(of stamp: Stamp) -> [Value] {
    [
      .integer(Int64(bitPattern: stamp.clock.rawValue)),
      .integer(Int64(bitPattern: stamp.device.rawValue)),
    ]
  }

  private static func id(_ value: Value?) -> RecordID? {
    value.flatMap { RecordID(storedValue: $0) }
  }

  private static func stamp(_ clock: Value?, _ device: Value?) -> Stamp? {
    guard case .integer(let clock)? = clock, case .integer(let device)? = device else {
      return nil
    }
    return Stamp(
      clock: HybridTime(rawValue: UInt64(bitPattern: clock)),
      device: DeviceID(rawValue: UInt64(bitPattern: device)))
  }
}

extension ActionReceipt {
  /// The receipt of an act that left everything as it was.
  ///
  /// - Parameter task: The task it was meant for.
  package init(unchanged task: RecordID) {
    self.init(task: task, versions: [])
  }
}
