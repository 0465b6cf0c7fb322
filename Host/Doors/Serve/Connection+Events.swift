import ComponentHost
import ComponentKit
import Synchronization

// How a client hears events.
extension Connection {
  /// Answers a request for events: with a stream that ends when the client does, or the door.
  func listen(_ request: EventsRequest, _ thread: ServingThread) {
    // Where the door closes the stream ends as soon as it has begun: a browser comes back only where there was one.
    guard let terms = self.request?.terms else { return abandon() }
    guard let place = core.feed.add(self, request) else {
      return answer(RequestTarget.Page.events.hidden, thread)
    }
    if terms.isHead {
      core.feed.remove(self)
      return answer(HTTPAnswer(.ok, .events), thread)
    }
    (phase, events) = (.listening, place)
    beginStream(terms, thread)
    wait(for: core.settings.heartbeat, from: thread.now)
  }

  /// Tells it what has happened. What a client does not read stays with the feed, as long as that keeps it.
  func tellEvents(_ thread: ServingThread) {
    guard !isStuck, var place = events, let terms = request?.terms else { return }
    var text: [UInt8] = []
    let hasMore = core.feed.take(from: &place, upTo: core.settings.waitingLimit, to: &text)
    events = place
    if !text.isEmpty {
      thread.writer.append(piece: text, terms, to: &thread.output)
      wait(for: core.settings.heartbeat, from: thread.now)
    }
    // Behind what is sent now, if the client takes it.
    if hasMore { _ = post(.ofEvents) }
  }

  /// The door closes: a client that comes back elsewhere says what it has heard last.
  func endEvents(_ thread: ServingThread) {
    tellEvents(thread)
    core.feed.remove(self)
    events = nil
    guard let terms = request?.terms else { return abandon() }
    thread.writer.appendEnd(terms, to: &thread.output)
    finish(closes: true, thread)
  }
}
