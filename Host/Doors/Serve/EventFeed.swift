import ComponentHost
import ComponentKit
import Synchronization

/// The events that a door shows, and the connections that hear them.
///
/// The last events are kept as they are sent. A client that comes back and says what it has heard last gets what it has
/// missed, or hears how many events it has missed for good. Nobody who publishes waits for a client.
final class EventFeed: Sendable {
  private let shown: [String]
  // Ids of a feed before, which nobody keeps any more, are told by it.
  private let epoch: String
  private let state = Mutex(State())

  private struct State {
    // The event at the place n of all that were kept stands at n % EventFeed.limit.
    var kept: [Kept] = []
    // The places of the oldest one that is kept, and of the next one that comes.
    var first = 0
    var end = 0
    // The number of the next one. Those that were lost on the way to the feed have numbers as well.
    var next = 1
    var bytes = 0
    var listeners: [Int: Connection] = [:]
    var observation: Observation?
  }

  private struct Kept {
    var number = 0
    var name = ""
    var text: [UInt8] = []
  }

  /// How far a client has heard.
  struct Place {
    fileprivate let names: [String]
    // The place of the next one, and the number that it has if none is missed before.
    fileprivate var place: Int
    fileprivate var number: Int
    // It was another feed's client: what it has missed nobody knows.
    fileprivate var isForeign = false
  }

  /// How many events are kept at most, and of how many bytes in all.
  static let limit = 1024
  private static let byteLimit = 1 << 20

  /// - Parameters:
  ///   - shown: the names of the events that everybody may hear.
  ///   - epoch: letters and digits that no other feed has.
  init(_ shown: [String], epoch: String) {
    self.shown = shown
    self.epoch = epoch
  }

  /// Whether any event is shown.
  var isOpen: Bool { !shown.isEmpty }

  /// How many hear events.
  var count: Int { state.withLock { $0.listeners.count } }

  /// Hears from now on what is published.
  func begin(_ mediator: Mediator) throws(Failure) {
    guard isOpen else { return }
    // It goes with the observation, which the feed holds.
    let observation = try mediator.observe(shown, limit: EventFeed.limit) { [weak self] in self?.hear($0) }
    state.withLock { $0.observation = observation }
  }

  func end() {
    let observation = state.withLock { state in
      defer { state.observation = nil }
      return state.observation
    }
    observation?.cancel()
  }

  private func hear(_ notice: Notice) {
    let listeners = state.withLock { state in
      state.next += notice.lost
      keep(notice, &state)
      return Array(state.listeners.values)
    }
    for connection in listeners where connection.post(.ofEvents) { connection.core.deliver(connection) }
  }

  private func keep(_ notice: Notice, _ state: inout State) {
    let kept = Kept(number: state.next, name: notice.event, text: text(notice.event, notice.value, state.next))
    if state.kept.isEmpty { state.kept = Array(repeating: Kept(), count: EventFeed.limit) }
    if state.end - state.first == EventFeed.limit { drop(&state) }
    state.kept[state.end % EventFeed.limit] = kept
    state.end += 1
    state.next += 1
    state.bytes += kept.text.count
    // The newest is kept, however long it is.
    while state.bytes > EventFeed.byteLimit, state.first < state.end - 1 { drop(&state) }
  }

  private func drop(_ state: inout State) {
    let place = state.first % EventFeed.limit
    state.bytes -= state.kept[place].text.count
    state.kept[place] = Kept()
    state.first += 1
  }

  private func text(_ event: String, _ value: Value, _ number: Int) -> [UInt8] {
    var (data, text): ([UInt8], [UInt8]) = ([], [])
    value.appendLine(to: &data)
    EventStream.append(event, data: data.dropLast(), id: "\(epoch)-\(number)", to: &text)
    return text
  }

  // MARK: those who hear

  /// A connection hears events from now on; nil where one of those that are meant is not shown.
  func add(_ connection: Connection, _ request: EventsRequest) -> Place? {
    guard isOpen, request.names.allSatisfy({ shown.contains($0) }) else { return nil }
    return state.withLock { state in
      state.listeners[connection.place] = connection
      var place = Place(names: request.names, place: state.end, number: state.next)
      guard let after = request.after else { return place }
      guard let last = number(after), last < state.next else {
        place.isForeign = true
        return place
      }
      place.number = last + 1
      place.place = (state.first..<state.end).first { state.kept[$0 % EventFeed.limit].number > last } ?? state.end
      return place
    }
  }

  func remove(_ connection: Connection) { state.withLock { $0.listeners[connection.place] = nil } }

  // The number in an id of this feed's.
  private func number(_ id: String) -> Int? {
    let parts = id.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == epoch, parts[1].utf8.allSatisfy(\.isDigit), let number = Int(parts[1]) else {
      return nil
    }
    return number
  }

  /// Writes what a client has not heard yet, up to about so many bytes. Whether there is more.
  func take(from place: inout Place, upTo limit: Int, to output: inout [UInt8]) -> Bool {
    state.withLock { state in
      if place.isForeign { output += text("lost", ["count": .null], place.number - 1) }
      place.isForeign = false
      place.place = max(place.place, state.first)
      while place.place < state.end, output.count < limit {
        let kept = state.kept[place.place % EventFeed.limit]
        if kept.number > place.number {
          output += text("lost", ["count": .int(kept.number - place.number)], kept.number - 1)
        }
        if place.names.isEmpty || place.names.contains(kept.name) { output += kept.text }
        place.place += 1
        place.number = kept.number + 1
      }
      return place.place < state.end
    }
  }
}
