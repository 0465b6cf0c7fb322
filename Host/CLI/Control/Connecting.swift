import ComponentHost
import ComponentKit
import Glibc
import HostControl
import Synchronization

/// The client's side of `--connect` where it needs words, or the option stands where nobody looks before Swift starts.
struct Connecting {
  private let socket: String
  /// The whole command line, without the program's name.
  private let arguments: [String]

  init(_ socket: String, _ arguments: [String]) { (self.socket, self.arguments) = (socket, arguments) }

  /// Has the host at the socket run the command line, and ends the process as it says. Where it can't, it says why.
  func run() throws(Problem) -> Never {
    var result = host_control_of_start()
    if result.stage == HOST_CONTROL_CLIENT_NONE { result = call() }
    guard result.stage == HOST_CONTROL_CLIENT_ANSWERED, result.answer.kind == HOST_CONTROL_ENDED else {
      throw problem(result)
    }
    host_control_end(&result.answer)
  }

  /// What the host prints that the command line is run by; nil where it does not answer, or refuses.
  ///
  /// The client's own output is not lent: a host that stands still would keep it open.
  func output() -> [UInt8]? {
    let file = host_control_output()
    guard file >= 0 else { return nil }
    defer { close(file) }
    let result = call(into: file)
    guard result.stage == HOST_CONTROL_CLIENT_ANSWERED, result.answer.kind == HOST_CONTROL_ENDED,
      result.answer.exit == 0, lseek(file, 0, SEEK_SET) == 0,
      case .bytes(let bytes) = Stream(number: file).readAll(limit: Connecting.outputLimit),
      bytes.count <= Connecting.outputLimit
    else { return nil }
    return bytes
  }

  private static let outputLimit = 1 << 24

  private func call() -> host_control_result { call(into: Stream.ownOutput.load(ordering: .relaxed)) }

  private func call(into output: Int32) -> host_control_result {
    // What stands there now is the error output (`Process.prepare`).
    dup2(output, 1)
    defer { dup2(2, 1) }
    var result = host_control_result()
    var texts = ([Program.program.name] + arguments).map { strdup($0) }
    defer { for text in texts { free(text) } }
    host_control_call(socket, Int32(texts.count), &texts, &result)
    return result
  }

  private func problem(_ result: host_control_result) -> Problem {
    let place = "the host at \(quoted(socket))"
    switch result.stage {
    case HOST_CONTROL_CLIENT_UNREACHED: return unreached(result.error)
    case HOST_CONTROL_CLIENT_FOREIGN:
      return Problem(
        .denied, "foreign_host",
        "who answers at \(quoted(socket)) is the user \(UInt32(bitPattern: result.error)), neither root nor you",
        help: ["name the control socket of a host of yours"])
    case HOST_CONTROL_CLIENT_LOST:
      return Problem(
        .crashed, "host_gone", "\(place) ended before the command did", help: ["its log says why, if it crashed"])
    case HOST_CONTROL_CLIENT_UNSENT:
      return Problem(.failed, "not_sent", "can't send the command to \(place): \(systemReason(result.error))")
    default: break
    }
    switch result.answer.kind {
    case HOST_CONTROL_BUSY:
      return Problem(
        .failed, "busy", "\(place) does as much at once as it may", help: ["try again when some of it has ended"])
    case HOST_CONTROL_DENIED:
      return Problem(.denied, "not_owner", "\(place) takes orders from its own user and from root only")
    case HOST_CONTROL_HTTP:
      return Problem(
        .denied, "not_control", "what answers at \(quoted(socket)) speaks HTTP: there all are callers from outside",
        help: [
          "name the host's control socket: the PATH of 'host serve --control PATH', or else \(ControlDoor.usualName) in $XDG_RUNTIME_DIR"
        ])
    case HOST_CONTROL_STOPPING: return Problem(.failed, "host_ends", "\(place) is about to end")
    default:
      return Problem(
        .failed, "other_version", "\(place) is of another version, or is no host at all",
        help: ["use the program that it was started with"])
    }
  }

  private func unreached(_ error: Int32) -> Problem {
    switch error {
    case EACCES, EPERM:
      return Problem(
        .denied, "not_owner", "the socket \(quoted(socket)) is not yours: \(systemReason(error))",
        help: ["only the user of a host may have it do something, and root"])
    case ENOENT, ENOTDIR, ECONNREFUSED:
      return Problem(
        .notFound, "no_host", "no host answers at \(quoted(socket))",
        help: ["start one there with 'host serve --control \(socket.isPlainPath ? socket : "SOCKET")'"])
    default: return Problem(.failed, "not_reached", "can't reach \(quoted(socket)): \(systemReason(error))")
    }
  }
}

extension String {
  // Whether a shell takes it as it is.
  fileprivate var isPlainPath: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "/._-".utf8.contains(byte)
      }
  }
}
