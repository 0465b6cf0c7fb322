@_spi(Doors) import ComponentDoors
import ComponentHost
import ComponentKit
import Glibc
import Synchronization

/// The events that cross: what components of this host publish goes to the others, and what those of others do is told to who
/// observes it here, as far as the policy names it.
///
/// An event is no promise: nobody who publishes waits for the network, and what finds no connection or no room is lost, counted
/// and told.
final class ClusterEvents: Sendable {
  private let host: Host
  private let link: BrokerLink
  private let id: String
  private let settings: ClusterDoor.Settings
  private let inbox = EventInbox()
  private let relay = Mutex<EventRelay?>(nil)
  private let unsent = Mutex(LostCount())
  private let unheard = Mutex(LostCount())
  // What was told of events that are passed over.
  private let told = Mutex<Set<String>>([])

  // So many different things are told, each once: who makes them up does not fill the log.
  private static let toldLimit = 64
  /// How many events may wait to be sent.
  private static let limit = 4096

  init(_ host: Host, _ link: BrokerLink, id: String, _ settings: ClusterDoor.Settings) {
    (self.host, self.link, self.id, self.settings) = (host, link, id, settings)
  }

  /// What others' events come in by; nothing where the policy names none.
  var patterns: [String] {
    let place = "\(settings.name).event"
    switch host.settings.policy.elsewhere.events {
    case .none: return []
    case .all: return ["\(place).>"]
    case .some(let names):
      // What one name covers comes once, whatever another one covers.
      let widest = Set(names).filter { name in
        !names.contains { $0 != name && name.utf8.starts(with: "\($0).".utf8) }
      }
      return widest.sorted().flatMap { ["\(place).\($0)", "\(place).\($0).>"] }
    }
  }

  /// Lets events cross from now on.
  func begin() throws(Failure) {
    if patterns.isEmpty { return }
    guard inbox.begin({ [weak self] in self?.take($0, $1) }) else {
      throw Failure(.failed, "no_thread", "the door can't be opened: the system has no thread left")
    }
    let relay = host.relayEvents(limit: ClusterEvents.limit) { [weak self] in self?.send($0, $1, lost: $2) }
    self.relay.withLock { $0 = relay }
  }

  /// Nothing crosses any more. What this host has published before is sent, as far as that takes no longer than a moment.
  func end() {
    let relay = relay.withLock { exchange(&$0, with: nil) }
    if let relay {
      let last = Clock.moment(after: ClusterEvents.lastTime)
      while relay.waiting > 0, Clock.now < last { usleep(1_000) }
      lose(relay.waiting)
      relay.end()
    }
    inbox.end()
  }

  private static let lastTime = Duration.milliseconds(250)

  // MARK: out, on a thread of the host's

  private func send(_ event: String, _ value: Value, lost: Int) {
    lose(lost)
    guard let subject = Subject("\(settings.name).event.\(event)") else { return }
    var payload: [UInt8] = []
    do throws(JSONWriteError) { try value.appendJSON(to: &payload) } catch {
      return keep(event, "JSON can't say it: \(error)")
    }
    var headers = MessageHeaders()
    headers.add(.host, id)
    guard headers.bytes.count + payload.count <= link.messageLimit else {
      return keep(event, "it has \(payload.count) bytes, and the broker takes \(link.messageLimit)")
    }
    var message: [UInt8] = []
    BrokerWriter.publish(payload, to: subject, headers: headers, into: &message)
    switch link.output.ask(message, by: link.output.connection) {
    case .sent: break
    case .closed, .full: lose(1)
    }
  }

  // It stays here, where it was heard as any.
  private func keep(_ event: String, _ why: String) {
    tell("event_kept", "the event \(quoted(event)) does not go to other hosts: \(why)")
  }

  private func lose(_ count: Int) {
    guard let all = unsent.withLock({ $0.add(count) }) else { return }
    settings.tell(
      DoorEvent(
        .warning, "events_lost",
        "\(ClusterEvents.count(all)) not sent to other hosts: no broker was there, or more came than it takes"))
  }

  // MARK: in

  /// Hears a message, on the connection's thread.
  func hear(_ delivery: Delivery) {
    // Nothing of it is looked at where nobody hears it, and what this host has sent itself takes no room.
    if let event = event(delivery), host.hearsFromElsewhere(event), !isOwn(delivery) { inbox.add(delivery) }
  }

  private func isOwn(_ delivery: Delivery) -> Bool {
    do throws(MessageHeaders.Fault) {
      return try MessageHeaders(delivery.headers).values(ClusterHeader.host.rawValue) == [id]
    } catch { return false }
  }

  private func event(_ delivery: Delivery) -> String? {
    let place = "\(settings.name).event."
    guard delivery.subject.utf8.starts(with: place.utf8) else { return nil }
    return String(Substring(delivery.subject.utf8.dropFirst(place.utf8.count)))
  }

  private func take(_ some: [Delivery], _ lost: Int) {
    for delivery in some { take(delivery) }
    guard let all = unheard.withLock({ $0.add(lost) }) else { return }
    settings.tell(
      DoorEvent(
        .warning, "events_lost",
        "\(ClusterEvents.count(all)) of other hosts not heard here: more came than could be told"))
  }

  private func take(_ delivery: Delivery) {
    guard let event = event(delivery) else { return }
    var sender = ""
    do throws(Failure) {
      if delivery.isCut { throw ClusterEvents.wrong("it is longer than is taken") }
      let headers: MessageHeaders
      do throws(MessageHeaders.Fault) { headers = try MessageHeaders(delivery.headers) } catch {
        throw ClusterEvents.wrong("its headers can't be read: \(error.rawValue)")
      }
      // What is of no host is something else that goes by that subject.
      guard let from = try headers.value(.host), !from.isEmpty else { return }
      sender = " of the host \(quoted(from))"
      var value = Value.null
      do throws(JSONError) { if !delivery.payload.isEmpty { value = try Value(json: delivery.payload) } } catch {
        throw ClusterEvents.wrong("its JSON is invalid: \(error)")
      }
      try host.hearFromElsewhere(event, value)
    } catch {
      tell("event_refused", "an event \(quoted(event))\(sender) is not heard: \(error.message)")
    }
  }

  private static func wrong(_ words: String) -> Failure { Failure(.invalidParameters, "invalid_event", words) }

  private static func count(_ count: Int) -> String { count == 1 ? "1 event was" : "\(count) events were" }

  private func tell(_ kind: String, _ message: String) {
    let isNews = told.withLock { told in told.count < ClusterEvents.toldLimit && told.insert(message).inserted }
    if isNews { settings.tell(DoorEvent(.warning, kind, message)) }
  }
}
