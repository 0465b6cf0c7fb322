import ComponentHost
import ComponentKit
import Testing

@testable import HostCLI

@Suite struct FaceBlockTests {
  static let hostile = "*/ \\(x) \\ \" \r\n\u{202E}\u{0} ??/"

  static func description() throws -> FaceDescription {
    var description = try described(
      "type Kind = \"a\\u202e\" | \"\\\\u{41}\"", "type Part = {kind: Kind, parts: [Part]}", "target Shop",
      "action Shop.run(x: int = 1, part: Part?) -> Part", "remote progress action Shop.raw", "target Shop.Till",
      "progress action Shop.Till.pay()")
    description.summary = hostile
    description.typeSummaries["Kind"] = hostile
    description.targets[0].summary = " "
    description.targets[0].actions[0].summary = hostile
    description.targets[0].actions[0].notes = ["x": hostile, "part": ": "]
    description.targets[0].ways = [
      FaceWay(kind: .route, name: "//Shop/\u{202E} = x", action: "run", fields: ["a": .text(hostile)]),
      FaceWay(
        kind: .route, name: "//Shop/y(/:z)", action: "run", fields: [:],
        query: QueryNames(renames: [hostile: "x", "b": "part"], foldsCase: true), priority: -7, takesLonger: true),
      FaceWay(kind: .key, name: "Shop_raw", action: "raw", fields: [:]),
    ]
    return description
  }

  @Test(arguments: FaceLanguage.allCases)
  func `what is written is read again`(language: FaceLanguage) throws {
    let block = FaceBlock(language: language, description: try Self.description())
    #expect(try FaceBlock(reading: block.text) == block)
    #expect(try FaceBlock(reading: language.file(block.description)) == block)
  }

