/// What a sync is doing, for a person who waits for it.
public enum SyncProgress: Hashable, Sendable {
  /// It asks the folder what is there.
  case looking
  /// Files of others are fetched and taken in: how many are done, and how many there are.
  case receiving(doneCount: Int, allCount: Int)
  /// Files of this device are sent: how many are done, and how many there are.
  case sending(doneCount: Int, allCount: Int)
}
