import ComponentHost
import ComponentKit
import Synchronization

// How requests are read.
extension Connection {
  /// Reads what has come; what becomes of the request in it, or nil where none is whole. What is behind it, or not read
  /// yet, is kept.
  ///
  /// - Parameter isKept: whether it is what is kept already.
  func read(_ bytes: UnsafeRawBufferPointer, isKept: Bool, _ thread: ServingThread) -> Next? {
    var place = 0
    // Of a body that came at once nothing is copied.
    var piece: UnsafeRawBufferPointer?
    while true {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[place...])
      let event = reader.next(in: rest)
      place += reader.consumed
      switch event {
      case .more:
        if let piece { request?.body += piece }
        took(place, of: bytes, isKept)
        if phase == .idle, !reader.isBetween || hasInput { beginReading(core.settings.headTime, thread) }
        return nil
      case .head(let head):
        let terms = ResponseWriter.Terms(head)
        request = ServedRequest(terms: terms, plan: core.rules.plan(head, in: rest), began: thread.now)
        if head.body != .none, head.body != .length(0) {
          beginReading(core.settings.bodyTime, thread)
          if let early = answerEarly(head, hasMore: place < bytes.count, thread) { return early }
        }
      case .body(let range):
        let part = UnsafeRawBufferPointer(rebasing: rest[range])
        if piece == nil, request?.body.isEmpty == true {
          piece = part
        } else {
          if let first = piece { request?.body += first }
          request?.body += part
          piece = nil
        }
      case .end:
        took(place, of: bytes, isKept)
        return complete(piece, thread)
      case .fault(let fault):
        dropInput()
        answer(fault.answer, thread, closes: true)
        return .answered
      }
    }
  }

  // The rest is kept.
  private func took(_ count: Int, of bytes: UnsafeRawBufferPointer, _ isKept: Bool) {
    if isKept { tookInput(count) } else { keep(UnsafeRawBufferPointer(rebasing: bytes[count...])) }
  }

  private func beginReading(_ limit: Duration, _ thread: ServingThread) {
    phase = .reading
    wait(for: limit, from: thread.now)
  }

  // A request that is refused whatever its body says is answered before that has come, and the connection closed, since
  // nobody reads it. A client that waits for leave to send it gets that.
  private func answerEarly(_ head: RequestHead, hasMore: Bool, _ thread: ServingThread) -> Next? {
    if case .answer(let answer)? = request?.plan {
      dropInput()
      self.answer(answer, thread, closes: true)
      return .answered
    }
    if head.expectsContinue, !hasMore {
      thread.writer.appendContinue(to: &thread.output)
      flush(thread)
    }
    return nil
  }

  // The request is whole.
  private func complete(_ piece: UnsafeRawBufferPointer?, _ thread: ServingThread) -> Next {
    guard let plan = request?.plan else { return .answered }
    if isSurplus {
      var refusal = RequestRefusal.full
      if case .call(let http) = plan { refusal = refusal.about(RequestWords(http)) }
      answer(refusal, thread, closes: true)
      return .answered
    }
    switch plan {
    case .answer(let answer): self.answer(answer, thread)
    case .page(let page): answer(core.answer(page), thread)
    case .events(let events): listen(events, thread)
    case .call(let http) where http.isOfDescription && !core.settings.showsDescription:
      answer(RequestTarget.Page.openAPI.hidden, thread)
    case .call(var http):
      let refused =
        if let piece, request?.body.isEmpty == true {
          http.take(body: piece)
        } else {
          request?.body.withUnsafeBytes { http.take(body: $0) } ?? nil
        }
      request?.body = []
      if let refused {
        answer(refused.about(RequestWords(http)), thread)
      } else if let call = begin(http, thread) {
        return .call(call)
      }
    }
    return .answered
  }
}

extension DoorCore {
  /// What the door says of itself.
  fileprivate func answer(_ page: RequestTarget.Page) -> HTTPAnswer {
    switch page {
    case .health: HTTPAnswer(.ok, .text, Array("ok\n".utf8))
    case .ready where stage == .open: HTTPAnswer(.ok, .text, Array("ready\n".utf8))
    case .ready: RequestRefusal.closing
    case .metrics where settings.showsMetrics: HTTPAnswer(.ok, .metrics, Array(MetricsPage(self).text.utf8))
    case .metrics, .events, .openAPI: page.hidden
    }
  }
}
