import Glibc

/// A value that several threads of a test share.
public final class Lock<Value>: @unchecked Sendable {
  // Sendable because `value` is touched only while `mutex` is held.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  /// Guards a value.
  /// - Parameter value: The value.
  public init(_ value: sending Value) {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    self.value = value
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs a closure that nobody else can interrupt.
  /// - Parameter body: What to do with the value.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
