import ComponentABI
import ComponentKit

// The host's own failures: of calls that can't run or went wrong.
extension Failure {
  /// The same, as the host's own words.
  var byHost: Failure {
    if voice != .action { return self }
    var failure = self
    failure.voice = .host
    return failure
  }

  /// Of every call, URL and key that comes after the end.
  static let closed = Failure(.refused, "closed", "the host is shutting down")

  static func brokenFunction(_ why: String) -> Failure {
    Failure(.invalidParameters, "invalid_function", "the function is invalid: \(why)")
  }

  /// Of a function of what the very call that it is made within is replacing.
  static func replacing(_ component: String) -> Failure {
    Failure(
      .notFound, "component_gone",
      "the function belongs to the generation of '\(component)' that is just being replaced, by this very call")
  }

  /// Of a function that comes too late.
  static func shutDown(_ component: String) -> Failure {
    Failure(.notFound, "component_gone", "the function belongs to '\(component)', which was shut down")
  }

  static let tooEarly = Failure(.failed, "not_registered", "calls can't be made from inside register")

  static func tooLate(_ request: UnsafePointer<component_request>) -> Failure {
    Failure(.timedOut, "", "the deadline had passed before \(request.path) began")
  }

  static func late(_ path: String) -> Failure {
    Failure(.timedOut, "", "\(path) did not reply before the deadline")
  }

  /// Of a call that nobody could end when its time is up.
  static func unwatched(_ path: String) -> Failure {
    Failure(.failed, "no_thread", "the system has no thread left to watch the deadline of \(path)")
  }

  static func givenUp(_ path: String) -> Failure {
    Failure(.cancelled, "", "the call of \(path) was given up")
  }

  static func serialBusy(_ path: String) -> Failure {
    Failure(.timedOut, "", "\(path) waited for its turn until the deadline: its target takes one call at a time")
  }

  static func instanceBusy(_ path: String) -> Failure {
    Failure(.timedOut, "", "\(path) waited for its instance until the deadline: another call is making it")
  }

  /// What can't be told without loading a component.
  static func notLoaded(_ component: String) -> Failure {
    Failure(.refused, "not_loaded", "the component '\(component)' is not loaded")
  }

  var isNotLoaded: Bool { reason == "not_loaded" }

  static func loadBusy(_ path: String) -> Failure {
    Failure(.timedOut, "", "\(path) waited for a component until the deadline: it is just being loaded or replaced")
  }

  static func serialReentry(_ path: [String]) -> Failure {
    Failure(
      .failed, "serial_reentry",
      "a call came back to a target that takes one call at a time: \(path.joined(separator: " → "))",
      details: ["path": .list(path.map(Value.text))])
  }

  static func tooDeep(_ path: [String], limit: Int) -> Failure {
    let shown =
      path.count <= 8
      ? path : path.prefix(5) + ["… (\(path.count - 7) more)"] + path.suffix(2)
    return Failure(
      .failed, "too_deep", "calls nest deeper than \(limit): \(shown.joined(separator: " → "))",
      details: ["path": .list(path.map(Value.text))])
  }

  /// A mistake of an interceptor: callers from outside hear of none.
  static func wrongProceeding(_ message: String) -> Failure {
    Failure(.invalidParameters, "invalid_proceed", message).byHost
  }

  static let unreadableName = Failure(
    .invalidParameters, "invalid_name", "the function's target or action can't be read: it must be UTF-8")

  static func noReply(_ frame: Frame, _ status: Int32) -> Failure {
    if status == COMPONENT_OK { return Failure(.failed, "no_reply", "\(frame.path) returned without a reply") }
    let code = Code(rawValue: status).asSaid(by: .action)
    return Failure(code, "no_reply", "\(frame.path) returned the code \(status) without a reply")
  }

  static func localReply(_ frame: Frame) -> Failure {
    Failure(
      .failed, "invalid_reply",
      "the reply of \(frame.path) holds an object or a function, which can't leave the process")
  }

  static func invalidReply(_ frame: Frame, _ fault: BorderFault) -> Failure {
    Failure(.failed, "invalid_reply", "the reply of \(frame.path) is invalid: \(fault.words)")
  }

  static func mistypedReply(_ frame: Frame, _ misfit: String) -> Failure {
    Failure(.failed, "mistyped_reply", "\(frame.path) does not keep to its signature: \(misfit)")
  }
}

extension Failure.Code {
  /// What it counts as where a component ends a call with it. That a component has crashed only the host says, and a
  /// component can hand that on: in its own words it is `failed`, as is what the contract does not know.
  func asSaid(by voice: Failure.Voice) -> Failure.Code {
    switch self {
    case .failed, .notFound, .refused, .invalidParameters, .denied, .timedOut, .cancelled: self
    case .crashed: voice == .action ? .failed : self
    default: .failed
    }
  }
}

extension UnsafePointer<component_request> {
  /// What is called, for messages.
  var path: String {
    pointee.hasNames ? "\(pointee.target.string).\(pointee.action.string)" : "an action of unreadable names"
  }
}
