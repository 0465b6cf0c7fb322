package import ComponentHost
package import ComponentKit

extension WorkerEnd {
  /// How a call fails that was under way in a component when its process ended like this.
  ///
  /// - Parameters:
  ///   - action: what was called: "Reader.showDetail".
  ///   - build: the identity of the component's build, where it has one.
  package func failure(of action: String, component: String, build: String?) -> Failure {
    var details: Fields = ["component": .text(component), "action": .text(action), "end": .text(words)]
    if let signal { details["signal"] = .text(WorkerEnd.name(ofSignal: signal)) }
    if signal == nil, case .exit(let status) = cause { details["status"] = .int(Int(status)) }
    if let build { details["build"] = .text(build) }
    if !lastLines.isEmpty { details["stderr"] = .list(lastLines.map(Value.text)) }
    if let crash, !crash.frames.isEmpty {
      details["backtrace"] = .list(Backtrace.numbers(crash, of: component).map(Value.text))
    }
    return Failure(
      .crashed, "crashed", "component '\(component)' crashed in \(action): its process \(sentence)", details: details)
  }

  /// Why a component is refused whose process ended before it was registered.
  package func refusal(whileLoading component: String) -> Refusal {
    Refusal(
      Refusal.crashed, "its process \(sentence) while it was loaded",
      help: "mend it in the component's code, or put another version of the component there")
  }
}
