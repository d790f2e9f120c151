extension MemoryFolder {
  /// What a call does.
  public enum Operation: String, CaseIterable, Sendable {
    /// `list(_:)`.
    case list
    /// `directoryTag(_:)`.
    case directoryTag
    /// `look(at:)`.
    case look
    /// `get(_:byteCountMax:)`, once for each file.
    case get
    /// `get(_:range:)`.
    case getRange
    /// `put(_:_:)`.
    case put
    /// `delete(_:)`.
    case delete
    /// `makeDirectory(_:)`.
    case makeDirectory
  }

  /// One call, as it is shown to whatever decides about its fate.
  public struct Call: Equatable, Sendable {
    /// The number of this call on its handle, from 1.
    public let number: Int
    /// What it does.
    public let operation: Operation
    /// The directory it concerns.
    public let directory: FolderDirectory
    /// The file it concerns, if it concerns one.
    public let path: FolderPath?
  }

  /// What happens to one call; a fault that cannot happen to its operation is ignored.
  public enum Fault: Equatable, Sendable {
    /// Nothing is done, and the call fails.
    case fail(FolderError)
    /// Everything is done, and the call fails all the same: the answer was lost.
    case answerLost(FolderError)
    /// A put is cut off after so many bytes; the stump is there for all to see, and the call fails.
    case seenHalf(byteCount: Int)
    /// The file is not there for this call, which is to look at it or to get it.
    case gone
    /// The call sees the files as they were so many changes ago.
    case stale(changes: Int)
    /// A listing ends after so many entries; a body after so many bytes, and looks whole.
    case cut(count: Int)
    /// A listing comes in another order.
    case shuffled(seed: UInt64)
    /// One bit of the body is wrong; counted from its start, modulo its length.
    case flipped(bit: Int)
  }

  /// How tags of this folder behave.
  public enum Tags: Sendable {
    /// Each change gives a new one, also for the directory.
    case strong
    /// There are none.
    case absent
    /// They never change, as on servers that go by size and second.
    case stuck
  }

  /// How likely each fault is, from 0 to 1, for each call it can happen to.
  public struct FaultRates: Equatable, Sendable {
    /// The call fails before anything was done.
    public var fail = 0.0
    /// The answer of a done put, delete or make is lost.
    public var answerLost = 0.0
    /// A put is cut off and seen.
    public var seenHalf = 0.0
    /// A file is not to be had.
    public var gone = 0.0
    /// A view is one to eight changes old.
    public var stale = 0.0
    /// A listing or a body is cut short.
    public var cut = 0.0
    /// A listing comes in another order.
    public var shuffled = 0.0
    /// A bit of a body is wrong.
    public var flipped = 0.0
    /// The failures that `fail` and `answerLost` choose from; none means `.offline`.
    public var failures: [FolderError] = []

    /// Makes rates of zero.
    public init() {}

    /// Draws the faults of one call; the same generator state gives the same faults.
    /// - Parameters:
    ///   - call: The call.
    ///   - generator: The source of chance.
    /// - Returns: The faults, none in most calls.
    public func faults(
      for call: Call, using generator: inout some RandomNumberGenerator
    ) -> [Fault] {
      var faults: [Fault] = []
      func happens(_ rate: Double) -> Bool {
        rate > 0 && Double.random(in: 0..<1, using: &generator) < rate
      }
      func failure() -> FolderError {
        failures.randomElement(using: &generator)
          ?? FolderError(.offline, "The folder cannot be reached.")
      }
      if happens(fail) { return [.fail(failure())] }
      switch call.operation {
      case .put, .delete, .makeDirectory:
        if happens(answerLost) { return [.answerLost(failure())] }
        if call.operation == .put, happens(seenHalf) {
          faults.append(.seenHalf(byteCount: Int.random(in: 0...256, using: &generator)))
        }
      case .list:
        if happens(stale) { faults.append(.stale(changes: .random(in: 1...8, using: &generator))) }
        if happens(shuffled) { faults.append(.shuffled(seed: generator.next())) }
        if happens(cut) { faults.append(.cut(count: .random(in: 0...32, using: &generator))) }
      case .get, .getRange, .look:
        if happens(gone) { faults.append(.gone) }
        if happens(stale) { faults.append(.stale(changes: .random(in: 1...8, using: &generator))) }
        if happens(cut) { faults.append(.cut(count: .random(in: 0...256, using: &generator))) }
        if happens(flipped) {
          faults.append(.flipped(bit: .random(in: 0..<(1 << 20), using: &generator)))
        }
      case .directoryTag: break
      }
      return faults
    }
  }
}
