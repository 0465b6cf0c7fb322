import ComponentKit
import Glibc
import LibraryShelf

extension Book {
  /// What the book is, without its text.
  var asValue: Value {
    [
      "id": .int(id),
      "title": .text(title),
      "author": .text(author),
      "year": year.map(Value.int) ?? .null,
      "summary": .text(summary),
      "chapters": .int(chapters.count),
    ]
  }
}

extension Hit {
  var asValue: Value {
    [
      "id": .int(book.id),
      "title": .text(book.title),
      "author": .text(book.author),
      "found": .text(place.rawValue),
      "excerpt": .text(excerpt),
    ]
  }
}

func skippedValue(_ file: String, _ fault: BookFault) -> Value {
  ["file": .text(file), "reason": .text(fault.reason), "message": .text(fault.message)]
}

/// A variable of the environment; nil where it is empty or not set.
func environment(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}
