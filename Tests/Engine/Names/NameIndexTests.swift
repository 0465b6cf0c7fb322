import Testing

@testable import ComponentHost

@Suite struct NameIndexTests {
  // Few names are searched for, many are looked up.
  @Test(arguments: [0, 100])
  func `a name is found as it is written, or by its letters where one is alike`(_ others: Int) {
    let index = NameIndex(
      ["page", "Id", "ID", "e\u{301}", "twice", "twice", "a_1", "straße"] + (0..<others).map { "other\($0)" })
    #expect(index.contains("page") && index.contains("ID") && index.contains("e\u{301}"))
    #expect(!index.contains("Page") && !index.contains("id") && !index.contains("\u{e9}") && !index.contains(""))
    #expect(index.alike("PAGE") == "page" && index.alike("page") == "page" && index.alike("A_1") == "a_1")
    #expect(index.alike("id") == nil && index.alike("ID") == nil && index.alike("twice") == nil)
    #expect(index.alike("E\u{301}") == "e\u{301}" && index.alike("STRASSE") == nil && index.alike("STRAßE") == "straße")
    #expect(index.alike("\u{c9}") == nil && index.alike("pages") == nil && index.alike("a\u{7f}1") == nil)
    #expect(index.hasAlike("PAGE") && index.hasAlike("iD") && index.hasAlike("TWICE") && !index.hasAlike("pag"))
    #expect(index.names.prefix(3) == ["page", "Id", "ID"])
  }
}
