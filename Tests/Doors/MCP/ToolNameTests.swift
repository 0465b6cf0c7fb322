import Testing

@testable import ComponentDoors

@Suite struct ToolNameTests {
  @Test(arguments: [
    ("Reader", "showDetail", "Reader-showDetail"), ("Reader.Pages", "turn", "Reader-Pages-turn"), ("a", "b", "a-b"),
    ("A_1.B_", "c_2", "A_1-B_-c_2"),
  ]) func `a name has its target's parts and its action, with '-' between them`(
    target: String, action: String, text: String
  ) {
    let name = ToolName(target: target, action: action)
    #expect(name.text == text)
    #expect(ToolName(text) == name)
    #expect(!ToolName.isCut(text))
  }

  @Test(arguments: [
    "", "-", "a", "a-", "-a", "a--b", "a.b", "a-b.c", "a b-c", "1-a", "a-1", "a-b\n", "a-b\0", "é-a", "a-é", "a-0123",
    String(repeating: "a", count: 63) + "-b",
  ]) func `what no action is called is no name`(text: String) {
    #expect(ToolName(text) == nil)
    #expect(!ToolName.isCut(text))
  }

  @Test func `a long name is cut off and told from others that begin in the same way`() {
    let long = String(repeating: "Long", count: 25)
    var all: Set<String> = []
    for number in 0..<1000 {
      let text = ToolName(target: "A.\(long)", action: "run\(number)").text
      #expect(text.utf8.count == 64 && ToolName(text) == nil && ToolName.isCut(text))
      all.insert(text)
    }
    #expect(all.count == 1000)
    // Sixty-four are not too many.
    let name = ToolName(target: String(repeating: "a", count: 62), action: "b")
    #expect(name.text.utf8.count == 64 && ToolName(name.text) == name)
    #expect(ToolName.isCut(ToolName(target: String(repeating: "a", count: 63), action: "b").text))
  }
}
