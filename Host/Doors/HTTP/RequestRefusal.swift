import ComponentHost
public import ComponentKit

/// Why a door does not make a call of a request that can be read.
public struct RequestRefusal: Error, Sendable, Equatable {
  public let status: HTTPStatus
  /// One word for programs.
  public let reason: String
  /// One sentence for people.
  public let message: String
  /// Further facts.
  public let details: Fields
  /// What the path takes, where it is the method that is wrong.
  let allow: StaticString?

  public init(
    _ status: HTTPStatus, _ reason: String, _ message: String, details: Fields = [:]
  ) {
    self.init(status, reason, message, details: details, allow: nil)
  }

  init(
    _ status: HTTPStatus, _ reason: String, _ message: String, details: Fields = [:], allow: StaticString?
  ) {
    self.status = status
    self.reason = reason
    self.message = message
    self.details = details
    self.allow = allow
  }

  public static func == (one: RequestRefusal, other: RequestRefusal) -> Bool {
    one.status == other.status && one.reason == other.reason && one.message == other.message
      && one.details == other.details
  }

  /// As it is answered.
  public var answer: HTTPAnswer {
    var details = details
    details["status"] = .int(status.rawValue)
    var error = WrittenFailure(code: status.rawValue < 500 ? .usage : .failed, reason, message)
    error.details = details
    var answer = HTTPAnswer(status, json: error.value)
    answer.refusal = HTTPAnswer.Refused(reason: reason, message: message)
    if let allow { answer.fields.append(("Allow", allow.description)) }
    return answer
  }
}

extension HTTPAnswer {
  /// The same, where it is a refusal, with the request that is refused: its client hears its name.
  func about(_ request: RequestWords) -> HTTPAnswer {
    guard refusal != nil else { return self }
    var answer = self
    answer.refusal?.request = request
    if let id = request.id { answer.fields.append(("X-Request-Id", id)) }
    return answer
  }
}

extension RequestFault {
  /// As it is answered, before the connection is closed.
  public var answer: HTTPAnswer { RequestRefusal(status, "bad_request", message).answer }
}
