import ComponentKit
import Glibc
import HostNative

/// Waits for the kernel to say that memory is short: for pressure stall information, where it offers that.
///
/// One thread for a host that has something to give back; it sleeps until the kernel wakes it.
final class MemoryWatch: Sendable {
  private let source: Int32
  /// A pipe: the end to read from and the one to write to.
  private let stop: [Int32]

  /// - Parameter relieve: gives memory back; called on the watch's own thread, at most once in two seconds.
  static func start(_ relieve: @escaping @Sendable () -> Void) throws(NotStarted) -> MemoryWatch {
    let source = open("/proc/pressure/memory", O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard source >= 0 else { throw NotStarted(passes: errno == EMFILE || errno == ENFILE || errno == ENOMEM) }
    // Told when some task waited for memory for 150 ms of 2 s; others than root must ask for multiples of 2 s. The
    // kernel wants the NUL at the end.
    let wish = "some 150000 2000000"
    guard wish.withCString({ write(source, $0, wish.utf8.count + 1) }) > 0 else {
      let passes = errno == ENOMEM
      close(source)
      throw NotStarted(passes: passes)
    }
    guard let watch = MemoryWatch(source, relieve) else { throw NotStarted(passes: true) }
    return watch
  }

  /// Memory is not watched.
  struct NotStarted: Error {
    /// Whether it may be another time: for now there was no descriptor or no thread. Else the kernel does not offer it.
    let passes: Bool
  }

  /// - Parameter source: becomes urgent (POLLPRI) whenever memory is short; it is taken over.
  init?(_ source: Int32, _ relieve: @escaping @Sendable () -> Void) {
    self.source = source
    var ends: [Int32] = [-1, -1]
    let isMade = host_pipe(&ends) == 0
    stop = ends
    if !isMade || !Worker.run({ [self] in run(relieve) }) { return nil }
  }

  // The thread holds the watch, so its descriptors are there as long as they are used.
  deinit {
    close(source)
    for end in stop where end >= 0 { close(end) }
  }

  /// Ends the watch.
  func end() { _ = write(stop[1], "x", 1) }

  private func run(_ relieve: () -> Void) {
    var waiting = [
      pollfd(fd: source, events: Int16(POLLPRI), revents: 0), pollfd(fd: stop[0], events: Int16(POLLIN), revents: 0),
    ]
    while true {
      guard poll(&waiting, 2, -1) >= 0 else {
        if errno == EINTR { continue }
        return
      }
      // Anything but urgent means that the kernel took the source away.
      if waiting[1].revents != 0 || waiting[0].revents & Int16(POLLPRI) == 0 { return }
      relieve()
    }
  }
}
