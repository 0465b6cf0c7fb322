import ComponentKit
import NotesLog

extension Note {
  var asValue: Value {
    [
      "id": .int(id),
      "book": .int(book),
      "page": page.map(Value.int) ?? .null,
      "time": .int(time),
      "text": .text(text),
    ]
  }
}

extension LogReport {
  func asValue(_ path: String) -> Value {
    [
      "file": .text(path),
      "size": .int(size),
      "notes": .int(notes),
      "records": .int(records),
      "cut": .int(cut),
      "damaged": .list(damaged.map { ["from": .int($0.lowerBound), "to": .int($0.upperBound)] }),
    ]
  }
}
