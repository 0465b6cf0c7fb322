import Testing

@testable import ComponentHost

@Suite struct MediaTypeTests {
  @Test(arguments: [
    ("text/csv", "text/csv"), ("Image/SVG+XML", "image/svg+xml"), ("text/csv; header=present", "text/csv"),
    ("text/csv;header=\"a b;c\" ; x=1", "text/csv"), ("text/html;charset=UTF-8", "text/html"),
    ("application/vnd.a-b.c!#$&^_+json", "application/vnd.a-b.c!#$&^_+json"),
    ("text/html; charset=\"utf-8\"", "text/html"), ("1/2", "1/2"),
  ]) func `a type has a name, whatever its parameters are`(text: String, essence: String) throws {
    let type = try #require(MediaType(text))
    #expect(type.essence == essence && type.description == text)
  }

  @Test(arguments: [
    ("text", "'text' does not begin with a type and a subtype, such as 'text/csv'"),
    ("", "'' does not begin with a type and a subtype, such as 'text/csv'"),
    ("text/", "'text/' does not begin with a type and a subtype, such as 'text/csv'"),
    ("/csv", "'/csv' does not begin with a type and a subtype, such as 'text/csv'"),
    ("text/*", "'text/*' does not begin with a type and a subtype, such as 'text/csv'"),
    ("+a/b", "'+a/b' does not begin with a type and a subtype, such as 'text/csv'"),
    (" text/csv", "' text/csv' does not begin with a type and a subtype, such as 'text/csv'"),
    ("text/csv, text/html", "', text/html' is no parameter, such as '; header=present'"),
    ("text/csv\r\nX: y", #"'\u{d}\u{a}X: y' is no parameter, such as '; header=present'"#),
    ("text/csv;", "';' is no parameter, such as '; header=present'"),
    ("text/csv; header", "'; header' is no parameter, such as '; header=present'"),
    ("text/csv; header=", "'; header=' is no parameter, such as '; header=present'"),
    ("text/csv; header=\"a", "'; header=\"a' is no parameter, such as '; header=present'"),
    ("text/csv; header=\"a\\\"", #"'; header="a\"' is no parameter, such as '; header=present'"#),
    ("text/csv; header=ä", "'; header=ä' is no parameter, such as '; header=present'"),
    ("text/csv; charset=latin1", "its charset is 'latin1', and texts are utf-8"),
    ("application/json", "'application/json' is what the host itself writes"),
    ("Text/Event-Stream; x=1", "'text/event-stream' is what the host itself writes"),
  ]) func `what is none says why`(text: String, words: String) {
    #expect(MediaType(text) == nil)
    #expect {
      try MediaType(parsing: text)
    } throws: { error in
      "\(error)" == words
    }
  }
}
