import ComponentKit

extension Interceptor {
  /// Tells of every call when it has ended: the caller, the action, how it ended and how long it took. Parameters and
  /// replies are not told.
  public static func log(
    _ name: String = "log", priority: Int = 1000, to write: (@Sendable (String) -> Void)? = nil
  ) -> Interceptor {
    Interceptor(name, priority: priority) { call in
      let write = write ?? call.interception.host.logCall
      call.timed { outcome, duration in
        let end =
          switch outcome {
          case .success: "replied"
          case .failure(let failure): "failed with \(excerpt(failure.reason))"
          }
        let path = excerpt(call.knownPath)
        write(
          "\(call.caller) called \(path)\(call.isKnownRouted ? " by a route" : ""): \(end) after \(duration.inMilliseconds)"
        )
      }
    }
  }
}

extension Host {
  fileprivate var logCall: @Sendable (String) -> Void { { [settings] in settings.report(Report(.call, $0)) } }
}

extension InterceptedCall {
  /// Goes on, and hears how long it took before the caller hears how it ended.
  func timed(_ heard: @escaping @Sendable (Result<Value, Failure>, Duration) -> Void) {
    let start = Deadline.now
    proceed { result in
      heard(result, .nanoseconds(Deadline.now - start))
      self.end(as: result)
    }
  }

  fileprivate var caller: String {
    switch source {
    case .program: "the program"
    case .component(let name): name
    case .remote: "somebody outside"
    }
  }
}

extension Duration {
  // Three digits behind the point: microseconds.
  fileprivate var inMilliseconds: String {
    let micros = nanoseconds / 1000
    let rest = String(micros % 1000)
    return "\(micros / 1000).\(String(repeating: "0", count: 3 - rest.utf8.count))\(rest) ms"
  }
}
