import ComponentKit

extension Reader {
  /// What the neighbours know about a book. Where one can't answer, its part is null, and `missing` says why.
  func showDetail(_ id: Int) throws(Failure) -> Value {
    var reply: Fields = ["id": .int(id), "title": nil, "author": nil, "detail": nil, "notes": nil]
    var missing: Fields = [:]
    do throws(Failure) {
      let book = try neighbours.book(id)
      reply["title"] = .text(book.title)
      reply["author"] = .text(book.author)
    } catch {
      if error.reason == "no_such_book" { throw error }
      missing["Library"] = error.asMissing
    }
    do throws(Failure) { reply["detail"] = try neighbours.detail(id) } catch { missing["BookDetail"] = error.asMissing }
    do throws(Failure) { reply["notes"] = try neighbours.notes(id) } catch { missing["Notes"] = error.asMissing }
    reply["missing"] = .map(missing)
    return .map(reply)
  }

  /// The same and more, with all neighbours asked at the same time.
  func overview(_ call: DeferredCall) async throws -> Value {
    let id = try call.int("id")
    call.progress(0, "asking the neighbours")
    async let book = ask("Library", "book", ["id": .int(id)]) { $0.map != nil }
    async let chapters = ask("Library", "chapters", ["id": .int(id)]) { $0.list != nil }
    async let detail = ask("BookDetail", "detail", ["id": .int(id)]) { $0.map != nil }
    async let stars = ask("Review", "average", ["id": .int(id)]) { $0.map != nil }
    async let notes = ask("Notes", "count", ["book": .int(id)]) { $0.int != nil }

    var reply: Fields = ["id": .int(id)]
    var missing: Fields = [:]
    let answers = await [
      ("book", "Library", book), ("chapters", "Library", chapters), ("detail", "BookDetail", detail),
      ("stars", "Review", stars), ("notes", "Notes", notes),
    ]
    for (key, neighbour, answer) in answers {
      do throws(Failure) {
        reply[key] = try answer.get()
      } catch {
        if error.reason == "no_such_book" || error.code == .cancelled { throw error }
        reply[key] = .null
        missing[neighbour] = error.asMissing
      }
    }
    call.progress(1, "done")
    reply["missing"] = .map(missing)
    return .map(reply)
  }

  private func ask(
    _ target: String, _ action: String, _ parameters: Fields, isExpected: (Value) -> Bool
  ) async -> Result<Value, Failure> {
    do throws(Failure) {
      let reply = try await neighbours.mediator.call(target, action, parameters)
      return isExpected(reply) ? .success(reply) : .failure(.unexpected(target))
    } catch {
      return .failure(error)
    }
  }
}
