@_spi(Doors) import ComponentDoors
import ComponentHost
public import ComponentKit

extension ClusterClient {
  /// What one of the hosts that have a component says of it: all of it that is open to callers from outside, one target, or
  /// one action. It is what `describe --json` prints there; who asks has to check it.
  ///
  /// - Parameter major: the major version that is meant.
  /// - Throws: as a call fails that goes elsewhere.
  public func describe(
    _ component: String, target: String? = nil, action: String? = nil, major: UInt32, within limit: Duration
  ) throws(Failure) -> Value {
    guard ClusterMember.isName(component), let subject = Subject("\(settings.name).about.\(major).\(component)") else {
      throw Failure(.notFound, "invalid_name", "\(quoted(component)) can't be a component's name")
    }
    let answer = Answer()
    let stop = ask(subject, AboutQuestion(target: target, action: action).payload) { answer.hear($0) }
    defer { stop() }
    switch answer.wait(until: Clock.moment(after: limit)) {
    case .reply(let payload, let host):
      do throws(JSONError) { return try Value(json: payload) } catch {
        throw .invalidAnswer(component, "its JSON is invalid: \(error)", host: host)
      }
    case .failure(let failure, _, _, _): throw failure
    case .invalid(let words): throw .invalidAnswer(component, words)
    case .nobody: throw .nobodyTells(component)
    case .progress, .foreign, nil: throw .nobodySaid(component)
    }
  }
}

extension Failure {
  fileprivate static func nobodyTells(_ component: String) -> Failure {
    Failure(.notFound, "not_described", "nobody in the cluster tells what \(component) is")
  }
}

/// The first thing that a host says to a question.
private final class Answer: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.
  private let gate = Gate()
  private var said: ElsewhereAnswer?

  // On the connection's thread.
  func hear(_ delivery: Delivery) {
    let answer = ElsewhereAnswer(delivery)
    switch answer {
    case .foreign, .progress: return
    default: break
    }
    gate.locked {
      if said == nil { said = answer }
      gate.wake()
    }
  }

  func wait(until moment: Int64) -> ElsewhereAnswer? {
    gate.locked {
      while said == nil, gate.wait(until: moment) {}
      return said
    }
  }
}
