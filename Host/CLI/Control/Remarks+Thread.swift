import HostControl

extension Remarks {
  /// Those of the command that this thread runs for a client: what the host says meanwhile on this thread is the client's to
  /// hear. Nil on every other thread.
  static var ofThread: Remarks? {
    host_control_thread_get().map { Unmanaged<Remarks>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs a command, and hears meanwhile what the host says on this thread.
  func hearingThisThread<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    let before = host_control_thread_get()
    host_control_thread_set(Unmanaged.passUnretained(self).toOpaque())
    defer {
      host_control_thread_set(before)
      withExtendedLifetime(self) {}
    }
    return try body()
  }
}
