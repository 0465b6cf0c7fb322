import ComponentHost
import ComponentKit

// What the door itself answers in place of a call, or of the end of one.
extension RequestRefusal {
  /// There is no room for one more call.
  static let busy = comingBack(ended(.unavailable, .refused, noRoom, "there are too many calls just now"))
  /// There is no room for one more connection.
  static let full = comingBack(ended(.unavailable, .refused, noPlace, "there are too many connections just now"))
  /// There is no room for more of a request that has not come whole.
  static let heavy = comingBack(ended(.unavailable, .refused, noRoom, "too many bytes wait just now"))
  static let closing = ended(.unavailable, .refused, "closing", "the host is shutting down")
  static let slow = RequestRefusal(.requestTimeout, "slow_request", "the request did not come in time").answer
  static let late = ended(.gatewayTimeout, .timedOutOrCancelled, "timed_out", "the call was not answered in time")

  static let noRoom = "busy"
  static let noPlace = "full"

  // As the failure of a call would be told.
  private static func ended(
    _ status: HTTPStatus, _ code: WrittenFailure.Code, _ reason: String, _ message: String
  ) -> HTTPAnswer {
    var failure = WrittenFailure(code: code, reason, message)
    failure.details = ["status": .int(status.rawValue)]
    var answer = HTTPAnswer(status, json: failure.value)
    answer.refusal = HTTPAnswer.Refused(reason: reason, message: message, isCounted: false)
    return answer
  }

  // In a second there may be room.
  private static func comingBack(_ refused: HTTPAnswer) -> HTTPAnswer {
    var answer = refused
    answer.fields.append(("Retry-After", "1"))
    return answer
  }
}

extension RequestTarget.Page {
  /// It is not shown.
  var hidden: HTTPAnswer { RequestRefusal(.notFound, "not_found", "nothing here answers \(rawValue)").answer }
}
