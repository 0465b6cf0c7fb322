import ComponentHost
import ComponentKit

extension HostEnd {
  /// How a call fails whose worker is gone: at once, as soon as the system says how that has ended.
  func crash(of path: String) -> Failure {
    let end = process?.wait(until: Deadline(after: .seconds(1)))
    let how =
      switch end?.cause {
      case .signal: "was ended by \(end?.words ?? "")"
      case .exit: "ended with \(end?.words ?? "")"
      case .unknown, nil: "is gone"
      }
    var details: Fields = ["component": .text(name), "action": .text(path)]
    switch end?.cause {
    case .signal(let number): details["signal"] = .text(WorkerEnd.name(ofSignal: number))
    case .exit(let status): details["status"] = .int(Int(status))
    case .unknown, nil: break
    }
    if let buildID { details["build"] = .text(buildID) }
    if let lines = end?.lastLines, !lines.isEmpty { details["stderr"] = .list(lines.map(Value.text)) }
    return Failure(.crashed, "crashed", "\(path) did not reply: the process of \(name) \(how)", details: details).hosts
  }

  /// Why a component is refused whose worker was gone before it was loaded.
  func crashWhileLoading() -> Refusal {
    let end = process?.wait(until: Deadline(after: .seconds(1)))
    return Refusal(
      "crashed", "its process ended while it was loaded: \(end?.words ?? "nobody knows how")",
      help: "mend it in the component's code, or put another version of the component there")
  }
}
