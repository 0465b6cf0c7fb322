import Testing

@testable import ComponentHost

@Suite struct ParameterNotesTests {
  @Test(arguments: [
    ("", [:]),
    ("id: the book's number", ["id": "the book's number"]),
    ("id: one\npage:   two: three", ["id": "one", "page": "two: three"]),
    ("no note\n\nid:\n: nobody's", ["id": "", "": "nobody's"]),
    ("größe: Maß für 📚", ["größe": "Maß für 📚"]),
    ("id: one\nid: two\n", ["id": "two"]),
  ])
  func `each line explains a parameter`(_ text: String, _ notes: [String: String]) {
    #expect(parameterNotes(text) == notes)
  }
}
