import ComponentHost
import ComponentKit

/// What is said to a caller: a reply, a failure, or how far its call has come.
struct ClusterAnswer: Sendable {
  /// Which host says so.
  let host: String
  /// How the caller calls its request.
  let request: String?

  private func headers() -> MessageHeaders {
    var headers = MessageHeaders()
    headers.add(.host, host)
    if let request { headers.add(.request, request) }
    return headers
  }

  /// The end of a call, as it is written for a broker.
  ///
  /// - Parameters:
  ///   - wasCalled: whether something may have been called.
  ///   - limit: how long a message may be; what would be longer is a failure.
  func end(_ outcome: Result<Value, Failure>, wasCalled: Bool = true, to reply: Subject, limit: Int) -> [UInt8] {
    switch outcome {
    case .success(let value):
      var payload: [UInt8] = []
      do throws(JSONWriteError) { try value.appendJSON(to: &payload) } catch {
        return unsaid("unwritable_reply", "the reply can't be written as JSON: \(error)", reply, limit)
      }
      let headers = headers()
      guard headers.bytes.count + payload.count <= limit else {
        let words = "the reply has \(payload.count) bytes, and the broker takes \(limit)"
        return unsaid("reply_too_long", words, reply, limit)
      }
      return message(payload, headers, reply)
    case .failure(let failure): return message(failure, failure.status, wasCalled, reply, limit)
    }
  }

  // The action has replied, and it is no word of its own that this can't be said.
  private func unsaid(_ reason: String, _ words: String, _ reply: Subject, _ limit: Int) -> [UInt8] {
    message(Failure(.failed, reason, words), 500, true, reply, limit)
  }

  private func message(
    _ failure: Failure, _ status: Int, _ wasCalled: Bool, _ reply: Subject, _ limit: Int
  ) -> [UInt8] {
    var headers = headers()
    headers.add(.failure, ClusterAnswer.word(failure.code))
    headers.add(.reason, failure.reason)
    headers.add(.serviceError, failure.message)
    headers.add(.serviceErrorCode, "\(status)")
    if !wasCalled { headers.add(.called, "no") }
    if failure.isByHost { headers.add(.voice, "host") }
    var payload: [UInt8] = []
    // A stand-in says what there is to say.
    var written = WrittenFailure(ofURL: failure)
    written.details["status"] = .int(status)
    let said = failure.answer ?? written.value
    do throws(JSONWriteError) { try said.appendJSON(to: &payload) } catch { payload = [] }
    // The headers say the rest.
    if headers.bytes.count + payload.count > limit { payload = [] }
    return message(payload, headers, reply)
  }

  /// How far a call has come.
  func progress(_ part: Double?, _ words: String, to reply: Subject, limit: Int) -> [UInt8]? {
    var headers = headers()
    headers.add(.progress, part.map { "\($0)" } ?? "")
    var payload: [UInt8] = []
    let said = Value.map(["part": part.map(Value.double) ?? .null, "message": .text(words)])
    do throws(JSONWriteError) { try said.appendJSON(to: &payload) } catch { return nil }
    return headers.bytes.count + payload.count <= limit ? message(payload, headers, reply) : nil
  }

  private func message(_ payload: [UInt8], _ headers: MessageHeaders, _ reply: Subject) -> [UInt8] {
    var bytes: [UInt8] = []
    BrokerWriter.publish(payload, to: reply, headers: headers, into: &bytes)
    return bytes
  }

  /// The words for codes of failures, the one table of them: the article on clusters shows it.
  static func word(_ code: Failure.Code) -> String {
    switch code {
    case .notFound: "not_found"
    case .refused: "refused"
    case .invalidParameters: "invalid_parameters"
    case .denied: "denied"
    case .timedOut: "timed_out"
    case .cancelled: "cancelled"
    case .crashed: "crashed"
    default: "failed"
    }
  }
}