  @Test func `a description is for people as well`() throws {
    let text = FaceBlock(language: .c, description: try Self.description()).text
    #expect(
      text == #"""
        // The face of Shop 1.0.0, printed by: host bindings Shop --language c
        // Print it again instead of editing it. Whether it still fits says: host bindings --check FILE Shop
        //
        // bindings 1 c {"target":"Shop","version":"1.0.0","summary":"*/ \\(x) \\ \" \r\n\u202e\u0000 ??/","targets":[{"name":"Shop",\#
        "summary":" ","actions":[{"name":"run","summary":"*/ \\(x) \\ \" \r\n\u202e\u0000 ??/","signature":"(x: int = 1, part: Part?) -> Part",\#
        "remote":false,"progress":false,"notes":{"part":": ","x":"*/ \\(x) \\ \" \r\n\u202e\u0000 ??/"}},\#
        {"name":"raw","summary":"","signature":null,"remote":true,"progress":true,"notes":{}}],\#
        "routes":[{"name":"//Shop/\u202e = x","action":"run","fields":{"a":"*/ \\(x) \\ \" \r\n\u202e\u0000 ??/"}},\#
        {"name":"//Shop/y(/:z)","action":"run","fields":{},\#
        "rename":{"*/ \\(x) \\ \" \r\n\u202e\u0000 ??/":"x","b":"part"},"case":"fold","priority":-7,"longer":true}],\#
        "keys":[{"name":"Shop_raw","action":"raw","fields":{}}]},\#
        {"name":"Shop.Till","summary":"","actions":[{"name":"pay","summary":"","signature":"()","remote":false,\#
        "progress":true,"notes":{}}],"routes":[],"keys":[]}],\#
        "types":[{"name":"Kind","definition":"\"a\\u202e\" | \"\\\\u{41}\"","summary":"*/ \\(x) \\ \" \r\n\u202e\u0000 ??/"},\#
        {"name":"Part","definition":"{kind: Kind, parts: [Part]}","summary":""}]}

        """#)
  }

  @Test func `every cut and every change of a letter is read, or refused with its line`() throws {
    let text = FaceBlock(language: .swift, description: try Self.description()).text
    var refused = 0
    for length in 0..<text.utf8.count - 2 {
      let fault = #expect(throws: FaceBlock.Fault.self) {
        try FaceBlock(reading: String(decoding: text.utf8.prefix(length), as: UTF8.self))
      }
      if fault?.reason != "no_description" { #expect(fault?.message.contains("line 4") == true) }
    }
    for place in 0..<text.utf8.count {
      var bytes = Array(text.utf8)
      bytes[place] = bytes[place] == UInt8(ascii: "x") ? UInt8(ascii: "(") : UInt8(ascii: "x")
      do throws(FaceBlock.Fault) {
        _ = try FaceBlock(reading: String(decoding: bytes, as: UTF8.self))
      } catch {
        refused += 1
        #expect(error.message.contains("line 4") || error.reason == "no_description")
      }
    }
    #expect(refused > 100)
  }

  // A line with the description of a component Shop.
  private static func written(_ actions: String, target: String = "Shop", types: String = "") -> String {
    #"// bindings 1 swift {"target":"Shop","version":"1.0.0","summary":"","targets":[{"name":"\#(target)","summary":"","#
      + #""actions":[\#(actions)],"routes":[],"keys":[]}],"types":[\#(types)]}"# + "\n"
  }

  private static func written(route more: String) -> String {
    written("").replacing(
      #""routes":[]"#, with: #""routes":[{"name":"//Shop/x","action":"a","fields":{},\#(more)}]"#)
  }

  private static func run(_ signature: String) -> String {
    #"{"name":"run","summary":"","signature":"\#(signature)","remote":false,"progress":false,"notes":{}}"#
  }

  private static func damaged(_ words: String) -> String { "has a damaged description, in line 1: \(words)" }

  @Test(arguments: [
    ("", "has no description in its first lines"), ("import ComponentKit\n", "has no description in its first lines"),
    ("\n// bindings 1 swift {}\n", "has no description in its first lines"),
    ("// bindings 2 swift {}\n", "has a description that this host does not know, in line 1"),
    ("//\n// bindings 1 pascal {}\n", "has a description that this host does not know, in line 2"),
    ("// bindings 1 swift\n", "has a description that this host does not know, in line 1"),
    (written("").replacing(#""target":"Shop","#, with: ""), damaged("the description: 'target' is missing (text)")),
    (
      written("").replacing("[", with: "{"),
      damaged("column 60 of its JSON: expected a key in double quotes, found '{'")
    ),
    (written("").replacing("Shop", with: "A..b"), damaged("'A..b' is no target")),
    (written("").replacing("1.0.0", with: "1.0"), damaged("'1.0' is no version")),
    (
      written("", types: #"{"name":"Part","definition":"{x: y}","summary":""}"#),
      damaged("type 'Part', column 5: unknown type 'y'")
    ),
    (written(run("(x: Part)")), damaged("the action 'run', column 5: unknown type 'Part'")),
    (written(run("()"), target: "Ship"), damaged("the target 'Ship' can't be in it")),
    (written(run("()") + "," + run("()")), damaged("the action 'Shop.run' can't be in it")),
    (written(route: #""case":"upper""#), damaged("the route '//Shop/x', case: 'upper' instead of 'fold'")),
    (
      written(route: #""rename":{"a":1}"#),
      damaged("the description: targets[0].routes[0].rename.a must be text, not an int")
    ),
    (
      written(route: #""priority":"high""#),
      damaged("the description: targets[0].routes[0].priority must be an int, not the text 'high'")
    ),
  ])
  func `what is no description is refused`(text: String, message: String) {
    let fault = #expect(throws: FaceBlock.Fault.self) { try FaceBlock(reading: text) }
    #expect(fault?.message == message)
  }

  @Test func `a signature may be as long as a host takes, and longer in its canonical text`() throws {
    let texts = (0..<256).map { #""\u202e\u202e\u202e\u202e\#($0)""# }
    let parameters = (0..<200).map { "p\($0):int?" }.joined(separator: ",")
    let dense = "(\(parameters),choice:\(texts.joined(separator: "|")))"
    let signature = try Signature(parsing: dense)
    var description = try described("action Shop.run()")
    description.targets[0].actions[0].signature = signature
    let block = FaceBlock(language: .swift, description: description)
    #expect(try FaceBlock(reading: block.text) == block)
  }
}
