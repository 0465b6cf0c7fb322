@_spi(Doors) import ComponentDoors
import ComponentHost
import ComponentKit

/// What has come for a call that is made elsewhere.
enum ElsewhereAnswer {
  /// The broker says that nobody hears the subject.
  case nobody
  case progress(Double?, String)
  case reply([UInt8], host: String)
  /// What of it is too long for the connection's thread is not read yet.
  case failure(Failure, wasCalled: Bool, host: String, unread: [UInt8])
  /// It is no answer, in these words.
  case invalid(String)
  /// It is of no host of a cluster, and not about the call: whoever keeps what is sent, or serves something else under that
  /// subject, has said something as well.
  case foreign

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
    guard let host = try value(.host, headers).map({ excerpt($0) }), !host.isEmpty else { return .foreign }
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
    var failure = Failure(
      code, try value(.reason, headers) ?? "", try value(.serviceError, headers) ?? "the call has failed",
      details: ["host": .text(host)])
    failure.isByHost = try isHosts(code, headers)
    if let said = small(delivery.payload) { failure.take(said) }
    let isShort = delivery.payload.count <= shortLimit
    return .failure(
      failure, wasCalled: try value(.called, headers) != "no", host: host, unread: isShort ? [] : delivery.payload)
  }

  private static let codes: [Failure.Code] = [
    .failed, .notFound, .refused, .invalidParameters, .denied, .timedOut, .cancelled, .crashed,
  ]

  // Whether they are not the action's own words: who throws them on does not say them either.
  private static func isHosts(_ code: Failure.Code, _ headers: MessageHeaders) throws(Fault) -> Bool {
    if [.timedOut, .cancelled, .crashed].contains(code) { return true }
    if try value(.voice, headers) != nil { return true }
    return try value(.called, headers) == "no"
  }

  private static func value(_ header: ClusterHeader, _ headers: MessageHeaders) throws(Fault) -> String? {
    do throws(Failure) { return try headers.value(header) } catch { throw Fault(words: error.message) }
  }

  private static let shortLimit = 256 << 10

  // The connection's thread reads it, so what is long is not read.
  private static func small(_ payload: [UInt8]) -> Value? {
    if payload.isEmpty || payload.count > shortLimit { return nil }
    do throws(JSONError) { return try Value(json: payload) } catch { return nil }
  }

  /// A failure with what was too long for the connection's thread, on the thread of who waits for it.
  static func end(_ failure: Failure, _ unread: [UInt8]) -> ElsewhereEnd {
    var failure = failure
    do throws(JSONError) { if !unread.isEmpty { failure.take(try Value(json: unread)) } } catch {}
    return .failure(failure)
  }

  /// What a reply's JSON says, on the thread of who waits for it.
  static func end(_ payload: [UInt8], host: String, of path: String) -> ElsewhereEnd {
    do throws(JSONError) { return .reply(try Value(json: payload), host: host) } catch {
      return .fault(.invalidAnswer(path, "the JSON of the reply is invalid: \(error)", host: host))
    }
  }
}

extension Failure {
  // What the content says beside the headers.
  fileprivate mutating func take(_ said: Value) {
    let error = said["error"]?.map
    // What is no failure in words is what a stand-in says in its place.
    guard error?["reason"]?.text != nil, let message = error?["message"]?.text else { return answer = said }
    let host = details["host"]
    self.message = message
    details = error?["details"]?.map ?? [:]
    if let names = error?["suggestions"], names.list?.isEmpty == false { details["suggestions"] = names }
    // The numbers of HTTP are for doors.
    details["status"] = nil
    details["host"] = host
  }

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

  static func nobodyTook(_ path: String) -> Failure {
    Failure(.timedOut, "elsewhere_timed_out", "nobody who has \(path) took the call in time: nothing was called")
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
