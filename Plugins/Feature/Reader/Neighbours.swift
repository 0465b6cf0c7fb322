import ComponentKit

/// What Reader asks of its neighbours. A neighbour that is gone is a failure like any other.
struct Neighbours: Sendable {
  let mediator: Mediator

  /// Title and author.
  func book(_ id: Int) throws(Failure) -> (title: String, author: String) {
    let reply = try mediator.call("Library", "book", ["id": .int(id)])
    guard let title = reply["title"]?.text, let author = reply["author"]?.text else { throw .unexpected("Library") }
    return (title, author)
  }

  func text(_ id: Int) throws(Failure) -> String {
    guard let text = try mediator.call("Library", "text", ["id": .int(id)]).text else { throw .unexpected("Library") }
    return text
  }

  func detail(_ id: Int) throws(Failure) -> Value {
    let reply = try mediator.call("BookDetail", "detail", ["id": .int(id)])
    guard reply.map != nil else { throw .unexpected("BookDetail") }
    return reply
  }

  func notes(_ id: Int) throws(Failure) -> Value {
    let reply = try mediator.call("Notes", "list", ["book": .int(id)])
    guard reply.list != nil else { throw .unexpected("Notes") }
    return reply
  }

  /// The page last read; nil where none was.
  func bookmark(_ id: Int) throws(Failure) -> Int? {
    let reply = try mediator.call("Notes", "bookmarked", ["book": .int(id)])
    guard reply.isNull || reply.int != nil else { throw .unexpected("Notes") }
    return reply.int
  }

  func setBookmark(_ id: Int, _ page: Int) throws(Failure) {
    let reply = try mediator.call("Notes", "bookmark", ["book": .int(id), "page": .int(page)])
    guard reply.int == page else { throw .unexpected("Notes") }
  }
}

extension Failure {
  /// Somebody answered, but not what a neighbour of that name answers: a fallback in its place, say.
  static func unexpected(_ neighbour: String) -> Failure {
    Failure(.failed, "unexpected_reply", "\(neighbour) replied something else than was asked for")
  }

  /// As a part of a reply that says what is missing from it, and why.
  var asMissing: Value { ["reason": .text(reason), "message": .text(message)] }
}
