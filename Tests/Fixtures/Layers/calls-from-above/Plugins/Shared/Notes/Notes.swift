import ComponentKit

func show(_ mediator: Mediator) throws {
  _ = try mediator.call("Reader.Settings", "show")
  _ = try mediator.open(key: "Reader_page", parameters: ["id": 1])
  // mediator.call("Reader", "open") is no call, nor is a URL one:
  let needs = [Need("Reader", optional: true)], link = "app://Reader/books/1"
  _ = (try mediator.call("Library", "list"), try mediator.call("Readers", "open"), needs, link)
}

// As the formatter breaks long calls, behind a text with two slashes, and within a text:
func showMore(_ mediator: Mediator) throws {
  _ = try mediator.open(
    key: "Reader_page", parameters: ["id": 1])
  _ = try mediator.call(
    "Reader", "open", ["id": 1])
  _ = ("app://Reader/books", try mediator.call("Reader", "open"))
  _ = "a page: \(try mediator.call("Reader", "page"))"
  /* mediator.call("Reader", "open") /* neither */ is one: mediator.call("Reader", "open") */
  _ = ("say mediator.call(\"Reader\")", #"mediator.call("Reader")"#)
}

struct OpenBook: Request {
  static let target = "Reader"
  typealias Reply = NoReply
}

let reader = Neighbour("Reader")

struct ShowPage: Request {
  static var target: String { "Reader" }
  static var title: String { "Reader" }
}

struct TurnPage: Request {
  public static var target: String {
    return "Reader.Settings"
  }
}

func link(_ mediator: Mediator) throws -> [String] {
  // The URL of an action is written by its names.
  try [mediator.url(for: "Reader", "open", ["id": 1]), mediator.url(for: "Library", "list"), "app://Reader/open"]
}
