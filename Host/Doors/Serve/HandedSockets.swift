import Glibc

/// The sockets that a service manager hands over to a process that it starts.
public enum HandedSockets {
  // The first of them, by systemd's rule.
  private static let first: Int32 = 3
  private static let limit: Int32 = 64

  /// Those of this process, which are its own from now on; the environment that told of them is cleared, so that no
  /// child takes them for its own. None where they are meant for another process, or where nobody handed any over.
  public static func take() throws(DoorFault) -> [Int32] {
    defer { for name in ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"] { unsetenv(name) } }
    guard let count = variable("LISTEN_FDS") else { return [] }
    guard let process = variable("LISTEN_PID") else {
      throw DoorFault(
        "invalid_environment", "LISTEN_FDS is set and LISTEN_PID is not, so nobody says whose the sockets are",
        help: "set both, as systemd does, or none")
    }
    if Int32(process) != getpid() { return [] }
    guard let number = Int32(count), (0...limit).contains(number) else {
      throw DoorFault(
        "invalid_environment", "LISTEN_FDS is no number of sockets up to \(limit): '\(String(count.prefix(20)))'")
    }
    // Handed over again by mistake they would keep the port taken.
    for socket in first..<(first + number) { _ = fcntl(socket, F_SETFD, FD_CLOEXEC) }
    return Array(first..<(first + number))
  }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
