import ComponentKit
import Glibc
import HostNative
import Synchronization

/// A URL that goes to a program of the system.
struct Outbound {
  private let command: [String]
  private let scheme: String
  private let text: String

  /// What is said of it where it can't be read as a call.
  var url: CallURL { CallURL(scheme: scheme, foreign: text) }

  /// Why the program does not get it, for the host's own log.
  struct Fault: Error {
    let message: String
  }

  /// What the caller from outside hears instead.
  static let failure = Failure(.failed, "outbound_failed", "the URL can't be handed to the system").toOutside

  static let local = Failure(
    .invalidParameters, "local_parameters", "the URL goes to another program, which can be given nothing besides")

  /// Nil where a URL stays inside: its scheme is not on the policy's list, or is one of ours.
  init?(_ bytes: UnsafeRawBufferPointer, _ policy: Policy) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let scheme = CallURL.scheme(of: text), let command = policy.outbound[scheme],
      policy.schemes?.contains(scheme) != true
    else { return nil }
    self.command = command
    self.scheme = scheme
    self.text = text
  }

  /// Fails where the URL has what has no place in one.
  func check(_ policy: Policy) throws(Failure) {
    do throws(URLFault) {
      try CallURL.check(foreign: text, lengthLimit: policy.lengthLimit, parameterLimit: policy.parameterLimit)
    } catch {
      throw Failure(error)
    }
  }

  // One program for each URL: a caller from outside does not get as many as it likes.
  private static let limit = 32
  private static let running = Atomic(0)

  /// Hands the URL over; how that ended, for a caller from outside.
  func outcome(_ settings: Settings, adding added: Fields?) -> Outcome {
    do throws(Failure) {
      try run(settings, adding: added)
      return .reply(.null)
    } catch {
      return .failure(error.toOutside)
    }
  }

  /// Starts the command with the URL as its last argument, without a shell, and does not wait for it. What a caller in
  /// code adds could not be handed over, so it fails then.
  func run(_ settings: Settings, adding added: Fields?) throws(Failure) {
    if let added, !added.isEmpty { throw Outbound.local }
    try check(settings.policy)
    let report = settings.report
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
    throw Fault(message: "\(quoted(name)) can't be started: \(systemReason(error))")
  }

  private func start(_ program: String) throws(Fault) -> pid_t {
    var arguments: [UnsafeMutablePointer<CChar>?] = (command + [text]).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    // The program gets none of the host's streams: a reader of the host's output would otherwise wait for the program's
    // end, too.
    let result = host_spawn_apart(program, &arguments, &child)
    guard result == 0 else {
      throw Fault(message: "\(quoted(program)) can't be started: \(systemReason(result))")
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
}

// As the embedding program asks about URLs.
extension Outbound {
  /// What goes to the system has neither target nor action. Fails where the program would not get it.
  func candidate(_ policy: Policy) throws(Failure) -> Candidate {
    try check(policy)
    do throws(Fault) { _ = try program() } catch { throw Outbound.failure }
    return Candidate(target: "", action: "")
  }

  var step: Step {
    do throws(Fault) {
      return Step(.outbound, "it is handed to the system: \(try program())")
    } catch {
      return Step(.outbound, error.message, isObstacle: true)
    }
  }
}
