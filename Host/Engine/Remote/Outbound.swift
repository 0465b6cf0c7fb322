import ComponentKit
import Glibc
import HostNative
import Synchronization

/// A URL that goes to a program of the system.
struct Outbound {
  private let command: [String]
  private let url: String

  /// Why the program does not get it, for the host's own log.
  struct Fault: Error {
    let message: String
  }

  /// What the caller from outside hears instead.
  static let failure = Failure(.failed, "outbound_failed", "the URL can't be handed to the system")

  /// Nil where a URL stays inside: its scheme is not on the list, is one of ours, or a route of that scheme takes it.
  init?(_ bytes: UnsafeRawBufferPointer, _ host: Host, _ patience: Patience) throws(Failure) {
    if host.settings.policy.outbound.isEmpty { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    let policy = host.settings.policy
    guard let scheme = CallURL.scheme(of: text), let command = policy.outbound[scheme],
      policy.schemes?.contains(scheme) != true
    else { return nil }
    let url = Result { () throws(Failure) in try host.parse(bytes) }
    if case .success(let url) = url, try host.hasRoute(of: url, patience) { return nil }
    do throws(URLFault) {
      try CallURL.check(foreign: text, lengthLimit: policy.lengthLimit, parameterLimit: policy.parameterLimit)
    } catch {
      throw Failure(error)
    }
    // What can't be read can't be shown to it either, so it is not let past.
    if policy.refuse != nil, let failure = policy.veto(try url.get()) { throw failure }
    self.command = command
    self.url = text
  }

  // One program for each URL: a caller from outside does not get as many as it likes.
  private static let limit = 32
  private static let running = Atomic(0)

  /// Starts the command with the URL as its last argument, without a shell, and does not wait for it.
  func run(_ report: @escaping @Sendable (Report) -> Void) throws(Failure) {
    guard Outbound.running.add(1, ordering: .relaxed).newValue <= Outbound.limit else {
      Outbound.running.subtract(1, ordering: .relaxed)
      throw Failure(.denied, "rate_limited", "too many URLs are being handed to the system")
    }
    do throws(Fault) {
      let program = try program()
      let child = try start(program)
      // The program's end must be waited for, or its entry stays in the system's table of processes.
      let isWatched = Worker.run {
        if let end = Outbound.end(of: child) { report(Report(.outbound, "\(quoted(program)) \(end)")) }
        Outbound.running.subtract(1, ordering: .relaxed)
      }
      guard isWatched else {
        kill(child, SIGKILL)
        _ = Outbound.end(of: child)
        throw Fault(message: "the system has no thread left to watch \(quoted(program))")
      }
    } catch {
      Outbound.running.subtract(1, ordering: .relaxed)
      report(Report(.outbound, error.message))
      throw Outbound.failure
    }
  }

  /// The program's file. Relative folders of PATH are not looked in.
  func program() throws(Fault) -> String {
    guard let name = command.first, !name.isEmpty, !command.contains(where: { $0.utf8.contains(0) }) else {
      throw Fault(message: "the policy's command has no program, or a NUL in it")
    }
    var places = [name]
    if !name.utf8.contains(UInt8(ascii: "/")) {
      let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
      places = path.utf8.split(separator: UInt8(ascii: ":")).filter { $0.first == UInt8(ascii: "/") }
        .map { "\(Substring($0))/\(name)" }
    }
    var error = ENOENT
    for place in places {
      var status = stat()
      if stat(place, &status) == 0 {
        if status.st_mode & S_IFMT == S_IFREG, access(place, X_OK) == 0 { return place }
        error = EACCES
      }
    }
    throw Fault(message: "\(quoted(name)) can't be started: \(Outbound.words(error))")
  }

  private func start(_ program: String) throws(Fault) -> pid_t {
    var arguments: [UnsafeMutablePointer<CChar>?] = (command + [url]).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    // The program gets none of the host's streams: a reader of the host's output would otherwise wait for the program's
    // end, too.
    let result = host_spawn_apart(program, &arguments, &child)
    guard result == 0 else {
      throw Fault(message: "\(quoted(program)) can't be started: \(Outbound.words(result))")
    }
    return child
  }

  /// Waits for a program's end; nil where it ended well.
  private static func end(of child: pid_t) -> String? {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      // The embedding program takes care of its children itself.
      if errno != EINTR { return nil }
    }
    let signal = status & 0x7f
    if signal != 0 { return "was ended by the signal \(signal)" }
    let code = status >> 8 & 0xff
    return code == 0 ? nil : "ended with the exit code \(code)"
  }

  private static func words(_ error: Int32) -> String { String(cString: strerror(error)) }
}

extension Host {
  /// Whether a route that names the URL's scheme leads somewhere.
  fileprivate func hasRoute(of url: CallURL, _ patience: Patience) throws(Failure) -> Bool {
    // A component brings its routes along.
    if ComponentName.isValidTarget(url.host.utf8) {
      _ = try load(root: ComponentName.root(of: url.host.utf8), patience, nil)
    }
    return routes.value.matches(scheme: url.scheme, host: url.host, path: url.path)
      .contains { $0.route.scheme == url.scheme }
  }
}
