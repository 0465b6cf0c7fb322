import Testing

@testable import ComponentCluster

@Suite struct SubjectTests {
  @Test func `a subject has tokens, and none is empty, a wildcard or has spaces`() {
    for text in ["a", "a.b", "$SRV.PING", "_INBOX.x-1.y_2", "shop.call.1.Reader.Page.show", "a*b", ">a", "a.b>"] {
      let isWild = text.contains("*") || text.contains(">")
      #expect((Subject(text) != nil) == !isWild, "\(text)")
    }
    for text in ["", ".", "a.", ".a", "a..b", "a b", "a\tb", "a\r\nPUB b 0\r\n", "a\0", "é", "*", ">", "a.*", "a.>"] {
      #expect(Subject(text) == nil, "\(text)")
    }
    #expect(Subject(String(repeating: "a", count: 2000)) != nil)
    #expect(Subject(String(repeating: "a", count: 2001)) == nil)
  }

  @Test func `a pattern has wildcards as tokens, and the one for all that follow is the last`() {
    for text in ["a", "*", ">", "a.*", "a.*.b", "a.>", "*.*.>"] {
      #expect(SubjectPattern(text)?.text == text, "\(text)")
    }
    for text in ["", "a*", "*a", "a.b*", ">.a", "a.>b", "**", ">>", "a.>.", "a. *"] {
      #expect(SubjectPattern(text) == nil, "\(text)")
    }
  }

  @Test func `a subject grows by tokens`() {
    #expect(Subject("a")?.appending("b.c")?.text == "a.b.c")
    #expect(Subject("a")?.appending("") == nil && Subject("a")?.appending("b c") == nil)
  }
}
