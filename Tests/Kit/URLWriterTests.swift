import ComponentKit
import Testing

@Suite struct URLWriterTests {
  @Test func `a URL is written with everything escaped that could mean something`() throws {
    let url = CallURL(
      scheme: "app", host: "Reader.Settings", path: ["show detail", "a/b?c#d", "%2e", "да"],
      parameters: [
        "id": "1", "quiet": true, "tags": ["a&b=c", true, ""], "none": "", "ключ": "+ \r\n\u{202E}", "a=b": "\"'<>",
      ])
    let text =
      "app://Reader.Settings/show%20detail/a%2Fb%3Fc%23d/%252e/%D0%B4%D0%B0?id=1&quiet&tags[]=a%26b%3Dc&tags[]&tags[]="
      + "&none=&%D0%BA%D0%BB%D1%8E%D1%87=%2B%20%0D%0A%E2%80%AE&a%3Db=%22%27%3C%3E"
    #expect(try url.written() == text)
    #expect(url.description == text)
    #expect(try CallURL(text) == url)
  }

  @Test func `what is neither text nor true comes back as the text that it converts from`() throws {
    let url = CallURL(
      scheme: "app", host: "R",
      parameters: [
        "int": 42, "false": false, "double": -0.5, "bytes": .bytes([0xFF, 0xFE]), "map": ["a": [1, nil]],
        "list": [1, [2, 3], "x", false],
      ])
    let read = try CallURL(url.written())
    #expect(
      read.parameters == [
        "int": "42", "false": "false", "double": "-0.5", "bytes": "//4=", "map": #"{"a":[1,null]}"#,
        "list": ["1", "[2,3]", "x", "false"],
      ])
  }

  static let nested = (0..<200).reduce(Value.list([])) { value, _ in [value] }

  @Test(arguments: [
    (CallURL(scheme: "", host: "R"), #""" is no scheme, which has small letters, digits and '+', '-', '.'"#),
    (CallURL(scheme: "App", host: "R"), #""App" is no scheme, which has small letters, digits and '+', '-', '.'"#),
    (CallURL(scheme: "1", host: "R"), #""1" is no scheme, which has small letters, digits and '+', '-', '.'"#),
    (CallURL(scheme: "a:\n", host: "R"), #""a:\n" is no scheme, which has small letters, digits and '+', '-', '.'"#),
    (CallURL(scheme: "a", host: ""), "the host part is missing: it names the target"),
    (CallURL(scheme: "a", host: "R\n"), "U+000A has no place in the name of a target"),
    (CallURL(scheme: "a", host: "R\0"), "U+0000 has no place in the name of a target"),
    (CallURL(scheme: "a", host: "\u{200B}"), "U+200B has no place in the name of a target"),
    (CallURL(scheme: "a", host: "R", path: [""]), "a part of the path is empty"),
    (CallURL(scheme: "a", host: "R", path: ["b", ""]), "a part of the path is empty"),
    (CallURL(scheme: "a", host: "R", path: ["."]), "'.' has no place in the path"),
    (CallURL(scheme: "a", host: "R", path: ["b", ".."]), "'..' has no place in the path"),
    (CallURL(scheme: "a", host: "R", path: ["b\0"]), "U+0000 has no place in a URL"),
    (CallURL(scheme: "a", host: "R", parameters: ["": "b"]), "a parameter has no name"),
    (CallURL(scheme: "a", host: "R", parameters: ["b[]": "c"]), #"the parameter "b[]" has brackets in its name"#),
    (CallURL(scheme: "a", host: "R", parameters: ["]": true]), #"the parameter "]" has brackets in its name"#),
    (CallURL(scheme: "a", host: "R", parameters: ["b\u{7F}": "c"]), "U+007F has no place in the name of a parameter"),
    (
      CallURL(scheme: "a", host: "R", parameters: ["b": "c\0"]),
      #"the parameter "b" has U+0000 in it, which has no place in a URL"#
    ),
    (
      CallURL(scheme: "a", host: "R", parameters: ["b": ["c", "\0"]]),
      #"the parameter "b" has U+0000 in it, which has no place in a URL"#
    ),
    (
      CallURL(scheme: "a", host: "R", parameters: ["b": []]),
      #"the parameter "b" is an empty list, which a URL can't have"#
    ),
    (
      CallURL(scheme: "a", host: "R", parameters: ["b": nil]),
      #"the parameter "b" is null, which a URL says by leaving it out"#
    ),
    (
      CallURL(scheme: "a", host: "R", parameters: ["b": .double(.infinity)]),
      #"the parameter "b": an infinite double can't be written down"#
    ),
    (
      CallURL(scheme: "a", host: "R", parameters: ["b": [["c": .double(.nan)]]]),
      #"the parameter "b": c: a double that is not a number can't be written down"#
    ),
  ])
  func `what would read as something else is not written`(url: CallURL, message: String) {
    let fault = #expect(throws: URLFault.self) { try url.written() }
    #expect(fault?.reason == .invalid)
    #expect(fault?.description == message)
  }

  @Test func `lists that nest too deep are not written`() {
    let url = CallURL(scheme: "a", host: "R", parameters: ["b": Self.nested])
    let fault = #expect(throws: URLFault.self) { try url.written() }
    #expect(fault?.message.hasSuffix("lists and maps nest deeper than 128") == true)
  }
}
