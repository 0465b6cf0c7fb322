@_spi(Doors) import ComponentDoors
import ComponentHost
import ComponentKit

/// What has come for a call that is made elsewhere.
enum ElsewhereAnswer {
  /// The broker says that nobody hears the subject.
  case nobody
  case progress(Double?, String)
  case reply([UInt8], host: String)
  case failure(Failure, wasCalled: Bool, host: String)
  /// It is no answer, in these words.
  case invalid(String)

  init(_ delivery: Delivery) {
    do throws(Fault) { self = try ElsewhereAnswer.read(delivery) } catch { self = .invalid(error.words) }
  }

  private struct Fault: Error { let words: String }

  private static func read(_ delivery: Delivery) throws(Fault) -> ElsewhereAnswer {
    if delivery.isCut { throw Fault(words: "it is longer than is taken") }
    let headers: MessageHeaders
    do throws(MessageHeaders.Fault) { headers = try MessageHeaders(delivery.headers) } catch {
      throw Fault(words: "its headers can't be read: \(error.rawValue)")
    }
    if headers.status == 503 { return .nobody }
    if let status = headers.status { throw Fault(words: "it has the status \(status)") }
    let host = try value(.host, headers).map { excerpt($0) } ?? ""
    if let part = try value(.progress, headers) {
      let said = small(delivery.payload)?["message"]?.text ?? ""
      return .progress(Double(part).flatMap { (0...1).contains($0) ? $0 : nil }, said)
    }
    guard let word = try value(.failure, headers) else {
      if delivery.payload.isEmpty { throw Fault(words: "it has neither a reply nor a failure") }
      return .reply(delivery.payload, host: host)
    }
    guard let code = codes.first(where: { ClusterAnswer.word($0) == word }) else {
      throw Fault(words: "it has the unknown code \(quoted(excerpt(word)))")
    }
    let failure = try failure(code, headers, delivery.payload, host)
    return .failure(failure, wasCalled: try value(.called, headers) != "no", host: host)
  }

  private static let codes: [Failure.Code] = [
    .failed, .notFound, .refused, .invalidParameters, .denied, .timedOut, .cancelled, .crashed,
  ]

  private static func failure(
    _ code: Failure.Code, _ headers: MessageHeaders, _ payload: [UInt8], _ host: String
  ) throws(Fault) -> Failure {
    let said = small(payload)
    let error = said?["error"]?.map
    let isWritten = error?["reason"]?.text != nil && error?["message"]?.text != nil
    let words = try isWritten ? error?["message"]?.text : value(.serviceError, headers)
    var failure = Failure(
      code, try value(.reason, headers) ?? "", words ?? "the call has failed", details: error?["details"]?.map ?? [:])
    if let names = error?["suggestions"], names.list?.isEmpty == false { failure.details["suggestions"] = names }
    // The numbers of HTTP are for doors.
    failure.details["status"] = nil
    failure.details["host"] = .text(host)
    // What is no failure in words is what a stand-in says in its place.
    if !isWritten { failure.answer = said }
    return failure
  }

  private static func value(_ header: ClusterHeader, _ headers: MessageHeaders) throws(Fault) -> String? {
    do throws(Failure) { return try headers.value(header) } catch { throw Fault(words: error.message) }
  }

  // The connection's thread reads it, so what is long is not read.
  private static func small(_ payload: [UInt8]) -> Value? {
    if payload.isEmpty || payload.count > 256 << 10 { return nil }
    do throws(JSONError) { return try Value(json: payload) } catch { return nil }
  }

  /// What a reply's JSON says, on the thread of who waits for it.
  static func end(_ payload: [UInt8], host: String, of path: String) -> ElsewhereEnd {
    do throws(JSONError) { return .reply(try Value(json: payload), host: host) } catch {
      return .fault(.invalidAnswer(path, "the JSON of the reply is invalid: \(error)", host: host))
    }
  }
}

extension Failure {
  static func invalidAnswer(_ path: String, _ words: String, host: String = "") -> Failure {
    Failure(
      .failed, "invalid_answer", "what has come for \(path) from elsewhere is no answer: \(words)",
      details: host.isEmpty ? [:] : ["host": .text(host)])
  }

  static func unreachable(_ path: String) -> Failure {
    Failure(.refused, "unreachable", "\(path) is called elsewhere, and no broker of the cluster is connected")
  }

  static func nobodySaid(_ component: String) -> Failure {
    Failure(.timedOut, "elsewhere_timed_out", "nobody who has \(component) says so in time: nothing was called")
  }

  static func outcomeUnknown(_ path: String) -> Failure {
    Failure(
      .failed, "outcome_unknown",
      "the connection to the cluster was lost before \(path) was answered: whether it was done nobody knows")
  }

  static func elsewhereBusy(_ path: String) -> Failure {
    Failure(.refused, "elsewhere_busy", "\(path) is called elsewhere, where too many calls are under way")
  }
}
