public import ComponentHost
public import ComponentKit

/// A call that a request becomes, and what its end becomes.
public struct HTTPCall: Sendable {
  /// What to start in the host, once the body has been taken.
  public private(set) var call: OutsideCall
  /// How long it may take; nil for the host's own limit.
  public let timeLimit: Duration?
  public let accept: Accept
  /// What the client would like told with its name in logs.
  public let requestID: String?
  public let trace: TraceParent?
  /// Whether the body says parameters.
  public let takesBody: Bool
  /// Whether it asks what there is to call, and is no call: a door answers it itself, on the thread that a call would have,
  /// since components may have to be loaded for that.
  let isOfDescription: Bool
  // What the client asked for and got.
  private let wait: Int?
  private let isFront: Bool

  init(
    _ url: CallURL, _ head: RequestHead, _ bytes: UnsafeRawBufferPointer, timeLimit: Duration?, isOwners: Bool
  ) {
    trace = head.trace(in: bytes)
    // Others than the owner go by the routes that are meant for them.
    call = OutsideCall(
      url, onlyReads: head.method != .post, isOwners: isOwners, trace: trace, isByName: isOwners && head.isByName)
    takesBody = head.method == .post
    isOfDescription = false
    let path = head.path.isThere ? head.path.bytes(in: bytes) : UnsafeRawBufferPointer(start: nil, count: 0)
    isFront = path.isWord("/") || path.count > 1 && path[1] == UInt8(ascii: "?")
    var accept = head.accept
    // They are a body, and the answer to HEAD has none.
    if head.method == .head { accept.leaveEvents() }
    (self.accept, wait) = (accept, head.wait)
    self.timeLimit = timeLimit
    requestID = head.requestID.isThere ? RequestID.read(head.requestID.bytes(in: bytes)) : nil
  }

  /// What asks for the description of all that there is to call.
  init(ofDescription url: CallURL, _ head: RequestHead, _ bytes: UnsafeRawBufferPointer) {
    call = OutsideCall(url, onlyReads: true)
    (takesBody, isOfDescription, isFront) = (false, true, false)
    (accept, wait, timeLimit) = (Accept(), nil, nil)
    requestID = head.requestID.isThere ? RequestID.read(head.requestID.bytes(in: bytes)) : nil
    trace = head.trace(in: bytes)
  }

  /// Takes the whole body in, which is a JSON object; an empty one says nothing. What is answered instead of a call where it
  /// is none.
  public mutating func take(body: UnsafeRawBufferPointer) -> HTTPAnswer? {
    guard takesBody else { return nil }
    guard !body.isEmpty else {
      call.parameters = [:]
      return nil
    }
    do throws(JSONError) {
      let value = try Value(json: body)
      guard let fields = value.map else {
        return RequestRefusal(.badRequest, "invalid_parameters", "the body must be a JSON object").answer
      }
      call.parameters = fields
      return nil
    } catch {
      return RequestRefusal(
        .badRequest, "invalid_json", "the JSON of the body is invalid: \(error)",
        details: ["line": .int(error.line), "column": .int(error.column)]
      ).answer
    }
  }

  /// What the end of the call is in HTTP.
  ///
  /// - Parameter type: what the action declares of its texts and bytes.
  public func answer(to outcome: Result<Value, Failure>, as type: MediaType? = nil) -> HTTPAnswer {
    guard call.isOwners else {
      var answer = said(of: outcome, as: type)
      if case .declared = answer.type {
        // A page of a component's is none of this address's: a browser runs no script of it, nor lets it read what is here.
        answer.fields.append(("Content-Security-Policy", "sandbox"))
      }
      return answer
    }
    var answer: HTTPAnswer
    if isFront, case .failure(let failure) = outcome {
      answer = withoutPage(failure)
    } else {
      answer = said(of: outcome, as: type)
    }
    answer.guardForOwner(isFront: isFront)
    return answer
  }

