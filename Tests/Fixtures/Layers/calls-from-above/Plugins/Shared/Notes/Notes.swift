import ComponentKit

func show(_ mediator: Mediator) throws {
  _ = try mediator.call("Reader.Settings", "show")
  _ = try mediator.open(key: "Reader_page", parameters: ["id": 1])
  // mediator.call("Reader", "open") is no call, nor is a URL one:
  let needs = [Need("Reader", optional: true)], link = "app://Reader/books/1"
  _ = (try mediator.call("Library", "list"), try mediator.call("Readers", "open"), needs, link)
}
