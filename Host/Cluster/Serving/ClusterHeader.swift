import ComponentKit

/// What headers of messages in a cluster are called, the one table of them: the article on clusters shows it.
///
/// Names that begin so and are not here are kept for what comes later; whoever sends one now is not heard.
enum ClusterHeader: String, CaseIterable {
  // MARK: of a request

  /// How many milliseconds the caller still waits. What travels is the time that is left, never a clock.
  case wait = "Component-Wait"
  /// How the caller calls its request, for logs.
  case request = "Component-Request"
  /// In a request: whether the caller hears of progress. In a message to it: that it is no end, and what part is done.
  case progress = "Component-Progress"
  /// Of what trace it is a part, as W3C Trace Context has it.
  case trace = "traceparent"
  /// The version that the component must have at least, where the major one alone won't do.
  case minimum = "Component-Minimum"
  /// Through how many hosts the call has come.
  case hops = "Component-Hops"
  /// A component for which the call was made elsewhere already; one field for each.
  case ways = "Component-Ways"
  /// The hints of the call: a JSON object, in letters of ASCII.
  case hints = "Component-Hints"

  // MARK: of an answer

  /// Which host says so.
  case host = "Component-Host"
  /// The word for a failure's code; in an answer without one there is a reply.
  case failure = "Component-Failure"
  /// The failure's reason: one word for programs.
  case reason = "Component-Reason"
  /// "no" where nothing was called, so that the call may be made again.
  case called = "Component-Called"
  /// "host" where the failure is in a host's own words, and not in those of the action.
  case voice = "Component-Voice"
  /// What the service protocol of NATS calls a failure: its words, and its number as HTTP has it.
  case serviceError = "Nats-Service-Error"
  case serviceErrorCode = "Nats-Service-Error-Code"
}

extension MessageHeaders {
  mutating func add(_ header: ClusterHeader, _ value: String) { add(header.rawValue, value) }

  /// The value of a header; nil where it is not there.
  func value(_ header: ClusterHeader) throws(Failure) -> String? {
    let values = values(header.rawValue)
    if values.count > 1 {
      throw Failure(.invalidParameters, "invalid_header", "the header \(header.rawValue) is there more than once")
    }
    return values.first
  }
}