  // In place of the owner's page, for whoever looks at it in a browser.
  private func withoutPage(_ failure: Failure) -> HTTPAnswer {
    let page = ([call.url.host] + call.url.path).joined(separator: "/")
    var lines = ["The page here is what \(page) replies, and that can't be had: \(failure.message)."]
    if let folders = failure.details["directories"]?.list?.compactMap(\.text), !folders.isEmpty {
      lines.append("It is looked for in \(folders.joined(separator: ", ")).")
    }
    if let help = failure.details["help"]?.text { lines.append("To mend it: \(help).") }
    lines.append("All other paths answer as ever. Once it is there, load this page again.")
    return HTTPAnswer(HTTPStatus(rawValue: failure.status), .text, Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  private func said(of outcome: Result<Value, Failure>, as type: MediaType?) -> HTTPAnswer {
    switch outcome {
    case .success(let reply): return answer(reply, .ok, as: type)
    case .failure(let failure):
      // A stand-in says what there is to say.
      if let said = failure.answer { return answer(said, HTTPStatus(rawValue: failure.status)) }
      var answer = HTTPAnswer(HTTPStatus(rawValue: failure.status), json: WrittenFailure(ofURL: failure).value)
      if let seconds = failure.retryAfter { answer.fields.append(("Retry-After", "\(seconds)")) }
      if answer.status == .methodNotAllowed { answer.fields.append(("Allow", "POST, OPTIONS")) }
      return answer
    }
  }

  private func answer(_ value: Value, _ status: HTTPStatus, as type: MediaType? = nil) -> HTTPAnswer {
    var answer = HTTPAnswer(status, .json)
    switch value {
    case .text(let text):
      answer = plain(answer, type, isText: true) { Array(text.utf8) }
    case .bytes(let bytes):
      answer = plain(answer, type, isText: false) { bytes }
    default: break
    }
    guard answer.type == .json else { return answer }
    do throws(JSONWriteError) {
      try value.appendJSON(to: &answer.body)
      answer.body.append(.lineFeed)
      return answer
    } catch {
      return RequestRefusal(.internalError, "unwritable_reply", "the reply can't be written as JSON: \(error)").answer
    }
  }

  // A text or bytes as they are, where the client takes them so. What stores answers is told that others may not.
  private func plain(
    _ answer: HTTPAnswer, _ type: MediaType?, isText: Bool, _ body: () -> [UInt8]
  ) -> HTTPAnswer {
    var answer = answer
    answer.fields.append(("Vary", "Accept"))
    if let type {
      guard accept.takes(type) else { return answer }
      answer.type = .declared(type, isText: isText)
    } else {
      guard isText ? accept.takesText : accept.takesBytes else { return answer }
      answer.type = isText ? .text : .bytes
    }
    answer.body = body()
    return answer
  }

  /// Writes how far the call has come as an event of a stream.
  public static func append(progress part: Double?, _ message: String, to output: inout [UInt8]) {
    var data: [UInt8] = []
    Value.map(["part": part.map(Value.double) ?? .null, "message": .text(message)]).appendLine(to: &data)
    EventStream.append("progress", data: data.dropLast(), to: &output)
  }

  /// Writes the end of the call as the last event of a stream: `reply`, or `failure`, before which a stand-in's answer comes
  /// as `answer`. Their data are JSON.
  public func append(end outcome: Result<Value, Failure>, to output: inout [UInt8]) {
    var data: [UInt8] = []
    switch outcome {
    case .success(let reply):
      reply.appendLine(to: &data)
      EventStream.append("reply", data: data.dropLast(), to: &output)
    case .failure(let failure):
      if let said = failure.answer {
        said.appendLine(to: &data)
        EventStream.append("answer", data: data.dropLast(), to: &output)
        data = []
      }
      WrittenFailure(ofURL: failure).value.appendLine(to: &data)
      EventStream.append("failure", data: data.dropLast(), to: &output)
    }
  }
}

extension Failure {
  /// In how many seconds the call is worth another try; nil where nobody knows.
  fileprivate var retryAfter: Int? {
    guard status == 429 || status == 503, let seconds = details["retry_after"]?.double, seconds.isFinite else {
      return nil
    }
    return Int(min(max(seconds.rounded(.up), 1), 86400))
  }
}
