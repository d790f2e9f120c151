import Glibc
import JamaalHome

/// One sync at a time on one replica, whichever program runs it; gone with the process.
final class SyncLock {
  private let file: Int32

  init(_ home: Home) throws {
    let path = "\(home.dataDirectory)/sync.lock"
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw Refusal("\(path) cannot be made: \(PrivateFile.words(of: errno)).")
    }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      close(file)
      throw Refusal("Another sync of this replica is running. Wait until it is done.")
    }
  }

  deinit {
    close(file)
  }
}
