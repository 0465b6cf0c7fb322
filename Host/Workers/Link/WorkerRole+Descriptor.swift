import Glibc

extension WorkerRole {
  /// What is to be loaded, which the worker was started with; nil where there is none, or where it was taken before.
  static func takePassed() -> Int32? {
    let number = fcntl(WorkerRole.passed, F_DUPFD_CLOEXEC, 10)
    if number < 0 { return nil }
    close(WorkerRole.passed)
    return number
  }
}
