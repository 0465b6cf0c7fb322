import ComponentHost
import ComponentKit
import Glibc
import HostNative

/// The manager that has started the program as a service, where one has: it hears how the service is by datagrams.
struct ServiceManager: Sendable {
  // A path, or an abstract name behind an '@'; nil where nobody wants to hear.
  private let socket: String?
  /// How often it has to hear that all is well; nil where it does not ask.
  let watchdog: Duration?

  /// The one that the environment names. The environment is cleared, so that no child speaks for the service.
  static func take() -> ServiceManager {
    defer { for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { unsetenv(name) } }
    let socket = variable("NOTIFY_SOCKET").flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
    return ServiceManager(socket: socket, watchdog: watchdogTime)
  }

  private init(socket: String?, watchdog: Duration?) {
    self.socket = socket
    self.watchdog = socket == nil ? nil : watchdog
  }

  private static var watchdogTime: Duration? {
    if let process = variable("WATCHDOG_PID"), Int32(process) != getpid() { return nil }
    guard let time = variable("WATCHDOG_USEC").flatMap({ Int64($0) }), time > 0 else { return nil }
    return .microseconds(time)
  }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Tells it something, one `NAME=value` a line. Where it does not hear it the service goes on.
  func tell(_ lines: String...) {
    guard let socket else { return }
    let text = lines.joined(separator: "\n")
    _ = text.utf8.span.withUnsafeBytes { bytes in
      bytes.baseAddress.map { host_tell(socket, $0, bytes.count) }
    }
  }

  func isReady(_ words: String) { tell("READY=1", "STATUS=\(words)") }

  func isReloading() { tell("RELOADING=1", "MONOTONIC_USEC=\(Deadline.now / 1000)") }
}
