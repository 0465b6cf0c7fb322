import ComponentHost
import ComponentKit
import Testing

@testable import HostCLI

@Suite struct FaceNamesTests {
  @Test(arguments: [
    (["plain", "rich text", "a b", "aB", "a_b"], ["plain", "richText", "aB_", "aB", "a_b"]),
    (["", "1", "-1", "+1", "1a", "*/", "\n"], ["empty", "value1", "minus1", "value1_", "value1a", "other", "other_"]),
    (["π", "größe", "日本", "é", "e\u{301}"], ["π", "größe", "日本", "é", "e"]),
    (["Default", "default", "DEFAULT", "default_"], ["default_2", "default", "default_3", "default_"]),
    (
      ["self", "Self", "init", "rawValue", "allCases", "Type"],
      ["self_", "self_2", "init_", "rawValue_", "allCases_", "type"]
    ),
    (["URLOpener", "TTS", "UTF-8", "_", "__", "_x"], ["urlOpener", "tts", "utf8", "other", "other_", "_x"]),
    (["x\u{200B}y", "x\u{202E}y", "a\u{0}b"], ["xY", "xY_", "aB"]),
  ])
  func `any text can be a case in Swift`(texts: [String], names: [String]) {
    #expect(SwiftNames.cases(texts) == names)
  }

  @Test(arguments: [
    (["plain", "rich text", "PLAIN"], ["PLAIN", "RICH_TEXT", "PLAIN_"]),
    (["", "1", "-1", "*/", "π", "größe"], ["EMPTY", "1", "MINUS_1", "OTHER", "U03C0", "GR_U00F6_U00DF_E"]),
    (["showDetail", "URLOpener", "a__b"], ["SHOW_DETAIL", "URL_OPENER", "A_B"]),
  ])
  func `any text can be a constant in C`(texts: [String], names: [String]) throws {
    let description = FaceDescription(
      target: "Shop", version: .init(1), summary: "",
      types: try TypeNames([("Kind", "\(TypeForm.texts(texts))")]), typeSummaries: [:], targets: [])
    let constants = CNames(description, FaceTypes(description)).constants
    #expect(constants == [names.map { "SHOP_KIND_\($0)" }])
  }

  @Test(arguments: [
    ("ShowDetail", "showDetail"), ("URLOpener", "urlOpener"), ("TTS", "tts"), ("A", "a"), ("list", "list"),
    ("A1b", "a1b"),
  ])
  func `a name begins small`(name: String, small: String) {
    #expect(name.lowerFirst == small)
  }

  @Test(arguments: [
    ("showDetail", "show_detail"), ("URLOpener", "url_opener"), ("a1B", "a1_b"), ("_x__y_", "x_y"), ("_", ""),
    ("ABC", "abc"),
  ])
  func `a name is written with underlines`(name: String, snake: String) {
    #expect(name.snake == snake)
  }

  @Test func `a name that is taken makes way, unless it comes alone`() {
    var table = NameTable(taken: ["List"])
    #expect(table.take("List", or: "Request") == "ListRequest")
    #expect(table.take("List", or: "Request") == "ListRequest2")
    #expect(table.take("count", or: "_") { ["\($0)_read"] } == "count")
    #expect(table.take("count_read", or: "_") == "count_read_")
    #expect(table.take(["self_", "self"], or: "_") { $0 == "self" ? "self_" : $0 } == ["self_", "self__"])
  }

  @Test func `fields and parameters never share a name, and parameters leave room for what the kit stores`() {
    let names = SwiftNames(FaceTypes(FaceNamesTests.empty))
    #expect(names.fields(["_a", "a", "self", "_", "Int", "in"]) == ["_a", "a", "self_", "underline", "Int_", "in"])
    #expect(names.parameters(["_a", "a", "b", "__a"]) == ["_a_", "a", "b", "__a_"])
  }

  static let empty = FaceDescription(
    target: "Shop", version: .init(1), summary: "", types: TypeNames(), typeSummaries: [:], targets: [])
}
