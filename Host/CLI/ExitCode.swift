import ComponentHost
import ComponentKit

/// How the program `host` ends. Scripts rely on these numbers: they never change their meaning.
enum ExitCode: Int32, CaseIterable, Sendable {
  case ok = 0
  /// The action failed; or the output could not be written.
  case failed = 1
  /// The command line makes no sense.
  case usage = 2
  /// No such component, target, action or file; or the action itself did not find what it was asked for.
  case notFound = 3
  /// The component is there, but the host will not load it.
  case refused = 4
  /// The parameters are wrong: no valid JSON, one of them twice, or not what the action needs.
  case invalidParameters = 5
  /// The caller may not.
  case denied = 6
  /// The call did not end in time, or was given up by Ctrl-C.
  case timedOutOrCancelled = 7
  /// The component died in the call.
  case crashed = 8

  init(_ code: Failure.Code) {
    self = ExitCode(rawValue: Int32(WrittenFailure.Code(code).rawValue)) ?? .failed
  }

  /// As the help lists it.
  var summary: String {
    switch self {
    case .ok: "ok"
    case .failed: "the action failed"
    case .usage: "usage"
    case .notFound: "not found"
    case .refused: "component refused"
    case .invalidParameters: "invalid parameters"
    case .denied: "denied"
    case .timedOutOrCancelled: "timed out or cancelled"
    case .crashed: "component crashed"
    }
  }
}
