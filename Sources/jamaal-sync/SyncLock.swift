import Glibc
import JamaalHome

/// One sync at a time on one replica, whichever program runs it; gone with the process.
final class SyncLock {
  private let file: Int32

  private init(file: Int32) {
    self.file = file
  }

  /// Takes the lock.
  ///
  /// - Throws: `Refusal` if another program has it, or it cannot be made.
  convenience init(_ home: Home) throws {
    guard let file = try Self.lockedFile(home) else {
      throw Refusal("Another sync of this replica is running. Wait until it is done.")
    }
    self.init(file: file)
  }

  /// Takes the lock unless another program has it.
  static func ifFree(_ home: Home) throws -> SyncLock? {
    try lockedFile(home).map(SyncLock.init(file:))
  }

  private static func lockedFile(_ home: Home) throws -> Int32? {
    let path = "\(home.dataDirectory)/sync.lock"
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw Refusal("\(path) cannot be made: \(PrivateFile.words(of: errno)).")
    }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      close(file)
      return nil
    }
    return file
  }

  deinit {
    close(file)
  }
}
