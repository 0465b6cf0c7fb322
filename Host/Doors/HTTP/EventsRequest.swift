import ComponentHost
import ComponentKit

/// A request to hear events as they happen, `GET /events?name=Library.changed,host:replaced`.
public struct EventsRequest: Sendable, Equatable {
  /// Those that are meant; empty for all that are shown.
  public let names: [String]
  /// What the client has heard last, by the id that the event had; nil for one that begins.
  public let after: String?

  init(_ url: CallURL, after: String?) throws(RequestRefusal) {
    var names: [String] = []
    for (key, value) in url.parameters {
      guard key == "name" else {
        throw RequestRefusal(
          .badRequest, "unknown_parameter", "/events takes names only: ?name=Library.changed",
          details: ["parameter": .text(key)])
      }
      for text in value.list ?? [value] {
        guard let text = text.text else {
          throw RequestRefusal(
            .badRequest, "mistyped_parameter", "a name is a text", details: ["parameter": .text(key)])
        }
        let some = text.split(separator: ",").map(String.init)
        // An empty name is a mistake, and would hear all.
        guard !some.isEmpty else {
          throw RequestRefusal(
            .badRequest, "missing_name", "name= names no event: /events?name=Library.changed, or /events for all",
            details: ["parameter": .text(key)])
        }
        names += some
      }
    }
    (self.names, self.after) = (names, after)
  }
}
